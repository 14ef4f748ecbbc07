import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/utils'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'

/** A lock expires when its holder does not renew it for this long, because its process has died. */
const EXPIRY_MS = 6_000
/** How often a holder renews its lock and checks whether another request wants it. */
const RENEW_MS = 500
const RETRY_MS = 100
/** Longer than EXPIRY_MS, so that a request waits long enough for the lock of a dead process to expire. */
const WAIT_MS = 10_000

/** Takes the lock when it is free. Otherwise marks it as wanted. Returns whether the lock was taken. */
const TAKE = `
  if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    redis.call('DEL', KEYS[2])
    return 1
  end
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
  return 0`

/**
 * Returns 0 when the lock was lost, 1 when it was renewed, 2 when it was renewed and another request wants
 * it.
 */
const RENEW = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1 + redis.call('EXISTS', KEYS[2])`

const RELEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 0`

/**
 * Locks that let at most one request, on any gateway, write to an upload. A later request asks the current
 * holder to stop. The holder stores the bytes that have arrived and releases the lock, so that a client with
 * a hanging connection can resume on another one immediately.
 */
export class UploadLocks implements Locker {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  newLock(id: string): Lock {
    return new UploadLock(this.#redis, id)
  }
}

class UploadLock implements Lock {
  readonly #redis: RedisClient
  readonly #keys: [string, string]
  readonly #holder = randomUUID()
  #renewal: NodeJS.Timeout | undefined
  #released = false

  constructor(redis: RedisClient, id: string) {
    this.#redis = redis
    this.#keys = [`upload-lock:{${id}}`, `upload-lock:{${id}}:wanted`]
  }

  /** Acquires the lock. Rejects with tus's `ERR_LOCK_TIMEOUT` when the holder does not release it in time. */
  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const deadline = Date.now() + WAIT_MS
    while ((await this.#redis.eval(TAKE, 2, ...this.#keys, this.#holder, EXPIRY_MS)) !== 1) {
      if (signal.aborted || Date.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT
      await sleep(RETRY_MS)
    }
    this.#renew(Date.now(), requestRelease)
  }

  async unlock(): Promise<void> {
    this.#released = true
    clearTimeout(this.#renewal)
    // A lock that cannot be released expires.
    await this.#redis.eval(RELEASE, 2, ...this.#keys, this.#holder).catch(() => undefined)
  }

  #renew(since: number, requestRelease: RequestRelease): void {
    this.#renewal = setTimeout(async () => {
      const renewed = await this.#redis
        .eval(RENEW, 2, ...this.#keys, this.#holder, EXPIRY_MS)
        .catch(() => undefined)
      if (this.#released) return
      const isLost = renewed === 0 || (renewed === undefined && Date.now() - since > EXPIRY_MS / 2)
      if (isLost || renewed === 2) await requestRelease()
      this.#renew(renewed === undefined ? since : Date.now(), requestRelease)
    }, RENEW_MS)
  }
}
