import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import Package from 'lucide/dist/esm/icons/package.mjs'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../../client/index.ts'
import { Select } from '../../forms/controls.tsx'
import type { ServerEvent } from '../../model/wire.ts'
import { Blank } from '../../parts/blank.tsx'
import { Problem } from '../../saving/problem.tsx'
import { usePlaced } from '../../saving/use-placed.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { nameOf } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { momentOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { texts } from '../shared/texts.ts'
import { EXPORT } from './places.ts'

type Export = Answer<'GET /export/realm'>['exports'][number]
type Kind = keyof typeof texts.exportKinds

interface Known {
  readonly exports: readonly Export[]
  /** Whether each person lets exports contain private data, by id. */
  readonly consents: ReadonlyMap<number, boolean>
}

/** What the server knows about exports, followed by its events. */
function useExports() {
  const store = useStore()
  const known = useSignal<Known | 'loading' | 'failed'>('loading')
  const attempt = useSignal(0)
  useEffect(() => {
    /** The events since the request, because its answer may be older. */
    const events: ServerEvent[] = []
    const listen = (event: ServerEvent) => {
      if (event.type !== 'realm_export' && event.type !== 'realm_export_consent') return
      events.push(event)
      if (typeof known.value === 'object') known.value = changedBy(known.value, event)
    }
    store.listeners.add(listen)
    known.value = 'loading'
    Promise.all([server.call('GET /export/realm'), server.call('GET /export/realm/consents')]).then(
      ([{ exports }, { export_consents }]) => {
        const consents = new Map(export_consents.map(({ user_id, consented }) => [user_id, consented]))
        known.value = events.reduce<Known>(changedBy, { exports, consents })
      },
      () => {
        known.value = 'failed'
      },
    )
    return () => void store.listeners.delete(listen)
  }, [store, attempt.value])
  const again = () => {
    attempt.value += 1
  }
  return { known: known.value, again }
}

function changedBy(known: Known, event: ServerEvent): Known {
  if (event.type === 'realm_export') return { ...known, exports: event.exports }
  if (event.type !== 'realm_export_consent') return known
  return { ...known, consents: new Map(known.consents).set(event.user_id, event.consented) }
}

/** Archives of the organization: those that were made, and the form that starts one. */
export function Exports() {
  const { known, again } = useExports()
  if (known === 'failed')
    return (
      <Blank icon={CloudOff} title={texts.listFailed} hint={t.loadFailedHint}>
        <button type="button" class="button" onClick={again}>
          {t.tryAgain}
        </button>
      </Blank>
    )
  if (known === 'loading')
    return (
      <p class="text" role="status">
        {t.loading}
      </p>
    )
  const exports = [...known.exports].sort((a, b) => b.id - a.id)
  return (
    <section>
      <h2>{texts.titles.exports}</h2>
      <p class="text">{texts.exportsHint}</p>
      {exports.length === 0 && <Blank icon={Package} title={texts.noExports} />}
      <ul class="chosen-list" aria-label={texts.titles.exports}>
        {exports.map((one) => (
          <Line key={one.id} archive={one} />
        ))}
      </ul>
      <NewExport consents={known.consents} />
    </section>
  )
}

function Line({ archive }: { archive: Export }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const moment = (seconds: number) => momentOf(seconds, store.settings.value.twenty_four_hour_time)
  const { id: export_id, export_url, pending, failed_timestamp, deleted_timestamp } = archive
  const time = moment(archive.export_time)
  const kind = texts.exportKinds[archive.export_type as Kind]
  return (
    <li>
      <span class="about" dir="auto">
        <strong>{time}</strong>
        <span class="text">{texts.exportBy(kind, nameOf(store, archive.acting_user_id))}</span>
        <span class="text" role="status">
          {pending && texts.exportIsMade}
          {failed_timestamp !== null && texts.exportFailed(moment(failed_timestamp))}
          {deleted_timestamp !== null && texts.exportDeleted(moment(deleted_timestamp))}
        </span>
      </span>
      {export_url !== null && (
        <>
          <a class="button" href={export_url} download aria-label={texts.downloadOf(time)}>
            {texts.download}
          </a>
          <RemoveButton
            what={texts.exportOf(time)}
            warning={texts.exportGone}
            onRemove={() => void save(() => server.call('DELETE /export/realm/{export_id}', { export_id }))}
          />
        </>
      )}
      <Problem saving={saving} />
    </li>
  )
}

function NewExport({ consents }: { consents: Known['consents'] }) {
  const { saving, save, at, problem, rest } = usePlaced(EXPORT)
  const kind = useSignal<Kind>(1)
  const start = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name !== 'saving')
      void save(() => server.call('POST /export/realm', { export_type: kind.value }))
  }
  const agreed = [...consents.values()].filter(Boolean).length
  return (
    <form class="stacked" aria-label={texts.newExport} onSubmit={start}>
      <h3>{texts.newExport}</h3>
      <label for={at('export_type').id}>
        {texts.exportKind}
        <Select
          ids={at('export_type')}
          value={kind.value}
          options={([1, 2] as const).map((value) => ({ value, name: texts.exportKinds[value] }))}
          onChange={(chosen) => {
            kind.value = chosen
          }}
        />
        <span class="text">{texts.consents(agreed, consents.size)}</span>
      </label>
      {problem('export_type', texts.exportKind)}
      {rest}
      <div class="buttons">
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.startExport}
        </button>
      </div>
    </form>
  )
}
