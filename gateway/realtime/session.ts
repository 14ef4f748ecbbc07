import type { Seq } from '../../core/ids.ts'
import type { MessageEvent } from '../../core/messages/event.ts'
import type { FeedEntry } from './feed-entry.ts'
import { type QueueNarrow, queueNarrow } from './queue-narrow.ts'
import type { QueueFilter } from './queue-record.ts'

/** What a waiting poll is answered with: events as JSON text, possibly none. */
export type Answer = (events: readonly string[]) => void

/** Most events of one answer; the client asks again for the rest. */
export const MAX_EVENTS_PER_ANSWER = 500

/**
 * One event queue as this gateway serves it: a cursor and a filter. It keeps no events but those of the
 * answer being put together, so an absent client costs nothing but this object.
 */
export class QueueSession {
  readonly id: string
  readonly filter: QueueFilter
  readonly #narrow: QueueNarrow
  /** Milliseconds, of the newest poll. */
  lastPoll = Date.now()
  /** Entries up to here have been looked at: what follows `#delivered` up to here is not for this queue. */
  #scanned: Seq
  /** Id of the newest event or heartbeat in an answer. */
  #delivered: Seq
  #waiting: Answer | undefined
  #timer: NodeJS.Timeout | undefined
  #pending: string[] = []
  #pendingUpTo: Seq | undefined

  constructor(id: string, filter: QueueFilter) {
    this.id = id
    this.filter = filter
    this.#narrow = queueNarrow(filter.narrow)
    this.#scanned = filter.firstSeq
    this.#delivered = filter.firstSeq
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  /** Whether an event that is for the queue's user is of the types and the messages the client asked for. */
  asksFor({ event }: FeedEntry): boolean {
    const { eventTypes, narrow, user } = this.filter
    if (eventTypes !== null && !eventTypes.includes(event.type)) return false
    return event.type !== 'message' || narrow.length === 0 || this.#narrow(event as MessageEvent, user)
  }

  /**
   * Where to begin to look for a client that has everything up to `acknowledged`: behind what was scanned,
   * unless the client did not get the newest answer and asks for it again.
   */
  startFor(acknowledged: number): Seq {
    const cursor = Math.max(acknowledged, this.filter.firstSeq) as Seq
    return cursor >= this.#delivered ? (Math.max(cursor, this.#scanned) as Seq) : cursor
  }

  /** Notes that an answer was given: its last event's id, and how far the log was looked through for it. */
  answered(delivered: Seq, scanned: Seq): void {
    this.#delivered = delivered
    this.#scanned = scanned
  }

  /** Leaves a poll waiting. After `heartbeatMs` it is answered with a heartbeat at the position asked for then. */
  wait(scanned: Seq, heartbeatMs: number, position: () => Seq, answer: Answer): void {
    this.release() // One poll waits at a time: a newer one ends it.
    this.#scanned = scanned
    this.#waiting = answer
    this.#timer = setTimeout(() => {
      const id = Math.max(this.#scanned, position()) as Seq
      this.#finish([`{"type":"heartbeat","id":${id}}`], id, id)
    }, heartbeatMs)
  }

  /** Adds a live event to the answer. True when it is the first one: the caller flushes at the turn's end. */
  offer(entry: FeedEntry): boolean {
    if (this.#pending.length >= MAX_EVENTS_PER_ANSWER || entry.seq <= this.#scanned) return false
    this.#pending.push(entry.serialiseFor(this.filter, this.id))
    this.#pendingUpTo = entry.seq
    return this.#pending.length === 1
  }

  /** Answers the waiting poll with what was offered. `position`: everything up to it was offered or is not wanted. */
  flush(position: Seq): void {
    if (this.#waiting === undefined || this.#pendingUpTo === undefined) return
    const full = this.#pending.length >= MAX_EVENTS_PER_ANSWER
    this.#finish(this.#pending, this.#pendingUpTo, full ? this.#pendingUpTo : position)
  }

  /** Answers the waiting poll, if there is one, with nothing: its client polls again. */
  release(): void {
    if (this.#waiting !== undefined) this.#finish([], this.#delivered, this.#scanned)
  }

  /** The waiting client has gone. */
  abandon(answer: Answer): void {
    if (this.#waiting !== answer) return
    this.#reset()
  }

  #finish(events: readonly string[], delivered: Seq, scanned: Seq): void {
    const answer = this.#waiting
    this.#reset()
    this.answered(delivered, scanned)
    answer?.(events)
  }

  #reset(): void {
    clearTimeout(this.#timer)
    this.#waiting = undefined
    this.#pending = []
    this.#pendingUpTo = undefined
  }
}
