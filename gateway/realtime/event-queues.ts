import { randomUUID } from 'node:crypto'
import { ApiError } from '../../core/platform/errors.ts'
import { LogTrimmed } from '../../core/platform/events/replay.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { badQueue } from '../wire/queue-errors.ts'
import { EphemeralFeeds } from './ephemeral-feeds.ts'
import { EphemeralCursor } from './ephemeral-ring.ts'
import { type EventId, eventIdAt, positionOf, startedPositionOf } from './event-id.ts'
import { RealmFeed } from './feed.ts'
import { GatewayNotices, type QueueNotice } from './gateway-notices.ts'
import { type Answer, type Listener, PollListener } from './listener.ts'
import { checkQueuesAvailable, throwQueuesUnavailable } from './queue-availability.ts'
import { type Claim, type Cursor, QueueClaims } from './queue-claims.ts'
import { isQueueId, OtherEpoch, type QueueFilter, QueueRecords } from './queue-record.ts'
import { QueueRenewal } from './queue-renewal.ts'
import { type Generation, QueueSession } from './session.ts'

export interface EventQueuesOptions {
  /**
   * Seconds from its last fetch until a queue expires, unless its client requests less (spec.md "Limits").
   */
  readonly lifetimeSeconds: number
  /** Most queues of one user. Creating one more ends the oldest. */
  readonly queuesPerUser: number
  /** Most seconds that a listener waits for an event before a heartbeat. */
  readonly heartbeatSeconds: number
}

export interface PollRequest extends Cursor {
  readonly dontBlock: boolean
}

/** Controls a listener that stays connected. */
export interface ListenerHandle {
  /**
   * Records that the client has all events up to `id`, and renews the queue's record when it is due. False
   * for an id that was not delivered.
   */
  acknowledge(id: EventId): boolean
  /** Continues the delivery to a listener that was full. */
  resume(): void
  /** Removes the listener, because its client has disconnected. */
  abandon(): void
}

const SWEEP_MS = 15_000
/** Above every generation of a queue. */
const DELETED: Generation = Number.POSITIVE_INFINITY
/** Shortest lifetime that a client can request, in seconds. It is longer than a poll waits. */
const MIN_LIFETIME_SECONDS = 60

/**
 * Serves event queues (spec.md "Events"). No gateway owns a queue: its record is in Redis and its events are
 * in the log, so any gateway continues it from the client's `last_event_id`.
 */
export class EventQueues {
  readonly #core: Core
  readonly #options: EventQueuesOptions
  readonly #records: QueueRecords
  readonly #feeds = new Map<RealmId, RealmFeed>()
  readonly #ephemerals: EphemeralFeeds
  readonly #notices: GatewayNotices
  readonly #claims: QueueClaims
  readonly #renewal: QueueRenewal
  /**
   * Generations of other gateways' listeners by queue, infinite when the queue was deleted. A claim made here
   * before such a listener, or before the deletion, must end at once.
   */
  readonly #endedGenerations = new Map<string, Generation>()
  /** Names of browser sessions that have just ended. A claim that was made with one must end at once. */
  readonly #endedSessions = new Set<string>()
  readonly #sweep: NodeJS.Timeout
  #isDraining = false

  constructor(core: Core, options: EventQueuesOptions) {
    this.#core = core
    this.#options = options
    this.#records = new QueueRecords(core.redis)
    this.#ephemerals = new EphemeralFeeds(core.redis)
    this.#notices = new GatewayNotices(core.redis, {
      queueNotice: (notice) => this.#receive(notice),
      sessionEnded: (name) => this.#endSession(name),
    })
    const attached = (realm: RealmId, queueId: string) => this.#feeds.get(realm)?.session(queueId)
    this.#claims = new QueueClaims(core, this.#records, this.#ephemerals, this.#notices, attached)
    const { gateway } = this.#notices
    const feeds = () => this.#feeds.values()
    this.#renewal = new QueueRenewal(this.#records, gateway, options.lifetimeSeconds, feeds)
    this.#sweep = setInterval(() => this.#dropIdle(), SWEEP_MS).unref()
  }

  /** The numbers of attached queues, waiting polls and sockets, for the metrics. */
  get load(): { queues: number; polls: number; sockets: number } {
    const load = { queues: 0, polls: 0, sockets: 0 }
    for (const feed of this.#feeds.values()) {
      load.queues += feed.size
      for (const { listener, isWaiting } of feed.sessions) {
        if (listener instanceof PollListener) load.polls += isWaiting ? 1 : 0
        else if (listener !== undefined) load.sockets++
      }
    }
    return load
  }

  /** Counts in `Usage` the events that were delivered since the former call. */
  countDelivered(): void {
    for (const feed of this.#feeds.values()) feed.countDelivered()
  }

  /**
   * Returns the lifetime in seconds of a queue whose client requested this one, within the limits of the
   * server.
   */
  lifetimeFor(requested = Number.POSITIVE_INFINITY): number {
    const { lifetimeSeconds } = this.#options
    return Math.min(Math.max(requested, MIN_LIFETIME_SECONDS), lifetimeSeconds)
  }

  /**
   * Creates a queue and returns its id. The queue begins after `filter.firstSeq`, and with the ephemeral
   * events since `heardAt` (Unix milliseconds). `epoch`: the epoch of the client's state, if known; throws
   * `OtherEpoch` when the log has another one by now. When the user has too many queues, the oldest ends.
   * Throws 503 while Redis is away.
   */
  async create(realm: RealmId, filter: QueueFilter, heardAt: number, epoch?: number): Promise<string> {
    const id = randomUUID()
    const { ready } = this.#ephemerals.of(realm)
    const ended = await this.#records
      .create(realm, id, filter, heardAt, this.#options.queuesPerUser, epoch)
      .catch((error) =>
        error instanceof ApiError || error instanceof OtherEpoch
          ? Promise.reject(error)
          : throwQueuesUnavailable(this.#core, error),
      )
    for (const { queueId, gateway } of ended) await this.#endQueue(realm, queueId, gateway)
    await ready
    return id
  }

  /**
   * Creates a queue for one connection. It begins after the event `lastEventId`, or now without one. Throws
   * BAD_EVENT_QUEUE_ID for an event of the future, and 503 while Redis is away.
   */
  async createPassing(
    realm: RealmState,
    user: UserRecord,
    filter: Omit<QueueFilter, 'user' | 'firstSeq' | 'lifetimeSeconds'>,
    lastEventId: number | undefined,
  ): Promise<{ readonly queueId: string; readonly lastEventId: number }> {
    checkQueuesAvailable(this.#core)
    const from =
      lastEventId === undefined || lastEventId < 0 ? eventIdAt(realm.position) : (lastEventId as EventId)
    if (startedPositionOf(from) > realm.position) throw badQueue('')
    const whole = {
      ...filter,
      user: user.id,
      firstSeq: positionOf(from),
      lifetimeSeconds: this.lifetimeFor(0),
    }
    const queueId = await this.create(realm.id, whole, Date.now(), this.#core.epochOf(realm.id)).catch(
      (error) =>
        error instanceof OtherEpoch ? throwQueuesUnavailable(this.#core, error) : Promise.reject(error),
    )
    return { queueId, lastEventId: from }
  }

  /**
   * Calls `answer` once with the events after `lastEventId`, and waits when there are none. Returns a
   * function that abandons the wait. Throws BAD_EVENT_QUEUE_ID for an unknown queue, for the queue of another
   * user, and for a position that is not in the log. Throws 503 for a queue that is not attached here while
   * Redis is away. Returns no promise when the queue and the events are in memory.
   */
  poll(
    realm: RealmState,
    user: UserRecord,
    request: PollRequest,
    answer: Answer,
  ): (() => void) | Promise<() => void> {
    const fresh = this.#claims.claimFresh(realm, user, request)
    const start = (claim: Claim) => {
      const listener = new PollListener(answer)
      const { feed, session } = this.#startListener(claim, listener)
      if (fresh !== undefined) this.#renewal.renewSoon(feed, session)
      return this.#feedPoll(feed, session, listener, request)
    }
    return fresh === undefined ? this.#claims.claim(realm, user, request).then(start) : start(fresh)
  }

  #feedPoll(
    feed: RealmFeed,
    session: QueueSession,
    listener: Listener,
    { queueId, dontBlock }: PollRequest,
  ): (() => void) | Promise<() => void> {
    const stop = () => session.abandon(listener)
    const fail = (error: unknown): never => {
      stop()
      throw error instanceof LogTrimmed ? badQueue(queueId) : error
    }
    try {
      const feeding = feed.feed(session, listener, dontBlock || this.#isDraining)
      return feeding === undefined ? stop : feeding.then(() => stop, fail)
    } catch (error) {
      return fail(error)
    }
  }

  /** Takes a queue over for a listener that stays connected. See `QueueClaims.claim`. */
  claim(realm: RealmState, user: UserRecord, cursor: Cursor): Promise<Claim> {
    return this.#claims.claim(realm, user, cursor)
  }

  /** Delivers events to a listener until it ends or is abandoned. */
  listen(claim: Claim, listener: Listener): ListenerHandle {
    const { feed, session } = this.#startListener(claim, listener)
    if (this.#isDraining) session.end('goingAway')
    else void feed.catchUp(session, listener)
    return {
      acknowledge: (id) => {
        if (session.listener !== listener) return true
        if (!session.acknowledge(id)) return false
        this.#renewal.acknowledged(feed, session)
        return true
      },
      resume: () => {
        void feed.catchUp(session, listener)
      },
      abandon: () => session.abandon(listener),
    }
  }

  /** Throws BAD_EVENT_QUEUE_ID unless the queue exists and is the user's. */
  async checkOwner(realm: RealmId, user: UserId, queueId: string): Promise<void> {
    if (!isQueueId(queueId)) throw badQueue(queueId)
    const owner = await this.#records
      .owner(realm, queueId)
      .catch((error) => throwQueuesUnavailable(this.#core, error))
    if (owner !== user) throw badQueue(queueId)
  }

  /** Ends a queue of the user. Throws BAD_EVENT_QUEUE_ID for any other queue. */
  async remove(realm: RealmState, user: UserId, queueId: string): Promise<void> {
    if (!isQueueId(queueId)) throw badQueue(queueId)
    const gateway = await this.#records
      .remove(realm.id, queueId, user)
      .catch((error) => throwQueuesUnavailable(this.#core, error))
    if (gateway === undefined) throw badQueue(queueId)
    await this.#endQueue(realm.id, queueId, gateway)
  }

  /** Ends the listener, here or at another gateway, of a queue whose record was deleted. */
  async #endQueue(realm: RealmId, queueId: string, gateway: string): Promise<void> {
    const notice: QueueNotice = { realm, queueId, why: 'queueGone', generation: null }
    this.#receive(notice, gateway === this.#notices.gateway)
    await this.#notices.send(gateway, notice)
  }

  /**
   * Answers all polls, closes all sockets and lets no further listener wait. Clients continue at other
   * gateways.
   */
  drain(): void {
    this.#isDraining = true
    for (const feed of this.#feeds.values()) for (const session of feed.sessions) session.end('goingAway')
  }

  close(): void {
    this.drain()
    clearInterval(this.#sweep)
    this.#renewal.close()
    this.#notices.close()
    for (const feed of this.#feeds.values()) feed.close()
    this.#feeds.clear()
    this.#ephemerals.close()
  }

  #feed(realm: RealmState): RealmFeed {
    const known = this.#feeds.get(realm.id)
    if (known !== undefined) return known
    const feed = new RealmFeed(this.#core, realm, this.#ephemerals.of(realm.id), this.#heartbeatMs)
    this.#feeds.set(realm.id, feed)
    return feed
  }

  /**
   * Gives the listener to the queue's session. Callers must not await anything between `claim` and this call.
   */
  #startListener(claim: Claim, listener: Listener): { feed: RealmFeed; session: QueueSession } {
    const { queueId, generation } = claim
    const feed = this.#feed(claim.realm)
    const session = claim.attached ?? feed.session(queueId) ?? feed.attach(this.#session(claim))
    session.policies ??= claim.policies
    session.heardAt = Date.now()
    session.renewedAt = claim.renewedAt
    if (generation >= session.generation) {
      session.keyVersion = claim.keyVersion
      session.sessionVersion = claim.sessionVersion
      session.browserSession = claim.browserSession
    }
    session.setListener(listener, generation, claim.cursor)
    const ended = this.#endedGenerations.get(queueId) ?? 0
    if (generation < ended) feed.detach(session, ended === DELETED ? 'queueGone' : 'replaced')
    if (this.#endedSessions.has(claim.browserSession ?? '') && session.listener === listener)
      session.end('sessionEnded')
    // The user may have been deactivated since the claim, or have got another key.
    feed.endRefused(session)
    return { feed, session }
  }

  #session({ realm, queueId, filter, heardAt }: Claim): QueueSession {
    const { ring } = this.#ephemerals.of(realm.id)
    return new QueueSession(queueId, filter, new EphemeralCursor(ring, heardAt))
  }

  /**
   * Returns the wait before a heartbeat, random within its last quarter, so that clients do not return
   * together.
   */
  readonly #heartbeatMs = (): number =>
    Math.round(this.#options.heartbeatSeconds * 1000 * (0.75 + Math.random() * 0.25))

  /**
   * Ends the listener here of a queue that another gateway has taken over, or that was deleted. `isClaimed`:
   * this gateway may have claimed the queue for a listener that it does not have yet.
   */
  #receive({ realm, queueId, why, generation }: QueueNotice, isClaimed = true): void {
    const feed = this.#feeds.get(realm)
    const session = feed?.session(queueId)
    const before = generation ?? DELETED
    if (session !== undefined && session.generation < before) feed?.detach(session, why)
    if (isClaimed) this.#endedGenerations.set(queueId, before)
  }

  /** Ends the listeners of a browser session that has ended. */
  #endSession(name: string): void {
    this.#endedSessions.add(name)
    for (const feed of this.#feeds.values()) {
      for (const session of feed.sessions) if (session.browserSession === name) session.end('sessionEnded')
    }
  }

  /**
   * Detaches queues that were not fetched for their lifetime, whose records have expired, and closes empty
   * feeds.
   */
  #dropIdle(): void {
    this.#endedGenerations.clear()
    this.#endedSessions.clear()
    const now = Date.now()
    for (const [realm, feed] of this.#feeds) {
      for (const session of [...feed.sessions]) {
        const expiresAt = session.renewedAt + session.filter.lifetimeSeconds * 1000
        if (session.listener === undefined && expiresAt < now) feed.detach(session, 'queueGone')
      }
      feed.forgetBefore(now - this.#core.options.eventLogRetentionSeconds * 1000)
      if (feed.size === 0) {
        feed.close()
        this.#feeds.delete(realm)
      }
    }
    this.#ephemerals.dropIdle()
  }
}
