import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { statement } from '../../core/platform/db/statement.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { LogTrimmed } from '../../core/platform/events/replay.ts'
import type { RealmId, Seq, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { ENDED_SESSIONS } from '../http/sessions.ts'
import { EphemeralFeeds } from './ephemeral-feeds.ts'
import { EphemeralCursor } from './ephemeral-ring.ts'
import { badQueue, eventQueuesUnavailable } from './errors.ts'
import { type EventId, eventIdFrom, startedPositionOf } from './event-id.ts'
import { RealmFeed } from './feed.ts'
import { type Answer, type EndReason, type Listener, PollListener } from './listener.ts'
import { type QueueFilter, QueueRecords, type TouchedQueue } from './queue-record.ts'
import { type Generation, QueueSession } from './session.ts'

export interface EventQueuesOptions {
  /** Seconds from its last fetch until a queue expires, unless its client requests less (spec.md "Limits"). */
  readonly lifetimeSeconds: number
  /** Most queues of one user. Creating one more ends the oldest. */
  readonly queuesPerUser: number
  /** Most seconds that a listener waits for an event before a heartbeat. */
  readonly heartbeatSeconds: number
}

/** The queue of a client and its position in it. */
export interface Cursor {
  readonly queueId: string
  /** -1 for a client without events. */
  readonly lastEventId: number
  /** Name of the browser session with which the client authenticated; undefined for an API key. */
  readonly session: string | undefined
}

export interface PollRequest extends Cursor {
  readonly dontBlock: boolean
}

/** A queue that this gateway has taken over for a new listener. */
export interface Claim {
  readonly realm: RealmState
  readonly queueId: string
  readonly filter: QueueFilter
  readonly cursor: EventId
  readonly generation: Generation
  readonly keyVersion: number
  /** Undefined for a client with an API key. */
  readonly sessionVersion: number | undefined
  readonly browserSession: string | undefined
  /** Unix milliseconds. Earlier ephemeral events have been offered to the client. */
  readonly heardAt: number
}

/** Controls a listener that stays connected. */
export interface ListenerHandle {
  /**
   * Records that the client has all events up to `id`, and renews the queue's record when it is due. False for an id
   * that was not delivered.
   */
  acknowledge(id: EventId): boolean
  /** Continues the delivery to a listener that was full. */
  resume(): void
  /** Removes the listener, because its client has disconnected. */
  abandon(): void
}

const HEAD = statement('queues.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const SWEEP_MS = 15_000
/** Shortest lifetime that a client can request, in seconds. It is longer than a poll waits. */
const MIN_LIFETIME_SECONDS = 60
/** Longest time between two rounds of renewals, so that records with the shortest lifetime are renewed in time. */
const RENEWAL_MS = 10_000
/** An acknowledgement renews the record when it is older than this. */
const ACKNOWLEDGED_RECORD_MS = 10_000
/** Most renewals that are sent to Redis together. */
const RENEWALS_AT_ONCE = 500

/**
 * Serves event queues (spec.md "Events"). No gateway owns a queue: its record is in Redis and its events are in the
 * log, so any gateway continues it from the client's `last_event_id`.
 */
export class EventQueues {
  readonly #core: Core
  readonly #options: EventQueuesOptions
  readonly #records: QueueRecords
  readonly #gateway = randomUUID()
  readonly #feeds = new Map<RealmId, RealmFeed>()
  readonly #ephemerals: EphemeralFeeds
  /** Generations of other gateways' listeners by queue. A claim made here before such a listener must end at once. */
  readonly #endedGenerations = new Map<string, Generation>()
  /** Names of browser sessions that have just ended. A claim that was made with one must end at once. */
  readonly #endedSessions = new Set<string>()
  readonly #subscriber: Redis
  readonly #sweep: NodeJS.Timeout
  readonly #renewal: NodeJS.Timeout
  #isDraining = false

  constructor(core: Core, options: EventQueuesOptions) {
    this.#core = core
    this.#options = options
    this.#records = new QueueRecords(core.redis)
    this.#ephemerals = new EphemeralFeeds(core.redis)
    this.#subscriber = core.redis.duplicate({ autoResubscribe: false })
    this.#subscriber.on('error', () => undefined) // The connection for commands logs errors.
    this.#subscriber.on('message', (channel, text) => {
      if (channel === ENDED_SESSIONS) this.#endSession(text)
      else this.#receiveNotice(text)
    })
    // Subscribes at each connection, because Redis may be away at the start.
    this.#subscriber.on('ready', () => {
      this.#subscriber.subscribe(channelOf(this.#gateway), ENDED_SESSIONS).catch(() => undefined)
    })
    this.#sweep = setInterval(() => this.#dropIdle(), SWEEP_MS).unref()
    const renewalMs = Math.min(RENEWAL_MS, options.lifetimeSeconds * 150)
    this.#renewal = setInterval(() => void this.#renewDue(), renewalMs).unref()
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

  /** Throws 503 while Redis is unavailable. Callers check this before they read the data for a new queue. */
  checkAvailable(): void {
    if (!this.#core.isRedisAvailable)
      this.throwUnavailable(new Error('Redis is not connected or does not answer'))
  }

  /** Returns the lifetime in seconds of a queue whose client requested this one, within the limits of the server. */
  lifetimeFor(requested = Number.POSITIVE_INFINITY): number {
    const { lifetimeSeconds } = this.#options
    return Math.min(Math.max(requested, MIN_LIFETIME_SECONDS), lifetimeSeconds)
  }

  /**
   * Creates a queue and returns its id. The queue begins after `filter.firstSeq`, and with the ephemeral events since
   * `heardAt` (Unix milliseconds). When the user has too many queues, the oldest ends. Throws 503 while Redis is away.
   */
  async create(realm: RealmId, filter: QueueFilter, heardAt: number): Promise<string> {
    const id = randomUUID()
    const { ready } = this.#ephemerals.of(realm)
    const ended = await this.#records
      .create(realm, id, filter, heardAt, this.#options.queuesPerUser)
      .catch((error) => (error instanceof ApiError ? Promise.reject(error) : this.throwUnavailable(error)))
    for (const { queueId, gateway } of ended) await this.#endQueue(realm, queueId, gateway)
    await ready
    return id
  }

  /**
   * Calls `answer` once with the events after `lastEventId`, and waits when there are none. Returns a function that
   * abandons the wait. Throws BAD_EVENT_QUEUE_ID for an unknown queue, for the queue of another user (with the same
   * text, so that it does not reveal that the queue exists) and for a position that is not in the log. Throws 503 for a
   * queue that is not attached here while Redis is away.
   */
  async poll(realm: RealmState, user: UserRecord, request: PollRequest, answer: Answer): Promise<() => void> {
    const claim = await this.claim(realm, user, request)
    const listener = new PollListener(answer)
    const { feed, session } = this.#startListener(claim, listener)
    try {
      await feed.feed(session, listener, request.dontBlock || this.#isDraining)
    } catch (error) {
      session.abandon(listener)
      if (error instanceof LogTrimmed) throw badQueue(request.queueId)
      throw error
    }
    return () => session.abandon(listener)
  }

  /**
   * Takes a queue over for this gateway and ends its listener at any other one. Throws as `poll` does, except for a
   * position that was trimmed: the listener then ends with `queueGone`.
   */
  async claim(realm: RealmState, user: UserRecord, cursor: Cursor): Promise<Claim> {
    const { queueId, session: browserSession } = cursor
    if (!isQueueId(queueId)) throw badQueue(queueId)
    // `#touch` checks the owner before it renews the record.
    const from = eventIdFrom(cursor.lastEventId)
    await this.#ephemerals.of(realm.id).ready
    const record = await this.#touch(realm.id, queueId, user.id, from)
    if (record === undefined) throw badQueue(queueId)
    const { filter, formerGateway, head, generation, heardAt } = record
    await this.#checkNotFuture(realm, queueId, from, head)
    if (formerGateway !== '' && formerGateway !== this.#gateway) {
      await this.#notifyGateway(formerGateway, { realm: realm.id, queueId, why: 'replaced', generation })
    }
    const sessionVersion = browserSession === undefined ? undefined : user.sessionVersion
    return {
      realm,
      queueId,
      filter,
      cursor: from,
      generation,
      keyVersion: user.keyVersion,
      sessionVersion,
      browserSession,
      heardAt,
    }
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
        if (session.renewedAt + ACKNOWLEDGED_RECORD_MS < Date.now()) void this.#renew(feed, session)
        return true
      },
      resume: () => {
        void feed.catchUp(session, listener)
      },
      abandon: () => session.abandon(listener),
    }
  }

  /** Returns the gateway of a user's queue. Throws BAD_EVENT_QUEUE_ID unless the queue exists and is the user's. */
  async owner(realm: RealmId, user: UserId, queueId: string): Promise<{ gateway: string }> {
    if (!isQueueId(queueId)) throw badQueue(queueId)
    const owner = await this.#records.owner(realm, queueId).catch(this.throwUnavailable)
    if (owner === undefined || owner.user !== user) throw badQueue(queueId)
    return owner
  }

  /** Ends a queue of the user. Throws BAD_EVENT_QUEUE_ID for any other queue. */
  async remove(realm: RealmState, user: UserId, queueId: string): Promise<void> {
    const { gateway } = await this.owner(realm.id, user, queueId)
    await this.#records.remove(realm.id, queueId).catch(this.throwUnavailable)
    await this.#endQueue(realm.id, queueId, gateway)
  }

  /** Ends the listener, here or at another gateway, of a queue whose record was deleted. */
  async #endQueue(realm: RealmId, queueId: string, gateway: string): Promise<void> {
    const feed = this.#feeds.get(realm)
    const session = feed?.session(queueId)
    if (session !== undefined) feed?.detach(session, 'queueGone')
    else if (gateway !== '' && gateway !== this.#gateway) {
      await this.#notifyGateway(gateway, { realm, queueId, why: 'queueGone', generation: null })
    }
  }

  /** Answers all polls, closes all sockets and lets no further listener wait. Clients continue at other gateways. */
  drain(): void {
    this.#isDraining = true
    for (const feed of this.#feeds.values()) for (const session of feed.sessions) session.end('goingAway')
  }

  close(): void {
    this.drain()
    clearInterval(this.#sweep)
    clearInterval(this.#renewal)
    this.#subscriber.disconnect()
    for (const feed of this.#feeds.values()) feed.close()
    this.#feeds.clear()
    this.#ephemerals.close()
  }

  /**
   * Reads and renews the record of the user's queue. While Redis is away, a queue that is attached here continues from
   * memory with events from Postgres; its owner was checked when it was attached.
   */
  async #touch(
    realm: RealmId,
    queueId: string,
    user: UserId,
    acknowledged: EventId,
  ): Promise<TouchedQueue | undefined> {
    const attached = () => {
      const session = this.#feeds.get(realm)?.session(queueId)
      if (session?.filter.user !== user) return undefined
      return {
        filter: session.filter,
        formerGateway: '',
        head: undefined,
        generation: session.generation,
        heardAt: 0,
      }
    }
    if (!this.#core.isRedisAvailable) {
      const known = attached()
      if (known === undefined) this.checkAvailable()
      return known
    }
    return this.#records
      .touch(realm, queueId, user, this.#gateway, acknowledged)
      .catch((error: unknown) => attached() ?? this.throwUnavailable(error))
  }

  /** Throws 503, so that the client tries again and keeps its queue. */
  readonly throwUnavailable = (error: unknown): never => {
    this.#core.log.warn(
      { err: error },
      'event queue records cannot be read or written; the client gets 503 and tries again',
    )
    throw eventQueuesUnavailable()
  }

  #feed(realm: RealmState): RealmFeed {
    const known = this.#feeds.get(realm.id)
    if (known !== undefined) return known
    const feed = new RealmFeed(this.#core, realm, this.#ephemerals.of(realm.id), this.#heartbeatMs)
    this.#feeds.set(realm.id, feed)
    return feed
  }

  /** Gives the listener to the queue's session. Callers must not await anything between `claim` and this call. */
  #startListener(claim: Claim, listener: Listener): { feed: RealmFeed; session: QueueSession } {
    const { queueId, generation } = claim
    const feed = this.#feed(claim.realm)
    const session = feed.session(queueId) ?? feed.attach(this.#session(claim))
    session.renewedAt = Date.now()
    if (generation >= session.generation) {
      session.keyVersion = claim.keyVersion
      session.sessionVersion = claim.sessionVersion
      session.browserSession = claim.browserSession
    }
    session.setListener(listener, generation, claim.cursor)
    if (generation < (this.#endedGenerations.get(queueId) ?? 0)) feed.detach(session, 'replaced')
    if (this.#endedSessions.has(claim.browserSession ?? '') && session.listener === listener)
      session.end('sessionEnded')
    return { feed, session }
  }

  #session({ realm, queueId, filter, heardAt }: Claim): QueueSession {
    const { ring } = this.#ephemerals.of(realm.id)
    return new QueueSession(queueId, filter, new EphemeralCursor(ring, heardAt))
  }

  /** Throws BAD_EVENT_QUEUE_ID for a cursor beyond the end of the log, which lost the client's events. */
  async #checkNotFuture(
    realm: RealmState,
    queueId: string,
    cursor: EventId,
    head: Seq | undefined,
  ): Promise<void> {
    const position = startedPositionOf(cursor)
    if (position <= realm.position || (head !== undefined && position <= head)) return
    const [row] = await this.#core.db.run<{ seq: Seq }>(HEAD, [realm.id])
    if (row === undefined || position > row.seq) throw badQueue(queueId)
  }

  /** Returns the wait before a heartbeat, random within its last quarter, so that clients do not return together. */
  readonly #heartbeatMs = (): number =>
    Math.round(this.#options.heartbeatSeconds * 1000 * (0.75 + Math.random() * 0.25))

  /** Notifies another gateway that a queue which it served was taken over or has ended. Never rejects. */
  async #notifyGateway(gateway: string, notice: QueueNotice): Promise<void> {
    await this.#core.redis.publish(channelOf(gateway), JSON.stringify(notice)).catch(() => undefined)
  }

  #receiveNotice(text: string): void {
    const { realm, queueId, why, generation } = JSON.parse(text) as QueueNotice
    const feed = this.#feeds.get(realm)
    const session = feed?.session(queueId)
    if (session !== undefined && (generation === null || session.generation < generation))
      feed?.detach(session, why)
    if (generation !== null) this.#endedGenerations.set(queueId, generation)
  }

  /** Ends the listeners of a browser session that has ended. */
  #endSession(name: string): void {
    this.#endedSessions.add(name)
    for (const feed of this.#feeds.values()) {
      for (const session of feed.sessions) if (session.browserSession === name) session.end('sessionEnded')
    }
  }

  /** Renews the records of queues with a listener after a third of their lifetime. */
  async #renewDue(): Promise<void> {
    const now = Date.now()
    const due: (() => Promise<void>)[] = []
    for (const feed of this.#feeds.values()) {
      for (const session of feed.sessions) {
        const { listener, renewedAt, filter } = session
        if (listener !== undefined && renewedAt + (filter.lifetimeSeconds * 1000) / 3 < now)
          due.push(() => this.#renew(feed, session))
      }
    }
    while (due.length > 0) await Promise.all(due.splice(-RENEWALS_AT_ONCE).map((renew) => renew()))
  }

  async #renew(feed: RealmFeed, session: QueueSession): Promise<void> {
    const { renewedAt } = session
    session.renewedAt = Date.now()
    const outcome = await this.#records.renew(feed.realm, session, this.#gateway).catch(() => undefined)
    if (outcome === undefined) session.renewedAt = renewedAt // Redis is away, so the next round tries again.
    if (outcome === 'gone') feed.detach(session, 'queueGone')
    if (outcome === 'taken') feed.detach(session, 'replaced')
    if (outcome === 'loggedOut') session.end('sessionEnded')
  }

  /** Detaches queues that were not fetched for their lifetime, whose records have expired, and closes empty feeds. */
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

/** A message from one gateway to another about a queue. */
interface QueueNotice {
  readonly realm: RealmId
  readonly queueId: string
  readonly why: EndReason
  /** Generation of the new listener; null when the queue ended. */
  readonly generation: Generation | null
}

const channelOf = (gateway: string) => `gateway:${gateway}`

const isQueueId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
