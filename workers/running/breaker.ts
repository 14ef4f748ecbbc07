import { createHash } from 'node:crypto'
import {
  BREAKER_FIRST_PAUSE_SECONDS,
  BREAKER_MAX_PAUSE_SECONDS,
  BREAKER_SILENT_REQUESTS,
} from '../../config/limits.ts'
import { QUEUE_PREFIX } from '../../core/platform/jobs/names.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'

/** Redis forgets a host that nobody has asked for this long. */
const FORGET_MS = 3600_000

// KEYS: the state of the host, the pause, the trial request. Each expires by itself.
/** Returns 0 when the host may be asked, else the milliseconds until it may. */
const ASK = `
  local pause = redis.call('PTTL', KEYS[2])
  if pause > 0 then return pause end
  if redis.call('HEXISTS', KEYS[1], 'pause') == 0 then return 0 end
  if redis.call('SET', KEYS[3], '1', 'NX', 'PX', ARGV[1]) then return 0 end
  return math.max(redis.call('PTTL', KEYS[3]), 1)`
/** Counts a request without an answer. Returns 1 when a pause begins. */
const SILENT = `
  if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
  local silent = redis.call('HINCRBY', KEYS[1], 'silent', 1)
  local former = tonumber(redis.call('HGET', KEYS[1], 'pause') or '0')
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('DEL', KEYS[3])
  if former == 0 and silent < tonumber(ARGV[1]) then return 0 end
  local pause = former == 0 and tonumber(ARGV[2]) or math.min(former * 2, tonumber(ARGV[3]))
  redis.call('HSET', KEYS[1], 'pause', pause)
  redis.call('SET', KEYS[2], '1', 'PX', pause)
  return 1`

/**
 * Remembers for all workers which hosts do not answer. After some requests in a row without an answer the
 * host is not asked during a pause. Then one trial request decides: an answer ends the breaker, silence
 * begins a pause of twice the length.
 */
export class Breaker {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  /**
   * Resolves to 0 when the host may be asked, else to the milliseconds until then. A trial request that has
   * not ended after `holdMs` counts as lost.
   */
  async ask(host: string, holdMs: number): Promise<number> {
    return (await this.#redis.eval(ASK, 3, ...keysOf(host), holdMs)) as number
  }

  /** The host has answered. */
  async answered(host: string): Promise<void> {
    await this.#redis.del(...keysOf(host))
  }

  /** The host has not answered in time. Resolves to whether a pause begins. */
  async silent(host: string): Promise<boolean> {
    const pauses = [BREAKER_FIRST_PAUSE_SECONDS * 1000, BREAKER_MAX_PAUSE_SECONDS * 1000]
    const numbers = [BREAKER_SILENT_REQUESTS, ...pauses, FORGET_MS]
    return (await this.#redis.eval(SILENT, 3, ...keysOf(host), ...numbers)) === 1
  }
}

function keysOf(host: string): [string, string, string] {
  const key = `${QUEUE_PREFIX}:host:${createHash('sha256').update(host).digest('base64url').slice(0, 24)}`
  return [key, `${key}:pause`, `${key}:trial`]
}
