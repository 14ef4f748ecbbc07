import { effect } from '@preact/signals'
import { csrfToken, currentToken } from '../client/csrf-token.ts'
import { route } from '../model/current-route.ts'
import type { Message, ServerEvent } from '../model/wire.ts'
import { chooseKept, type KeptConversation } from '../store/copy/choose-kept.ts'
import { type CopyChange, readCopy, writeCopy } from '../store/copy/copy-database.ts'
import { keepsCopy, markCopy } from '../store/copy/copy-mark.ts'
import { keptStateOf } from '../store/copy/kept-state.ts'
import { server } from '../store/requests/server.ts'
import { Messages, type ShownMessage } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'

/** The newest messages, which are fetched once for each registration. */
const NEWEST = 400
/**
 * Older messages of the former copy that are fetched again: they may have been deleted, moved or edited
 * since.
 */
const MAX_FORMER = 600
/** A failed fetch is repeated after this time. */
const RETRY_MS = 60_000
/** Messages that the reader receives or opens are written after this time. */
const WRITE_MS = 15_000
/** Deleted messages leave the copy after this time. */
const REMOVAL_MS = 500
const LOCK = 'loquat offline'
const FETCH_OPTIONS = { client_gravatar: true, allow_empty_topic_name: true } as const

/**
 * Keeps a copy of the newest conversations in this browser until the returned function is called. One page of
 * a browser does so at a time.
 */
export function keepCopy(store: Store): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const keep = () =>
    new Promise<void>((resolve) => {
      const end = startKeeping(store)
      signal.addEventListener('abort', () => {
        end()
        resolve()
      })
    })
  navigator.locks.request(LOCK, { signal }, keep).catch(() => undefined)
  return () => ending.abort()
}

function startKeeping(store: Store): () => void {
  /** Messages that the page's own lists do not have. Events change them too. */
  const others = new Messages()
  /** Events that arrive while the newest messages are fetched. */
  let early: ServerEvent[] = []
  let isReady = false
  let hasEnded = false
  let written: ReadonlyMap<string, KeptConversation> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let writing = Promise.resolve()

  const schedule = (delay: number) => {
    if (!isReady || hasEnded || Date.now() + delay >= dueAt) return
    clearTimeout(timer)
    dueAt = Date.now() + delay
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY
      writing = writing.then(write)
    }, delay)
  }

  const listen = (event: ServerEvent) => {
    if (isReady) others.apply(event)
    else early.push(event)
    if (REMOVING.has(event.type)) schedule(REMOVAL_MS)
    else if (event.type === 'message') schedule(WRITE_MS)
  }

  async function begin(): Promise<void> {
    early = []
    store.listeners.add(listen)
    try {
      const fetched = await fetchNewest(store)
      if (hasEnded) return
      for (const message of fetched) others.keep(message)
      isReady = true
      for (const event of early) others.apply(event)
      early = []
      writing = writing.then(write)
    } catch {
      store.listeners.delete(listen)
      if (!hasEnded) timer = setTimeout(() => void begin(), RETRY_MS)
    }
  }

  async function write(): Promise<void> {
    if (hasEnded || !keepsCopy(store).peek() || currentToken() !== csrfToken()) return
    const kept = chooseKept(sentMessages(others, store.messages), store.me, (id) =>
      store.channels.peek().has(id),
    )
    const chosen = new Set(kept.flatMap(({ messages }) => messages.map(({ id }) => id)))
    others.remove(others.after(0).flatMap(({ id }) => (chosen.has(id) ? [] : [id])))
    for (const { messages } of kept) for (const message of messages) others.keep(message)
    const change = changeOf(store, written, kept)
    if (change.changed.length === 0 && change.gone.length === 0 && !change.isWhole) return
    try {
      markCopy(store.me)
      await writeCopy(change)
      written = new Map(kept.map((one) => [one.key, one]))
    } catch {
      // Private windows and full disks store nothing.
    }
  }

  const stopFollowing = effect(() => {
    void route.value
    schedule(WRITE_MS)
  })
  void begin()
  return () => {
    hasEnded = true
    clearTimeout(timer)
    store.listeners.delete(listen)
    stopFollowing()
  }
}

/** Events after which the copy may hold messages that the reader must not see any more. */
const REMOVING: ReadonlySet<string> = new Set(['delete_message', 'update_message', 'subscription', 'stream'])

/** The newest messages of all conversations, and the older ones of the former copy as they are now. */
async function fetchNewest(store: Store): Promise<readonly Message[]> {
  const { messages, found_oldest: isAll } = await server.call('GET /messages', {
    anchor: 'newest',
    num_before: NEWEST,
    num_after: 0,
    narrow: [],
    ...FETCH_OPTIONS,
  })
  if (isAll) return messages
  const oldest = messages[0]?.id ?? 0
  const former = await readCopy(location.origin)
  if (former?.owner.user !== store.me) return messages
  const ids = former.conversations
    .flatMap((one) => one.messages.map(({ id }) => id))
    .filter((id) => id < oldest)
  if (ids.length === 0) return messages
  const message_ids = ids.sort((a, b) => b - a).slice(0, MAX_FORMER)
  const verified = await server.call('GET /messages', { message_ids, ...FETCH_OPTIONS })
  return [...verified.messages, ...messages]
}

/** The messages of both, without those that are being sent. The second ones win. */
function sentMessages(first: Messages, second: Messages): Iterable<Message> {
  const all = new Map<number, ShownMessage>()
  for (const message of [...first.after(0), ...second.after(0)])
    if (message.outgoing === undefined) all.set(message.id, message)
  return all.values()
}

/** Changes since the last save; everything at first. */
function changeOf(
  store: Store,
  written: ReadonlyMap<string, KeptConversation> | undefined,
  kept: readonly KeptConversation[],
): CopyChange {
  const keys = new Set(kept.map(({ key }) => key))
  return {
    owner: { user: store.me, organization: location.origin },
    state: keptStateOf(store, kept),
    savedAt: Date.now(),
    isWhole: written === undefined,
    changed: kept.filter((one) => !hasSameMessages(written?.get(one.key), one)),
    gone: [...(written?.keys() ?? [])].filter((key) => !keys.has(key)),
  }
}

/** Messages are never changed in place, so the same objects are the same messages. */
const hasSameMessages = (before: KeptConversation | undefined, { messages }: KeptConversation): boolean =>
  before?.messages.length === messages.length && before.messages.every((one, i) => one === messages[i])
