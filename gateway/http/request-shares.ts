import {
  LEAST_REQUESTS_OF_ORGANIZATION,
  MAX_WAITING_REQUESTS_OF_ORGANIZATION,
  REQUESTS_SHARED_OUT,
} from '../../config/limits.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { serverBusy } from './errors.ts'

/** An organization is active in the second of a request and in the next one. */
const ACTIVE_MS = 1_000

/**
 * A request counts for at most this long. One that runs longer waits for something that has a limit of its own: a search, another
 * site, a slow disk. The others of its organization need not wait for it.
 */
const COUNTED_MS = 250

/** A client that may disconnect. `Exchange` is one. */
interface Client {
  /** Runs `callback` once when the client disconnects; at once when it has. */
  onAbort(callback: () => void): void
}

/** The place of a request among those of its organization that run. */
export interface Place {
  /** The request runs on, and no longer counts. */
  leave(): void
}

interface Requests {
  /** When each request that counts began, the first one first, by `performance.now()`. */
  readonly running: Map<Place, number>
  readonly waiting: Set<(place: Place) => void>
  timer: NodeJS.Timeout | undefined
}

/**
 * Gives organizations equal shares of a gateway: its event loop and its connections to Postgres. While several are active, each may run
 * so many requests at the same time: REQUESTS_SHARED_OUT divided by their number, and at least LEAST_REQUESTS_OF_ORGANIZATION. Its
 * further requests wait in order of arrival, and wait for no other organization. An organization that is alone has no limit.
 */
export class RequestShares {
  readonly #organizations = new Map<RealmId, Requests>()
  readonly #active = new ActiveOrganizations()
  #waiting = 0
  #refused = 0

  /** How many requests wait now, and how many were refused since the start. */
  get figures(): { readonly waiting: number; readonly refused: number } {
    return { waiting: this.#waiting, refused: this.#refused }
  }

  /**
   * Runs `work` when it is the turn of the organization's request; not at all when its client disconnects before. Throws SERVER_BUSY
   * (503) when MAX_WAITING_REQUESTS_OF_ORGANIZATION wait already.
   */
  async run(realm: RealmId, client: Client, work: (place: Place) => Promise<void>): Promise<void> {
    this.#active.note(realm)
    const requests = this.#requestsOf(realm)
    const mayBegin = requests.waiting.size === 0 && this.#hasRoom(requests)
    const place = mayBegin ? this.#begin(realm, requests) : await this.#turn(realm, requests, client)
    if (place === undefined) return
    try {
      await work(place)
    } finally {
      place.leave()
    }
  }

  #requestsOf(realm: RealmId): Requests {
    let requests = this.#organizations.get(realm)
    if (requests === undefined) {
      requests = { running: new Map(), waiting: new Set(), timer: undefined }
      this.#organizations.set(realm, requests)
    }
    return requests
  }

  #hasRoom({ running }: Requests): boolean {
    const active = this.#active.count
    if (active <= 1) return true
    const most = Math.max(LEAST_REQUESTS_OF_ORGANIZATION, Math.floor(REQUESTS_SHARED_OUT / active))
    if (running.size < most) return true
    const now = performance.now()
    for (const [place, begunAt] of running) {
      if (now - begunAt < COUNTED_MS) break
      running.delete(place)
    }
    return running.size < most
  }

  #begin(realm: RealmId, requests: Requests): Place {
    const place = {
      leave: () => {
        if (requests.running.delete(place)) this.#beginWaiting(realm, requests)
      },
    }
    requests.running.set(place, performance.now())
    return place
  }

  /** Undefined when the client disconnects while the request waits. */
  #turn(realm: RealmId, requests: Requests, client: Client): Promise<Place | undefined> {
    const { waiting } = requests
    if (waiting.size >= MAX_WAITING_REQUESTS_OF_ORGANIZATION) {
      this.#refused++
      throw serverBusy()
    }
    return new Promise((resolve) => {
      waiting.add(resolve)
      this.#waiting++
      client.onAbort(() => {
        if (!waiting.delete(resolve)) return
        this.#waiting--
        resolve(undefined)
      })
      this.#wakeUp(realm, requests)
    })
  }

  #beginWaiting(realm: RealmId, requests: Requests): void {
    for (const begin of requests.waiting) {
      if (!this.#hasRoom(requests)) break
      requests.waiting.delete(begin)
      this.#waiting--
      begin(this.#begin(realm, requests))
    }
    this.#wakeUp(realm, requests)
    if (requests.running.size > 0) return
    clearTimeout(requests.timer)
    this.#organizations.delete(realm)
  }

  /** Lets those that wait begin when the request that has run for the longest time no longer counts. */
  #wakeUp(realm: RealmId, requests: Requests): void {
    if (requests.waiting.size === 0 || requests.timer !== undefined) return
    const [begunAt] = requests.running.values()
    const inMs = begunAt! + COUNTED_MS - performance.now()
    requests.timer = setTimeout(() => {
      requests.timer = undefined
      this.#beginWaiting(realm, requests)
    }, Math.ceil(inMs))
  }
}

/** The organizations that had a request in this second or the one before. */
class ActiveOrganizations {
  #second = 0
  #now = new Set<RealmId>()
  #before: ReadonlySet<RealmId> = new Set()
  #count = 0

  note(realm: RealmId): void {
    this.#turnSecond()
    if (this.#now.has(realm)) return
    this.#now.add(realm)
    if (!this.#before.has(realm)) this.#count++
  }

  get count(): number {
    this.#turnSecond()
    return this.#count
  }

  #turnSecond(): void {
    const second = Math.floor(performance.now() / ACTIVE_MS)
    if (second === this.#second) return
    this.#before = second === this.#second + 1 ? this.#now : new Set()
    this.#now = new Set()
    this.#count = this.#before.size
    this.#second = second
  }
}
