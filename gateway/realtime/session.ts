import type { MessageEvent } from '../../core/messaging/messages/event.ts'
import type { Seq } from '../../core/platform/ids.ts'
import { Batch } from './batch.ts'
import type { EphemeralEntry } from './ephemeral-entry.ts'
import type { EphemeralCursor } from './ephemeral-ring.ts'
import { type EventId, eventIdAt, positionOf } from './event-id.ts'
import type { FeedEntry } from './feed-entry.ts'
import type { Ending, Listener } from './listener.ts'
import { type QueueNarrow, queueNarrow } from './queue-narrow.ts'
import type { QueueFilter } from './queue-record.ts'

/** A listener's place in the order of all that came to its queue, at any gateway: the highest has the queue. */
export type Generation = number

/**
 * One event queue as this gateway serves it: a cursor and a filter. It keeps no events but those of the
 * hand-over being put together, so an absent or slow client costs nothing but this object.
 */
export class QueueSession {
  readonly id: string
  readonly filter: QueueFilter
  readonly ephemeral: EphemeralCursor
  readonly #narrow: QueueNarrow
  /** Milliseconds, when the record in Redis was renewed last. */
  renewedAt = Date.now()
  /** The user's key version that the listener was let in with. */
  keyVersion = 0
  /** Likewise of the user's sessions; undefined for one that was let in with a key. */
  sessionVersion: number | undefined
  /** Name of the browser's session that the listener was let in with; undefined for a key. */
  browserSession: string | undefined
  generation: Generation = 0
  /** What the client says it has, of what was handed over. */
  acknowledged: EventId
  /** Entries up to here have been looked at: what follows `#delivered` up to here is not for this queue. */
  #scanned: Seq
  #delivered: EventId
  #listener: Listener | undefined
  /** The listener has everything up to now: live events go to it. */
  #isWaiting = false
  #timer: NodeJS.Timeout | undefined
  #pending: Batch | undefined

  constructor(id: string, filter: QueueFilter, ephemeral: EphemeralCursor) {
    this.id = id
    this.filter = filter
    this.ephemeral = ephemeral
    this.#narrow = queueNarrow(filter.narrow)
    this.#scanned = filter.firstSeq
    this.#delivered = eventIdAt(filter.firstSeq)
    this.acknowledged = this.#delivered
  }

  /** Whether live events go to a listener. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** The one that waits, catches up, or is full. */
  get listener(): Listener | undefined {
    return this.#listener
  }

  /** Id of the newest event or heartbeat handed over, or where the listener began. */
  get delivered(): EventId {
    return this.#delivered
  }

  /** Entries up to here have been handed over or are not for this queue. */
  get scanned(): Seq {
    return this.#scanned
  }

  /** Whether an event that is for the queue's user is of the types and the messages the client asked for. */
  asksFor(entry: FeedEntry): boolean {
    const { narrow, user } = this.filter
    if (!entry.isFor(this.filter)) return false
    const { event } = entry
    return event.type !== 'message' || narrow.length === 0 || this.#narrow(event as MessageEvent, user)
  }

  /**
   * Makes `listener`, whose client has everything up to `cursor`, the one that hears of events, and ends the
   * former one. A listener whose generation has passed is ended itself.
   */
  begin(listener: Listener, generation: Generation, cursor: EventId): void {
    if (generation < this.generation) {
      listener.end('replaced')
      return
    }
    this.end('replaced')
    this.generation = generation
    const from = Math.max(cursor, eventIdAt(this.filter.firstSeq)) as EventId
    this.#scanned = this.#startFor(from)
    this.#delivered = from
    this.acknowledged = this.#delivered
    this.#listener = listener
  }

  /** Notes what the client has. False for what it was not given. */
  acknowledge(id: EventId): boolean {
    if (id > this.#delivered) return false
    this.acknowledged = Math.max(id, this.acknowledged) as EventId
    return true
  }

  /**
   * Hands a batch to the listener; entries up to `scanned` have been looked through for it. Returns whether
   * the listener takes more.
   */
  deliver(batch: Batch, scanned: Seq): boolean {
    const listener = this.#listener
    if (listener === undefined) return false
    this.skipTo(scanned)
    this.#delivered = batch.last
    const taken = listener.deliver(batch.events)
    if (taken === 'more') return this.#listener === listener
    this.#pause()
    if (taken === 'done' && this.#listener === listener) this.#listener = undefined
    return false
  }

  /** There is nothing for the queue up to `scanned`. */
  skipTo(scanned: Seq): void {
    this.#scanned = this.#lookedThrough(scanned)
  }

  /**
   * Live events go to the listener from here on. Whenever it got nothing for `heartbeatMs` it gets a heartbeat
   * at the position asked for then, so that its client's cursor moves; nothing in its place when there is no id for
   * one, which keeps the client from waiting all the same.
   */
  wait(heartbeatMs: number, position: () => Seq): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#timer = setTimeout(() => {
      const at = this.#lookedThrough(position())
      const batch = new Batch(this.#delivered)
      batch.addUnlogged(at, (id) => `{"type":"heartbeat","id":${id}}`)
      if (this.deliver(batch, at)) this.#timer?.refresh()
    }, heartbeatMs)
  }

  /** Adds a live event to the next hand-over. True when it is the first: the caller flushes at the generation's end. */
  offer(entry: FeedEntry, serialise: () => readonly string[]): boolean {
    if (entry.seq <= this.#scanned) return false
    return this.#offer((batch) => batch.addEntry(entry.seq, serialise()))
  }

  /**
   * As `offer`, for an event that is in no log. `position`: everything up to it was offered or is not wanted, so
   * a client that goes on from the event's id misses nothing.
   */
  offerEphemeral(entry: EphemeralEntry, position: Seq): boolean {
    const at = this.#lookedThrough(position)
    return this.#offer((batch) => batch.addUnlogged(at, (id) => entry.serialiseFor(this.filter, id)))
  }

  /**
   * Hands over what was offered; everything up to `position` was offered or is not wanted. True when the
   * listener takes more than could be offered: it is behind.
   */
  flush(position: Seq): boolean {
    const batch = this.#pending
    if (!this.#isWaiting || batch === undefined) return false
    this.#pending = undefined
    this.#timer?.refresh()
    if (!batch.isFull) {
      this.deliver(batch, position)
      return false
    }
    if (!this.deliver(batch, positionOf(batch.last))) return false
    this.#pause()
    return true
  }

  /** Ends the listener, if there is one. */
  end(why: Ending): void {
    const listener = this.#listener
    this.#drop()
    listener?.end(why)
  }

  /** The listener has gone by itself. */
  abandon(listener: Listener): void {
    if (this.#listener === listener) this.#drop()
  }

  #offer(add: (batch: Batch) => void): boolean {
    const batch = this.#pending ?? new Batch(this.#delivered)
    if (batch.isFull) return false
    const wasEmpty = batch.isEmpty
    add(batch)
    if (batch.isEmpty) return false
    this.#pending = batch
    return wasEmpty
  }

  /**
   * Position up to which there is nothing left for the queue, at a gateway that is at `position`: the client may have
   * come from one that was ahead of it.
   */
  #lookedThrough(position: Seq): Seq {
    return Math.max(this.#scanned, position) as Seq
  }

  /** Behind what was scanned, unless the client did not get the newest hand-over and asks for it again. */
  #startFor(from: EventId): Seq {
    const complete = positionOf(from)
    return from >= this.#delivered ? (Math.max(complete, this.#scanned) as Seq) : complete
  }

  #drop(): void {
    this.#pause()
    this.#listener = undefined
  }

  #pause(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isWaiting) this.ephemeral.skip()
    this.#isWaiting = false
    this.#pending = undefined
  }
}
