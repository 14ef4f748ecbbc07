import { type Answer, RequestError } from '../../client/index.ts'
import { hasWholeConversations } from '../../model/narrow.ts'
import type { Message } from '../../model/wire.ts'
import { messagesAround, openingAnchor, PAGE } from '../requests/messages-around.ts'
import { server } from '../requests/server.ts'
import type { MessageList } from '../state/messages.ts'
import type { Store } from '../state/store.ts'

/** Messages of each further page. */
const FURTHER = 200

const fetchAround = (
  store: Store,
  list: MessageList,
  anchor: string,
  before: number,
  after: number,
): Promise<Answer<'GET /messages'>> =>
  server.call('GET /messages', messagesAround(list.narrow, anchor, before, after, store.isSpectator))

/**
 * Loads the messages around `near`, else around the first unread one. A list that is loaded stays as it is.
 */
export async function openList(store: Store, list: MessageList, near?: number): Promise<void> {
  const { status, ids } = list.stretch.value
  if (status === 'loading' || store.isCopy) return
  if (status === 'ready' && (near === undefined || ids.includes(near))) return
  await load(store, list, openingAnchor(list.narrow, near))
}

/** Replaces the list by its newest messages. */
export async function openNewest(store: Store, list: MessageList): Promise<void> {
  await load(store, list, 'newest')
}

/** Replaces the list by its oldest messages. */
export async function openOldest(store: Store, list: MessageList): Promise<void> {
  await load(store, list, 'oldest')
}

async function load(store: Store, list: MessageList, anchor: string): Promise<void> {
  list.change({ status: 'loading' })
  try {
    await store.putFetched(fetchAround(store, list, anchor, PAGE, PAGE), (fetched) => {
      keepFetched(store, list, fetched.messages)
      list.change({
        ids: fetched.messages.map(({ id }) => id),
        hasOldest: fetched.found_oldest,
        hasNewest: fetched.found_newest,
        status: 'ready',
        firstUnread: hasWholeConversations(list.narrow)
          ? fetched.messages.find(({ flags }) => !flags.includes('read'))?.id
          : undefined,
      })
      // Messages that arrived or were sent during the request are newer than its response.
      if (fetched.found_newest) {
        list.insert(store.arrivedAfter(list.narrow, fetched.messages.at(-1)?.id ?? 0))
      }
    })
  } catch (error) {
    const isRefused = error instanceof RequestError && error.status >= 400 && error.status < 500
    list.change({ status: 'failed', problem: isRefused ? error.message : '' })
  }
}

/** Most messages that one request names. */
const MOST_NAMED = 1000

/** Fetches messages that moved into a loaded list, and inserts them. */
export async function loadMissing(store: Store, ids: readonly number[]): Promise<void> {
  try {
    const fetching = server.call('GET /messages', {
      message_ids: ids.slice(-MOST_NAMED),
      client_gravatar: true,
      allow_empty_topic_name: true,
    })
    await store.putFetched(fetching, ({ messages }) => store.fill(messages))
  } catch {
    // The list shows them when it is opened again.
    for (const list of store.messages.lists)
      if (ids.some((id) => list.covers(id))) list.change({ status: 'new' })
  }
}

const asked = new WeakMap<Store, Set<number>>()

/** Fetches messages that a view shows one by one, once each. */
export async function loadSingle(store: Store, ids: readonly number[]): Promise<void> {
  const known = asked.get(store) ?? new Set<number>()
  asked.set(store, known)
  const missing = ids
    .filter((id) => store.messages.get(id) === undefined && !known.has(id))
    .slice(0, MOST_NAMED)
  if (missing.length === 0 || store.isCopy) return
  for (const id of missing) known.add(id)
  try {
    await loadMissing(store, missing)
  } finally {
    for (const id of missing) known.delete(id)
  }
}

/** Fetches the newest messages of a list that shows the newest, where no events bring them. */
export async function refreshNewest(store: Store, list: MessageList): Promise<void> {
  const { hasNewest, status } = list.stretch.peek()
  if (status !== 'ready' || !hasNewest || running.has(list)) return
  running.add(list)
  try {
    const fetching = fetchAround(store, list, 'newest', PAGE, 0)
    await store.putFetched(fetching, ({ messages, found_oldest: isWhole }) => {
      const { ids } = list.stretch.peek()
      const found = messages.map(({ id }) => id)
      const from = isWhole ? 0 : (found[0] ?? 0)
      keepFetched(store, list, messages)
      const isGap = ids.length > 0 && from > ids.at(-1)!
      if (isGap) list.change({ hasNewest: false })
      else list.change({ ids: [...ids.filter((id) => id < from), ...found] })
    })
  } catch {
    // The next refresh tries again.
  } finally {
    running.delete(list)
  }
}

const running = new WeakSet<MessageList>()

/** Loads one page more at an end of the list. Does nothing while a page is loading. */
export async function loadMore(store: Store, list: MessageList, end: 'older' | 'newer'): Promise<void> {
  const { ids, hasOldest, hasNewest, status } = list.stretch.value
  const isComplete = end === 'older' ? hasOldest : hasNewest
  if (status !== 'ready' || isComplete || ids.length === 0 || running.has(list) || store.isCopy) return
  running.add(list)
  try {
    const fetching =
      end === 'older'
        ? fetchAround(store, list, String(Math.floor(ids[0]!)), FURTHER, 0)
        : fetchAround(store, list, String(Math.floor(ids.at(-1)!)), 0, FURTHER)
    await store.putFetched(fetching, (fetched) => {
      keepFetched(store, list, fetched.messages)
      list.insert(fetched.messages.map(({ id }) => id))
      list.change(end === 'older' ? { hasOldest: fetched.found_oldest } : { hasNewest: fetched.found_newest })
      list.trim(end === 'older' ? 'newest' : 'oldest')
    })
  } catch {
    // The next scroll tries again; the notice line reports that the server is away.
  } finally {
    running.delete(list)
  }
}

/** Keeps messages that were fetched for a list. */
export const keepFetched = (store: Store, list: MessageList, messages: readonly Message[]): void => {
  list.keepFound(messages)
  store.meet(messages)
  for (const message of messages) store.messages.keep(message)
}
