import { join } from 'node:path'
import { FlagBit } from '../../../../content/messages/bits.ts'
import { PairMap } from './numbers/number-map.ts'
import { NumberRows } from './numbers/number-rows.ts'
import type { ArchiveRecord, ArchiveRecords } from './reader.ts'
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
}

/** Records that are yielded together. */
const RECORDS_AT_ONCE = 1_000

type IsReadAtOnce = (user: number, conversation: number, message: number) => boolean

/** The numbers of a kept row: user, conversation, message, and its flags with `IS_READ`. */
const WIDTH = 4
/** A bit that `FlagBit` does not have. */
const IS_READ = 1 << 16

/**
 * Turns a row for each person and message into pointers, which say up to which message somebody has read a
 * conversation, and rows for the state that pointers cannot express. Keeps the few rows on disk that may need
 * one: those without flags up to the first unread message of a person in a conversation need none.
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
  /** The last message of those that `#reached` had before it was written to disk. */
  #writtenUpTo = 0
  readonly #pairs: SortedLines
  readonly #flags: SortedLines
  readonly #kept: NumberRows
  readonly #maxPairs: number

  /** `work`: a folder for data that does not fit into memory. */
  constructor(work: string, maxPairs = MAX_PAIRS) {
    this.#maxPairs = maxPairs
    this.#pairs = new SortedLines(work, 'pairs')
    this.#flags = new SortedLines(work, 'flags')
    this.#kept = new NumberRows(join(work, 'received'), WIDTH)
  }

  /**
   * Adds a message as it reached somebody. Messages that come by ascending id make the fewest rows. Call
   * `settle` after some thousand of them.
   */
  add({ user, conversation, message, isRead, flags }: Received): void {
    const first = this.#firstUnread.get(user, conversation)
    const reached = this.#reached.raise(user, conversation, message)
    if (first !== undefined) {
      this.#readLater.add(user, conversation, isRead ? 1 : -1)
    } else if (!isRead && message > Math.max(reached ?? 0, this.#writtenUpTo)) {
      // The pointer passes all messages before, of which those that are read have no row.
      this.#firstUnread.set(user, conversation, message)
      this.#readLater.set(user, conversation, -1)
    }
    if (!isRead || flags !== 0 || first !== undefined) {
      this.#kept.add(user, conversation, message, isRead ? flags | IS_READ : flags)
    }
  }

  /** Forgets all messages. */
  async clear(): Promise<void> {
    for (const map of [this.#firstUnread, this.#readLater, this.#reached]) map.clear()
    this.#writtenUpTo = 0
    for (const lines of [this.#pairs, this.#flags]) for await (const _ of lines.read());
    for await (const _ of this.#kept.read());
  }

  /** Writes what is too much for memory. */
  async settle(): Promise<void> {
    await this.#kept.settle()
    if (this.#reached.size >= this.#maxPairs) await this.#writePairs()
  }

  /** The first message after the pointer of somebody; undefined when the pointer is at the end. */
  #firstAfterPointer(user: number, conversation: number): number | undefined {
    if ((this.#readLater.get(user, conversation) ?? 0) > 0) return undefined
    return this.#firstUnread.get(user, conversation)
  }

  /** Finds the messages that need a row, after all were added. */
  async #findFlags(isReadAtOnce: IsReadAtOnce): Promise<void> {
    for await (const block of this.#kept.read()) {
      for (let at = 0; at < block.length; at += WIDTH) {
        const [user, conversation, message, state] = [
          block[at]!,
          block[at + 1]!,
          block[at + 2]!,
          block[at + 3]!,
        ]
        const unread = this.#firstAfterPointer(user, conversation)
        const isRead = (state & IS_READ) !== 0
        let bits = state & ~IS_READ
        if (isReadAtOnce(user, conversation, message)) {
          if (!isRead) bits |= FlagBit.hasExplicitReadState
        } else if (isRead !== (unread === undefined || message < unread)) {
          bits |= FlagBit.hasExplicitReadState | (isRead ? FlagBit.read : 0)
        }
        if (bits !== 0) await this.#flags.add(message, JSON.stringify([user, bits]))
      }
    }
  }

  /**
   * Yields the pointers, then the flags, once. `endOf`: the last message that somebody who has read all has
   * read. `isReadAtOnce`: whether this server takes a message for read without a pointer, because it is by
   * its reader, or came before.
   */
  async *records(
    endOf: (user: number, conversation: number, reached: number) => number,
    isReadAtOnce: IsReadAtOnce,
  ): AsyncGenerator<ArchiveRecords> {
    await this.#findFlags(isReadAtOnce)
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

  async *#flagRecords(): AsyncGenerator<readonly ArchiveRecord[]> {
    let message = 0
    let people = new Set<number>()
    for await (const lines of this.#flags.readBlocks()) {
      for (let from = 0; from < lines.length; from += RECORDS_AT_ONCE) {
        const records: ArchiveRecord[] = []
        for (const { key, text } of lines.slice(from, from + RECORDS_AT_ONCE)) {
          if (key !== message) {
            message = key
            people = new Set()
          }
          const [user, bits] = JSON.parse(text) as [number, number]
          if (people.has(user)) continue
          people.add(user)
          records.push({ table: 'message_flag', row: { user_id: user, message_id: message, bits } })
        }
        yield records
      }
    }
  }

  async #writePairs(): Promise<void> {
    for (const [user, conversation, message] of this.#reached.entries()) {
      await this.#pairs.add(conversation, JSON.stringify([user, message]))
      this.#writtenUpTo = Math.max(this.#writtenUpTo, message)
    }
    this.#reached.clear()
  }
}
