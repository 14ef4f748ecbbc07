import type { Redis, Result } from 'ioredis'
import type { RealmId, Seq } from '../ids.ts'
import { countRedis } from '../round-trips.ts'
import { type LogEntry, streamKeys } from './log.ts'

/**
 * Adds entries to the realm's stream, whatever order processes arrive in:
 * next in order: XADD, then whatever waited for it; already there: nothing; a gap before it: it waits in
 * a hash; the stream is unknown (Redis came back empty): `cold`, and nothing is written; another entry is
 * there: `forked`, and nothing is written.
 */
const APPEND = `
local head = tonumber(redis.call('GET', KEYS[2]))
if not head then return 'cold' end
local waiting = redis.call('HLEN', KEYS[3])
local seq = tonumber(ARGV[1])
for i = 2, #ARGV, 2 do
  if seq == head + 1 then
    redis.call('XADD', KEYS[1], seq .. '-0', 'p', ARGV[i], 'a', ARGV[i + 1])
    head = seq
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
  redis.call('XADD', KEYS[1], (head + 1) .. '-0', 'p', pair[1], 'a', pair[2])
  head = head + 1
  redis.call('HDEL', KEYS[3], head)
  waiting = waiting - 1
end
redis.call('SET', KEYS[2], head)
if waiting > 0 then return 'gap' end
return 'appended'
`

/** Begins the stream anew after a position, unless its head (empty: unknown) is another by now. */
const OPEN = `
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[1], KEYS[3])
redis.call('SET', KEYS[2], ARGV[1])
redis.call('SET', KEYS[4], ARGV[1])
return 1
`

/** Begins the stream anew after a position, in the next epoch, unless its epoch is another by now. */
const FORK = `
if tonumber(redis.call('GET', KEYS[5]) or '0') ~= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[3])
redis.call('SET', KEYS[2], ARGV[1])
redis.call('SET', KEYS[4], ARGV[1])
redis.call('INCR', KEYS[5])
return 1
`

/** Forgets entries up to a position; the floor is exact, the stream lags behind it by whole nodes. */
const TRIM = `
local floor = tonumber(redis.call('GET', KEYS[4]) or '0')
if tonumber(ARGV[1]) <= floor then return 0 end
redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', tonumber(ARGV[1]) + 1) .. '-0')
redis.call('SET', KEYS[4], ARGV[1])
return 1
`

export type AppendOutcome = 'appended' | 'gap' | 'cold' | 'forked'

/** Where a realm's stream stands. */
export interface StreamTip {
  /** Position of the newest entry; undefined for a cold stream. */
  readonly head: Seq | undefined
  /** How often the log has gone back behind the stream: what was read in another epoch was of another log. */
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

/** The commands of the stream, on a connection of this process. */
export class EventStream {
  readonly redis: Redis

  constructor(redis: Redis) {
    this.redis = redis
    redis.defineCommand('eventsAppend', { numberOfKeys: 4, lua: APPEND })
    redis.defineCommand('eventsOpen', { numberOfKeys: 4, lua: OPEN })
    redis.defineCommand('eventsFork', { numberOfKeys: 5, lua: FORK })
    redis.defineCommand('eventsTrim', { numberOfKeys: 4, lua: TRIM })
  }

  /** Idempotent. `entries` are consecutive, the first one at `entries[0].seq`. */
  async append(realm: RealmId, entries: readonly LogEntry[]): Promise<AppendOutcome> {
    const first = entries[0]
    if (first === undefined) return 'appended'
    countRedis(1)
    return this.redis.eventsAppend(
      ...keys(realm),
      first.seq,
      ...entries.flatMap((entry) => [entry.payload, entry.audience]),
    )
  }

  /**
   * Empties the stream: its first entry will be the one after `floor`. Does nothing when its head is not
   * `head` any more: somebody else has opened it or added to it.
   */
  async open(realm: RealmId, floor: Seq, head: Seq | undefined): Promise<void> {
    countRedis(1)
    await this.redis.eventsOpen(...keys(realm), floor, head ?? '')
  }

  /**
   * Empties the stream of what the log does not have any more and steps the epoch, which ends every queue of
   * the former one. Does nothing when the epoch is not `epoch` any more: somebody else has done it.
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

  async tips(realms: readonly RealmId[]): Promise<StreamTip[]> {
    if (realms.length === 0) return []
    const pipeline = this.redis.pipeline()
    for (const realm of realms) pipeline.mget(streamKeys(realm).head, streamKeys(realm).epoch)
    countRedis(1)
    const replies = (await pipeline.exec()) ?? []
    return replies.map(([error, values]) => {
      if (error) throw error
      const [head, epoch] = values as [string | null, string | null]
      return { head: head === null ? undefined : (Number(head) as Seq), epoch: Number(epoch) }
    })
  }
}

function keys(realm: RealmId): string[] {
  const { stream, head, waiting, floor } = streamKeys(realm)
  return [stream, head, waiting, floor]
}
