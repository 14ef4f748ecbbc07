import type { Result } from 'ioredis'
import { PRESENCE_MIN_UPDATE_SECONDS } from '../../../config/limits.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { countRedis } from '../../platform/log/round-trips.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'
import type { Presence, PresenceTimes } from './presence.ts'

/**
 * Stores reports in their order, and returns the changes after `known`: `{last, restored, formerActive,
 * formerConnected, active, connected, …, user, times, user, times, …}` with four times for each report, then
 * the changed users in the order of changes. Returns nothing while the store is cold. A caller that knows
 * more changes than the store has seen a store that was restored since: it gets everything, and the store
 * continues from the caller's id.
 */
const EXCHANGE = `
local last = tonumber(redis.call('GET', KEYS[3]))
if not last then return false end
local known, minUpdate = tonumber(ARGV[1]), tonumber(ARGV[2])
local restored = known > last
if restored then last = known end
local begun = last
local reply = {0, restored and 1 or 0}
local reporting, times = {}, {}
for i = 3, #ARGV, 3 do reporting[#reporting + 1] = ARGV[i] end
if #reporting > 0 then
  local found = redis.call('HMGET', KEYS[1], unpack(reporting))
  for i = 1, #reporting do times[reporting[i]] = found[i] end
end
for i = 3, #ARGV, 3 do
  local user, now, kind = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2]
  local active, connected = 0, 0
  local stored = times[user]
  if stored then
    local a, c = string.match(stored, '^(%d+) (%d+)')
    active, connected = tonumber(a), tonumber(c)
  end
  local stale = now - minUpdate
  local newActive, newConnected = active, connected
  if kind == 'gone' then
    newActive, newConnected = math.min(active, now), math.min(connected, now)
  else
    if kind == 'active' and active < stale then newActive = now end
    if connected < stale or (newActive > active and connected < now) then newConnected = now end
  end
  if newActive ~= active or newConnected ~= connected then
    last = last + 1
    times[user] = string.format('%.0f %.0f %.0f', newActive, newConnected, last)
    redis.call('HSET', KEYS[1], user, times[user])
    redis.call('ZADD', KEYS[2], last, user)
  end
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = active, connected, newActive, newConnected
end
if restored or last > begun then redis.call('SET', KEYS[3], string.format('%.0f', last)) end
reply[1] = last
local users = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. (restored and '0' or ARGV[1]), '+inf')
for from = 1, #users, 1000 do
  local to = math.min(from + 999, #users)
  local times = redis.call('HMGET', KEYS[1], unpack(users, from, to))
  for i = from, to do
    reply[#reply + 1] = users[i]
    reply[#reply + 1] = times[i - from + 1]
  end
end
return reply
`

/**
 * Fills a cold store with the last update id and with user, times and update id of each person. Does nothing
 * when the store is filled.
 */
const FILL = `
if redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
for i = 2, #ARGV, 3 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  redis.call('ZADD', KEYS[2], ARGV[i + 2], ARGV[i])
end
redis.call('SET', KEYS[3], ARGV[1])
return 1
`

/** The last update id, whether the store was restored, the times of the reports, and the changes. */
type ExchangeReply = [last: number, restored: number, ...(number | string)[]]

declare module 'ioredis' {
  interface RedisCommander<Context> {
    presenceExchange(...args: (string | number)[]): Result<ExchangeReply | null, Context>
    presenceFill(...args: (string | number)[]): Result<number, Context>
  }
}

export interface PresenceReport {
  readonly user: UserId
  /** `gone`: the user's newest report becomes at most as new as this report. */
  readonly kind: 'active' | 'idle' | 'gone'
  /** Unix seconds. */
  readonly at: number
}

/** A person's times before and after a report. */
export interface ReportedTimes {
  /** Zeros without an earlier report. */
  readonly before: PresenceTimes
  readonly after: PresenceTimes
}

export interface PresenceChanges {
  /** The update id of the newest change. */
  readonly last: number
  /** The store was restored from an older copy; `changes` has everything that is left. */
  readonly isRestored: boolean
  /** One for each report. */
  readonly reported: readonly ReportedTimes[]
  /** Each user once, by ascending update id. */
  readonly changes: readonly Presence[]
}

/** Presence in Redis: a hash of times by user, the users by update id, and the newest update id. */
export class PresenceStore {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
    redis.defineCommand('presenceExchange', { numberOfKeys: 3, lua: EXCHANGE })
    redis.defineCommand('presenceFill', { numberOfKeys: 3, lua: FILL })
  }

  /**
   * Stores reports and returns the changes after `known`, including these. One round trip. Returns undefined
   * and stores nothing while the store is cold.
   */
  async exchange(
    realm: RealmId,
    known: number,
    reports: readonly PresenceReport[],
  ): Promise<PresenceChanges | undefined> {
    const reply = await this.#redis.presenceExchange(
      ...keys(realm),
      known,
      PRESENCE_MIN_UPDATE_SECONDS,
      ...reports.flatMap(({ user, at, kind }) => [user, at, kind]),
    )
    if (reply === null) return undefined
    const [last, restored, ...values] = reply
    const timesAt = (index: number): PresenceTimes => ({
      activeAt: values[index] as number,
      connectedAt: values[index + 1] as number,
    })
    const reported = reports.map((_, n) => ({ before: timesAt(4 * n), after: timesAt(4 * n + 2) }))
    const changes: Presence[] = []
    for (let index = 4 * reports.length; index < values.length; index += 2) {
      changes.push(parse(Number(values[index]) as UserId, values[index + 1] as string))
    }
    return { last, isRestored: restored === 1, reported, changes }
  }

  /** Fills the store if it is cold. `last` is at least the greatest update id given. */
  async fill(realm: RealmId, presences: readonly Presence[], last: number): Promise<void> {
    countRedis(1)
    await this.#redis.presenceFill(
      ...keys(realm),
      last,
      ...presences.flatMap((presence) => [presence.user, timesOf(presence), presence.updateId]),
    )
  }
}

function keys(realm: RealmId): string[] {
  const tag = `{realm:${realm}}`
  return [`presence:${tag}`, `presence:${tag}:updates`, `presence:${tag}:last`]
}

const timesOf = ({ activeAt, connectedAt, updateId }: Presence) => `${activeAt} ${connectedAt} ${updateId}`

function parse(user: UserId, times: string): Presence {
  const [activeAt, connectedAt, updateId] = times.split(' ').map(Number) as [number, number, number]
  return { user, activeAt, connectedAt, updateId }
}
