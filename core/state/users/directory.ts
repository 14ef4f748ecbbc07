import type { UserId } from '../../platform/ids.ts'
import { isGone } from './erased.ts'
import type { UserRecord } from './record.ts'

/**
 * The users of an organization in memory, by id and by address. Addresses compare without case. Look-ups find
 * the system bots; iteration and the size omit them.
 */
export class UserDirectory implements Iterable<UserRecord> {
  readonly #byId = new Map<UserId, UserRecord>()
  readonly #systemBots = new Map<UserId, UserRecord>()
  /** The bots of `#byId`. */
  readonly #bots = new Map<UserId, UserRecord>()
  readonly #byRealAddress = new Map<string, UserRecord>()
  /** The users who hide their address, by the generated one. */
  readonly #byShownAddress = new Map<string, UserRecord>()
  readonly #byName = new Map<string, UserRecord[]>()
  #version = 0
  #goneCount = 0
  #profilesVersion = 0

  get(id: number): UserRecord | undefined {
    return this.#byId.get(id as UserId) ?? this.#systemBots.get(id as UserId)
  }

  /**
   * Finds a user by the real address or the one that the API shows. A real address comes before a generated
   * one.
   */
  byEmail(email: string): UserRecord | undefined {
    const address = email.toLowerCase()
    return this.#byRealAddress.get(address) ?? this.#byShownAddress.get(address)
  }

  /** The users whose real address begins so, compared without case. */
  *withAddressPrefix(prefix: string): Generator<UserRecord> {
    const start = prefix.toLowerCase()
    for (const [address, user] of this.#byRealAddress) if (address.startsWith(start)) yield user
  }

  /** The users with this full name, compared without case; names need not be unique. */
  byName(fullName: string): readonly UserRecord[] {
    return this.#byName.get(fullName.toLowerCase()) ?? []
  }

  /** Increases with each change, so that derived data of the same version is still valid. */
  get version(): number {
    return this.#version
  }

  /** Number of accounts that are nobody's any more: their data was erased, or they were merged. */
  get goneCount(): number {
    return this.#goneCount
  }

  /** Increases with each change of profiles. */
  get profilesVersion(): number {
    return this.#profilesVersion
  }

  /** Increases the versions after a change of profiles, which are not in memory. */
  touch(): void {
    this.#version++
    this.#profilesVersion++
  }

  put(user: UserRecord): void {
    this.#version++
    const former = this.get(user.id)
    if (former !== undefined) this.#forget(former)
    const users = user.isSystemBot ? this.#systemBots : this.#byId
    users.set(user.id, user)
    if (isGone(user)) this.#goneCount++
    if (user.isBot && !user.isSystemBot) this.#bots.set(user.id, user)
    this.#byRealAddress.set(user.deliveryEmail.toLowerCase(), user)
    if (user.email !== user.deliveryEmail) this.#byShownAddress.set(user.email.toLowerCase(), user)
    const name = user.fullName.toLowerCase()
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), user])
  }

  /** A copy with these users added or replaced. */
  with(users: readonly UserRecord[]): UserDirectory {
    const copy = new UserDirectory()
    for (const user of [...this.#systemBots.values(), ...this, ...users]) copy.put(user)
    return copy
  }

  get systemBots(): Iterable<UserRecord> {
    return this.#systemBots.values()
  }

  /** The bots of the organization, without system bots. */
  get bots(): Iterable<UserRecord> {
    return this.#bots.values()
  }

  get size(): number {
    return this.#byId.size
  }

  [Symbol.iterator](): Iterator<UserRecord> {
    return this.#byId.values()
  }

  #forget(user: UserRecord): void {
    if (isGone(user)) this.#goneCount--
    const forget = (users: Map<string, UserRecord>, email: string) => {
      // Another user may already have a former address.
      if (users.get(email.toLowerCase())?.id === user.id) users.delete(email.toLowerCase())
    }
    forget(this.#byRealAddress, user.deliveryEmail)
    forget(this.#byShownAddress, user.email)
    const name = user.fullName.toLowerCase()
    this.#byName.set(
      name,
      (this.#byName.get(name) ?? []).filter((other) => other.id !== user.id),
    )
  }
}
