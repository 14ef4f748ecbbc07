import {
  LEAST_REQUESTS_OF_ORGANIZATION,
  MAX_WAITING_REQUESTS_OF_ORGANIZATION,
  REQUESTS_SHARED_OUT,
} from '../../../config/limits.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { serverBusy } from '../errors/errors.ts'

/** An organization is active in the second of a request and in the next one. */
const ACTIVE_MS = 1_000

/**
 * A request counts for at most this long. One that runs longer waits for something that has a limit of its
 * own: a search, another site, a slow disk. The others of its organization need not wait for it.
 */
const COUNTED_MS = 250

/** The place of a request among its organization's running requests. */
export interface Place {
  /** The request runs on, and no longer counts. */
  leave(): void
}

/** A request that counts. */
class CountedPlace implements Place {
  /** By `performance.now()`. */
  readonly begunAt: number
  readonly #left: (place: CountedPlace) => void

  constructor(begunAt: number, left: (place: CountedPlace) => void) {
    this.begunAt = begunAt
    this.#left = left
  }

  leave(): void {
    this.#left(this)
  }
}

/** A client that may disconnect. `Exchange` is one. */
interface Client {
  /** Runs `callback` once when the client disconnects; at once when it has. */
  onAbort(callback: () => void): void
}

/** The requests of one organization. */
interface Requests {
  /** Those that count, in the order in which they began. */
  readonly running: Set<CountedPlace>
  readonly waiting: Set<(place: Place) => void>
  /** Called when a request leaves its place. */
  readonly left: (place: CountedPlace) => void
  timer: NodeJS.Timeout | undefined
}

/** An organization, and the number of its requests that waited at the same time. */
interface Busiest {
  readonly realm: RealmId
  readonly waiting: number
}

/**
 * Gives organizations equal shares of a gateway: its event loop and its connections to Postgres. While
 * several are active, each may run REQUESTS_SHARED_OUT divided by their number of requests at the same time,
 * and at least LEAST_REQUESTS_OF_ORGANIZATION. Its further requests wait in order of arrival, and wait for no
 * other organization. An organization that is alone has no limit.
 */
export class RequestShares {
  readonly #organizations = new Map<RealmId, Requests>()
  readonly #active = new ActiveOrganizations()
  #waiting = 0
  #refused = 0
  #busiest: Busiest | undefined

  /** How many requests wait now, and how many were refused since the start. */
  get figures(): { readonly waiting: number; readonly refused: number } {
    return { waiting: this.#waiting, refused: this.#refused }
  }

  /**
   * The organization that had the most waiting requests at one time since the last call; undefined when none
   * waited.
   */
  takeBusiest(): Busiest | undefined {
    const busiest = this.#busiest
    this.#busiest = undefined
    for (const [realm, { waiting }] of this.#organizations) this.#noteWaiting(realm, waiting.size)
    return busiest
  }

  #noteWaiting(realm: RealmId, waiting: number): void {
    if (waiting > (this.#busiest?.waiting ?? 0)) this.#busiest = { realm, waiting }
  }

  /**
   * Runs `work` when it is the turn of the organization's request; not at all when its client disconnects
   * before. Throws SERVER_BUSY (503) when MAX_WAITING_REQUESTS_OF_ORGANIZATION wait already.
   */
  async run(realm: RealmId, client: Client, work: (place: Place) => Promise<void>): Promise<void> {
    const entering = this.enter(realm, client)
    const place = entering instanceof Promise ? await entering : entering
    if (place === 'left') return
    try {
      await work(place)
    } finally {
      place.leave()
    }
  }

  /**
   * As `run`, for a caller that leaves the place itself. Returns no promise when it is the request's turn
   * already. `left`: the client has disconnected.
   */
  enter(realm: RealmId, client: Client): Place | Promise<Place | 'left'> {
    const now = performance.now()
    if (this.#active.note(realm, now)) this.#forgetIdle()
    const requests = this.#requestsOf(realm)
    if (requests.waiting.size === 0 && this.#hasRoom(requests, now)) return begin(requests, now)
    return this.#turn(realm, requests, client)
  }

  #requestsOf(realm: RealmId): Requests {
    let requests = this.#organizations.get(realm)
    if (requests === undefined) {
      const created: Requests = {
        running: new Set(),
        waiting: new Set(),
        left: (place) => {
          if (created.running.delete(place)) this.#beginWaiting(created)
        },
        timer: undefined,
      }
      requests = created
      this.#organizations.set(realm, requests)
    }
    return requests
  }

  #forgetIdle(): void {
    for (const [realm, { running, waiting }] of this.#organizations)
      if (running.size === 0 && waiting.size === 0) this.#organizations.delete(realm)
  }

  #hasRoom({ running }: Requests, now: number): boolean {
    const active = this.#active.count(now)
    if (active <= 1) return true
    const most = Math.max(LEAST_REQUESTS_OF_ORGANIZATION, Math.floor(REQUESTS_SHARED_OUT / active))
    if (running.size < most) return true
    for (const oldest of running) {
      if (now - oldest.begunAt < COUNTED_MS) break
      running.delete(oldest)
    }
    return running.size < most
  }

  /** `left` when the client disconnects while the request waits. */
  #turn(realm: RealmId, requests: Requests, client: Client): Promise<Place | 'left'> {
    const { waiting } = requests
    if (waiting.size >= MAX_WAITING_REQUESTS_OF_ORGANIZATION) {
      this.#refused++
      throw serverBusy()
    }
    return new Promise((resolve) => {
      waiting.add(resolve)
      this.#waiting++
      this.#noteWaiting(realm, waiting.size)
      client.onAbort(() => {
        if (!waiting.delete(resolve)) return
        this.#waiting--
        resolve('left')
      })
      this.#beginWaiting(requests) // other organizations may have become inactive since the last one began
    })
  }

  #beginWaiting(requests: Requests): void {
    if (requests.waiting.size > 0) {
      const now = performance.now()
      for (const resolve of requests.waiting) {
        if (!this.#hasRoom(requests, now)) break
        requests.waiting.delete(resolve)
        this.#waiting--
        resolve(begin(requests, now))
      }
      this.#wakeUp(requests)
    }
    if (requests.timer === undefined || requests.running.size > 0) return
    clearTimeout(requests.timer)
    requests.timer = undefined
  }

  /** Lets those that wait begin when the request that has run for the longest time no longer counts. */
  #wakeUp(requests: Requests): void {
    if (requests.waiting.size === 0 || requests.timer !== undefined) return
    const [oldest] = requests.running
    const inMs = oldest!.begunAt + COUNTED_MS - performance.now()
    requests.timer = setTimeout(() => {
      requests.timer = undefined
      this.#beginWaiting(requests)
    }, Math.ceil(inMs))
  }
}

function begin(requests: Requests, now: number): Place {
  const place = new CountedPlace(now, requests.left)
  requests.running.add(place)
  return place
}

/** The organizations that had a request in this second or the previous one. */
class ActiveOrganizations {
  #second = 0
  #now = new Set<RealmId>()
  #before: ReadonlySet<RealmId> = new Set()
  #count = 0

  /** Adds an organization at the time `now`. Whether another second has begun since the last call. */
  note(realm: RealmId, now: number): boolean {
    const isNewSecond = this.#turnSecond(now)
    if (this.#now.has(realm)) return isNewSecond
    this.#now.add(realm)
    if (!this.#before.has(realm)) this.#count++
    return isNewSecond
  }

  count(now: number): number {
    this.#turnSecond(now)
    return this.#count
  }

  #turnSecond(now: number): boolean {
    const second = Math.floor(now / ACTIVE_MS)
    if (second === this.#second) return false
    this.#before = second === this.#second + 1 ? this.#now : new Set()
    this.#now = new Set()
    this.#count = this.#before.size
    this.#second = second
    return true
  }
}
