import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { idSchema } from '../../platform/jobs/declare-job.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Destination } from './method.ts'

/** Seconds between the first and the second step of a log-in. */
export const PENDING_SECONDS = 600

const stored = z.object({
  user: idSchema<UserId>(),
  keyVersion: z.int(),
  sessionVersion: z.int(),
  next: z.string(),
  otp: z.string().optional(),
})

export interface PendingLogIn extends Destination {
  readonly user: UserRecord
}

/**
 * Log-ins that wait for their second step. Redis keeps each under the hash of a token that only the browser
 * has. It is no session: it opens nothing but the page of the second step.
 */
export class PendingLogIns {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  /** Returns the token. */
  async begin(realm: RealmId, user: UserRecord, destination: Destination): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const { id, keyVersion, sessionVersion } = user
    const value = JSON.stringify({ user: id, keyVersion, sessionVersion, ...destination })
    await this.#redis.set(keyOf(realm, token), value, 'EX', PENDING_SECONDS)
    return token
  }

  /**
   * The log-in with this token; undefined once it has expired or ended, and after a change of the password
   * or the key.
   */
  async find(realm: RealmState, token: string): Promise<PendingLogIn | undefined> {
    const text = await this.#redis.get(keyOf(realm.id, token))
    if (text === null) return undefined
    const { user: id, keyVersion, sessionVersion, next, otp } = stored.parse(JSON.parse(text))
    await realm.sync()
    const user = realm.users.get(id)
    const isCurrent =
      user?.isActive && user.keyVersion === keyVersion && user.sessionVersion === sessionVersion
    return isCurrent ? { user, next, ...(otp !== undefined && { otp }) } : undefined
  }

  /** Ends a log-in. Of two calls only one returns true. */
  async end(realm: RealmId, token: string): Promise<boolean> {
    return (await this.#redis.del(keyOf(realm, token))) === 1
  }
}

const keyOf = (realm: RealmId, token: string): string =>
  `log-in:{realm:${realm}}:${createHash('sha256').update(token).digest('base64url')}`
