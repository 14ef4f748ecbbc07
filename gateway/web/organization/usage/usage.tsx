import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { useEffect, useId, useMemo } from 'preact/hooks'
import type { Answer } from '../../client/index.ts'
import { Select } from '../../forms/controls.tsx'
import { Blank } from '../../parts/blank.tsx'
import { lazily } from '../../parts/lazily.tsx'
import { channelName } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { dateOnlyOf } from '../../texts/dates.ts'
import { sizeOf } from '../../texts/sizes.ts'
import { t } from '../../texts/texts.ts'
import { texts } from '../shared/texts.ts'
import { NumbersTable } from './numbers-table.tsx'
import type { Line } from './plot.tsx'
import './usage.css'

type Usage = Answer<'GET /realm/usage'>
type Day = Usage['days'][number]

/** Fetched when the page is drawn, because the library is as large as the rest of the page. */
const Plot = lazily(async () => (await import('./plot.tsx')).default, {
  waiting: (
    <figure class="plot" aria-hidden="true">
      <figcaption />
      <div />
    </figure>
  ),
})

const PERIODS = [30, 90, 365, 730] as const

const numberOf = (value: number): string => value.toLocaleString(document.documentElement.lang || undefined)
const secondsOf = (day: string): number => Date.parse(`${day}T00:00Z`) / 1000

/**
 * Every day from the first known one to the last one. Days between them on which nothing was counted have no
 * messages. The server has not counted later days yet.
 */
function allDays(known: readonly Day[]): Day[] {
  const byDay = new Map(known.map((one) => [one.day, one]))
  const days: Day[] = []
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return days
  for (let at = secondsOf(first.day); at <= secondsOf(last.day); at += 86_400) {
    const day = new Date(at * 1000).toISOString().slice(0, 10)
    days.push(byDay.get(day) ?? { ...NOTHING, day })
  }
  return days
}
const NOTHING = {
  active_people: 0,
  active_week: 0,
  public_messages: 0,
  private_messages: 0,
  direct_messages: 0,
  storage_bytes: null,
}

/** How much the organization is used: people, messages and storage by day, and the channels. */
export function Usage() {
  const id = useId()
  const period = useSignal<(typeof PERIODS)[number]>(90)
  const usage = useSignal<Usage | 'loading' | 'failed'>('loading')
  const load = () => {
    usage.value = 'loading'
    server.call('GET /realm/usage', { days: period.value }).then(
      (answer) => {
        usage.value = answer
      },
      () => {
        usage.value = 'failed'
      },
    )
  }
  useEffect(load, [period.value])
  const { value } = usage
  return (
    <section class="usage">
      <h2>{texts.titles.usage}</h2>
      <p class="text">{texts.usageHint}</p>
      <div class="stacked">
        <label for={id}>
          {texts.period}
          <Select
            ids={{ id }}
            value={period.value}
            options={PERIODS.map((days) => ({ value: days, name: texts.lastDays(days) }))}
            onChange={(days) => {
              period.value = days
            }}
          />
        </label>
      </div>
      {value === 'failed' && (
        <Blank icon={CloudOff} title={texts.listFailed} hint={t.loadFailedHint}>
          <button type="button" class="button" onClick={load}>
            {t.tryAgain}
          </button>
        </Blank>
      )}
      <p class="text" role="status">
        {value === 'loading' && t.loading}
        {typeof value === 'object' && value.days.length === 0 && texts.nothingCounted}
      </p>
      {typeof value === 'object' && value.days.length > 0 && <Numbers usage={value} />}
    </section>
  )
}

function Numbers({ usage }: { usage: Usage }) {
  const days = useMemo(() => allDays(usage.days), [usage])
  const times = useMemo(() => days.map(({ day }) => secondsOf(day)), [days])
  const [people, messages, storage] = useMemo(() => linesOf(days), [days])
  return (
    <>
      <h3>{texts.activePeople}</h3>
      <Plot times={times} lines={people} format={numberOf} />
      <h3>{texts.messagesADay}</h3>
      <Plot times={times} lines={messages} format={numberOf} />
      <h3>{texts.storage}</h3>
      <Plot times={times} lines={storage} format={sizeOf} />
      <DayTable days={days} />
      <ChannelTable channels={usage.channels} />
    </>
  )
}

const linesOf = (days: readonly Day[]): readonly [Line[], Line[], Line[]] => {
  const line = (name: string, color: string, value: (day: Day) => number | null): Line => ({
    name,
    color,
    values: days.map(value),
  })
  return [
    [
      line(texts.activeWeek, 'soft', (day) => day.active_week),
      line(texts.activeDay, 'accent', (day) => day.active_people),
    ],
    [
      line(texts.toPublic, 'accent', (day) => day.public_messages),
      line(texts.toPrivate, 'soft', (day) => day.private_messages),
      line(texts.direct, 'good', (day) => day.direct_messages),
    ],
    [line(texts.storage, 'accent', (day) => day.storage_bytes)],
  ]
}

const counted = (value: number) => ({ shown: numberOf(value), saved: String(value) })

function DayTable({ days }: { days: readonly Day[] }) {
  const { day, activeDay, activeWeek, toPublic, toPrivate, direct, storage } = texts
  const rows = days.map((one) => ({
    key: one.day,
    shownName: dateOnlyOf(secondsOf(one.day) + 43_200),
    name: one.day,
    cells: [
      counted(one.active_people),
      counted(one.active_week),
      counted(one.public_messages),
      counted(one.private_messages),
      counted(one.direct_messages),
      {
        shown: one.storage_bytes === null ? '–' : sizeOf(one.storage_bytes),
        saved: String(one.storage_bytes ?? ''),
      },
    ],
  }))
  return (
    <NumbersTable
      title={texts.numbersByDay}
      file={texts.usageFile}
      columns={[day, activeDay, activeWeek, toPublic, toPrivate, direct, storage]}
      rows={rows}
      isShownBackwards
    />
  )
}

function ChannelTable({ channels }: { channels: Usage['channels'] }) {
  const store = useStore()
  const rows = channels.map(({ stream_id, messages }) => {
    const name = channelName(store, stream_id) ?? ''
    return { key: stream_id, shownName: name, name, cells: [counted(messages)] }
  })
  return (
    <NumbersTable
      title={texts.busyChannels}
      hint={rows.length === 0 ? texts.noBusyChannels : texts.busyChannelsHint}
      file={texts.channelsFile}
      columns={[texts.channel, texts.messagesInFourWeeks]}
      rows={rows}
    />
  )
}
