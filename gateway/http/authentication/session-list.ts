import { MAX_SESSIONS_PER_USER, MAX_USER_AGENT_LENGTH } from '../../../config/limits.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'

/** Where the requests of a session come from. */
export interface SessionSource {
  readonly userAgent?: string
  readonly remoteAddress: string
}

/** The device of a session, for its owner. Times are in Unix seconds. */
export interface SessionNote {
  readonly userAgent: string
  readonly address: string
  /** Null for a session of a former version, which did not note it. */
  readonly startedAt: number | null
  readonly usedAt: number
}

/**
 * Which sessions a user has and where they were last used, in one Redis hash for each user. A note is no
 * session: a session has ended when its own key is gone, whatever the notes say.
 */
export class SessionList {
  readonly #redis: RedisClient
  readonly #seconds: number
  readonly #clock: () => number

  /** `seconds`: after this time without use a session ends. `clock`: the time in milliseconds since 1970. */
  constructor(redis: RedisClient, seconds: number, clock: () => number) {
    this.#redis = redis
    this.#seconds = seconds
    this.#clock = clock
  }

  /** Notes a new session. Returns the names of the oldest sessions beyond the limit, which end. */
  async begin(realm: RealmId, user: UserId, name: string, from: SessionSource): Promise<string[]> {
    await this.#write(realm, user, name, this.#noteOf(from, this.#now()))
    const notes = await this.#redis.hgetall(keyOf(realm, user))
    const names = Object.keys(notes)
    if (names.length <= MAX_SESSIONS_PER_USER) return []
    const usedAt = (one: string) => parsed(notes[one]!).usedAt
    return names
      .filter((one) => one !== name)
      .sort((a, b) => usedAt(a) - usedAt(b))
      .slice(0, names.length - MAX_SESSIONS_PER_USER)
  }

  async use(realm: RealmId, user: UserId, name: string, from: SessionSource): Promise<void> {
    const former = await this.#redis.hget(keyOf(realm, user), name)
    await this.#write(
      realm,
      user,
      name,
      this.#noteOf(from, former === null ? null : parsed(former).startedAt),
    )
  }

  async forget(realm: RealmId, user: UserId, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.#redis.hdel(keyOf(realm, user), ...names)
  }

  /** The notes by the names of their sessions, some of which may have ended. */
  async of(realm: RealmId, user: UserId): Promise<Map<string, SessionNote>> {
    const notes = await this.#redis.hgetall(keyOf(realm, user))
    return new Map(Object.entries(notes).map(([name, note]) => [name, parsed(note)]))
  }

  async #write(realm: RealmId, user: UserId, name: string, note: SessionNote): Promise<void> {
    const key = keyOf(realm, user)
    await this.#redis.pipeline().hset(key, name, JSON.stringify(note)).expire(key, this.#seconds).exec()
  }

  #noteOf({ userAgent = '', remoteAddress }: SessionSource, startedAt: number | null): SessionNote {
    const shortened = userAgent.slice(0, MAX_USER_AGENT_LENGTH)
    return { userAgent: shortened, address: remoteAddress, startedAt, usedAt: this.#now() }
  }

  #now(): number {
    return Math.floor(this.#clock() / 1000)
  }
}

const parsed = (note: string): SessionNote => JSON.parse(note) as SessionNote
const keyOf = (realm: RealmId, user: UserId): string => `sessions:{realm:${realm}}:${user}`
