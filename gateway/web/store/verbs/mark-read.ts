import { server } from '../requests/server.ts'
import { isUnread } from '../slices/unread.ts'
import type { Store } from '../state/store.ts'

const WAIT_MS = 250
const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
let isPaused = false
let isNextQuiet = false

/** The reader marked messages as unread: seeing them does not mark them as read until `resumeReading`. */
export function pauseReading(): void {
  isPaused = true
  waiting.clear()
}

/** A list opens: seeing its messages marks them as read, unless the reader asked for a look only. */
export function resumeReading(): void {
  isPaused = isNextQuiet
  isNextQuiet = false
}

/** Seeing messages of the list that opens next does not mark them as read. */
export function openNextQuietly(): void {
  pauseReading()
  isNextQuiet = true
}

/** Marks messages as read that the reader has seen. Messages of a quarter of a second share one request. */
export function markRead(store: Store, ids: readonly number[]): void {
  if (isPaused) return
  for (const id of ids) if (isUnread(store.unread.value, id)) waiting.add(id)
  if (waiting.size === 0 || timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    const messages = [...waiting]
    waiting.clear()
    if (messages.length === 0) return
    // Messages of a failed request stay unread, and are marked when they are seen again.
    void server.call('POST /messages/flags', { messages, op: 'add', flag: 'read' }).catch(() => undefined)
  }, WAIT_MS)
}
