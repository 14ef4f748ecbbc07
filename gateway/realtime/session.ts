import type { MessageEvent } from '../../core/messaging/sending/event.ts'
import type { Seq } from '../../core/platform/ids.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { Batch } from './batch.ts'
import type { EphemeralEntry } from './ephemeral-entry.ts'
import type { EphemeralCursor } from './ephemeral-ring.ts'
import { isSubjectMasked } from './event-access.ts'
import { type EventId, eventIdAt, positionOf } from './event-id.ts'
import type { FeedEntry } from './feed-entry.ts'
import { Heartbeat } from './heartbeat.ts'
import type { EndReason, Listener } from './listener.ts'
import { QueueNarrow } from './queue-narrow.ts'
import type { QueueFilter } from './queue-record.ts'
import type { TopicPolicies } from './topic-policies.ts'

/**
 * The number of a listener of a queue, counted over all gateways. The listener with the highest number owns
 * the queue.
 */
export type Generation = number

/**
 * An event queue that this gateway serves: a cursor and a filter. It stores only the events of the next
 * delivery, so an absent or slow client costs no more memory than this object.
 */
export class QueueSession {
  readonly id: string
  readonly filter: QueueFilter
  readonly ephemeral: EphemeralCursor
  /** Counts delivered events. Sessions of one feed share it. */
  meter = { events: 0 }
  readonly #narrow: QueueNarrow
  /** The user of the queue. The feed keeps it current. */
  reader: UserRecord | undefined
  /** The topics that the user mutes and follows, when the narrow asks for them. */
  policies: TopicPolicies | undefined
  /** Unix milliseconds of the last renewal of the record in Redis. */
  renewedAt = Date.now()
  /** Unix milliseconds at which the last listener began. */
  heardAt = Date.now()
  /** Version of the user's API key when the listener authenticated. */
  keyVersion = 0
  /**
   * Version of the user's sessions when the listener authenticated; undefined for a listener with an API key.
   */
  sessionVersion: number | undefined
  /** Name of the browser session with which the listener authenticated; undefined for an API key. */
  browserSession: string | undefined
  generation: Generation = 0
  /** Id of the newest event that the client has acknowledged. */
  acknowledged: EventId
  /**
   * Position of the newest scanned entry. Entries between `#delivered` and this position are not for this
   * queue.
   */
  #scanned: Seq
  #delivered: EventId
  #listener: Listener | undefined
  /** Whether the listener has all events so far and receives live events. */
  #isWaiting = false
  #heartbeat: Heartbeat | undefined
  #pending: Batch | undefined

  constructor(id: string, filter: QueueFilter, ephemeral: EphemeralCursor) {
    this.id = id
    this.filter = filter
    this.ephemeral = ephemeral
    this.#narrow = new QueueNarrow(filter.narrow)
    this.#scanned = filter.firstSeq
    this.#delivered = eventIdAt(filter.firstSeq)
    this.acknowledged = this.#delivered
  }

  /** Whether a listener receives live events. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** The listener, which waits, catches up or is full. */
  get listener(): Listener | undefined {
    return this.#listener
  }

  /** Id of the newest delivered event or heartbeat, or the cursor with which the listener began. */
  get delivered(): EventId {
    return this.#delivered
  }

  /** Position up to which all entries were delivered or are not for this queue. */
  get scanned(): Seq {
    return this.#scanned
  }

  /**
   * Whether the queue's event types and narrow include an event. It does not check the audience. Called for
   * all entries to the user in their order, so that the narrow knows the policies of topics.
   */
  includes(entry: FeedEntry, realm: RealmState): boolean {
    const { narrow, user } = this.filter
    this.policies?.follow(entry.event)
    if (!entry.isFor(this.filter)) return false
    const { event } = entry
    if (event.type !== 'message' || narrow.length === 0) return true
    const isRecipient = entry.isToRecipient(this.filter, realm)
    const isMasked = () => isSubjectMasked(realm, this.reader, entry)
    return this.#narrow.includes(event as MessageEvent, {
      realm,
      user,
      isRecipient,
      isMasked,
      policies: this.policies,
    })
  }

  /**
   * Replaces and ends the current listener. The client of `listener` has all events up to `cursor`. When the
   * current listener has a later generation, `listener` ends instead.
   */
  setListener(listener: Listener, generation: Generation, cursor: EventId): void {
    if (generation < this.generation) {
      listener.end('replaced')
      return
    }
    const former = this.#listener
    this.#leave()
    former?.end('replaced')
    this.generation = generation
    const from = Math.max(cursor, eventIdAt(this.filter.firstSeq)) as EventId
    this.#scanned = this.#startFor(from)
    this.#delivered = from
    this.acknowledged = this.#delivered
    this.#listener = listener
  }

  /** Records that the client has all events up to `id`. False for an id that was not delivered. */
  acknowledge(id: EventId): boolean {
    if (id > this.#delivered) return false
    this.acknowledged = Math.max(id, this.acknowledged) as EventId
    return true
  }

  /**
   * Delivers a batch, which contains the queue's events up to `scanned`. Returns whether the listener takes
   * more.
   */
  deliver(batch: Batch, scanned: Seq): boolean {
    const listener = this.#listener
    if (listener === undefined) return false
    this.skipTo(scanned)
    this.#delivered = batch.last
    this.meter.events += batch.events.length
    const result = listener.deliver(batch.events)
    if (result === 'more') return this.#listener === listener
    this.#pause()
    if (result === 'done' && this.#listener === listener) this.#listener = undefined
    return false
  }

  /** Records that no further entry up to `scanned` is for the queue. */
  skipTo(scanned: Seq): void {
    this.#scanned = this.#scannedAt(scanned)
  }

  /**
   * Sends live events to the listener from now on. After `heartbeatMs()` without an event the listener
   * receives a heartbeat at the then current `position`, which moves the client's cursor. When no id is free
   * for the heartbeat, it receives an empty delivery, so that a poll is answered in time.
   */
  wait(heartbeatMs: () => number, position: () => Seq): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#heartbeat ??= new Heartbeat(heartbeatMs, () => this.#beat(position()))
    this.#heartbeat.wait(performance.now())
  }

  /** Sends a heartbeat to the listener, which waits. Returns whether it waits on. */
  #beat(position: Seq): boolean {
    // Offered events are on their way. A heartbeat before them would move the client's cursor past them.
    if (this.#pending !== undefined) return true
    const at = this.#scannedAt(position)
    const heartbeat = (id: EventId) => `{"type":"heartbeat","id":${id}}`
    return this.deliver(Batch.after(this.#delivered).withUnlogged(at, heartbeat), at)
  }

  /** Whether a live event belongs to the next delivery: the client does not have it, and there is room. */
  hasRoomFor(entry: FeedEntry): boolean {
    return entry.seq > this.#scanned && this.#pending?.isFull !== true
  }

  /**
   * Adds a live event that there is room for. True when it is the first one; the caller then schedules
   * `flush`.
   */
  offer(entry: FeedEntry, texts: readonly string[]): boolean {
    const batch = this.#pending ?? Batch.after(this.#delivered)
    return this.#keep(batch, batch.withEntry(entry.seq, texts))
  }

  /**
   * As `offer`, for an ephemeral event. All entries up to `position` were offered or are not for the queue,
   * so a client that continues from the event's id misses none.
   */
  offerEphemeral(entry: EphemeralEntry, position: Seq): boolean {
    const at = this.#scannedAt(position)
    const batch = this.#pending ?? Batch.after(this.#delivered)
    if (batch.isFull) return false
    return this.#keep(
      batch,
      batch.withUnlogged(at, (id) => entry.serialiseFor(this.filter, id)),
    )
  }

  /**
   * Delivers the offered events at the time `now`, by `performance.now()`. All entries up to `position` were
   * offered or are not for the queue. True when the batch was full and the listener takes more: it has to
   * catch up.
   */
  flush(position: Seq, now: number): boolean {
    const batch = this.#pending
    if (!this.#isWaiting || batch === undefined) return false
    this.#pending = undefined
    if (!batch.isFull) {
      if (this.deliver(batch, position)) this.#heartbeat?.wait(now)
      return false
    }
    if (!this.deliver(batch, positionOf(batch.last))) return false
    this.#pause()
    return true
  }

  /** Ends the listener, if there is one. */
  end(reason: EndReason): void {
    const listener = this.#listener
    this.#drop()
    listener?.end(reason)
  }

  /** Removes a listener whose client has disconnected. */
  abandon(listener: Listener): void {
    if (this.#listener === listener) this.#drop()
  }

  /** Keeps a batch with more events than `former`. Returns whether `former` had none. */
  #keep(former: Batch, batch: Batch): boolean {
    if (batch.isEmpty) return false
    this.#pending = batch
    return former.isEmpty
  }

  /**
   * Returns `position`, or the scanned position when that is greater: the client's former gateway may have
   * been ahead.
   */
  #scannedAt(position: Seq): Seq {
    return Math.max(this.#scanned, position) as Seq
  }

  /**
   * Returns the position to continue after: the scanned one, or an earlier one when the client lost the last
   * delivery.
   */
  #startFor(from: EventId): Seq {
    const complete = positionOf(from)
    return from >= this.#delivered ? (Math.max(complete, this.#scanned) as Seq) : complete
  }

  #drop(): void {
    this.#leave()
    this.#heartbeat?.stop()
  }

  #leave(): void {
    this.#pause()
    this.#listener = undefined
  }

  #pause(): void {
    if (this.#isWaiting) this.ephemeral.skip()
    this.#isWaiting = false
    this.#heartbeat?.pause()
    this.#pending = undefined
  }
}
