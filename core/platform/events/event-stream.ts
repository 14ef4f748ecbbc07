import { Cluster, type Result } from 'ioredis'
import type { RealmId, Seq } from '../ids.ts'
import { countRedis } from '../log/round-trips.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { wakeUpChannel } from '../redis/wake-ups.ts'
import { announcementChannel, MAX_ANNOUNCED_BYTES } from './announcement.ts'
import { type LogEntry, streamKeys } from './log.ts'

/**
 * Adds entries to the realm's stream in order, although processes may call it out of order. For each entry:
 * - It is next in order: the script adds it, then the entries that waited for it.
 * - The stream has it already: the script does nothing.
 * - Entries before it are missing: it waits in a hash.
 * - The stream has another entry at its position: the script writes nothing and returns `forked`.
 *
 * When the stream has another epoch than the process knows, the script writes nothing and returns `newEpoch`:
 * the entries may be those that Postgres lost, committed before the loss and sent after it.
 *
 * When the stream has no head, for example after Redis restarted empty, the script writes nothing and returns
 * `cold`. When the stream has grown, the script publishes the new entries (`announcement.ts`) and wakes the
 * workers with the id of the realm. A node of a cluster publishes sharded, so that only the node of the slot
 * has the message.
 */
const APPEND = `
local head = tonumber(redis.call('GET', KEYS[2]))
if not head then return 'cold' end
if ARGV[7] ~= '' and (redis.call('GET', KEYS[5]) or '0') ~= ARGV[7] then return 'newEpoch' end
local before = head
local waiting = redis.call('HLEN', KEYS[3])
local lines, bytes = {}, 0
local function add(seq, payload, audience)
  redis.call('XADD', KEYS[1], seq .. '-0', 'p', payload, 'a', audience)
  head = seq
  bytes = bytes + #payload
  lines[#lines + 1] = payload
  lines[#lines + 1] = audience
end
local seq = tonumber(ARGV[1])
for i = 8, #ARGV, 2 do
  if seq == head + 1 then
    add(seq, ARGV[i], ARGV[i + 1])
    if waiting > 0 then waiting = waiting - redis.call('HDEL', KEYS[3], seq) end
  elseif seq > head then
    waiting = waiting + redis.call('HSET', KEYS[3], seq, cjson.encode({ARGV[i], ARGV[i + 1]}))
  else
    local known = redis.call('XRANGE', KEYS[1], seq .. '-0', seq .. '-0')[1]
    if known and known[2][2] ~= ARGV[i] then return 'forked' end
  end
  seq = seq + 1
end
while waiting > 0 do
  local entry = redis.call('HGET', KEYS[3], head + 1)
  if not entry then break end
  local pair = cjson.decode(entry)
  add(head + 1, pair[1], pair[2])
  redis.call('HDEL', KEYS[3], head)
  waiting = waiting - 1
end
redis.call('SET', KEYS[2], head)
if head > before then
  local text = (before + 1) .. ',' .. head
  if bytes <= tonumber(ARGV[5]) then text = text .. '\\n' .. table.concat(lines, '\\n') end
  redis.call(ARGV[3], ARGV[4], text)
  redis.call('PUBLISH', ARGV[2], ARGV[6])
end
if waiting > 0 then return 'gap' end
return 'appended'
`

/**
 * Empties the stream and sets its head and floor, unless its head has changed. An empty argument means no
 * head.
 */
const OPEN = `
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[1], KEYS[3])
redis.call('SET', KEYS[2], ARGV[1])
redis.call('SET', KEYS[4], ARGV[1])
return 1
`

/** Empties the stream, sets its head and floor, and increments its epoch, unless its epoch has changed. */
const FORK = `
if tonumber(redis.call('GET', KEYS[5]) or '0') ~= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[3])
redis.call('SET', KEYS[2], ARGV[1])
redis.call('SET', KEYS[4], ARGV[1])
redis.call('INCR', KEYS[5])
return 1
`

/**
 * Trims the stream up to a position. The floor is exact; Redis drops whole nodes only, so older entries may
 * remain.
 */
const TRIM = `
local floor = tonumber(redis.call('GET', KEYS[4]) or '0')
if tonumber(ARGV[1]) <= floor then return 0 end
redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', tonumber(ARGV[1]) + 1) .. '-0')
redis.call('SET', KEYS[4], ARGV[1])
return 1
`

export type AppendOutcome = 'appended' | 'gap' | 'cold' | 'forked' | 'newEpoch'

/** The newest position and the epoch of a realm's stream. */
export interface StreamTip {
  /** Position of the newest entry; undefined for a cold stream. */
  readonly head: Seq | undefined
  /**
   * How often Postgres lost entries that the stream had. Entries of different epochs belong to different
   * logs.
   */
  readonly epoch: number
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    eventsAppend(...args: (string | number)[]): Result<AppendOutcome, Context>
    eventsOpen(...args: (string | number)[]): Result<number, Context>
    eventsFork(...args: (string | number)[]): Result<number, Context>
    eventsTrim(...args: (string | number)[]): Result<number, Context>
  }
}

/** Writes the realms' Redis streams. */
export class EventStream {
  readonly redis: RedisClient
  readonly #wakeUp: string
  readonly #publish: 'SPUBLISH' | 'PUBLISH'

  constructor(redis: RedisClient) {
    this.redis = redis
    this.#wakeUp = wakeUpChannel(redis, 'log')
    this.#publish = redis instanceof Cluster ? 'SPUBLISH' : 'PUBLISH'
    redis.defineCommand('eventsAppend', { numberOfKeys: 5, lua: APPEND })
    redis.defineCommand('eventsOpen', { numberOfKeys: 4, lua: OPEN })
    redis.defineCommand('eventsFork', { numberOfKeys: 5, lua: FORK })
    redis.defineCommand('eventsTrim', { numberOfKeys: 4, lua: TRIM })
  }

  /**
   * Adds consecutive entries. Idempotent. See `APPEND` for the outcomes. `epoch`: the one that the stream
   * must have. Default: any.
   */
  async append(realm: RealmId, entries: readonly LogEntry[], epoch?: number): Promise<AppendOutcome> {
    const first = entries[0]
    if (first === undefined) return 'appended'
    countRedis(1)
    return this.redis.eventsAppend(
      ...keys(realm),
      streamKeys(realm).epoch,
      first.seq,
      this.#wakeUp,
      this.#publish,
      announcementChannel(this.redis, realm),
      MAX_ANNOUNCED_BYTES,
      realm,
      epoch ?? '',
      ...entries.flatMap((entry) => [entry.payload, entry.audience]),
    )
  }

  /**
   * Empties the stream, so that its first entry will be the one after `floor`. Does nothing when its head is
   * no longer `head`, because another process has opened it or appended to it.
   */
  async open(realm: RealmId, floor: Seq, head: Seq | undefined): Promise<void> {
    countRedis(1)
    await this.redis.eventsOpen(...keys(realm), floor, head ?? '')
  }

  /**
   * Empties the stream after Postgres lost entries that it had, and increments its epoch, which ends all
   * event queues of the old epoch. Does nothing when the epoch is no longer `epoch`, because another process
   * has done it.
   */
  async fork(realm: RealmId, floor: Seq, epoch: number): Promise<void> {
    countRedis(1)
    await this.redis.eventsFork(...keys(realm), streamKeys(realm).epoch, floor, epoch)
  }

  /** Drops the entries up to and including `floor`. */
  async trim(realm: RealmId, floor: Seq): Promise<void> {
    countRedis(1)
    await this.redis.eventsTrim(...keys(realm), floor)
  }

  /** Returns the newest entries of the stream, oldest first. */
  async newest(realm: RealmId, count: number): Promise<LogEntry[]> {
    countRedis(1)
    const found = await this.redis.xrevrange(streamKeys(realm).stream, '+', '-', 'COUNT', count)
    return found.reverse().map(toLogEntry)
  }

  /**
   * Returns the tips of the realms' streams, in the order of `realms`; undefined for those whose node of a
   * cluster does not answer. Rejects when none answers.
   */
  async tips(realms: readonly RealmId[]): Promise<(StreamTip | undefined)[]> {
    if (realms.length === 0) return []
    countRedis(1)
    const replies = await Promise.allSettled(
      realms.map((realm) => this.redis.mget(streamKeys(realm).head, streamKeys(realm).epoch)),
    )
    const [first] = replies
    if (first?.status === 'rejected' && replies.every(({ status }) => status === 'rejected'))
      throw first.reason
    return replies.map((reply) => {
      if (reply.status === 'rejected') return undefined
      const [head, epoch] = reply.value
      return { head: head == null ? undefined : (Number(head) as Seq), epoch: Number(epoch) }
    })
  }
}

function keys(realm: RealmId): string[] {
  const { stream, head, waiting, floor } = streamKeys(realm)
  return [stream, head, waiting, floor]
}

/**
 * Returns the log entry of a stream entry, which Redis returns as its id and a list of field names and
 * values.
 */
export function toLogEntry([id, fields]: [id: string, fields: string[]]): LogEntry {
  return { seq: Number.parseInt(id, 10) as Seq, payload: fields[1]!, audience: fields[3]! }
}
