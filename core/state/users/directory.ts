import type { UserId } from '../../platform/ids.ts'
import type { UserRecord } from './record.ts'

/**
 * The users of one realm in memory, by id and by address. Addresses compare without case. The system bots are
 * found as all others are, but they are not among the users when these are gone through or counted.
 */
export class UserDirectory implements Iterable<UserRecord> {
  readonly #byId = new Map<UserId, UserRecord>()
  readonly #systemBots = new Map<UserId, UserRecord>()
  readonly #byEmail = new Map<string, UserRecord>()
  readonly #byName = new Map<string, UserRecord[]>()
  #version = 0

  get(id: number): UserRecord | undefined {
    return this.#byId.get(id as UserId) ?? this.#systemBots.get(id as UserId)
  }

  /** By the real address or the one the API shows. */
  byEmail(email: string): UserRecord | undefined {
    return this.#byEmail.get(email.toLowerCase())
  }

  /** Everyone with this full name, without case; names need not be unique. */
  byName(fullName: string): readonly UserRecord[] {
    return this.#byName.get(fullName.toLowerCase()) ?? []
  }

  /** Another one after each change: what was made of this directory at the same version is still right. */
  get version(): number {
    return this.#version
  }

  /** What is told of users beside their records has changed: their profiles, which are not in memory. */
  touch(): void {
    this.#version++
  }

  put(user: UserRecord): void {
    this.#version++
    const former = this.get(user.id)
    if (former !== undefined) this.#forget(former)
    const users = user.isSystemBot ? this.#systemBots : this.#byId
    users.set(user.id, user)
    this.#byEmail.set(user.email.toLowerCase(), user)
    this.#byEmail.set(user.deliveryEmail.toLowerCase(), user)
    const name = user.fullName.toLowerCase()
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), user])
  }

  /** A copy that has these users as well. */
  with(users: readonly UserRecord[]): UserDirectory {
    const copy = new UserDirectory()
    for (const user of [...this.#systemBots.values(), ...this, ...users]) copy.put(user)
    return copy
  }

  get systemBots(): Iterable<UserRecord> {
    return this.#systemBots.values()
  }

  get size(): number {
    return this.#byId.size
  }

  [Symbol.iterator](): Iterator<UserRecord> {
    return this.#byId.values()
  }

  #forget(user: UserRecord): void {
    for (const email of [user.email.toLowerCase(), user.deliveryEmail.toLowerCase()]) {
      // An address that was given up may be somebody else's by now.
      if (this.#byEmail.get(email)?.id === user.id) this.#byEmail.delete(email)
    }
    const name = user.fullName.toLowerCase()
    this.#byName.set(
      name,
      (this.#byName.get(name) ?? []).filter((other) => other.id !== user.id),
    )
  }
}
