import { networkOf } from '../uwebsockets/remote-address.ts'

/** How often the progress of a body is checked, in milliseconds. */
const CHECK_EVERY_MS = 2_000
/** uWebSockets.js itself requires 16 KiB/s of a body. Bodies that are well above that need no extra time. */
const FAST_BYTES = 4 * 16 * 1024 * (CHECK_EVERY_MS / 1000)
/** Fewer bytes are no progress: a body that receives no more in about ten seconds is cut off. */
const PROGRESS_BYTES = 1024

/** Most slow bodies at the same time, in all and from one network. Further ones must keep up 16 KiB/s. */
export const MAX_SLOW_BODIES = 1_000
export const MAX_SLOW_BODIES_OF_NETWORK = 100

/**
 * Allows bodies to arrive slowly. uWebSockets.js cuts off bodies slower than 16 KiB/s, which phones with bad
 * reception are. Here a body gets ten more seconds whenever a kibibyte of it has arrived.
 */
export class SlowBodies {
  #count = 0
  readonly #byNetwork = new Map<string, number>()

  /** The number of slow bodies that are arriving. */
  get count(): number {
    return this.#count
  }

  /**
   * Tracks one body. `renew` gives its connection ten more seconds; `address` is called when the body is
   * slow.
   */
  begin(renew: () => void, address: () => string): BodyProgress {
    return new BodyProgress(this, renew, address)
  }

  /** Counts one more slow body of a network. False, and nothing counted, when there are too many already. */
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
  #checkedAt = performance.now()
  #bytes = 0
  /** The network under which the body was admitted as slow. */
  #network: string | undefined
  #hasEnded = false

  constructor(bodies: SlowBodies, renew: () => void, address: () => string) {
    this.#bodies = bodies
    this.#renew = renew
    this.#address = address
  }

  /** Records that `bytes` more have arrived. */
  note(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < PROGRESS_BYTES) return
    const now = performance.now()
    if (now - this.#checkedAt < CHECK_EVERY_MS) return
    const isFast = this.#bytes >= FAST_BYTES
    this.#checkedAt = now
    this.#bytes = 0
    if (!isFast && this.#isAdmitted()) this.#renew()
  }

  /** Ends the tracking when the body or its request has ended. Further calls do nothing. */
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
