import { MAX_MOVE_IN_POINTERS } from '../../../../../config/limits.ts'
import type { MessageIndex } from './numbers/message-index.ts'
import type { ArchiveRecord } from './reader.ts'
import type { Report } from './report.ts'
import type { SortedLines } from './sorted-lines.ts'

/** Products count milliseconds. */
const LEAST = 0.0005

/** Somebody has read the messages of a place up to a time. */
export interface Viewed {
  readonly user: number
  /** Unix seconds; infinite for somebody who has read everything. */
  readonly until: number
}

/** Channels and direct conversations, and who has looked at them. */
export interface Places {
  /** The place of a conversation: the id of its channel; a negative number for direct messages. */
  placeOf(conversation: number): number
  viewedOf(place: number): Iterable<Viewed>
}

interface Cut {
  readonly user: number
  /** The first message that is not read. */
  readonly message: number
}

/**
 * The read pointers of products that know when somebody last looked at a channel: in each conversation of the
 * place, the last message before that time. A channel has a pointer for each pair of a topic and a member.
 * When all channels together would have too many, the older messages of the largest ones are read for
 * everybody.
 */
export class ViewedPointers {
  readonly #index: MessageIndex
  readonly #places: Places
  /** The messages by conversation: those of number n are at `#starts[n]` up to `#starts[n + 1]`. */
  readonly #messages: Float64Array
  readonly #starts: Uint32Array
  readonly #cuts = new Map<number, readonly Cut[]>()
  /** The last message that is read for everybody, by channel. */
  readonly #readTo = new Map<number, number>()
  /** The channels in which somebody has not read all that is read for everybody. */
  readonly shortened = new Set<number>()

  /** Call it when all messages have their ids. `max`: the number of pointers in channels. */
  constructor(index: MessageIndex, places: Places, max = MAX_MOVE_IN_POINTERS) {
    this.#index = index
    this.#places = places
    let conversations = 0
    for (const [, conversation] of index.entries()) conversations = Math.max(conversations, conversation)
    this.#starts = new Uint32Array(conversations + 2)
    for (const [, conversation] of index.entries()) this.#starts[conversation + 1]! += 1
    for (let n = 1; n < this.#starts.length; n += 1) this.#starts[n]! += this.#starts[n - 1]!
    this.#messages = new Float64Array(index.size)
    const next = this.#starts.slice()
    for (const [id, conversation] of index.entries()) {
      this.#messages[next[conversation]!] = id
      next[conversation]! += 1
    }
    this.#limit(max)
  }

  /** The last message of a channel that is read for everybody, whatever the pointers say; 0 for none. */
  readonly readTo = (channel: number): number => this.#readTo.get(channel) ?? 0

  /**
   * Yields the pointers by conversation. `views`: lines `[user, seconds]` by conversation, for people who
   * have read a thread further, or less far, than its channel. The first message of the thread is one of the
   * channel.
   */
  async *records(views?: SortedLines): AsyncGenerator<ArchiveRecord> {
    const lines = views?.read()[Symbol.asyncIterator]()
    let line = await lines?.next()
    for (const conversation of this.#conversations()) {
      const own = new Map<number, number>()
      while (line !== undefined && line.done !== true && line.value.key <= conversation) {
        const [user, seconds] = JSON.parse(line.value.text) as [number, number]
        if (line.value.key === conversation) own.set(user, seconds)
        line = await lines!.next()
      }
      const place = this.#places.placeOf(conversation)
      if (this.#lastOf(conversation) <= this.readTo(place)) continue
      const cuts = this.#cutsOf(place)
      yield* this.#pointers(conversation, own.size === 0 ? cuts : this.#withOwn(conversation, cuts, own))
    }
  }

  /** Both the messages of a conversation and the cuts ascend. */
  *#pointers(conversation: number, cuts: readonly Cut[]): Generator<ArchiveRecord> {
    const end = this.#starts[conversation + 1]!
    let at = this.#starts[conversation]!
    let last = 0
    for (const { user, message } of cuts) {
      for (; at < end && this.#messages[at]! < message; at += 1) last = this.#messages[at]!
      if (last === 0) continue
      yield { table: 'read_pointer', row: { user_id: user, conversation_id: conversation, message_id: last } }
    }
  }

  #withOwn(conversation: number, cuts: readonly Cut[], own: ReadonlyMap<number, number>): readonly Cut[] {
    const afterFirst = this.#messages[this.#starts[conversation]!]! + 1
    return cuts
      .map(({ user, message }) => {
        const seconds = own.get(user)
        if (seconds === undefined) return { user, message }
        return { user, message: Math.max(this.#cutAt(seconds), Math.min(message, afterFirst)) }
      })
      .sort((a, b) => a.message - b.message)
  }

  /** Gives each channel a fair share of the pointers: small ones have all of theirs. */
  #limit(max: number): void {
    const channels = new Map<number, number[]>()
    for (const conversation of this.#conversations()) {
      const place = this.#places.placeOf(conversation)
      if (place <= 0) continue
      const known = channels.get(place)
      if (known === undefined) channels.set(place, [conversation])
      else known.push(conversation)
    }
    const countOf = ([channel, topics]: [number, number[]]) => topics.length * this.#cutsOf(channel).length
    const ascending = [...channels].sort((a, b) => countOf(a) - countOf(b))
    let left = max
    for (const [index, entry] of ascending.entries()) {
      const share = Math.floor(left / (ascending.length - index))
      const count = countOf(entry)
      if (count > share) this.#shorten(...entry, Math.floor(share / this.#cutsOf(entry[0]).length))
      left -= Math.min(count, share)
    }
  }

  /** Keeps the pointers of the newest topics of a channel. */
  #shorten(channel: number, topics: readonly number[], kept: number): void {
    const newestFirst = topics.map((topic) => this.#lastOf(topic)).sort((a, b) => b - a)
    const readTo = newestFirst[kept]!
    this.#readTo.set(channel, readTo)
    // Cuts ascend: the first one is of the person who has read least.
    const unread = this.#cutsOf(channel)[0]!.message
    if (topics.some((topic) => this.#hasWithin(topic, unread, readTo))) this.shortened.add(channel)
  }

  /** Whether a conversation has a message from one up to another. */
  #hasWithin(conversation: number, from: number, to: number): boolean {
    const messages = this.#messages.subarray(this.#starts[conversation]!, this.#starts[conversation + 1]!)
    return messages.some((message) => message >= from && message <= to)
  }

  /** The people who have looked at a place, by how far they have read. */
  #cutsOf(place: number): readonly Cut[] {
    const known = this.#cuts.get(place)
    if (known !== undefined) return known
    const cuts = [...this.#places.viewedOf(place)]
      .map(({ user, until }) => ({ user, message: this.#cutAt(until) }))
      .sort((a, b) => a.message - b.message)
    // A direct conversation is asked for once.
    if (place > 0) this.#cuts.set(place, cuts)
    return cuts
  }

  #cutAt(seconds: number): number {
    return seconds === Number.POSITIVE_INFINITY ? seconds : this.#index.firstSince(seconds + LEAST)
  }

  #lastOf(conversation: number): number {
    return this.#messages[this.#starts[conversation + 1]! - 1]!
  }

  /** The numbers of conversations with messages. */
  *#conversations(): Generator<number> {
    for (let n = 0; n + 1 < this.#starts.length; n += 1) {
      if (this.#starts[n + 1]! > this.#starts[n]!) yield n
    }
  }
}

/** The read pointers of an archive. The report says in how many channels older messages count as read. */
export function reportedPointers(index: MessageIndex, places: Places, report: Report): ViewedPointers {
  const pointers = new ViewedPointers(index, places)
  const { size } = pointers.shortened
  if (size > 0)
    report.changed(
      'older messages of channels with very many topics count as read for everybody',
      undefined,
      size,
    )
  return pointers
}
