import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import type { Fleet } from './fleet.ts'
import type { Action } from './writer.ts'

/** Time between two writes of a probe. */
export const PROBE_EVERY_MS = 200
const TIMEOUT_MS = 15_000
const PERSON = 'desdemona'

/** A write that was acknowledged: when it began and when it was answered, as `performance.now()`. */
export interface Write {
  readonly from: number
  readonly to: number
}

/**
 * Clients that begin a write through each gateway five times a second, whether or not the former ones were
 * answered.
 */
export class Probes {
  readonly actions: Action[] = []
  readonly #fleet: Fleet
  readonly #agent: Dispatcher
  /** The acknowledged writes of each gateway in the order of their beginnings. */
  readonly #acknowledged: Write[][]
  readonly #open = new Set<Promise<void>>()
  #isStopped = false
  #running: Promise<unknown> | undefined

  constructor(fleet: Fleet, agent: Dispatcher) {
    this.#fleet = fleet
    this.#agent = agent
    this.#acknowledged = fleet.gateways.map(() => [])
  }

  start(): void {
    this.#running = Promise.all(this.#fleet.gateways.map((_, gateway) => this.#run(gateway)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    await Promise.all(this.#open)
  }

  /**
   * Resolves when each gateway has acknowledged a write that began after `since`; with false when that takes
   * too long.
   */
  async acknowledgeAt(gateways: readonly number[], since: number, withinMs: number): Promise<boolean> {
    const hasOne = (gateway: number) => this.#acknowledged[gateway]!.some(({ from }) => from >= since)
    const deadline = performance.now() + withinMs
    while (!gateways.every(hasOne)) {
      if (performance.now() > deadline) return false
      await sleep(20)
    }
    return true
  }

  /**
   * The longest time from any moment of the interval to the acknowledgement of a write that began after it,
   * in milliseconds, at the slowest of the gateways.
   */
  longestPause(gateways: readonly number[], from: number, to: number): number {
    return Math.max(...gateways.map((gateway) => longestPause(this.#acknowledged[gateway]!, from, to)))
  }

  async #run(gateway: number): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      const write = this.#write(gateway, n).finally(() => this.#open.delete(write))
      this.#open.add(write)
      await sleep(PROBE_EVERY_MS)
    }
  }

  async #write(gateway: number, n: number): Promise<void> {
    const word = `w${900 + gateway}x${n}x`
    const person = this.#fleet.people.find(({ name }) => name === PERSON)!
    const action: Action = { kind: 'send', word, outcome: 'unknown' }
    this.actions.push(action)
    const from = performance.now()
    try {
      const response = await request(`${this.#fleet.gateways[gateway]!.url}/api/v1/messages`, {
        method: 'POST',
        body: new URLSearchParams({ type: 'direct', to: `[${person.id}]`, content: word }).toString(),
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: person.authorization,
          host: 'localhost',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      const body = JSON.parse(await response.body.text()) as { readonly id?: number }
      if (response.statusCode === 200) {
        action.outcome = 'done'
        action.message = body.id
        insert(this.#acknowledged[gateway]!, { from, to: performance.now() })
      } else if (response.statusCode < 500 || response.statusCode === 503) action.outcome = 'refused'
    } catch {
      // The action stays unknown.
    }
  }
}

/** Adds a write to those in the order of their beginnings. */
export function insert(writes: Write[], write: Write): void {
  let index = writes.length
  while (index > 0 && writes[index - 1]!.from > write.from) index--
  writes.splice(index, 0, write)
}

/**
 * The longest time from any moment of the interval to the acknowledgement of a write that began after it.
 * `writes` are in the order of their beginnings.
 */
export function longestPause(writes: readonly Write[], from: number, to: number): number {
  let longest = 0
  let nextEnd = to
  for (const write of writes.toReversed()) {
    // A client that begins right after this write waits for the end of a later one.
    if (write.from < to) longest = Math.max(longest, nextEnd - Math.max(write.from, from))
    if (write.from < from) return longest
    nextEnd = Math.min(nextEnd, write.to)
  }
  return Math.max(longest, nextEnd - from)
}
