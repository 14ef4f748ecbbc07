import { type Narrow, narrowTerms, spectatedTerms } from '../../model/narrow.ts'
import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'

/** Messages of the first request, and of each further one. */
const FIRST = 250
const FURTHER = 1000
/** A busy conversation must not hide the others: more is fetched at once until there are so many. */
const ENOUGH = 20
const MOST_AT_ONCE = 1000

const EVERYTHING: Narrow = { kind: 'search', terms: [] }

/** Fetches the newest messages for the recent conversations, unless they are known. */
export async function openRecent(store: Store): Promise<void> {
  const { recent } = store
  if (recent.status.peek() === 'loading' || recent.status.peek() === 'ready' || store.isCopy) return
  recent.status.value = 'loading'
  const { round } = recent
  try {
    await fetchOlder(store, 'newest', FIRST)
    while (recent.round === round && isShort(store)) await fetchOlder(store, String(recent.oldest), FIRST)
    if (recent.round === round) recent.status.value = 'ready'
  } catch {
    if (recent.round === round) recent.status.value = 'failed'
  }
}

const isShort = ({ recent }: Store): boolean =>
  !recent.hasOldest.peek() && recent.conversations.peek().length < ENOUGH && recent.size < MOST_AT_ONCE

/** Fetches the messages before those that are known. Does nothing while it fetches, or without older ones. */
export async function loadOlderRecent(store: Store): Promise<void> {
  const { recent } = store
  if (recent.status.peek() !== 'ready' || recent.isLoadingMore.peek()) return
  if (recent.hasOldest.peek() || recent.isFull) return
  recent.isLoadingMore.value = true
  try {
    await fetchOlder(store, String(recent.oldest), FURTHER)
  } catch {
    // The button stays, and the notice line reports that the server is away.
  } finally {
    recent.isLoadingMore.value = false
  }
}

async function fetchOlder(store: Store, anchor: string, number: number): Promise<void> {
  const { recent } = store
  const fetching = server.call('GET /messages', {
    anchor,
    num_before: number,
    num_after: 0,
    narrow: store.isSpectator ? spectatedTerms(EVERYTHING) : narrowTerms(EVERYTHING),
    client_gravatar: true,
    allow_empty_topic_name: true,
  })
  const { round } = recent
  await store.putFetched(fetching, ({ messages, found_oldest }) => {
    if (recent.round !== round) return
    store.meet(messages)
    recent.add(messages)
    recent.hasOldest.value = found_oldest === true
    // The lines show the newest message of each conversation.
    const shown = new Set(recent.conversations.peek().map(({ newest }) => newest))
    for (const message of messages) if (shown.has(message.id)) store.messages.keep(message)
  })
}
