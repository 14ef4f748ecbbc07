import { MAX_UNUSED_ORGANIZATIONS_IN_MEMORY } from '../../../config/limits.ts'
import { limitAtOnce } from '../../platform/concurrency/limit-at-once.ts'
import { Tails } from '../../platform/events/tails.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'
import { findRealmByHost } from './load.ts'
import { RealmState, type StateOptions } from './state.ts'

export interface RealmsOptions extends StateOptions {
  readonly redis: RedisClient
  /** Host name of ROOT_URL, without a port. */
  readonly rootHost: string
  /** An organization without requests and clients is removed from memory after this time. */
  readonly idleMs: number
  /**
   * Organizations that are loaded at the same time. Others wait, so that loading leaves connections to
   * requests.
   */
  readonly loadsAtOnce: number
  /** Called and awaited before an organization is loaded. */
  readonly beforeLoad?: (realm: RealmId) => Promise<void>
  /** Called when an organization is used and none has been in use. */
  readonly onUse?: () => void
}

/** An organization without clients is in use for this time after its last use. */
const IN_USE_MS = 10_000

/** Most time between two searches for unused organizations. */
const MAX_SEARCH_MS = 30_000

/**
 * The organizations in this process's memory. Each is loaded at its first use, follows its log, and is
 * unloaded when nobody has used it for a while, so an idle one costs nothing.
 *
 * An organization has at most one `RealmState` in a process. A request may still have the state of an
 * unloaded organization; the next use, and a listener that follows it, then continue with this state.
 */
export class Realms {
  readonly #options: RealmsOptions
  readonly #tails: Tails
  readonly #inTurn: ReturnType<typeof limitAtOnce>
  readonly #states = new Map<RealmId, Promise<RealmState | undefined>>()
  readonly #loaded = new Map<RealmId, RealmState>()
  readonly #unloaded = new Map<RealmId, WeakRef<RealmState>>()
  readonly #hosts = new Map<RealmId, Set<string>>()
  readonly #byHost = new Map<string, RealmState>()
  /** When each organization was used last, in this order. */
  readonly #lastUse = new Map<RealmId, number>()
  /** The one that was used last. */
  #newest: RealmId | undefined
  /** When any organization was used last. */
  #usedAt = 0
  readonly #timer: NodeJS.Timeout

  constructor(options: RealmsOptions) {
    this.#options = options
    this.#tails = new Tails(options.redis)
    this.#inTurn = limitAtOnce(options.loadsAtOnce)
    const everyMs = Math.min(options.idleMs, MAX_SEARCH_MS)
    this.#timer = setInterval(() => this.unloadUnused(Date.now() - options.idleMs), everyMs).unref()
  }

  /** The organizations in memory. */
  get loaded(): readonly RealmState[] {
    return [...this.#loaded.values()]
  }

  /** Whether an organization has clients here, or was used within ten seconds. */
  get areInUse(): boolean {
    if (Date.now() - this.#usedAt < IN_USE_MS) return true
    for (const state of this.#loaded.values()) if (!hasNoClients(state)) return true
    return false
  }

  /** An organization if it is in memory. */
  inMemory(id: RealmId): RealmState | undefined {
    return this.#loaded.get(id) ?? this.#unloaded.get(id)?.deref()
  }

  /**
   * Finds the organization of a host name (without port): a subdomain of the root host, the root host itself,
   * or the organization's own host name. Undefined when there is none.
   */
  async byHost(host: string): Promise<RealmState | undefined> {
    const known = this.knownByHost(host)
    if (known !== undefined) return known
    const name = host.toLowerCase()
    const id = await findRealmByHost(this.#options.db, name, this.#options.rootHost)
    const state = id === undefined ? undefined : await this.get(id)
    if (state !== undefined && this.#loaded.has(state.id)) {
      this.#byHost.set(name, state)
      this.#hosts.get(state.id)?.add(name)
    }
    return state
  }

  /** As `byHost`, without waiting: undefined unless the organization is in memory by this name. */
  knownByHost(host: string): RealmState | undefined {
    const known = this.#byHost.get(host.toLowerCase())
    if (known !== undefined) this.#use(known.id)
    return known
  }

  /** Loads an organization; undefined when there is none. Rejects when Postgres is unreachable. */
  get(id: RealmId): Promise<RealmState | undefined> {
    let state = this.#states.get(id)
    if (state === undefined) {
      state = this.#load(id)
      this.#states.set(id, state)
      void state.then(
        (opened) => opened ?? this.#states.delete(id),
        () => this.#states.delete(id),
      )
    }
    this.#use(id)
    return state
  }

  /**
   * Unloads the organizations that have no clients here and were not used since `time` (Unix milliseconds).
   */
  unloadUnused(time: number): void {
    for (const [id, lastUse] of this.#lastUse) {
      if (lastUse > time) break
      this.#unloadUnlessFollowed(id)
    }
    for (const [id, reference] of this.#unloaded)
      if (reference.deref() === undefined) this.#unloaded.delete(id)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#tails.close()
    for (const state of this.#loaded.values()) state.close()
  }

  #use(id: RealmId): void {
    const now = Date.now()
    const wasInUse = now - this.#usedAt < IN_USE_MS
    this.#usedAt = now
    if (id !== this.#newest) this.#lastUse.delete(id)
    this.#lastUse.set(id, now)
    this.#newest = id
    if (!wasInUse) this.#options.onUse?.()
  }

  async #load(id: RealmId): Promise<RealmState | undefined> {
    const known = this.inMemory(id)
    if (known !== undefined) {
      this.#keep(known)
      await known.catchUp()
      return known
    }
    const state = await this.#inTurn(async () => {
      await this.#options.beforeLoad?.(id)
      return RealmState.open(id, this.#options)
    })
    if (state === undefined) this.#lastUse.delete(id)
    else this.#keep(state)
    this.#unloadOverMaximum()
    return state
  }

  /** Lets a state follow its log. */
  #keep(state: RealmState): void {
    const { id } = state
    if (this.#loaded.has(id)) return
    this.#unloaded.delete(id)
    this.#loaded.set(id, state)
    this.#hosts.set(id, new Set())
    state.whenFollowed = undefined
    state.follow((entry) => {
      // The host names of a changed organization may be different.
      if (entry === undefined || entry.payload.startsWith('{"type":"_realm"')) this.#forgetHosts(id)
    })
    this.#tails.follow(state)
  }

  #unloadOverMaximum(): void {
    if (this.#loaded.size <= MAX_UNUSED_ORGANIZATIONS_IN_MEMORY) return
    let over = [...this.#loaded.values()].filter(hasNoClients).length - MAX_UNUSED_ORGANIZATIONS_IN_MEMORY
    for (const id of this.#lastUse.keys()) {
      if (over <= 0) return
      if (this.#unloadUnlessFollowed(id)) over--
    }
  }

  #unloadUnlessFollowed(id: RealmId): boolean {
    const state = this.#loaded.get(id)
    if (state === undefined || !hasNoClients(state)) return false
    this.#tails.unfollow(state)
    state.close()
    this.#forgetHosts(id)
    this.#hosts.delete(id)
    this.#loaded.delete(id)
    this.#states.delete(id)
    this.#lastUse.delete(id)
    this.#unloaded.set(id, new WeakRef(state))
    state.whenFollowed = () => {
      this.#keep(state)
      this.#states.set(id, Promise.resolve(state))
      this.#use(id)
      void state.catchUp().catch(() => undefined) // The repairer tries again.
    }
    return true
  }

  #forgetHosts(id: RealmId): void {
    for (const host of this.#hosts.get(id) ?? []) this.#byHost.delete(host)
    this.#hosts.get(id)?.clear()
  }
}

/** Only `Realms` itself follows the state. */
const hasNoClients = (state: RealmState): boolean => state.followers <= 1
