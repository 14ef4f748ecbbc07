import { Tails } from '../../platform/events/tails.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { RedisClient } from '../../platform/redis-connection.ts'
import { findRealmByHost } from './load.ts'
import { RealmState, type StateOptions } from './state.ts'

export interface RealmsOptions extends StateOptions {
  readonly redis: RedisClient
  /** Host name of ROOT_URL, without a port. */
  readonly rootHost: string
}

/** Organizations without requests and listeners are removed from memory after this time. */
const IDLE_MS = 15 * 60_000

/** The organizations in this process's memory, each loaded at its first use. */
export class Realms {
  readonly #options: RealmsOptions
  readonly #tails: Tails
  readonly #states = new Map<RealmId, Promise<RealmState | undefined>>()
  readonly #loaded = new Map<RealmId, RealmState>()
  readonly #byHost = new Map<string, RealmState>()
  readonly #lastUse = new Map<RealmId, number>()
  readonly #timer: NodeJS.Timeout

  constructor(options: RealmsOptions) {
    this.#options = options
    this.#tails = new Tails(options.redis)
    this.#timer = setInterval(() => this.#forgetIdle(), 60_000).unref()
  }

  /** The organizations in memory. */
  get loaded(): readonly RealmState[] {
    return [...this.#loaded.values()]
  }

  /** An organization if it is in memory. */
  inMemory(id: RealmId): RealmState | undefined {
    return this.#loaded.get(id)
  }

  /**
   * Finds the organization of a host name (without port): a subdomain of the root host, the root host itself,
   * or the organization's own host name. Undefined when there is none.
   */
  async byHost(host: string): Promise<RealmState | undefined> {
    const name = host.toLowerCase()
    const known = this.#byHost.get(name)
    if (known !== undefined) {
      this.#lastUse.set(known.id, Date.now())
      return known
    }
    const id = await findRealmByHost(this.#options.db, name, this.#options.rootHost)
    const state = id === undefined ? undefined : await this.get(id)
    if (state !== undefined) this.#byHost.set(name, state)
    return state
  }

  /** Loads an organization; undefined when there is none. Rejects when Postgres is unreachable. */
  get(id: RealmId): Promise<RealmState | undefined> {
    this.#lastUse.set(id, Date.now())
    let state = this.#states.get(id)
    if (state === undefined) {
      state = this.#open(id)
      this.#states.set(id, state)
      void state.then(
        (opened) => opened ?? this.#states.delete(id),
        () => this.#states.delete(id),
      )
    }
    return state
  }

  close(): void {
    clearInterval(this.#timer)
    this.#tails.close()
    for (const state of this.#loaded.values()) state.close()
  }

  async #open(id: RealmId): Promise<RealmState | undefined> {
    const state = await RealmState.open(id, this.#options)
    if (state === undefined) return undefined
    this.#loaded.set(id, state)
    state.follow((entry) => {
      // The host names of a changed organization may be different.
      if (entry === undefined || entry.payload.startsWith('{"type":"_realm"')) this.#forgetHosts(state)
    })
    this.#tails.follow(state)
    return state
  }

  #forgetHosts(state: RealmState): void {
    for (const [host, other] of this.#byHost) if (other === state) this.#byHost.delete(host)
  }

  #forgetIdle(): void {
    for (const [id, state] of this.#loaded) {
      const idle = Date.now() - (this.#lastUse.get(id) ?? 0) > IDLE_MS
      if (!idle || state.followers > 1) continue
      this.#tails.unfollow(state)
      state.close()
      this.#forgetHosts(state)
      this.#loaded.delete(id)
      this.#states.delete(id)
      this.#lastUse.delete(id)
    }
  }
}
