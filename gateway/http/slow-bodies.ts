import { networkOf } from './remote-address.ts'

/** How often it is looked at how much of a body has come, in milliseconds. */
const LOOK_EVERY_MS = 2_000
/** Bytes a second that uWebSockets.js asks of a body by itself are 16 KiB; well above that it is left alone. */
const FAST_BYTES = 4 * 16 * 1024 * (LOOK_EVERY_MS / 1000)
/** Less is no progress: a body of which no more comes in about ten seconds is cut off. */
const PROGRESS_BYTES = 1024

/** Bodies that a gateway takes slowly at once: of all, and of one network. Others are held to 16 KiB/s. */
export const MAX_SLOW_BODIES = 1_000
export const MAX_SLOW_BODIES_OF_NETWORK = 100

/**
 * Lets bodies come slowly. uWebSockets.js cuts off what is slower than 16 KiB/s, as phones are in bad places; here a
 * body has ten more seconds whenever a kibibyte of it has come.
 */
export class SlowBodies {
  #count = 0
  readonly #byNetwork = new Map<string, number>()

  /** Slow bodies that are on their way. */
  get count(): number {
    return this.#count
  }

  /** For one body. `renew` gives its connection ten more seconds; `address` is asked when it is slow. */
  begin(renew: () => void, address: () => string): BodyProgress {
    return new BodyProgress(this, renew, address)
  }

  /** False when there are too many already. */
  admit(network: string): boolean {
    const ofNetwork = this.#byNetwork.get(network) ?? 0
    if (this.#count >= MAX_SLOW_BODIES || ofNetwork >= MAX_SLOW_BODIES_OF_NETWORK) return false
    this.#count++
    this.#byNetwork.set(network, ofNetwork + 1)
    return true
  }

  leave(network: string): void {
    this.#count--
    const left = this.#byNetwork.get(network)! - 1
    if (left === 0) this.#byNetwork.delete(network)
    else this.#byNetwork.set(network, left)
  }
}

export class BodyProgress {
  readonly #bodies: SlowBodies
  readonly #renew: () => void
  readonly #address: () => string
  #lookedAt = performance.now()
  #bytes = 0
  /** That it was admitted for. */
  #network: string | undefined
  #hasEnded = false

  constructor(bodies: SlowBodies, renew: () => void, address: () => string) {
    this.#bodies = bodies
    this.#renew = renew
    this.#address = address
  }

  /** So many more bytes have come. */
  note(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < PROGRESS_BYTES) return
    const now = performance.now()
    if (now - this.#lookedAt < LOOK_EVERY_MS) return
    const isFast = this.#bytes >= FAST_BYTES
    this.#lookedAt = now
    this.#bytes = 0
    if (!isFast && this.#isAdmitted()) this.#renew()
  }

  /** The body has ended, or its request. May be called again. */
  end(): void {
    this.#hasEnded = true
    if (this.#network !== undefined) this.#bodies.leave(this.#network)
    this.#network = undefined
  }

  #isAdmitted(): boolean {
    if (this.#hasEnded) return false
    if (this.#network !== undefined) return true
    const network = networkOf(this.#address())
    if (!this.#bodies.admit(network)) return false
    this.#network = network
    return true
  }
}
