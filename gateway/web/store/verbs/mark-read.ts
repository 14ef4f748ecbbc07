import { server } from '../requests/server.ts'
import { isUnread } from '../slices/unread.ts'
import { eachPage, type OnPage } from '../state/page.ts'
import type { Store } from '../state/store.ts'

const WAIT_MS = 250
const reading = eachPage(() => ({
  /** Messages that were seen and are not marked yet. */
  waiting: new Set<number>(),
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  isPaused: false,
  isNextQuiet: false,
}))

/** The reader marked messages as unread: seeing them does not mark them as read until `resumeReading`. */
export function pauseReading(page: OnPage): void {
  const state = reading(page)
  state.isPaused = true
  state.waiting.clear()
}

/** A list opens: seeing its messages marks them as read, unless the reader asked for a look only. */
export function resumeReading(page: OnPage): void {
  const state = reading(page)
  state.isPaused = state.isNextQuiet
  state.isNextQuiet = false
}

/** Seeing messages of the list that opens next does not mark them as read. */
export function openNextQuietly(page: OnPage): void {
  pauseReading(page)
  reading(page).isNextQuiet = true
}

/** Marks messages as read that the reader has seen. Messages of a quarter of a second share one request. */
export function markRead(store: Store, ids: readonly number[]): void {
  const state = reading(store)
  if (state.isPaused) return
  for (const id of ids) if (isUnread(store.unread.value, id)) state.waiting.add(id)
  if (state.waiting.size === 0 || state.timer !== undefined) return
  state.timer = setTimeout(() => {
    state.timer = undefined
    const messages = [...state.waiting]
    state.waiting.clear()
    if (messages.length === 0) return
    // Messages of a failed request stay unread, and are marked when they are seen again.
    void server.call('POST /messages/flags', { messages, op: 'add', flag: 'read' }).catch(() => undefined)
  }, WAIT_MS)
}
