import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/utils'
import type { Redis } from 'ioredis'

/** A lock that its holder does not renew for this long is free: the holder's process has died. */
const HELD_MS = 6_000
/** How often a holder renews its lock, and looks whether somebody wants it. */
const RENEW_MS = 500
const RETRY_MS = 100
/** Longer than HELD_MS, so that whoever follows a dead process gets its turn. */
const WAIT_MS = 10_000

/** Takes the lock if it is free; else asks for it. Returns whether it was taken. */
const TAKE = `
  if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    redis.call('DEL', KEYS[2])
    return 1
  end
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
  return 0`

/** 0: somebody else has it; 1: renewed; 2: renewed, and somebody wants it. */
const RENEW = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1 + redis.call('EXISTS', KEYS[2])`

const RELEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 0`

/**
 * At most one request, at whatever gateway, works on an upload. Who comes later asks the one before to end; it
 * stores what it has and gives way, so that a client whose connection hangs goes on by another at once.
 */
export class UploadLocks implements Locker {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  newLock(id: string): Lock {
    return new UploadLock(this.#redis, id)
  }
}

class UploadLock implements Lock {
  readonly #redis: Redis
  readonly #keys: [string, string]
  readonly #holder = randomUUID()
  #renewal: NodeJS.Timeout | undefined
  #released = false

  constructor(redis: Redis, id: string) {
    this.#redis = redis
    this.#keys = [`upload-lock:{${id}}`, `upload-lock:{${id}}:wanted`]
  }

  /** Rejects when the one before does not give way, with the tus server's own error. */
  async lock(signal: AbortSignal, giveWay: RequestRelease): Promise<void> {
    const deadline = Date.now() + WAIT_MS
    while ((await this.#redis.eval(TAKE, 2, ...this.#keys, this.#holder, HELD_MS)) !== 1) {
      if (signal.aborted || Date.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT
      await sleep(RETRY_MS)
    }
    this.#renew(Date.now(), giveWay)
  }

  async unlock(): Promise<void> {
    this.#released = true
    clearTimeout(this.#renewal)
    // What cannot be released runs out.
    await this.#redis.eval(RELEASE, 2, ...this.#keys, this.#holder).catch(() => undefined)
  }

  #renew(since: number, giveWay: RequestRelease): void {
    this.#renewal = setTimeout(async () => {
      const renewed = await this.#redis
        .eval(RENEW, 2, ...this.#keys, this.#holder, HELD_MS)
        .catch(() => undefined)
      if (this.#released) return
      const isLost = renewed === 0 || (renewed === undefined && Date.now() - since > HELD_MS / 2)
      if (isLost || renewed === 2) await giveWay()
      this.#renew(renewed === undefined ? since : Date.now(), giveWay)
    }, RENEW_MS)
  }
}
