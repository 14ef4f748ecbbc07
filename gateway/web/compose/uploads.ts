import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { HttpResponse, Upload as TusUpload } from 'tus-js-client'
import { narrowKey } from '../model/narrow.ts'
import { randomId } from '../store/requests/random-id.ts'
import { hasSessionEnded } from '../store/requests/server.ts'
import { eachPage, type OnPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { translated } from '../texts/server-texts.ts'
import { t } from '../texts/texts.ts'
import { changeDraft } from './drafts.ts'
import { forgetFile, keepFile, keptFiles } from './kept-files.ts'
import type { WritingPlace } from './writing-place.ts'

/** A file that is being uploaded. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly sent: number
  /** `refused`: it has failed and cannot be continued. */
  readonly state: 'sending' | 'paused' | 'failed' | 'refused'
  /** The reason of a failure or refusal. */
  readonly reason: string
}

const ADDRESS = '/api/v1/tus'
const CHUNK_BYTES = 8 * 1024 * 1024
const MIB = 1024 * 1024
const UNAUTHENTICATED = 401
/** Statuses after which the server refuses the file again: 400 for its name or type, 413 for its size. */
const FINAL: ReadonlySet<number> = new Set([400, 413])
/** Milliseconds before each automatic retry. The button starts later ones. */
const RETRY_AFTER_MS = [0, 1000, 3000, 10_000, 30_000]

const uploading = eachPage(() => ({
  uploads: new Map<string, Signal<readonly Upload[]>>(),
  running: new Map<string, TusUpload>(),
  /** Begins uploads anew whose program could not be loaded. */
  beginnings: new Map<string, () => void>(),
  /** The place of each upload, which moves with its topic. */
  places: new Map<string, WritingPlace>(),
}))

/** The files being uploaded for a place. */
export const uploadsTo = (page: OnPage, place: WritingPlace): ReadonlySignal<readonly Upload[]> =>
  listOf(page, narrowKey(place))

function listOf(page: OnPage, key: string): Signal<readonly Upload[]> {
  const { uploads } = uploading(page)
  const known = uploads.get(key) ?? signal<readonly Upload[]>([])
  uploads.set(key, known)
  return known
}

/**
 * Uploads files. Each has its place in the draft, in their order: `put` inserts a mark, which its link
 * replaces once the file is complete.
 */
export function upload(
  store: Store,
  place: WritingPlace,
  files: Iterable<File>,
  put: (marks: string) => void,
): void {
  const all = [...files].map((file) => ({ id: randomId(), file }))
  put(all.map(({ id, file }) => `${markOf(id, file.name)}\n`).join(''))
  for (const { id, file } of all) {
    void keepFile({ id, me: store.me, place, file })
    void start(store, place, id, file)
  }
}

/** Continues uploads that an earlier page of this browser did not finish. */
export async function resumeUploads(store: Store): Promise<void> {
  for (const { id, place, file } of await keptFiles(store.me)) {
    if (
      !listOf(store, narrowKey(place))
        .peek()
        .some((one) => one.id === id)
    )
      void start(store, place, id, file)
  }
}

/** The uploads of a place that was renamed, moved or resolved go along with it. */
export function moveUploads(store: Store, from: WritingPlace, to: WritingPlace): void {
  const { places } = uploading(store)
  const left = listOf(store, narrowKey(from))
  const moved = left.peek()
  if (moved.length === 0) return
  const entered = listOf(store, narrowKey(to))
  left.value = []
  entered.value = [...entered.peek(), ...moved]
  const ids = new Set(moved.map(({ id }) => id))
  for (const id of ids) places.set(id, to)
  void keptFiles(store.me).then((kept) => {
    for (const one of kept) if (ids.has(one.id) && places.has(one.id)) void keepFile({ ...one, place: to })
  })
}

/** Hexadecimal digits of an id that tell marks apart. */
const MARK_DIGITS = 8

/** Stands in the text for a file until it is uploaded. */
const markOf = (id: string, name: string): string =>
  `[${t.uploading(name.replace(/[[\]\n]/g, ''))}](#upload-${id.slice(0, MARK_DIGITS)})`
const MARK = /\[[^\]\n]*\]\(#upload-[\da-f]{8}\)\n?/g

/** The text without the marks of files that were not uploaded. */
export const withoutMarks = (text: string): string => text.replace(MARK, '')

function removeMark(store: Store, place: WritingPlace, id: string): void {
  const own = new RegExp(String.raw`\[[^\]\n]*\]\(#upload-${id.slice(0, MARK_DIGITS)}\)\n?`, 'g')
  changeDraft(store, place, (draft) => {
    const content = draft.content.replace(own, '')
    return content === draft.content ? draft : { ...draft, content }
  })
}

async function start(store: Store, place: WritingPlace, id: string, file: File): Promise<void> {
  const { running, beginnings, places } = uploading(store)
  places.set(id, place)
  const list = () => listOf(store, narrowKey(places.get(id) ?? place))
  const change = (fields: Partial<Upload>) => {
    list().value = list().value.map((one) => (one.id === id ? { ...one, ...fields } : one))
  }
  list().value = [
    ...list().value,
    { id, name: file.name, size: file.size, sent: 0, state: 'sending', reason: '' },
  ]
  if (hasSessionEnded()) return change({ state: 'refused', reason: t.sessionEnded })
  const { maxUploadSize } = store.realm.peek()
  if (file.size > maxUploadSize * MIB) {
    void forgetFile(id)
    removeMark(store, place, id)
    return change({ state: 'refused', reason: t.fileTooLarge(maxUploadSize) })
  }
  try {
    const { Upload: Tus } = await import('tus-js-client')
    const tus = new Tus(file, {
      endpoint: ADDRESS,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_AFTER_MS,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, filetype: file.type },
      // The same file may be uploaded for several places at once.
      fingerprint: async () => `loquat upload ${id}`,
      onProgress: (sent) => change({ sent }),
      // With the cookies of the next session the server would take the file of its user.
      onBeforeRequest: () => {
        if (hasSessionEnded()) throw new Error(t.sessionEnded)
      },
      onShouldRetry: (error) => !hasSessionEnded() && navigator.onLine && isTemporary(statusOf(error)),
      onError: (error) => {
        const status = statusOf(error)
        if (hasSessionEnded() || status === UNAUTHENTICATED)
          return change({ state: 'refused', reason: t.sessionEnded })
        const isRefused = FINAL.has(status)
        if (isRefused) {
          void forgetFile(id)
          removeMark(store, places.get(id) ?? place, id)
        }
        change({ state: isRefused ? 'refused' : 'failed', reason: '' })
        void translated(reasonOf(error)).then((reason) => {
          if (list().value.some((one) => one.id === id && one.state !== 'sending')) change({ reason })
        })
      },
      onSuccess: ({ lastResponse }) => {
        const { url, filename } = JSON.parse(lastResponse.getBody()) as { url: string; filename: string }
        const target = places.get(id) ?? place
        list().value = list().value.filter((one) => one.id !== id)
        running.delete(id)
        places.delete(id)
        void forgetFile(id)
        addLink(store, target, id, `[${filename.replace(/[[\]]/g, '')}](${url})`)
      },
    })
    running.set(id, tus)
    const [earlier] = await tus.findPreviousUploads()
    if (earlier !== undefined) tus.resumeFromPreviousUpload(earlier)
    tus.start()
  } catch {
    beginnings.set(id, () => {
      beginnings.delete(id)
      list().value = list().value.filter((one) => one.id !== id)
      void start(store, places.get(id) ?? place, id, file)
    })
    change({ state: 'failed', reason: '' })
  }
}

/** Puts a link where the mark of its file is; at the end once the writer has removed the mark. */
const addLink = (store: Store, place: WritingPlace, id: string, link: string): void =>
  changeDraft(store, place, (draft) => {
    const at = draft.content.indexOf(`](#upload-${id.slice(0, MARK_DIGITS)})`)
    const from = draft.content.lastIndexOf('[', at)
    if (at !== -1 && from !== -1) {
      const end = draft.content.indexOf(')', at) + 1
      return { ...draft, content: draft.content.slice(0, from) + link + draft.content.slice(end) }
    }
    const before = draft.content === '' || /\s$/.test(draft.content) ? draft.content : `${draft.content}\n`
    return { ...draft, content: `${before}${link}\n` }
  })

type Answer = Pick<HttpResponse, 'getBody' | 'getStatus'>

const answerOf = (error: Error): Answer | null =>
  'originalResponse' in error ? (error.originalResponse as Answer | null) : null

/** The status of the server's answer; 0 without an answer. */
const statusOf = (error: Error): number => answerOf(error)?.getStatus() ?? 0

/** Whether the same request may succeed some seconds later. */
const isTemporary = (status: number): boolean =>
  status < 400 || status >= 500 || status === 409 || status === 423

/** The server's error message, if there is one. */
function reasonOf(error: Error): string {
  try {
    return (JSON.parse(answerOf(error)?.getBody() ?? '{}') as { msg?: string }).msg ?? ''
  } catch {
    return ''
  }
}

const setState = (page: OnPage, key: string, id: string, state: Upload['state']): void => {
  const list = listOf(page, key)
  list.value = list.value.map((one) => (one.id === id ? { ...one, state, reason: '' } : one))
}

export async function pauseUpload(page: OnPage, place: WritingPlace, id: string): Promise<void> {
  setState(page, narrowKey(place), id, 'paused')
  await uploading(page).running.get(id)?.abort()
}

/** Continues an upload that was paused or has failed. */
export const continueUpload = (page: OnPage, place: WritingPlace, id: string): void =>
  continueIn(page, narrowKey(place), id)

function continueIn(page: OnPage, key: string, id: string): void {
  const { running, beginnings } = uploading(page)
  const tus = running.get(id)
  if (tus === undefined) {
    beginnings.get(id)?.()
    return
  }
  setState(page, key, id, 'sending')
  tus.start()
}

/** Continues the uploads that ended without an answer of the server, once it can be reached again. */
export function continueLostUploads(page: OnPage): void {
  for (const [key, list] of uploading(page).uploads) {
    for (const { id, state, reason } of list.peek()) {
      if (state === 'failed' && reason === '') continueIn(page, key, id)
    }
  }
}

/** Cancels an upload, and deletes the uploaded bytes on the server. */
export async function cancelUpload(store: Store, place: WritingPlace, id: string): Promise<void> {
  const { running, beginnings, places } = uploading(store)
  removeMark(store, places.get(id) ?? place, id)
  const list = listOf(store, narrowKey(place))
  list.value = list.value.filter((one) => one.id !== id)
  const tus = running.get(id)
  running.delete(id)
  beginnings.delete(id)
  places.delete(id)
  await forgetFile(id)
  await tus?.abort(true).catch(() => undefined)
}
