import type { Redis, Result } from 'ioredis'
import type { RealmId, Seq } from '../ids.ts'
import { countRedis } from '../round-trips.ts'
import { type LogEntry, streamKeys } from './log.ts'

/**
 * Adds entries to the realm's stream, whatever order processes arrive in:
 * next in order: XADD, then whatever waited for it; already there: nothing; a gap before it: it waits in
 * a hash; the stream is unknown (Redis came back empty): `cold`, and nothing is written.
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

/** Starts an unknown stream at a position; does nothing to a known one. */
const OPEN = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('DEL', KEYS[1], KEYS[3])
redis.call('SET', KEYS[2], ARGV[1])
redis.call('SET', KEYS[4], ARGV[1])
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

export type AppendOutcome = 'appended' | 'gap' | 'cold'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    eventsAppend(...args: (string | number)[]): Result<AppendOutcome, Context>
    eventsOpen(...args: (string | number)[]): Result<number, Context>
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

  /** Makes a cold stream known: its first entry will be the one after `floor`. */
  async open(realm: RealmId, floor: Seq): Promise<void> {
    countRedis(1)
    await this.redis.eventsOpen(...keys(realm), floor)
  }

  /** Drops the entries up to and including `floor`. */
  async trim(realm: RealmId, floor: Seq): Promise<void> {
    countRedis(1)
    await this.redis.eventsTrim(...keys(realm), floor)
  }

  /** Positions of the newest entry of each realm; undefined for a cold stream. */
  async heads(realms: readonly RealmId[]): Promise<(Seq | undefined)[]> {
    if (realms.length === 0) return []
    const pipeline = this.redis.pipeline()
    for (const realm of realms) pipeline.get(streamKeys(realm).head)
    countRedis(1)
    const replies = (await pipeline.exec()) ?? []
    return replies.map(([error, value]) => {
      if (error) throw error
      return value === null ? undefined : (Number(value) as Seq)
    })
  }
}

function keys(realm: RealmId): string[] {
  const { stream, head, waiting, floor } = streamKeys(realm)
  return [stream, head, waiting, floor]
}
