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
import { badQueue } from './bad-queue.ts'
import { EphemeralFeeds } from './ephemeral-feeds.ts'
import { EphemeralCursor } from './ephemeral-ring.ts'
import { type EventId, entryOf, eventIdFrom } from './event-id.ts'
import { RealmFeed } from './feed.ts'
import { type Answer, type Ending, type Listener, PollListener } from './listener.ts'
import { type QueueFilter, QueueRecords, type TouchedQueue } from './queue-record.ts'
import { type Generation, QueueSession } from './session.ts'

export interface EventQueuesOptions {
  /** Seconds a queue lives after its last fetch, unless its client asks for less (spec.md "Limits"). */
  readonly lifetimeSeconds: number
  /** Queues that one user may have; with one more the oldest ends. */
  readonly queuesPerUser: number
  /** Seconds a poll waits at most before a heartbeat. */
  readonly heartbeatSeconds: number
}

/** Where a client goes on. */
export interface Cursor {
  readonly queueId: string
  /** -1 for a client that has nothing yet. */
  readonly lastEventId: number
  /** Name of the browser's session that it was let in with instead of a key. */
  readonly session: string | undefined
}

export interface PollRequest extends Cursor {
  readonly dontBlock: boolean
}

/** A queue that this gateway serves now, for a listener that is about to begin. */
export interface Claim {
  readonly realm: RealmState
  readonly queueId: string
  readonly filter: QueueFilter
  readonly cursor: EventId
  readonly generation: Generation
  readonly keyVersion: number
  /** Undefined for a client that was let in with a key. */
  readonly sessionVersion: number | undefined
  readonly browserSession: string | undefined
  /** Milliseconds: ephemeral events before then have been offered to the client. */
  readonly heardAt: number
}

/** A listener that stays, as whoever owns it deals with it. */
export interface ListenerHandle {
  /** Notes what its client has. False for what it was not given. Renews the queue's record when it is time. */
  acknowledge(id: EventId): boolean
  /** It was full and is not any more. */
  resume(): void
  /** It has gone by itself. */
  abandon(): void
}

const HEAD = statement('queues.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const SWEEP_MS = 15_000
/** The least life of a queue that a client can ask for, in seconds: a poll may wait for nearly as long. */
const MIN_LIFETIME_SECONDS = 60
/** Records are renewed at least this often, so that those of the shortest lives are in time. */
const RENEWAL_MS = 10_000
/** An acknowledgement renews the record when it is older than this. */
const ACKNOWLEDGED_RECORD_MS = 10_000
/** Renewals sent to Redis together. */
const RENEWALS_AT_ONCE = 500

/**
 * The event queues as one gateway serves them (spec.md "Events"). A queue belongs to no gateway: its record
 * is in Redis, its events are in the log, and whichever gateway is polled continues from the client's
 * `last_event_id`.
 */
export class EventQueues {
  readonly #core: Core
  readonly #options: EventQueuesOptions
  readonly #records: QueueRecords
  readonly #gateway = randomUUID()
  readonly #feeds = new Map<RealmId, RealmFeed>()
  readonly #ephemerals: EphemeralFeeds
  /** Turns of other gateways' listeners, for ours that were let in before them and begin after. */
  readonly #endedGenerations = new Map<string, Generation>()
  /** Names of browsers' sessions that have just ended, for listeners that were let in before and begin after. */
  readonly #endedSessions = new Set<string>()
  readonly #subscriber: Redis
  readonly #sweep: NodeJS.Timeout
  readonly #renewal: NodeJS.Timeout
  #draining = false

  constructor(core: Core, options: EventQueuesOptions) {
    this.#core = core
    this.#options = options
    this.#records = new QueueRecords(core.redis)
    this.#ephemerals = new EphemeralFeeds(core.redis)
    this.#subscriber = core.redis.duplicate({ autoResubscribe: false })
    this.#subscriber.on('error', () => undefined) // the commands' connection tells of it
    this.#subscriber.on('message', (channel, text) => {
      if (channel === ENDED_SESSIONS) this.#endSession(text)
      else this.#onTold(text)
    })
    // Whenever it is connected, also when Redis was away at the start.
    this.#subscriber.on('ready', () => {
      this.#subscriber.subscribe(channelOf(this.#gateway), ENDED_SESSIONS).catch(() => undefined)
    })
    this.#sweep = setInterval(() => this.#dropIdle(), SWEEP_MS).unref()
    const renewalMs = Math.min(RENEWAL_MS, options.lifetimeSeconds * 150)
    this.#renewal = setInterval(() => void this.#renewHeard(), renewalMs).unref()
  }

  /** Queues that are attached here, polls that wait at them, and sockets, for the metrics. */
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

  /** Throws 503 while Redis is away or hangs, before anything is read for a queue that cannot be created. */
  checkAvailable(): void {
    if (!this.#core.isRedisAvailable) this.refuse(new Error('Redis is away, or hangs'))
  }

  /** How long a queue lives whose client asked for so many seconds: no longer than the server keeps queues. */
  lifetimeFor(asked = Number.POSITIVE_INFINITY): number {
    const { lifetimeSeconds } = this.#options
    return Math.min(Math.max(asked, MIN_LIFETIME_SECONDS), lifetimeSeconds)
  }

  /**
   * Creates a queue that begins after `filter.firstSeq`, and with the ephemeral events since `heardAt`
   * (milliseconds); returns its id. When the user has too many, the oldest ends. Throws 503 while Redis is away.
   */
  async create(realm: RealmId, filter: QueueFilter, heardAt: number): Promise<string> {
    const id = randomUUID()
    const { ready } = this.#ephemerals.of(realm)
    const ended = await this.#records
      .create(realm, id, filter, heardAt, this.#options.queuesPerUser)
      .catch((error) => (error instanceof ApiError ? Promise.reject(error) : this.refuse(error)))
    for (const { queueId, gateway } of ended) await this.#endQueue(realm, queueId, gateway)
    await ready
    return id
  }

  /**
   * Answers with the events after `lastEventId`, waiting for one if there is none; `answer` is called once.
   * Returns how to abandon the wait. Throws BAD_EVENT_QUEUE_ID for an unknown queue, for somebody else's
   * (the same words: nothing tells that it exists), and for a position the log does not have; 503 for a
   * queue that is not attached here while Redis is away.
   */
  async poll(realm: RealmState, user: UserRecord, request: PollRequest, answer: Answer): Promise<() => void> {
    const claim = await this.claim(realm, user, request)
    const listener = new PollListener(answer)
    const { feed, session } = this.#begin(claim, listener)
    try {
      await feed.feed(session, listener, request.dontBlock || this.#draining)
    } catch (error) {
      session.abandon(listener)
      if (error instanceof LogTrimmed) throw badQueue(request.queueId)
      throw error
    }
    return () => session.abandon(listener)
  }

  /**
   * Makes this gateway the one that serves a queue, and ends its listener at any other. Throws as `poll` does,
   * but for a position that was trimmed away: that ends the listener as `queueGone`.
   */
  async claim(realm: RealmState, user: UserRecord, cursor: Cursor): Promise<Claim> {
    const { queueId, session: browserSession } = cursor
    if (!isQueueId(queueId)) throw badQueue(queueId)
    // The record checks whose queue it is: somebody else's poll does not even renew it.
    const from = eventIdFrom(cursor.lastEventId)
    await this.#ephemerals.of(realm.id).ready
    const record = await this.#touch(realm.id, queueId, user.id, from)
    if (record === undefined) throw badQueue(queueId)
    const { filter, formerGateway, head, generation, heardAt } = record
    await this.#refuseFuture(realm, queueId, from, head)
    if (formerGateway !== '' && formerGateway !== this.#gateway) {
      await this.#tell(formerGateway, { realm: realm.id, queueId, why: 'replaced', generation })
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

  /** Begins a listener that stays: it is fed, or ended, until it has gone. */
  listen(claim: Claim, listener: Listener): ListenerHandle {
    const { feed, session } = this.#begin(claim, listener)
    if (this.#draining) session.end('goingAway')
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

  /** Throws BAD_EVENT_QUEUE_ID unless there is such a queue and it is the user's. */
  async owner(realm: RealmId, user: UserId, queueId: string): Promise<{ gateway: string }> {
    if (!isQueueId(queueId)) throw badQueue(queueId)
    const owner = await this.#records.owner(realm, queueId).catch(this.refuse)
    if (owner === undefined || owner.user !== user) throw badQueue(queueId)
    return owner
  }

  /** Ends a queue of the user's. Throws BAD_EVENT_QUEUE_ID for any other. */
  async remove(realm: RealmState, user: UserId, queueId: string): Promise<void> {
    const { gateway } = await this.owner(realm.id, user, queueId)
    await this.#records.remove(realm.id, queueId).catch(this.refuse)
    await this.#endQueue(realm.id, queueId, gateway)
  }

  /** Ends the listener, here or at another gateway, of a queue whose record is gone. */
  async #endQueue(realm: RealmId, queueId: string, gateway: string): Promise<void> {
    const feed = this.#feeds.get(realm)
    const session = feed?.session(queueId)
    if (session !== undefined) feed?.detach(session, 'queueGone')
    else if (gateway !== '' && gateway !== this.#gateway) {
      await this.#tell(gateway, { realm, queueId, why: 'queueGone', generation: null })
    }
  }

  /** Answers every poll, closes every socket and lets none wait any more: clients come again, elsewhere. */
  drain(): void {
    this.#draining = true
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
   * The user's queue as its record has it. While Redis is away a queue that is attached here goes on: its
   * events come from Postgres then, and who holds it has been checked when it was attached.
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
      .catch((error: unknown) => attached() ?? this.refuse(error))
  }

  /** Throws 503: the client tries again, as it is not its queue that is gone. */
  readonly refuse = (error: unknown): never => {
    this.#core.log.warn({ err: error }, 'queue records cannot be reached')
    throw new ApiError('Event queues are not available right now', {
      code: 'EVENT_QUEUES_UNAVAILABLE',
      status: 503,
      extra: { 'retry-after': 1 },
    })
  }

  #feed(realm: RealmState): RealmFeed {
    const known = this.#feeds.get(realm.id)
    if (known !== undefined) return known
    const feed = new RealmFeed(this.#core, realm, this.#ephemerals.of(realm.id), this.#heartbeatMs)
    this.#feeds.set(realm.id, feed)
    return feed
  }

  /** Lets the listener begin, in its session here. From the reply of `claim` on, nothing else may be awaited. */
  #begin(claim: Claim, listener: Listener): { feed: RealmFeed; session: QueueSession } {
    const { queueId, generation } = claim
    const feed = this.#feed(claim.realm)
    const session = feed.session(queueId) ?? feed.attach(this.#session(claim))
    session.renewedAt = Date.now()
    if (generation >= session.generation) {
      session.keyVersion = claim.keyVersion
      session.sessionVersion = claim.sessionVersion
      session.browserSession = claim.browserSession
    }
    session.begin(listener, generation, claim.cursor)
    if (generation < (this.#endedGenerations.get(queueId) ?? 0)) feed.detach(session, 'replaced')
    if (this.#endedSessions.has(claim.browserSession ?? '') && session.listener === listener)
      session.end('sessionEnded')
    return { feed, session }
  }

  #session({ realm, queueId, filter, heardAt }: Claim): QueueSession {
    const { ring } = this.#ephemerals.of(realm.id)
    return new QueueSession(queueId, filter, new EphemeralCursor(ring, heardAt))
  }

  /** A cursor beyond the log cannot have been given to the client: it knows another past. */
  async #refuseFuture(
    realm: RealmState,
    queueId: string,
    cursor: EventId,
    head: Seq | undefined,
  ): Promise<void> {
    const entry = entryOf(cursor)
    if (entry <= realm.position || (head !== undefined && entry <= head)) return
    const [row] = await this.#core.db.run<{ seq: Seq }>(HEAD, [realm.id])
    if (row === undefined || entry > row.seq) throw badQueue(queueId)
  }

  /** Jittered over the last quarter, so that clients do not return together. */
  readonly #heartbeatMs = (): number =>
    Math.round(this.#options.heartbeatSeconds * 1000 * (0.75 + Math.random() * 0.25))

  /** Lets the gateway that served a queue know what became of it. */
  async #tell(gateway: string, news: News): Promise<void> {
    await this.#core.redis.publish(channelOf(gateway), JSON.stringify(news)).catch(() => undefined)
  }

  #onTold(text: string): void {
    const { realm, queueId, why, generation } = JSON.parse(text) as News
    const feed = this.#feeds.get(realm)
    const session = feed?.session(queueId)
    if (session !== undefined && (generation === null || session.generation < generation))
      feed?.detach(session, why)
    if (generation !== null) this.#endedGenerations.set(queueId, generation)
  }

  /** A browser logged out: whoever listens by its session hears no more. */
  #endSession(name: string): void {
    this.#endedSessions.add(name)
    for (const feed of this.#feeds.values()) {
      for (const session of feed.sessions) if (session.browserSession === name) session.end('sessionEnded')
    }
  }

  /** Renews the records of queues that have a listener and have not been fetched for long. */
  async #renewHeard(): Promise<void> {
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
    const found = await this.#records.renew(feed.realm, session, this.#gateway).catch(() => undefined)
    if (found === undefined) session.renewedAt = renewedAt // Redis is away: at the next round.
    if (found === 'gone') feed.detach(session, 'queueGone')
    if (found === 'taken') feed.detach(session, 'replaced')
    if (found === 'loggedOut') session.end('sessionEnded')
  }

  /** Forgets queues that nobody has fetched for their lifetime; Redis has expired their records. */
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

/** What one gateway tells another of a queue. */
interface News {
  readonly realm: RealmId
  readonly queueId: string
  readonly why: Ending
  /** Of the listener that came; null when it is the queue that ended. */
  readonly generation: Generation | null
}

const channelOf = (gateway: string) => `gateway:${gateway}`

const isQueueId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
