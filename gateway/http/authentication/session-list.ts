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

/** A use within this time after the last noted one is not noted. */
const NOTED_EVERY_SECONDS = 300
/** Sessions whose last note this process remembers. */
const MAX_REMEMBERED = 10_000

/**
 * Which sessions a user has and where they were last used, in one Redis hash for each user. A note is no
 * session: a session has ended when its own key is gone, whatever the notes say.
 */
export class SessionList {
  readonly #redis: RedisClient
  readonly #seconds: number
  readonly #noted = new Map<string, number>()

  /** `seconds`: after this time without use a session ends. */
  constructor(redis: RedisClient, seconds: number) {
    this.#redis = redis
    this.#seconds = seconds
  }

  /** Notes a new session. Returns the names of the oldest sessions beyond the limit, which end. */
  async begin(realm: RealmId, user: UserId, name: string, from: SessionSource): Promise<string[]> {
    await this.#write(realm, user, name, noteOf(from, now()))
    const notes = await this.#redis.hgetall(keyOf(realm, user))
    const names = Object.keys(notes)
    if (names.length <= MAX_SESSIONS_PER_USER) return []
    const usedAt = (one: string) => parsed(notes[one]!).usedAt
    return names
      .filter((one) => one !== name)
      .sort((a, b) => usedAt(a) - usedAt(b))
      .slice(0, names.length - MAX_SESSIONS_PER_USER)
  }

  /** Whether a use of the session is to be noted now. At most one caller in five minutes gets true. */
  isDue(name: string): boolean {
    const last = this.#noted.get(name)
    if (last !== undefined && now() - last < NOTED_EVERY_SECONDS) return false
    if (this.#noted.size >= MAX_REMEMBERED) this.#noted.clear()
    this.#noted.set(name, now())
    return true
  }

  async use(realm: RealmId, user: UserId, name: string, from: SessionSource): Promise<void> {
    const former = await this.#redis.hget(keyOf(realm, user), name)
    await this.#write(realm, user, name, noteOf(from, former === null ? null : parsed(former).startedAt))
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
    this.#noted.set(name, now())
    await this.#redis.pipeline().hset(key, name, JSON.stringify(note)).expire(key, this.#seconds).exec()
  }
}

const noteOf = ({ userAgent = '', remoteAddress }: SessionSource, startedAt: number | null): SessionNote => ({
  userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  address: remoteAddress,
  startedAt,
  usedAt: now(),
})

const now = (): number => Math.floor(Date.now() / 1000)
const parsed = (note: string): SessionNote => JSON.parse(note) as SessionNote
const keyOf = (realm: RealmId, user: UserId): string => `sessions:{realm:${realm}}:${user}`
