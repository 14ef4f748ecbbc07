import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { idSchema } from '../../platform/jobs/declare-job.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Destination, Proof } from './method.ts'

/** Seconds between the first and the second step of a log-in. */
export const PENDING_SECONDS = 600

const stored = z.object({
  user: idSchema<UserId>(),
  keyVersion: z.int(),
  sessionVersion: z.int(),
  next: z.string(),
  otp: z.string().optional(),
  desktopKey: z.string().optional(),
  method: z.string().optional(),
  atProvider: z
    .object({ method: z.string(), kept: z.string().optional(), session: z.string().optional() })
    .optional(),
  sessionHours: z.number().optional(),
})

/** How the first step was passed. */
export interface LogInMeans extends Pick<Proof, 'atProvider' | 'sessionHours'> {
  /** The name of the method in the audit log. */
  readonly method: string
}

export interface PendingLogIn extends Destination, LogInMeans {
  readonly user: UserRecord
}

/**
 * Log-ins that wait for their next step, such as the second factor. Redis keeps each under the hash of a
 * token that only the browser has. The token allows that step and nothing else. `kind`: the step; a token of
 * one kind is not valid for another. `seconds`: how long a log-in waits.
 */
export class PendingLogIns {
  readonly #redis: RedisClient

  readonly #kind: string
  readonly #seconds: number

  constructor(redis: RedisClient, kind = 'log-in', seconds = PENDING_SECONDS) {
    this.#redis = redis
    this.#kind = kind
    this.#seconds = seconds
  }

  /** Returns the token. */
  async begin(
    realm: RealmId,
    user: UserRecord,
    destination: Destination,
    { method, atProvider, sessionHours }: LogInMeans,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const { id, keyVersion, sessionVersion } = user
    const means = { method, atProvider, sessionHours }
    const value = JSON.stringify({ user: id, keyVersion, sessionVersion, ...destination, ...means })
    await this.#redis.set(this.#keyOf(realm, token), value, 'EX', this.#seconds)
    return token
  }

  /**
   * The log-in with this token; undefined once it has expired or ended, and after a change of the password
   * or the key.
   */
  async find(realm: RealmState, token: string): Promise<PendingLogIn | undefined> {
    const text = await this.#redis.get(this.#keyOf(realm.id, token))
    if (text === null) return undefined
    const {
      user: id,
      keyVersion,
      sessionVersion,
      method = '',
      ...destination
    } = stored.parse(JSON.parse(text))
    await realm.sync()
    const user = realm.users.get(id)
    const isCurrent =
      user?.isActive && user.keyVersion === keyVersion && user.sessionVersion === sessionVersion
    return isCurrent ? { user, method, ...destination } : undefined
  }

  /** Ends a log-in. Of two calls only one returns true. */
  async end(realm: RealmId, token: string): Promise<boolean> {
    return (await this.#redis.del(this.#keyOf(realm, token))) === 1
  }

  #keyOf(realm: RealmId, token: string): string {
    const hash = createHash('sha256').update(token).digest('base64url')
    return `${this.#kind}:{realm:${realm}}:${hash}`
  }
}
