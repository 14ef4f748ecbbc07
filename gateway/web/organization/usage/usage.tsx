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
import { saveTable } from '../shared/save-table.ts'
import { texts } from '../shared/texts.ts'
import type { Line } from './plot.tsx'
import './usage.css'

type Usage = Answer<'GET /realm/usage'>
type Day = Usage['days'][number]

/** Fetched when the page is drawn, because the library is as large as the rest of the page. */
const Plot = lazily(async () => (await import('./plot.tsx')).default)

const PERIODS = [30, 90, 365, 730] as const

const numberOf = (value: number): string => value.toLocaleString(document.documentElement.lang || undefined)
const secondsOf = (day: string): number => Date.parse(`${day}T00:00Z`) / 1000

/** Every day from the first known one to today. Days on which nothing was counted have no messages. */
function allDays(known: readonly Day[]): Day[] {
  const byDay = new Map(known.map((one) => [one.day, one]))
  const days: Day[] = []
  const last = Math.floor(Date.now() / 86_400_000) * 86_400
  for (let at = secondsOf(known[0]?.day ?? '9999-01-01'); at <= last; at += 86_400) {
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

function DayTable({ days }: { days: readonly Day[] }) {
  const columns = [
    texts.day,
    texts.activeDay,
    texts.activeWeek,
    texts.toPublic,
    texts.toPrivate,
    texts.direct,
    texts.storage,
  ]
  const numbers = (day: Day) => [
    day.active_people,
    day.active_week,
    day.public_messages,
    day.private_messages,
    day.direct_messages,
  ]
  const save = () => {
    const rows = days.map((day) => [day.day, ...numbers(day).map(String), String(day.storage_bytes ?? '')])
    saveTable(texts.usageFile, [columns, ...rows])
  }
  return (
    <>
      <h3>{texts.numbersByDay}</h3>
      <div class="buttons">
        <button type="button" class="button" onClick={save}>
          {texts.saveCsv(texts.numbersByDay)}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys. */}
      <section class="table-box" tabIndex={0} aria-label={texts.numbersByDay}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dateOnlyOf(secondsOf(day.day) + 43_200)}</th>
                {numbers(day).map((value, index) => (
                  <td key={columns[index + 1]}>{numberOf(value)}</td>
                ))}
                <td>{day.storage_bytes === null ? '–' : sizeOf(day.storage_bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function ChannelTable({ channels }: { channels: Usage['channels'] }) {
  const store = useStore()
  const named = channels.map(({ stream_id, messages }) => ({
    name: channelName(store, stream_id) ?? '',
    messages,
  }))
  const save = () => {
    const rows = named.map(({ name, messages }) => [name, String(messages)])
    saveTable(texts.channelsFile, [[texts.channel, texts.messagesInFourWeeks], ...rows])
  }
  return (
    <>
      <h3>{texts.busyChannels}</h3>
      <p class="text">{named.length === 0 ? texts.noBusyChannels : texts.busyChannelsHint}</p>
      {named.length > 0 && (
        <>
          <div class="buttons">
            <button type="button" class="button" onClick={save}>
              {texts.saveCsv(texts.busyChannels)}
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys. */}
          <section class="table-box" tabIndex={0} aria-label={texts.busyChannels}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.channel}</th>
                  <th scope="col">{texts.messagesInFourWeeks}</th>
                </tr>
              </thead>
              <tbody>
                {named.map(({ name, messages }) => (
                  <tr key={name}>
                    <th scope="row" dir="auto">
                      {name}
                    </th>
                    <td>{numberOf(messages)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </>
  )
}
