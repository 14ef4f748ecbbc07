import type { Redis, Result } from 'ioredis'
import { streamKeys } from '../../core/events/log.ts'
import type { RealmId, Seq, UserId } from '../../core/ids.ts'
import { countRedis } from '../../core/round-trips.ts'

/** What a client asked for when it registered: a filter on the realm's log, not a copy of it. */
export interface QueueFilter {
  readonly user: UserId
  /** Null for all types. */
  readonly eventTypes: readonly string[] | null
  /** Message content as HTML, not as text. */
  readonly applyMarkdown: boolean
  /** The client computes default avatars itself. */
  readonly clientGravatar: boolean
  readonly slimPresence: boolean
  /** Also the messages of public channels the user is not subscribed to. */
  readonly allPublicStreams: boolean
  readonly narrow: readonly (readonly [operator: string, operand: string])[]
  readonly capabilities: Readonly<Record<string, boolean>>
  /** Position of the snapshot the client got: the queue begins after it. */
  readonly firstSeq: Seq
  /** Seconds the queue lives after its last fetch. */
  readonly lifetimeSeconds: number
}

export interface TouchedQueue {
  readonly filter: QueueFilter
  /** The gateway that served the queue before this one; empty for none. */
  readonly formerGateway: string
  /** Position of the newest entry in the stream; undefined while the stream is cold. */
  readonly head: Seq | undefined
  /** Of all that came to this queue this one is the newest. */
  readonly turn: number
  /** Milliseconds, of the fetch before this one, or of the state that the queue's client began with. */
  readonly heardAt: number
}

/** What a renewal found. `taken`: another gateway serves the queue. */
export type Renewed = 'renewed' | 'gone' | 'taken'

/** Writes a queue, of the stream's epoch. */
const CREATE = `
redis.call('HSET', KEYS[1], 'user', ARGV[1], 'filter', ARGV[2], 'acknowledged', ARGV[3], 'heard', ARGV[4],
  'lifetime', ARGV[5], 'epoch', redis.call('GET', KEYS[2]) or '0')
redis.call('EXPIRE', KEYS[1], ARGV[5])
`

/**
 * Reads a user's queue, renews it and makes this gateway the one that serves it; nothing for any other, and
 * for one of another epoch: the log has gone back since, and its client knows events that never were.
 */
const TOUCH = `
local queue = redis.call('HMGET', KEYS[1], 'filter', 'user', 'gateway', 'epoch', 'heard', 'lifetime')
if not queue[1] or queue[2] ~= ARGV[3] then return false end
if queue[4] ~= (redis.call('GET', KEYS[3]) or '0') then return false end
redis.call('HSET', KEYS[1], 'gateway', ARGV[1], 'acknowledged', ARGV[2], 'heard', ARGV[4])
redis.call('EXPIRE', KEYS[1], queue[6])
local turn = redis.call('HINCRBY', KEYS[1], 'turn', 1)
return {queue[1], queue[3] or '', turn, queue[5], redis.call('GET', KEYS[2])}
`

/** Renews a queue that this gateway serves, also when Redis has forgotten, with its last second, that it does. */
const RENEW = `
local queue = redis.call('HMGET', KEYS[1], 'user', 'gateway', 'lifetime')
if not queue[1] then return 'gone' end
if queue[2] and queue[2] ~= ARGV[1] then return 'taken' end
redis.call('HSET', KEYS[1], 'gateway', ARGV[1], 'acknowledged', ARGV[2])
redis.call('EXPIRE', KEYS[1], queue[3])
return 'renewed'
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    queueCreate(
      queue: string,
      epoch: string,
      user: UserId,
      filter: string,
      acknowledged: Seq,
      heardAt: number,
      lifetime: number,
    ): Result<null, Context>
    queueTouch(
      queue: string,
      head: string,
      epoch: string,
      gateway: string,
      acknowledged: number,
      user: UserId,
      now: number,
    ): Result<[string, string, number, string, string | null] | null, Context>
    queueRenew(queue: string, gateway: string, acknowledged: number): Result<Renewed, Context>
  }
}

/**
 * Queue records in Redis. A record lives for its queue's lifetime after its last fetch: expiry is the garbage
 * collection, and an unknown record is BAD_EVENT_QUEUE_ID (spec.md "Events" 2).
 */
export class QueueRecords {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
    redis.defineCommand('queueCreate', { numberOfKeys: 2, lua: CREATE })
    redis.defineCommand('queueTouch', { numberOfKeys: 3, lua: TOUCH })
    redis.defineCommand('queueRenew', { numberOfKeys: 1, lua: RENEW })
  }

  /** `heardAt`: milliseconds, before the state was read that the queue's client begins with. */
  async create(realm: RealmId, queueId: string, filter: QueueFilter, heardAt: number): Promise<void> {
    countRedis(1)
    await this.#redis.queueCreate(
      recordKey(realm, queueId),
      streamKeys(realm).epoch,
      filter.user,
      JSON.stringify(filter),
      filter.firstSeq,
      heardAt,
      filter.lifetimeSeconds,
    )
  }

  /** Undefined for a queue that does not exist (any more) and for one of another user. */
  async touch(
    realm: RealmId,
    queueId: string,
    user: UserId,
    gateway: string,
    acknowledged: number,
  ): Promise<TouchedQueue | undefined> {
    countRedis(1)
    const reply = await this.#redis.queueTouch(
      recordKey(realm, queueId),
      streamKeys(realm).head,
      streamKeys(realm).epoch,
      gateway,
      acknowledged,
      user,
      Date.now(),
    )
    if (!reply) return undefined
    const [filter, formerGateway, turn, heardAt, head] = reply
    return {
      filter: JSON.parse(filter) as QueueFilter,
      formerGateway,
      head: head === null ? undefined : (Number(head) as Seq),
      turn,
      heardAt: Number(heardAt),
    }
  }

  /** Renews the record of a queue whose client stays connected to this gateway. */
  async renew(realm: RealmId, queueId: string, gateway: string, acknowledged: Seq): Promise<Renewed> {
    countRedis(1)
    return this.#redis.queueRenew(recordKey(realm, queueId), gateway, acknowledged)
  }

  /** Returns whose queue it is, without renewing it. */
  async owner(realm: RealmId, queueId: string): Promise<{ user: UserId; gateway: string } | undefined> {
    countRedis(1)
    const [user, gateway] = await this.#redis.hmget(recordKey(realm, queueId), 'user', 'gateway')
    return user ? { user: Number(user) as UserId, gateway: gateway ?? '' } : undefined
  }

  async remove(realm: RealmId, queueId: string): Promise<void> {
    countRedis(1)
    await this.#redis.del(recordKey(realm, queueId))
  }
}

const recordKey = (realm: RealmId, queueId: string) => `queue:{realm:${realm}}:${queueId}`
