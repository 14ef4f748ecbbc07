import { visitInSlices } from '../../platform/concurrency/in-slices.ts'
import type { LogEntry } from '../../platform/events/log.ts'
import type { ConversationId, MessageId, Seq, UserId } from '../../platform/ids.ts'
import { changedMessageIds, type PlacedMessage, placedMessage } from './message-entries.ts'

/** How many of the newest messages of an organization are held, 50 to 250 bytes each. */
export interface HeldReach {
  /** Messages that are loaded. The log adds the later ones. */
  readonly loaded: number
  /** Above this number the older half is forgotten. */
  readonly most: number
}

/** The reach at first. */
export const NEAR: HeldReach = { loaded: 20_000, most: 50_000 }
/** The reach for readers with many unread messages that are older. */
export const FAR: HeldReach = { loaded: 100_000, most: 200_000 }
/** With more changed messages than this, all are forgotten. */
const MAX_CHANGED = 2_000
/** Entries of the log that may arrive while messages are loaded. With more, the load fails. */
const MAX_PENDING = 10_000

/**
 * Messages of a conversation, ascending by id, as one list for each property, because readers look at many of
 * them.
 */
export interface MessageColumns {
  readonly ids: MessageId[]
  readonly senders: UserId[]
  /** The column `message.bits`. */
  readonly bits: number[]
  /** The position of the log at which each message was sent, or at which it was loaded. */
  readonly since: Seq[]
}

/** Positions of the log at which a message was changed. */
interface Changes {
  readonly first: Seq
  readonly last: Seq
}

/**
 * The newest messages of an organization by conversation. The log keeps them current: it contains new
 * messages, and names those that were edited, moved or deleted. The next use reads the rows of these
 * (`changed`, `replace`).
 */
export class HeldMessages {
  /** Ascending, which is the order of the log. */
  #ids: MessageId[] = []
  /** The conversations of `#ids`. */
  #conversations: ConversationId[] = []
  readonly #columns = new Map<ConversationId, MessageColumns>()
  readonly #changed = new Map<MessageId, Changes>()
  readonly #loadedAt: Seq
  readonly #most: number
  #from: MessageId
  /** The newest change that the messages include. */
  #changedAt: Seq

  private constructor(loadedAt: Seq, from: MessageId, most: number) {
    this.#loadedAt = loadedAt
    this.#changedAt = loadedAt
    this.#from = from
    this.#most = most
  }

  /**
   * `messages` are all messages of the organization from id `from` on, ascending, at position `loadedAt` of
   * its log. They are taken in slices. Holds at most `most` messages.
   */
  static async of(
    loadedAt: Seq,
    from: MessageId,
    messages: Iterable<PlacedMessage>,
    most: number,
  ): Promise<HeldMessages> {
    const held = new HeldMessages(loadedAt, from, most)
    await visitInSlices(messages, (message) => held.#append(message, loadedAt))
    return held
  }

  /** All messages with this id or a higher one are held. */
  get from(): MessageId {
    return this.#from
  }
  get count(): number {
    return this.#ids.length
  }
  /** Whether they were loaded with this reach or a longer one. */
  reaches({ most }: HeldReach): boolean {
    return this.#most >= most
  }
  /** The messages whose rows must be read before the others can be used. */
  get changed(): readonly MessageId[] {
    return [...this.#changed.keys()]
  }

  /** Takes the next entry of the log. Returns false when the messages cannot follow it. */
  take({ seq, payload }: Pick<LogEntry, 'seq' | 'payload'>): boolean {
    if (seq <= this.#loadedAt) return true
    const message = placedMessage(payload)
    if (message === 'unknown') return false
    if (message !== undefined) {
      if (message.id <= (this.#ids.at(-1) ?? 0)) return false
      this.#append(message, seq)
      if (this.#ids.length > this.#most) this.#forgetOlderHalf()
      return true
    }
    for (const id of changedMessageIds(payload)) {
      if (id >= this.#from) this.#changed.set(id, { first: this.#changed.get(id)?.first ?? seq, last: seq })
    }
    return this.#changed.size <= MAX_CHANGED
  }

  /** Replaces messages by their rows in a snapshot at `position`. Those without a row are deleted. */
  replace(position: Seq, ids: readonly MessageId[], rows: readonly PlacedMessage[]): void {
    if (position < this.#changedAt) return
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const deleted = new Set<MessageId>()
    for (const id of ids) {
      const changes = this.#changed.get(id)
      if (changes === undefined || changes.first > position) continue
      if (changes.last <= position) this.#changed.delete(id)
      else this.#changed.set(id, { first: (position + 1) as Seq, last: changes.last })
      this.#changedAt = Math.max(this.#changedAt, Math.min(changes.last, position)) as Seq
      const place = placeOf(this.#ids, id)
      if (this.#ids[place] !== id) continue
      const since = this.#remove(this.#conversations[place]!, id)
      const row = rowOf.get(id)
      if (row === undefined) deleted.add(id)
      else {
        this.#conversations[place] = row.conversationId
        this.#insert(row, since)
      }
    }
    if (deleted.size === 0) return
    const isKept = (_: unknown, n: number) => !deleted.has(this.#ids[n]!)
    this.#conversations = this.#conversations.filter(isKept)
    this.#ids = this.#ids.filter(isKept)
  }

  /**
   * Whether `messagesOf` returns the same messages with id `from` or a higher one as a snapshot at
   * `position`.
   */
  isCurrentAt(position: Seq, from: MessageId): boolean {
    if (position < this.#changedAt || from < this.#from) return false
    for (const { first } of this.#changed.values()) if (first <= position) return false
    return true
  }

  /**
   * The messages of a conversation; undefined for none. Those from place `end` on were sent after `position`.
   */
  messagesOf(
    conversation: ConversationId,
    position: Seq,
  ): { readonly messages: MessageColumns; readonly end: number } | undefined {
    const messages = this.#columns.get(conversation)
    if (messages === undefined) return undefined
    let end = messages.since.length
    while (end > 0 && messages.since[end - 1]! > position) end--
    return { messages, end }
  }

  #append(message: PlacedMessage, since: Seq): void {
    this.#ids.push(message.id)
    this.#conversations.push(message.conversationId)
    this.#insert(message, since)
  }

  #insert({ id, conversationId, senderId, bits }: PlacedMessage, since: Seq): void {
    const messages = this.#columns.get(conversationId)
    if (messages === undefined) {
      this.#columns.set(conversationId, { ids: [id], senders: [senderId], bits: [bits], since: [since] })
      return
    }
    const place = placeOf(messages.ids, id)
    add(messages.ids, place, id)
    add(messages.senders, place, senderId)
    add(messages.bits, place, bits)
    add(messages.since, place, since)
  }

  /** Removes a message from its conversation. Returns since when it was there. */
  #remove(conversation: ConversationId, id: MessageId): Seq {
    const messages = this.#columns.get(conversation)!
    return this.#cut(conversation, messages, placeOf(messages.ids, id), 1)[0]!
  }

  #cut(conversation: ConversationId, messages: MessageColumns, place: number, count: number): Seq[] {
    const { ids, senders, bits, since } = messages
    for (const column of [ids, senders, bits]) column.splice(place, count)
    const cut = since.splice(place, count)
    if (ids.length === 0) this.#columns.delete(conversation)
    return cut
  }

  #forgetOlderHalf(): void {
    const half = Math.ceil(this.#ids.length / 2)
    this.#ids = this.#ids.slice(half)
    this.#from = this.#ids[0]!
    for (const id of new Set(this.#conversations.splice(0, half))) {
      const messages = this.#columns.get(id)!
      this.#cut(id, messages, 0, placeOf(messages.ids, this.#from))
    }
    for (const id of this.#changed.keys()) if (id < this.#from) this.#changed.delete(id)
  }
}

/**
 * Adds a value before a place. At the end, where most messages are added, `push` is many times as quick as
 * `splice`.
 */
function add<Value>(column: Value[], place: number, value: Value): void {
  if (place === column.length) column.push(value)
  else column.splice(place, 0, value)
}

/** The place of the first id that is not lower. */
export function placeOf(ids: readonly MessageId[], id: MessageId): number {
  let [low, high] = [0, ids.length]
  // The usual case: a new message has the highest id.
  if (high > 0 && ids[high - 1]! < id) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

/** The `HeldMessages` of an organization in a process's memory, if it has loaded them. */
export class MessagesByConversation {
  #held: HeldMessages | undefined
  /** The entries since a load began; undefined while none runs. */
  #pending: LogEntry[] | undefined

  get held(): HeldMessages | undefined {
    return this.#held
  }

  /** Takes the next entry of the log. */
  take(entry: LogEntry): void {
    if (this.#held?.take(entry) === false) this.#held = undefined
    if (this.#pending === undefined) return
    this.#pending.push(entry)
    if (this.#pending.length > MAX_PENDING) this.#pending = undefined
  }

  /** Forgets everything, because the log may have gone back or memory has skipped entries. */
  forget(): void {
    this.#held = undefined
    this.#pending = undefined
  }

  /**
   * Loads messages and holds them. `load` must read a snapshot that is not older than memory. Holds nothing
   * when memory is reloaded meanwhile.
   */
  async load(load: () => Promise<HeldMessages>): Promise<void> {
    const pending: LogEntry[] = []
    this.#pending = pending
    try {
      const held = await load()
      if (this.#pending === pending && pending.every((entry) => held.take(entry))) this.#held = held
    } finally {
      if (this.#pending === pending) this.#pending = undefined
    }
  }
}
