import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { HttpResponse, Upload as TusUpload } from 'tus-js-client'
import { whenNothingIsComposed } from '../parts/input-method.ts'
import { randomId } from '../store/requests/random-id.ts'
import { hasSessionEnded } from '../store/requests/server.ts'
import { eachPage, type OnPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { translated } from '../texts/server-texts.ts'
import { t } from '../texts/texts.ts'
import { forgetFile, isKept, keepFile, keptFiles } from './kept-files.ts'
import type { UploadTarget } from './target.ts'

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
/** Statuses of an upload that is over: its file was deleted, or nobody continued it for a day. */
const GONE: ReadonlySet<number> = new Set([404, 410])
/** Milliseconds before each automatic retry. The button starts later ones. */
const RETRY_AFTER_MS = [0, 1000, 3000, 10_000, 30_000]

const uploading = eachPage(() => ({
  uploads: new Map<string, Signal<readonly Upload[]>>(),
  running: new Map<string, TusUpload>(),
  /** Begins uploads anew whose program could not be loaded. */
  beginnings: new Map<string, () => void>(),
  /** The text of each upload, which moves with its topic. */
  targets: new Map<string, UploadTarget>(),
  /** Let other pages of this browser continue an upload. */
  releases: new Map<string, () => void>(),
}))

/**
 * Resolves when no other page of this browser uploads a file. The others wait until this page lets go of it
 * or closes. Browsers without HTTPS have no locks: there it resolves at once.
 */
const turnOf = (page: OnPage, id: string): Promise<void> =>
  new Promise((begin) => {
    const { releases } = uploading(page)
    const hold = () =>
      new Promise<void>((release) => {
        releases.set(id, release)
        begin()
      })
    if (navigator.locks === undefined) begin()
    else navigator.locks.request(`loquat upload ${id}`, hold).catch(() => begin())
  })

/** No page continues an upload any more. */
async function giveUp(page: OnPage, id: string): Promise<void> {
  const { releases } = uploading(page)
  await forgetFile(id)
  releases.get(id)?.()
  releases.delete(id)
}

/** The upload is over, and its line is gone. */
function end(page: OnPage, id: string): Promise<void> {
  const { running, beginnings, targets } = uploading(page)
  running.delete(id)
  beginnings.delete(id)
  targets.delete(id)
  return giveUp(page, id)
}

/** The files being uploaded for a text. */
export const uploadsTo = (page: OnPage, key: string): ReadonlySignal<readonly Upload[]> => listOf(page, key)

function listOf(page: OnPage, key: string): Signal<readonly Upload[]> {
  const { uploads } = uploading(page)
  const known = uploads.get(key) ?? signal<readonly Upload[]>([])
  uploads.set(key, known)
  return known
}

/**
 * Uploads files. Each has its place in the text, in their order: `put` inserts a mark, which its link
 * replaces once the file is complete.
 */
export function upload(
  store: Store,
  target: UploadTarget,
  files: Iterable<File>,
  put: (marks: string) => void,
): void {
  const all = [...files].map((file) => ({ id: randomId(), file }))
  put(all.map(({ id, file }) => `${markOf(id, file.name)}\n`).join(''))
  for (const { id, file } of all) {
    void turnOf(store, id)
    if (target.place !== undefined) void keepFile({ id, me: store.me, place: target.place, file })
    void start(store, target, id, file)
  }
}

/**
 * Continues uploads that an earlier page of this browser did not finish. `targetAt`: the text that is written
 * at a place.
 */
export async function resumeUploads(
  store: Store,
  targetAt: (place: NonNullable<UploadTarget['place']>) => UploadTarget,
): Promise<void> {
  const { targets } = uploading(store)
  for (const { id, place } of await keptFiles(store.me)) {
    if (targets.has(id)) continue
    void turnOf(store, id).then(async () => {
      // Another page has finished it, or moved it, meanwhile.
      const kept = (await keptFiles(store.me)).find((one) => one.id === id)
      if (kept === undefined) {
        targetAt(place).reload?.()
        await end(store, id)
      } else if (!targets.has(id)) void start(store, targetAt(kept.place), id, kept.file)
    })
  }
}

/** The uploads of a text whose topic was renamed, moved or resolved go along with it. */
export function moveUploads(store: Store, from: UploadTarget, to: UploadTarget): void {
  const { targets } = uploading(store)
  const left = listOf(store, from.key)
  const moved = left.peek()
  if (moved.length === 0) return
  const entered = listOf(store, to.key)
  left.value = []
  entered.value = [...entered.peek(), ...moved]
  const ids = new Set(moved.map(({ id }) => id))
  for (const id of ids) targets.set(id, to)
  const { place } = to
  if (place === undefined) return
  void keptFiles(store.me).then((kept) => {
    for (const one of kept) if (ids.has(one.id) && targets.has(one.id)) void keepFile({ ...one, place })
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

function removeMark(target: UploadTarget, id: string): void {
  const own = new RegExp(String.raw`\[[^\]\n]*\]\(#upload-${id.slice(0, MARK_DIGITS)}\)\n?`, 'g')
  whenNothingIsComposed(() => target.change((text) => text.replace(own, '')))
}

async function start(store: Store, target: UploadTarget, id: string, file: File): Promise<void> {
  const { running, beginnings, targets } = uploading(store)
  targets.set(id, target)
  const current = () => targets.get(id) ?? target
  const list = () => listOf(store, current().key)
  const change = (fields: Partial<Upload>) => {
    list().value = list().value.map((one) => (one.id === id ? { ...one, ...fields } : one))
  }
  list().value = [
    ...list().value,
    { id, name: file.name, size: file.size, sent: 0, state: 'sending', reason: '' },
  ]
  const finish = (body: string | undefined) => {
    const target = current()
    list().value = list().value.filter((one) => one.id !== id)
    if (body === undefined) removeMark(target, id)
    else addLink(target, id, body)
    void end(store, id)
  }
  if (hasSessionEnded()) return change({ state: 'refused', reason: t.sessionEnded })
  const { maxUploadSize } = store.realm.peek()
  if (file.size > maxUploadSize * MIB) {
    void giveUp(store, id)
    removeMark(target, id)
    return change({ state: 'refused', reason: t.fileTooLarge(maxUploadSize) })
  }
  try {
    const { Upload: Tus } = await import('tus-js-client')
    const tus = new Tus(file, {
      endpoint: ADDRESS,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_AFTER_MS,
      // An empty file is complete once it is created. By the id, the server knows one that is created again.
      metadata: { filename: file.name, filetype: file.type, upload_id: id },
      // Only a file that this browser keeps is continued by a later page.
      storeFingerprintForResuming: target.place !== undefined && isKept(file),
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
        // An empty file was created already, and has been deleted since.
        if (file.size === 0 && GONE.has(status)) return void cancelUpload(store, current().key, id)
        const isRefused = FINAL.has(status)
        if (isRefused) {
          void giveUp(store, id)
          removeMark(current(), id)
        }
        change({ state: isRefused ? 'refused' : 'failed', reason: '' })
        void translated(reasonOf(error)).then((reason) => {
          if (list().value.some((one) => one.id === id && one.state !== 'sending')) change({ reason })
        })
      },
      onSuccess: ({ lastResponse }) => {
        const given = lastResponse.getBody()
        const answer = given === '' ? answerAgain(tus.url!, file.size) : Promise.resolve(given)
        answer.then(
          // Until the link is in the text, the file counts as one that is being uploaded.
          (body) => whenNothingIsComposed(() => finish(body)),
          () => change({ state: 'failed', reason: '' }),
        )
      },
    })
    const [earlier] = await tus.findPreviousUploads()
    // Cancelled before it began.
    if (!targets.has(id)) return
    running.set(id, tus)
    if (earlier !== undefined) tus.resumeFromPreviousUpload(earlier)
    tus.start()
  } catch {
    if (!targets.has(id)) return
    beginnings.set(id, () => {
      beginnings.delete(id)
      list().value = list().value.filter((one) => one.id !== id)
      void start(store, current(), id, file)
    })
    change({ state: 'failed', reason: '' })
  }
}

/**
 * The response to the last part of an upload whose first response was lost: the server repeats it to an empty
 * part. Undefined when the file has been deleted since.
 */
async function answerAgain(address: string, size: number): Promise<string | undefined> {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': `${size}`,
    'Content-Type': 'application/offset+octet-stream',
  }
  const response = await fetch(address, { method: 'PATCH', headers })
  if (GONE.has(response.status)) return undefined
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}

/**
 * Puts a link where the mark of its file is; at the end once the writer has removed the mark. A page that
 * closed too early may have put it already.
 */
function addLink(target: UploadTarget, id: string, answer: string): void {
  const { url, filename } = JSON.parse(answer) as { url: string; filename: string }
  const link = `[${filename.replace(/[[\]]/g, '')}](${url})`
  target.change((text) => {
    if (text.includes(link)) return text
    const at = text.indexOf(`](#upload-${id.slice(0, MARK_DIGITS)})`)
    const from = text.lastIndexOf('[', at)
    if (at !== -1 && from !== -1) {
      const end = text.indexOf(')', at) + 1
      return text.slice(0, from) + link + text.slice(end)
    }
    const before = text === '' || /\s$/.test(text) ? text : `${text}\n`
    return `${before}${link}\n`
  })
}

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

export async function pauseUpload(page: OnPage, key: string, id: string): Promise<void> {
  setState(page, key, id, 'paused')
  await uploading(page).running.get(id)?.abort()
}

/** Continues an upload that was paused or has failed. */
export function continueUpload(page: OnPage, key: string, id: string): void {
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
      if (state === 'failed' && reason === '') continueUpload(page, key, id)
    }
  }
}

/** Cancels an upload, and deletes the uploaded bytes on the server. */
export async function cancelUpload(page: OnPage, key: string, id: string): Promise<void> {
  const { running, targets } = uploading(page)
  const target = targets.get(id)
  if (target !== undefined) removeMark(target, id)
  const list = listOf(page, key)
  list.value = list.value.filter((one) => one.id !== id)
  // Before its address is forgotten, so that no response stores it again.
  const aborting = running
    .get(id)
    ?.abort(true)
    .catch(() => undefined)
  await end(page, id)
  await aborting
}

/** Cancels every upload of the page. Resolves once the server has deleted the uploaded bytes, or cannot. */
export async function cancelAllUploads(page: OnPage): Promise<void> {
  const cancelIn = ([key, list]: [string, Signal<readonly Upload[]>]) =>
    list.peek().map(({ id }) => cancelUpload(page, key, id))
  await Promise.all([...uploading(page).uploads].flatMap(cancelIn))
}

/** Cancels the uploads for a text that is no longer written. */
export function cancelUploads(page: OnPage, key: string): void {
  for (const { id } of listOf(page, key).peek()) void cancelUpload(page, key, id)
}
