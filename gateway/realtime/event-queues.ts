import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Core } from '../../core/core.ts'
import { statement } from '../../core/db/statement.ts'
import { ApiError } from '../../core/errors.ts'
import { Trimmed } from '../../core/events/replay.ts'
import type { RealmId, Seq, UserId } from '../../core/ids.ts'
import type { RealmState } from '../../core/realm/state.ts'
import { RealmFeed } from './feed.ts'
import { type QueueFilter, QueueRecords, type TouchedQueue } from './queue-record.ts'
import { type Answer, QueueSession } from './session.ts'

export interface EventQueuesOptions {
  /** Seconds a queue lives after its last fetch (spec.md "Limits"). */
  readonly lifetimeSeconds: number
  /** Seconds a poll waits at most before a heartbeat. */
  readonly heartbeatSeconds: number
}

export interface PollRequest {
  readonly queueId: string
  /** -1 for a client that has nothing yet. */
  readonly lastEventId: number
  readonly dontBlock: boolean
}

const HEAD = statement('queues.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const SWEEP_MS = 15_000

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
  readonly #subscriber: Redis
  readonly #sweep: NodeJS.Timeout
  #draining = false

  constructor(core: Core, options: EventQueuesOptions) {
    this.#core = core
    this.#options = options
    this.#records = new QueueRecords(core.redis, options.lifetimeSeconds)
    this.#subscriber = core.redis.duplicate()
    this.#subscriber.on('error', () => undefined) // the commands' connection tells of it
    this.#subscriber.on('message', (_channel, text) => this.#onTaken(text))
    this.#subscriber.subscribe(channelOf(this.#gateway)).catch(() => undefined)
    this.#sweep = setInterval(() => this.#dropIdle(), SWEEP_MS).unref()
  }

  /** Polls that wait and queues that are attached here, for the metrics. */
  get load(): { queues: number; waiting: number } {
    let queues = 0
    let waiting = 0
    for (const feed of this.#feeds.values()) {
      queues += feed.size
      for (const session of feed.sessions) if (session.isWaiting) waiting++
    }
    return { queues, waiting }
  }

  /** Creates a queue that begins after `filter.firstSeq`; returns its id. Throws 503 while Redis is away. */
  async create(realm: RealmId, filter: QueueFilter): Promise<string> {
    const id = randomUUID()
    await this.#records.create(realm, id, filter).catch(this.#unavailable)
    return id
  }

  /**
   * Answers with the events after `lastEventId`, waiting for one if there is none; `answer` is called once.
   * Returns how to abandon the wait. Throws BAD_EVENT_QUEUE_ID for an unknown queue, for somebody else's
   * (the same words: nothing tells that it exists), and for a position the log does not have; 503 for a
   * queue that is not attached here while Redis is away.
   */
  async poll(realm: RealmState, user: UserId, request: PollRequest, answer: Answer): Promise<() => void> {
    const { queueId, lastEventId } = request
    if (!isQueueId(queueId)) throw badQueue(queueId)
    // The record checks whose queue it is: somebody else's poll does not even renew it.
    const acknowledged = Math.max(lastEventId, 0)
    const record = await this.#touch(realm.realm, queueId, user, acknowledged)
    if (record === undefined) throw badQueue(queueId)
    await this.#refuseFuture(realm, queueId, lastEventId, record.head)
    if (record.formerGateway !== '' && record.formerGateway !== this.#gateway) {
      await this.#tell(record.formerGateway, realm.realm, queueId)
    }
    const feed = this.#feed(realm)
    const session = feed.session(queueId) ?? feed.attach(new QueueSession(queueId, record.filter))
    session.lastPoll = Date.now()
    const heartbeatMs = this.#heartbeatMs()
    try {
      await feed.poll(session, lastEventId, request.dontBlock || this.#draining, heartbeatMs, answer)
    } catch (error) {
      if (error instanceof Trimmed) throw badQueue(queueId)
      throw error
    }
    return () => session.abandon(answer)
  }

  /** Ends a queue of the user's. Throws BAD_EVENT_QUEUE_ID for any other. */
  async remove(realm: RealmState, user: UserId, queueId: string): Promise<void> {
    if (!isQueueId(queueId)) throw badQueue(queueId)
    const owner = await this.#records.owner(realm.realm, queueId).catch(this.#unavailable)
    if (owner === undefined || owner.user !== user) throw badQueue(queueId)
    await this.#records.remove(realm.realm, queueId).catch(this.#unavailable)
    const feed = this.#feeds.get(realm.realm)
    const session = feed?.session(queueId)
    if (session !== undefined) feed?.detach(session)
    else if (owner.gateway !== '' && owner.gateway !== this.#gateway) {
      await this.#tell(owner.gateway, realm.realm, queueId)
    }
  }

  /** Answers every waiting poll and lets none wait any more: clients poll again, at another gateway. */
  drain(): void {
    this.#draining = true
    for (const feed of this.#feeds.values()) for (const session of feed.sessions) session.release()
  }

  close(): void {
    this.drain()
    clearInterval(this.#sweep)
    this.#subscriber.disconnect()
    for (const feed of this.#feeds.values()) feed.close()
    this.#feeds.clear()
  }

  /**
   * The user's queue as its record has it. While Redis is away a queue that is attached here goes on: its
   * events come from Postgres then, and who holds it has been checked when it was attached.
   */
  async #touch(
    realm: RealmId,
    queueId: string,
    user: UserId,
    acknowledged: number,
  ): Promise<TouchedQueue | undefined> {
    const attached = () => {
      const filter = this.#feeds.get(realm)?.session(queueId)?.filter
      return filter?.user === user ? { filter, formerGateway: '', head: undefined } : undefined
    }
    const isAway = this.#core.redis.status !== 'ready'
    const known = isAway ? attached() : undefined
    if (known !== undefined) return known
    return this.#records
      .touch(realm, queueId, user, this.#gateway, acknowledged)
      .catch((error: unknown) => attached() ?? this.#unavailable(error))
  }

  /** The client tries again: it is not its queue that is gone. */
  readonly #unavailable = (error: unknown): never => {
    this.#core.log.warn({ err: error }, 'queue records cannot be reached')
    throw new ApiError('Event queues are not available right now', {
      code: 'EVENT_QUEUES_UNAVAILABLE',
      status: 503,
      extra: { 'retry-after': 1 },
    })
  }

  #feed(realm: RealmState): RealmFeed {
    const known = this.#feeds.get(realm.realm)
    if (known !== undefined) return known
    const feed = new RealmFeed(this.#core, realm)
    this.#feeds.set(realm.realm, feed)
    return feed
  }

  /** A position that no event has yet cannot have been acknowledged: the client knows another past. */
  async #refuseFuture(
    realm: RealmState,
    queueId: string,
    lastEventId: number,
    head: Seq | undefined,
  ): Promise<void> {
    if (lastEventId <= realm.position || (head !== undefined && lastEventId <= head)) return
    const [row] = await this.#core.db.run<{ seq: Seq }>(HEAD, [realm.realm])
    if (row === undefined || lastEventId > row.seq) throw badQueue(queueId)
  }

  /** Jittered over the last quarter, so that clients do not return together. */
  #heartbeatMs(): number {
    return this.#options.heartbeatSeconds * 1000 * (0.75 + Math.random() * 0.25)
  }

  /** Lets the gateway that served a queue know that it is served here now. */
  async #tell(gateway: string, realm: RealmId, queueId: string): Promise<void> {
    await this.#core.redis.publish(channelOf(gateway), `${realm} ${queueId}`).catch(() => undefined)
  }

  #onTaken(text: string): void {
    const [realm, queueId] = text.split(' ') as [string, string]
    const feed = this.#feeds.get(Number(realm) as RealmId)
    const session = feed?.session(queueId)
    if (session !== undefined) feed?.detach(session)
  }

  /** Forgets queues that nobody has polled for their lifetime; Redis has expired their records. */
  #dropIdle(): void {
    const oldest = Date.now() - this.#options.lifetimeSeconds * 1000
    for (const [realm, feed] of this.#feeds) {
      for (const session of [...feed.sessions]) {
        if (!session.isWaiting && session.lastPoll < oldest) feed.detach(session)
      }
      if (feed.size === 0) {
        feed.close()
        this.#feeds.delete(realm)
      }
    }
  }
}

const channelOf = (gateway: string) => `gateway:${gateway}`

const isQueueId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function badQueue(queueId: string): ApiError {
  return new ApiError(`Bad event queue ID: ${queueId}`, {
    code: 'BAD_EVENT_QUEUE_ID',
    extra: { queue_id: queueId },
  })
}
