/** What one key may have: requests at once, and in a minute. */
export interface TrafficLimit {
  readonly atOnce: number
  readonly perMinute: number
}

interface Traffic {
  running: number
  /** In this minute. */
  begun: number
}

const MINUTE_MS = 60_000

/** Counts the requests of callers, or to hosts, that this gateway passes on. */
export class TrafficCount {
  readonly #limit: TrafficLimit
  readonly #byKey = new Map<string, Traffic>()
  #minute = 0

  constructor(limit: TrafficLimit) {
    this.#limit = limit
  }

  /** Begins a request, which `end` ends. False when it is one too many; then nothing is counted. */
  begin(key: string): boolean {
    this.#turnMinute()
    const known = this.#byKey.get(key)
    if (known === undefined) {
      this.#byKey.set(key, { running: 1, begun: 1 })
      return true
    }
    if (known.running >= this.#limit.atOnce || known.begun >= this.#limit.perMinute) return false
    known.running++
    known.begun++
    return true
  }

  end(key: string): void {
    const known = this.#byKey.get(key)
    if (known !== undefined) known.running--
  }

  /** With each minute counts begin anew, and who asks for nothing is forgotten. */
  #turnMinute(): void {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const [key, traffic] of this.#byKey) {
      traffic.begun = 0
      if (traffic.running === 0) this.#byKey.delete(key)
    }
  }
}
