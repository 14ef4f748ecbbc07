import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs'
import { useEffect, useId } from 'preact/hooks'
import { Select } from '../../forms/controls.tsx'
import { Blank } from '../../parts/blank.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { MODERATOR } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import { momentOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { texts } from '../shared/texts.ts'
import { downloadCsv, type Filter } from './csv.ts'
import { type Entry, sentenceOf } from './sentence.ts'
import { auditTexts } from './texts.ts'

const PAGE = 50
const ALL = ''
/** How often an open page asks for new entries. */
const ASK_MS = 5000

interface Known {
  readonly entries: readonly Entry[]
  readonly isWhole: boolean
}

/** Who changed what in the organization, the newest change first. */
export function AuditLog() {
  const store = useStore()
  const id = useId()
  const person = useSignal<number | typeof ALL>(ALL)
  const kind = useSignal<Entry['kind'] | typeof ALL>(ALL)
  const since = useSignal('')
  const until = useSignal('')
  const filter: Filter = {
    ...timesOf(since.value, until.value),
    ...(person.value !== ALL && { user_id: person.value }),
    ...(kind.value !== ALL && { kind: kind.value }),
  }
  const isOpen = useSignal(false)
  const set = [person, kind, since, until].filter(({ value }) => value !== ALL).length
  const { saving, save } = useSaving()
  const isBusy = saving.name === 'saving'
  return (
    <section>
      <h2>{texts.titles['audit-log']}</h2>
      <p class="text">{auditTexts.hint}</p>
      <div class="stacked audit-tools">
        <button
          type="button"
          class="button opens-filters"
          aria-expanded={isOpen.value}
          aria-controls={`${id}-filters`}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          {auditTexts.filters(set)}
        </button>
        <div id={`${id}-filters`} class={isOpen.value ? 'stacked filters open' : 'stacked filters'}>
          <label for={`${id}-by`}>
            {auditTexts.by}
            <Select
              ids={{ id: `${id}-by` }}
              value={person.value}
              options={[{ value: ALL, name: auditTexts.everybody }, ...peopleOf(store)]}
              onChange={(chosen) => {
                person.value = chosen
              }}
            />
          </label>
          <label for={`${id}-kind`}>
            {auditTexts.kind}
            <Select
              ids={{ id: `${id}-kind` }}
              value={kind.value}
              options={[{ value: ALL, name: auditTexts.everything }, ...KINDS]}
              onChange={(chosen) => {
                kind.value = chosen
              }}
            />
          </label>
          <div class="dates">
            {([since, until] as const).map((day, index) => (
              <label key={index} for={`${id}-${index}`}>
                {index === 0 ? auditTexts.since : auditTexts.until}
                <input
                  id={`${id}-${index}`}
                  class="field"
                  type="date"
                  value={day.value}
                  min={index === 1 ? since.value : undefined}
                  onChange={({ currentTarget }) => {
                    day.value = currentTarget.value
                  }}
                />
              </label>
            ))}
          </div>
        </div>
        <div class="buttons">
          <button
            type="button"
            class="button"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void save(() => downloadCsv(store, filter))}
          >
            {auditTexts.csv}
          </button>
          <span class="text" role="status">
            {isBusy && auditTexts.csvIsMade}
          </span>
        </div>
        <Problem saving={saving} />
      </div>
      <Entries key={`${person.value} ${kind.value} ${since.value} ${until.value}`} filter={filter} />
    </section>
  )
}

/** From the beginning of the first day to the end of the last one, in the time zone of the device. */
function timesOf(since: string, until: string): Pick<Filter, 'since' | 'until'> {
  const start = (day: string, later: number) => {
    const date = new Date(`${day}T00:00`)
    date.setDate(date.getDate() + later)
    return Math.max(0, Math.floor(date.getTime() / 1000))
  }
  return { ...(since !== '' && { since: start(since, 0) }), ...(until !== '' && { until: start(until, 1) }) }
}

const KINDS = (Object.keys(auditTexts.kinds) as Entry['kind'][]).map((value) => ({
  value,
  name: auditTexts.kinds[value],
}))

/** Those who may administer something, in the order of their names. */
const peopleOf = (store: Store) =>
  [...store.people.value.values()]
    .filter(({ role, is_bot }) => role <= MODERATOR && !is_bot)
    .map(({ user_id, full_name }) => ({ value: user_id, name: full_name }))
    .sort((a, b) => collator.compare(a.name, b.name))

/** What is known, with the newest entries before it. When some between them are missing, it begins anew. */
function withNewest(known: Known, newest: readonly Entry[], isWhole: boolean): Known {
  const ids = new Set(known.entries.map(({ id }) => id))
  const fresh = newest.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return known
  const meets = fresh.length < newest.length || known.entries.length === 0
  return meets ? { ...known, entries: [...fresh, ...known.entries] } : { entries: newest, isWhole }
}

function Entries({ filter }: { filter: Filter }) {
  const known = useSignal<Known>({ entries: [], isWhole: false })
  const state = useSignal<'loading' | 'failed' | 'ready'>('loading')
  const load = () => {
    state.value = 'loading'
    const last = known.value.entries.at(-1)
    const before = last === undefined ? {} : { before_id: last.id }
    server.call('GET /audit_log', { ...filter, ...before, limit: PAGE }).then(
      ({ entries, found_oldest }) => {
        known.value = { entries: [...known.value.entries, ...entries], isWhole: found_oldest }
        state.value = 'ready'
      },
      () => {
        state.value = 'failed'
      },
    )
  }
  useEffect(load, [])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || state.peek() !== 'ready') return
      server.call('GET /audit_log', { ...filter, limit: PAGE }).then(
        (newest) => {
          known.value = withNewest(known.peek(), newest.entries, newest.found_oldest)
        },
        // The next turn asks again.
        () => undefined,
      )
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [])
  const { entries, isWhole } = known.value
  return (
    <>
      {isWhole && entries.length === 0 && (
        <Blank icon={ScrollText} title={auditTexts.none} hint={auditTexts.noneHint} />
      )}
      {entries.length > 0 && (
        <ul class="chosen-list audit" aria-label={auditTexts.list}>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {state.value === 'failed' && (
        <Blank icon={CloudOff} title={texts.listFailed} hint={t.loadFailedHint}>
          <button type="button" class="button" onClick={load}>
            {t.tryAgain}
          </button>
        </Blank>
      )}
      <p class="text" role="status">
        {state.value === 'loading' && t.loading}
      </p>
      {state.value !== 'failed' && entries.length > 0 && !isWhole && (
        <button
          type="button"
          class="button"
          aria-disabled={state.value === 'loading'}
          onClick={() => state.value === 'ready' && load()}
        >
          {auditTexts.older}
        </button>
      )}
    </>
  )
}

function Line({ entry }: { entry: Entry }) {
  const store = useStore()
  return (
    <li>
      <span class="about" dir="auto">
        <span>{sentenceOf(store, entry)}</span>
        <time class="text" dateTime={new Date(entry.time * 1000).toISOString()}>
          {momentOf(entry.time, store.settings.value.twenty_four_hour_time)}
        </time>
      </span>
    </li>
  )
}
