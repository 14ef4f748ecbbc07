/** Most requests with one key, at the same time and in a minute. */
export interface TrafficLimit {
  readonly atOnce: number
  readonly perMinute: number
}

interface Traffic {
  running: number
  /** Requests that began in this minute. */
  started: number
}

const MINUTE_MS = 60_000

/** Counts the requests that this gateway passes on, by caller or by host. */
export class TrafficCount {
  readonly #limit: TrafficLimit
  readonly #byKey = new Map<string, Traffic>()
  #minute = 0

  constructor(limit: TrafficLimit) {
    this.#limit = limit
  }

  /** Counts a request until `end` is called. False, and nothing counted, over the limit. */
  begin(key: string): boolean {
    this.#resetIfNewMinute()
    const known = this.#byKey.get(key)
    if (known === undefined) {
      this.#byKey.set(key, { running: 1, started: 1 })
      return true
    }
    if (known.running >= this.#limit.atOnce || known.started >= this.#limit.perMinute) return false
    known.running++
    known.started++
    return true
  }

  end(key: string): void {
    const known = this.#byKey.get(key)
    if (known !== undefined) known.running--
  }

  /** Resets the counts of a past minute, and removes keys without running requests. */
  #resetIfNewMinute(): void {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const [key, traffic] of this.#byKey) {
      traffic.started = 0
      if (traffic.running === 0) this.#byKey.delete(key)
    }
  }
}
