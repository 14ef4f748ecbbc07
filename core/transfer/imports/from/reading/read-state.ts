import { FlagBit } from '../../../../content/messages/bits.ts'
import { PairMap } from './number-map.ts'
import type { ArchiveRecord } from './reader.ts'
import { SortedLines } from './sorted-lines.ts'

/** Pairs of a person and a conversation in memory before they are written to disk. */
const MAX_PAIRS = 1_000_000

/** A message as it reached a person. */
export interface Received {
  readonly user: number
  readonly message: number
  readonly conversation: number
  readonly isRead: boolean
  /** Bits of `FlagBit` other than those about reading. */
  readonly flags: number
  /**
   * Whether this server takes the message for read without a pointer: it is by its reader, or came before.
   */
  readonly isReadAtOnce: boolean
}

/**
 * Turns a row for each person and message into pointers, which say up to which message somebody has read a
 * conversation, and rows for the state that pointers cannot express. Takes all messages twice: first `see`,
 * then `add`.
 */
export class ReadState {
  /** The first message that somebody has not read, by person and conversation. */
  readonly #firstUnread = new PairMap()
  /**
   * How many more messages somebody has read after the first unread one than not, by person and conversation.
   * Above 0, rows for the unread ones are fewer.
   */
  readonly #readLater = new PairMap()
  /** The last message that reached somebody, by person and conversation. */
  readonly #reached = new PairMap()
  readonly #pairs: SortedLines
  readonly #flags: SortedLines

  constructor(work: string) {
    this.#pairs = new SortedLines(work, 'pairs')
    this.#flags = new SortedLines(work, 'flags')
  }

  /** Sees a message as it reached somebody. Messages that come by ascending id make the fewest rows. */
  see(user: number, conversation: number, message: number, isRead: boolean): void {
    const first = this.#firstUnread.get(user, conversation)
    if (isRead && first === undefined) return
    if (!isRead && (first === undefined || message < first)) {
      this.#firstUnread.set(user, conversation, message)
    }
    const more = this.#readLater.get(user, conversation) ?? 0
    this.#readLater.set(user, conversation, more + (isRead ? 1 : -1))
  }

  /** The first message after the pointer of somebody; undefined when the pointer is at the end. */
  #firstAfterPointer(user: number, conversation: number): number | undefined {
    if ((this.#readLater.get(user, conversation) ?? 0) > 0) return undefined
    return this.#firstUnread.get(user, conversation)
  }

  /** Adds a message as it reached somebody. Call it after `see` was called with all messages. */
  async add({ user, message, conversation, isRead, flags, isReadAtOnce }: Received): Promise<void> {
    const unread = this.#firstAfterPointer(user, conversation)
    let bits = flags
    if (isRead && unread !== undefined && message > unread && !isReadAtOnce) {
      bits |= FlagBit.hasExplicitReadState | FlagBit.read
    }
    if (!isRead && (isReadAtOnce || unread === undefined)) bits |= FlagBit.hasExplicitReadState
    if (bits !== 0) await this.#flags.add(message, JSON.stringify([user, bits]))
    const reached = this.#reached.get(user, conversation)
    if (reached !== undefined && reached >= message) return
    this.#reached.set(user, conversation, message)
    if (this.#reached.size >= MAX_PAIRS) await this.#writePairs()
  }

  /**
   * Yields the pointers, then the flags, once. `endOf`: the last message that somebody who has read all has
   * read.
   */
  async *records(
    endOf: (user: number, conversation: number, reached: number) => number,
  ): AsyncGenerator<ArchiveRecord> {
    await this.#writePairs()
    let conversation = 0
    let people = new Map<number, number>()
    for await (const { key, text } of this.#pairs.read()) {
      if (key !== conversation) {
        yield* this.#pointers(conversation, people, endOf)
        conversation = key
        people = new Map()
      }
      const [user, message] = JSON.parse(text) as [number, number]
      people.set(user, Math.max(people.get(user) ?? 0, message))
    }
    yield* this.#pointers(conversation, people, endOf)
    yield* this.#flagRecords()
  }

  *#pointers(
    conversation: number,
    people: ReadonlyMap<number, number>,
    endOf: (user: number, conversation: number, reached: number) => number,
  ): Generator<ArchiveRecord> {
    for (const [user, reached] of people) {
      const unread = this.#firstAfterPointer(user, conversation)
      const message = unread === undefined ? endOf(user, conversation, reached) : unread - 1
      if (message < 1) continue
      yield {
        table: 'read_pointer',
        row: { user_id: user, conversation_id: conversation, message_id: message },
      }
    }
  }

  async *#flagRecords(): AsyncGenerator<ArchiveRecord> {
    let message = 0
    let people = new Set<number>()
    for await (const { key, text } of this.#flags.read()) {
      if (key !== message) {
        message = key
        people = new Set()
      }
      const [user, bits] = JSON.parse(text) as [number, number]
      if (people.has(user)) continue
      people.add(user)
      yield { table: 'message_flag', row: { user_id: user, message_id: message, bits } }
    }
  }

  async #writePairs(): Promise<void> {
    for (const [user, conversation, message] of this.#reached.entries()) {
      await this.#pairs.add(conversation, JSON.stringify([user, message]))
    }
    this.#reached.clear()
  }
}
