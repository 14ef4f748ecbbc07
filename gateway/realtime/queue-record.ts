import type { Result } from 'ioredis'
import { MAX_QUEUE_RECORD_BYTES } from '../../config/limits.ts'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId, Seq, UserId } from '../../core/platform/ids.ts'
import { countRedis } from '../../core/platform/log/round-trips.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { type SessionRealm, sessionKey } from '../http/authentication/sessions.ts'
import { queueRecordTooLarge } from '../wire/queue-errors.ts'
import { type EventId, eventIdAt } from './event-id.ts'

/** The options of a client's queue, which is a filter on the realm's log, not a copy of events. */
export interface QueueFilter {
  readonly user: UserId
  /** Null for all types. */
  readonly eventTypes: readonly string[] | null
  /** Message content is sent as HTML instead of Markdown. */
  readonly applyMarkdown: boolean
  /** The client computes default avatars itself. */
  readonly clientGravatar: boolean
  readonly slimPresence: boolean
  /** Includes messages of public channels to which the user is not subscribed. */
  readonly allPublicStreams: boolean
  readonly narrow: readonly (readonly [operator: string, operand: string])[]
  readonly capabilities: Readonly<Record<string, boolean>>
  /** Position of the client's snapshot; the queue begins after it. */
  readonly firstSeq: Seq
  /** Seconds from the last fetch until the queue expires. */
  readonly lifetimeSeconds: number
}

export interface TouchedQueue {
  readonly filter: QueueFilter
  /** The gateway that served the queue before; empty for none. */
  readonly formerGateway: string
  /** Position of the newest entry in the stream; undefined while the stream is cold. */
  readonly head: Seq | undefined
  /** The number of this fetch; the newest fetch of a queue has the highest number. */
  readonly generation: number
  /** Unix milliseconds of the previous fetch or, for the first fetch, of the snapshot. */
  readonly heardAt: number
}

/** A queue that a gateway serves. */
interface Served {
  readonly id: string
  readonly acknowledged: EventId
  /** Unix milliseconds of the last fetch. */
  readonly heardAt: number
  /** Name (`sessionName`) of the listener's browser session; undefined for an API key. */
  readonly browserSession: string | undefined
}

/**
 * The result of a renewal. `taken`: another gateway serves the queue. `loggedOut`: the listener's session has
 * ended.
 */
export type Renewed = 'renewed' | 'gone' | 'taken' | 'loggedOut'

/** A queue that ended because its user created too many. `gateway` served it; empty for none. */
export interface EndedQueue {
  readonly queueId: string
  readonly gateway: string
}

/** Most queues of one renewal, which is a script: some 1 ms of Redis. */
export const MAX_RENEWALS = 200

/**
 * A user's list of queues expires this long after the last creation, which is longer than any unfetched queue
 * lives.
 */
const QUEUE_LIST_SECONDS = 30 * 24 * 3600

/**
 * Writes a queue with the stream's epoch, unless its client's state is of another epoch: then it returns
 * false. Adds it to its user's list, which is ordered by creation. Returns the list when it is too long, else
 * nothing.
 */
const CREATE = `
local epoch = redis.call('GET', KEYS[2]) or '0'
if ARGV[9] ~= '' and ARGV[9] ~= epoch then return false end
redis.call('HSET', KEYS[1], 'user', ARGV[1], 'filter', ARGV[2], 'acknowledged', ARGV[3], 'heard', ARGV[4],
  'lifetime', ARGV[5], 'epoch', epoch)
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[6])
redis.call('EXPIRE', KEYS[3], ARGV[8])
if redis.call('ZCARD', KEYS[3]) <= tonumber(ARGV[7]) then return {} end
return redis.call('ZRANGE', KEYS[3], 0, -1)
`

/**
 * Drops expired queues from a user's list, then ends the oldest of the others beyond the maximum and returns
 * their ids and gateways. All keys are declared: while the slot moves, a cluster refuses a script that uses
 * others with an error.
 */
const END_OLDEST = `
local most = tonumber(ARGV[1])
local living, ended = {}, {}
for i = 2, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then living[#living + 1] = i
  else redis.call('ZREM', KEYS[1], ARGV[i]) end
end
for n = 1, #living - most do
  local i = living[n]
  ended[#ended + 1] = ARGV[i]
  ended[#ended + 1] = redis.call('HGET', KEYS[i], 'gateway') or ''
  redis.call('DEL', KEYS[i])
  redis.call('ZREM', KEYS[1], ARGV[i])
end
return ended
`

/**
 * Reads a user's queue, renews it and makes this gateway the one that serves it. Returns nothing for the
 * queue of another user, and for one of another epoch: the log was reset since, so its client knows events
 * that no longer exist.
 */
const TOUCH = `
local queue = redis.call('HMGET', KEYS[1], 'filter', 'user', 'gateway', 'epoch', 'heard', 'lifetime')
if not queue[1] or queue[2] ~= ARGV[3] then return false end
if queue[4] ~= (redis.call('GET', KEYS[3]) or '0') then return false end
redis.call('HSET', KEYS[1], 'gateway', ARGV[1], 'acknowledged', ARGV[2], 'heard', ARGV[4])
redis.call('EXPIRE', KEYS[1], queue[6])
local generation = redis.call('HINCRBY', KEYS[1], 'generation', 1)
return {queue[1], queue[3] or '', generation, queue[5], redis.call('GET', KEYS[2])}
`

/**
 * Renews queues that this gateway serves, each with the key of its listener's session. When Redis has lost
 * the name of the gateway, writes it again.
 */
const RENEW = `
local outcomes = {}
for i = 1, #KEYS / 2 do
  local key = KEYS[2 * i - 1]
  local queue = redis.call('HMGET', key, 'user', 'gateway', 'lifetime')
  if not queue[1] then outcomes[i] = 'gone'
  elseif queue[2] and queue[2] ~= ARGV[1] then outcomes[i] = 'taken'
  elseif redis.call('EXISTS', KEYS[2 * i]) == 0 then outcomes[i] = 'loggedOut'
  else
    redis.call('HSET', key, 'gateway', ARGV[1], 'acknowledged', ARGV[2 * i], 'heard', ARGV[2 * i + 1])
    redis.call('EXPIRE', key, queue[3])
    outcomes[i] = 'renewed'
  end
end
return outcomes
`

/**
 * Deletes a user's queue and returns the gateway that serves it, empty for none. Returns nothing for the
 * queue of another user.
 */
const REMOVE = `
local queue = redis.call('HMGET', KEYS[1], 'user', 'gateway')
if queue[1] ~= ARGV[1] then return false end
redis.call('DEL', KEYS[1])
return queue[2] or ''
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    queueCreate(
      queue: string,
      epoch: string,
      ofUser: string,
      user: UserId,
      filter: string,
      acknowledged: EventId,
      heardAt: number,
      lifetime: number,
      id: string,
      most: number,
      listLifetime: number,
      epochOfState: number | '',
    ): Result<string[] | null, Context>
    queueEndOldest(
      keys: number,
      ...keysThenMostThenIds: readonly (string | number)[]
    ): Result<string[], Context>
    queueTouch(
      queue: string,
      head: string,
      epoch: string,
      gateway: string,
      acknowledged: EventId,
      user: UserId,
      now: number,
    ): Result<[string, string, number, string, string | null] | null, Context>
    queueRemove(queue: string, user: UserId): Result<string | null, Context>
    queueRenew(keys: number, ...keysThenArguments: readonly (string | number)[]): Result<Renewed[], Context>
  }
}

/**
 * The state for a client is of another epoch than the stream: Postgres has lost commits that the state may
 * contain.
 */
export class OtherEpoch extends Error {}

/**
 * Queue records in Redis. A record expires when its queue was not fetched for its lifetime. An unknown record
 * means BAD_EVENT_QUEUE_ID (spec.md "Events" 2).
 */
export class QueueRecords {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
    redis.defineCommand('queueCreate', { numberOfKeys: 3, lua: CREATE })
    redis.defineCommand('queueEndOldest', { lua: END_OLDEST })
    redis.defineCommand('queueTouch', { numberOfKeys: 3, lua: TOUCH })
    redis.defineCommand('queueRemove', { numberOfKeys: 1, lua: REMOVE })
    redis.defineCommand('queueRenew', { lua: RENEW })
  }

  /**
   * Creates a queue. `heardAt`: a time before the client's snapshot, in Unix milliseconds. `most`: the
   * maximum number of queues of a user; the oldest ones beyond it end and are returned. `epoch`: the epoch of
   * the client's snapshot, if known. Throws `OtherEpoch` when the stream has another epoch, and BAD_REQUEST
   * when the filter is too long.
   */
  async create(
    realm: RealmId,
    queueId: string,
    filter: QueueFilter,
    heardAt: number,
    most: number,
    epoch?: number,
  ): Promise<EndedQueue[]> {
    const text = JSON.stringify(filter)
    if (Buffer.byteLength(text) > MAX_QUEUE_RECORD_BYTES) {
      throw queueRecordTooLarge()
    }
    countRedis(1)
    const list = `event-queues:{realm:${realm}}:${filter.user}`
    const ids = await this.#redis.queueCreate(
      recordKey(realm, queueId),
      streamKeys(realm).epoch,
      list,
      filter.user,
      text,
      eventIdAt(filter.firstSeq),
      heardAt,
      filter.lifetimeSeconds,
      queueId,
      most,
      QUEUE_LIST_SECONDS,
      epoch ?? '',
    )
    if (ids === null) throw new OtherEpoch()
    return ids.length === 0 ? [] : this.#endOldest(realm, list, ids, most)
  }

  /** Ends the oldest of a user's queues beyond the maximum. `ids`: those on the list, oldest first. */
  async #endOldest(
    realm: RealmId,
    list: string,
    ids: readonly string[],
    most: number,
  ): Promise<EndedQueue[]> {
    countRedis(1)
    const keys = [list, ...ids.map((id) => recordKey(realm, id))]
    const ended = await this.#redis.queueEndOldest(keys.length, ...keys, most, ...ids)
    return Array.from({ length: ended.length / 2 }, (_, i) => ({
      queueId: ended[2 * i]!,
      gateway: ended[2 * i + 1]!,
    }))
  }

  /**
   * Reads and renews a queue for a fetch. Undefined for an unknown or expired queue, and for another user's.
   */
  async touch(
    realm: RealmId,
    queueId: string,
    user: UserId,
    gateway: string,
    acknowledged: EventId,
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
    const [filter, formerGateway, generation, heardAt, head] = reply
    return {
      filter: JSON.parse(filter) as QueueFilter,
      formerGateway,
      head: head === null ? undefined : (Number(head) as Seq),
      generation,
      heardAt: Number(heardAt),
    }
  }

  /**
   * Renews the records of queues that this gateway serves, at most MAX_RENEWALS. Returns an outcome for each.
   */
  async renew(realm: SessionRealm, queues: readonly Served[], gateway: string): Promise<Renewed[]> {
    countRedis(1)
    const keys = queues.flatMap(({ id, browserSession }) => {
      const queue = recordKey(realm.id, id)
      // A caller with an API key has no session; the script then checks the queue's own record in its place.
      return [queue, browserSession === undefined ? queue : sessionKey(realm, browserSession)]
    })
    const facts = queues.flatMap(({ acknowledged, heardAt }) => [acknowledged, heardAt])
    return this.#redis.queueRenew(keys.length, ...keys, gateway, ...facts)
  }

  /** The owner of a queue, which is not renewed. */
  async owner(realm: RealmId, queueId: string): Promise<UserId | undefined> {
    countRedis(1)
    const user = await this.#redis.hget(recordKey(realm, queueId), 'user')
    return user === null ? undefined : (Number(user) as UserId)
  }

  /**
   * Deletes a queue of the user. Returns the gateway that serves it, empty for none; undefined when the user
   * has no such queue.
   */
  async remove(realm: RealmId, queueId: string, user: UserId): Promise<string | undefined> {
    countRedis(1)
    return (await this.#redis.queueRemove(recordKey(realm, queueId), user)) ?? undefined
  }
}

export const recordKey = (realm: RealmId, queueId: string): string =>
  `event-queue:{realm:${realm}}:${queueId}`

export const isQueueId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
