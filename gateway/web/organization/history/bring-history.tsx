import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { useEffect, useId, useRef } from 'preact/hooks'
import { type Answer, RequestError } from '../../client/index.ts'
import { Confirm } from '../../forms/confirm.tsx'
import { texts as peopleTexts } from '../../forms/people-texts.ts'
import { useUnclaimed } from '../../forms/use-unclaimed.ts'
import { logInAddress } from '../../model/log-in-address.ts'
import { Blank } from '../../parts/blank.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { nameOf } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { momentOf } from '../../texts/dates.ts'
import { translated } from '../../texts/server-texts.ts'
import { sizeOf } from '../../texts/sizes.ts'
import { locale, t } from '../../texts/texts.ts'
import { texts as organizationTexts } from '../shared/texts.ts'
import { type History, HistoryReport } from './report.tsx'
import { sendArchive, sending, stopSending } from './sending.ts'
import { texts } from './texts.ts'
import './history.css'

type Known = Answer<'GET /realm/history_imports/newest'>

/** How often the page asks how far the import is, in milliseconds. */
const ASK_MS = 2_000
const UNAUTHENTICATED = 401
const MAX_TOKEN_LENGTH = 1_000

/** Asks for the newest import, again and again while a worker is at it. */
function useHistory() {
  const known = useSignal<Known | 'loading' | 'failed' | 'arrived'>('loading')
  const attempt = useSignal(0)
  const again = () => {
    attempt.value += 1
  }
  const isWorking =
    typeof known.value === 'object' &&
    /^(?:checking|importing)$/.test(known.value.history_import?.status ?? '')
  useEffect(() => {
    let isGone = false
    const before = known.peek()
    server.call('GET /realm/history_imports/newest').then(
      (answer) => {
        if (!isGone) known.value = answer
      },
      (error: unknown) => {
        if (isGone) return
        const hasEnded = error instanceof RequestError && error.status === UNAUTHENTICATED
        const wasImporting = typeof before === 'object' && before.history_import?.status === 'importing'
        if (hasEnded && wasImporting) known.value = 'arrived'
        // What is known stays on the page, which asks again while a worker is at it.
        else if (typeof before !== 'object') known.value = 'failed'
      },
    )
    return () => {
      isGone = true
    }
  }, [attempt.value])
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(again, ASK_MS)
    return () => clearInterval(timer)
  }, [isWorking])
  return { known: known.value, again }
}

/** Brings the messages, people and files of another product or server into a new organization. */
export function BringHistory() {
  const { known, again } = useHistory()
  if (known === 'failed')
    return (
      <Blank icon={CloudOff} title={organizationTexts.listFailed} hint={t.loadFailedHint}>
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
  return (
    <section class="history">
      <h2>{organizationTexts.titles['bring-history']}</h2>
      {known === 'arrived' ? <Arrived /> : <Step known={known} onChange={again} />}
    </section>
  )
}

/** The imported organization has taken the place of this one. */
const Arrived = () => (
  <div role="status">
    <p>
      <strong>{texts.arrived}</strong>
    </p>
    <p class="text">{texts.arrivedHint}</p>
    <p class="buttons">
      <a class="button main" href={logInAddress()}>
        {t.logIn}
      </a>
    </p>
  </div>
)

function Step({ known, onChange }: { known: Known; onChange: () => void }) {
  const { history_import: history, content } = known
  switch (history?.status) {
    case 'uploading':
      return <Uploading history={history} onChange={onChange} />
    case 'checking':
    case 'importing':
      return <Working history={history} onChange={onChange} />
    case 'checked':
      return <Checked history={history} onChange={onChange} />
    case 'done':
      return <Done history={history} />
    default:
      return (
        <>
          <p class="text">{texts.hint}</p>
          {history?.status === 'failed' && <Failure text={history.failure ?? ''} />}
          {history?.status === 'cancelled' && (
            <p class="text" role="status">
              {texts.cancelled}
            </p>
          )}
          {content === null ? <Choose known={known} onChange={onChange} /> : <NotEmpty content={content} />}
        </>
      )
  }
}

/** Why an import has failed, in the reader's language where the server's sentence is translated. */
function Failure({ text }: { text: string }) {
  const shown = useSignal('')
  useEffect(() => {
    void translated(text).then((translation) => {
      shown.value = translation
    })
  }, [text])
  return (
    <div class="failed" role="status">
      <strong>{texts.failed}</strong>
      <p dir="auto">{shown.value}</p>
    </div>
  )
}

const NotEmpty = ({ content }: { content: NonNullable<Known['content']> }) => (
  <p class="text">
    {texts[content]} {texts.operator}
  </p>
)

function Choose({ known, onChange }: { known: Known; onChange: () => void }) {
  const store = useStore()
  const problem = sending(store).value?.problem
  const token = useSignal('')
  const id = useId()
  return (
    <>
      <p class="text">{texts.stays}</p>
      <div class="token">
        <label>
          {texts.token}
          <input
            class="field"
            type="password"
            autocomplete="off"
            maxLength={MAX_TOKEN_LENGTH}
            aria-describedby={`${id}-token`}
            value={token.value}
            onInput={({ currentTarget }) => {
              token.value = currentTarget.value
            }}
          />
        </label>
        <p class="text" id={`${id}-token`}>
          {texts.tokenHint}
        </p>
      </div>
      <FileField
        label={texts.choose}
        hint={texts.largest(known.max_archive_gib)}
        problem={problem}
        onChoose={(file) => {
          void sendArchive(store, file, null, onChange, token.value.trim())
          token.value = ''
        }}
      />
    </>
  )
}

interface FileFieldProps {
  readonly label: string
  readonly hint: string
  readonly problem: string | undefined
  readonly onChoose: (file: File) => void
}

function FileField({ label, hint, problem, onChoose }: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div class="file-field">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".zip,.gz,.tgz,.tar"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) onChoose(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        class="button main"
        aria-describedby={`${id}-hint ${id}-problem`}
        onClick={() => input.current?.click()}
      >
        {label}…
      </button>
      <p class="text" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  )
}

interface StepProps {
  readonly history: History
  readonly onChange: () => void
}

function Uploading({ history, onChange }: StepProps) {
  const store = useStore()
  const { value: current } = sending(store)
  const wrong = useSignal<string | undefined>(undefined)
  const size = sizeOf(history.size)
  if (current !== undefined && current.problem === undefined) {
    return (
      <>
        <Bar
          label={texts.uploading}
          done={current.sent}
          total={current.size}
          text={`${current.name}: ${texts.sent(sizeOf(current.sent), sizeOf(current.size))}`}
        />
        <Cancel history={history} onChange={onChange} />
      </>
    )
  }
  const choose = (file: File) => {
    const isSame = file.name === history.file_name && file.size === history.size
    wrong.value = isSame ? undefined : texts.otherFile(history.file_name, size)
    if (isSame) void sendArchive(store, file, history.upload_key, onChange)
  }
  return (
    <>
      <FileField
        label={texts.choose}
        hint={texts.stopped(history.file_name)}
        problem={wrong.value ?? current?.problem}
        onChoose={choose}
      />
      <Cancel history={history} onChange={onChange} />
    </>
  )
}

function Working({ history, onChange }: StepProps) {
  const { phase, done, total, seconds_left: seconds } = history
  const name = texts[phase ?? 'waiting']
  const left = seconds === null ? '' : texts.left(durationOf(seconds))
  return (
    <>
      <Bar label={name} done={done} total={total} text={`${name}. ${left}`} />
      <p class="text">{texts.mayClose}</p>
      <Cancel history={history} onChange={onChange} />
    </>
  )
}

interface BarProps {
  readonly label: string
  readonly done: number
  readonly total: number
  readonly text: string
}

const Bar = ({ label, done, total, text }: BarProps) => (
  <div class="bar">
    {total > 0 ? (
      <progress aria-label={label} value={Math.min(done, total)} max={total} />
    ) : (
      <progress aria-label={label} />
    )}
    <span class="text" dir="auto" role="status">
      {text}
    </span>
  </div>
)

const MINUTE = 60
const HOUR = 3_600

/** A rounded time in the language of the page. */
function durationOf(seconds: number): string {
  const [value, unit] =
    seconds < MINUTE
      ? [Math.max(1, seconds), 'second']
      : seconds < HOUR
        ? [Math.round(seconds / MINUTE), 'minute']
        : [Math.round((seconds / HOUR) * 10) / 10, 'hour']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

function Checked({ history, onChange }: StepProps) {
  const { name } = useStore().realm.value
  const isAsked = useSignal(false)
  const { saving, save } = useSaving()
  const begin = async () => {
    await save(() => server.call('POST /realm/history_imports/{import_id}/start', { import_id: history.id }))
    onChange()
  }
  return (
    <>
      {history.report !== null && <HistoryReport report={history.report} />}
      <Problem saving={saving} />
      <div class="buttons">
        <button
          type="button"
          class="button main"
          aria-disabled={saving.name === 'saving'}
          onClick={() => {
            isAsked.value = true
          }}
        >
          {texts.begin}…
        </button>
        <Cancel history={history} onChange={onChange} />
      </div>
      {isAsked.value && (
        <Confirm
          title={texts.beginQuestion(name)}
          warning={texts.beginWarning}
          action={texts.begin}
          onConfirm={() => void begin()}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </>
  )
}

function Cancel({ history, onChange }: StepProps) {
  const store = useStore()
  const isAsked = useSignal(false)
  const { saving, save } = useSaving()
  const cancel = async () => {
    await stopSending(store)
    await save(() => server.call('DELETE /realm/history_imports/{import_id}', { import_id: history.id }))
    onChange()
  }
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          isAsked.value = true
        }}
      >
        {texts.cancel}
      </button>
      <Problem saving={saving} />
      {isAsked.value && (
        <Confirm
          title={texts.cancelQuestion}
          warning={texts.cancelWarning}
          action={texts.cancel}
          onConfirm={() => void cancel()}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </>
  )
}

function Done({ history }: { history: History }) {
  const store = useStore()
  const { ids: unclaimed } = useUnclaimed()
  const { acting_user_id: actor } = history
  const who = actor === null ? texts.theOperator : nameOf(store, actor)
  const time = momentOf(history.finished_at ?? 0, store.settings.value.twenty_four_hour_time)
  return (
    <>
      <p>
        <strong>{texts.done}</strong>
      </p>
      <p class="text" dir="auto">
        {texts.doneBy(who, history.file_name, time)}
      </p>
      <p>
        <a href="#organization/users">
          {unclaimed.size > 0 ? peopleTexts.unclaimed.count(unclaimed.size) : texts.allHaveCome}
        </a>
      </p>
      {history.report !== null && <HistoryReport report={history.report} />}
    </>
  )
}
