import { Cluster, type Result } from 'ioredis'
import { groupBy } from '../../../core/platform/collections/group-by.ts'
import { type ApiError, rateLimitHit } from '../../../core/platform/errors.ts'
import { type RedisClient, slotOf } from '../../../core/platform/redis/redis-connection.ts'

/** Counts are sent to Redis together after this time, in milliseconds. */
const FLUSH_MS = 100
const SWEEP_MS = 60_000
/** Keys of one script, so that none keeps Redis busy for more than about a millisecond. */
const MAX_KEYS_TOGETHER = 500

/**
 * Adds to counts that expire ARGV[1] milliseconds after they began. Returns the total of each and the
 * milliseconds left.
 */
const ADD = `
local reply = {}
for i = 1, #KEYS do
  reply[2 * i - 1] = redis.call('INCRBY', KEYS[i], ARGV[i + 1])
  local left = redis.call('PTTL', KEYS[i])
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[i], left)
  end
  reply[2 * i] = left
end
return reply
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countsAdd(...args: (string | number)[]): Result<number[], Context>
  }
}

/** The rest of a limit, after a request was counted. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Unix milliseconds at which the window ends and the count starts again. */
  readonly resetsAt: number
}

interface Window {
  /** Requests in this window that this gateway knows about, including its own. */
  taken: number
  /** Requests of this gateway that Redis does not have yet. */
  unsent: number
  /** Unix milliseconds. */
  resetsAt: number
}

export interface Limit {
  /** Begins the name of each count in Redis. */
  readonly prefix: string
  /** Requests in a window. */
  readonly points: number
  readonly seconds: number
}

/**
 * One limit for many keys, counted as `RateLimits` describes: without waiting for Redis, and shared with
 * other gateways. All counts of 100 ms are one command.
 */
export class SharedCount {
  readonly #redis: RedisClient
  readonly #limit: Limit
  readonly #windows = new Map<string, Window>()
  readonly #unsent = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sweptAt = Date.now()

  constructor(redis: RedisClient, limit: Limit) {
    this.#redis = redis
    this.#limit = limit
    redis.defineCommand('countsAdd', { lua: ADD })
  }

  /** Counts one. Throws RATE_LIMIT_HIT (429) over the limit; `points`: the limit of this key. */
  take(key: string, points = this.#limit.points): Allowance {
    const { seconds } = this.#limit
    const now = Date.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.resetsAt <= now) {
      window = { taken: 0, unsent: 0, resetsAt: now + seconds * 1000 }
      this.#windows.set(key, window)
    }
    if (window.taken >= points) throw limitHit(window.resetsAt - now)
    window.taken++
    window.unsent++
    this.#unsent.add(key)
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref()
    return { limit: points, remaining: points - window.taken, resetsAt: window.resetsAt }
  }

  /** Throws when one more would exceed the limit; counts nothing. */
  refuse(key: string): void {
    const window = this.#windows.get(key)
    const left = window === undefined ? 0 : window.resetsAt - Date.now()
    if (window !== undefined && left > 0 && window.taken >= this.#limit.points) throw limitHit(left)
  }

  /** Sends the counts that Redis does not have yet. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    // Without Redis nothing is sent, and this gateway continues with its own counts.
    const keys = this.#redis.status === 'ready' ? [...this.#unsent] : []
    this.#unsent.clear()
    const groups = this.#redis instanceof Cluster ? [...groupBy(keys, slotOf).values()] : [keys]
    await Promise.all(groups.map((group) => this.#sendAll(group)))
    const now = Date.now()
    if (now - this.#sweptAt < SWEEP_MS) return
    this.#sweptAt = now
    for (const [key, { resetsAt }] of this.#windows) if (resetsAt <= now) this.#windows.delete(key)
  }

  /** `keys` are on one node of Redis. */
  async #sendAll(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += MAX_KEYS_TOGETHER) {
      await this.#send(keys.slice(from, from + MAX_KEYS_TOGETHER))
    }
  }

  async #send(keys: readonly string[]): Promise<void> {
    const names: string[] = []
    const windows: Window[] = []
    const unsent: number[] = []
    for (const key of keys) {
      const window = this.#windows.get(key)
      if (window === undefined) continue
      names.push(`${this.#limit.prefix}:${key}`)
      windows.push(window)
      unsent.push(window.unsent)
      window.unsent = 0
    }
    if (names.length === 0) return
    const milliseconds = this.#limit.seconds * 1000
    // After an error this gateway continues with its own counts too.
    const reply = await this.#redis
      .countsAdd(names.length, ...names, milliseconds, ...unsent)
      .catch(() => undefined)
    if (reply === undefined) return
    const now = Date.now()
    for (const [n, window] of windows.entries()) {
      window.taken = reply[2 * n]! + window.unsent
      window.resetsAt = now + reply[2 * n + 1]!
    }
  }
}

/** RATE_LIMIT_HIT (429) for a limit whose window ends after this number of milliseconds. */
export const limitHit = (milliseconds: number): ApiError => rateLimitHit(Math.max(milliseconds, 1) / 1000)
