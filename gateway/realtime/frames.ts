/** Most frames to remember: one for each variant that clients commonly use. */
const MAX_REMEMBERED = 16

interface Frame {
  readonly events: readonly string[]
  readonly bytes: Buffer
}

/**
 * Encodes frames. Listeners that get the same events at the same time, as most listeners of a channel do, share the same
 * bytes, which are joined and encoded once instead of once for each of ten thousand sockets.
 */
export class Frames {
  #frames: Frame[] = []
  #isForgetScheduled = false

  /** `{"events":[…]}` as UTF-8. */
  of(events: readonly string[]): Buffer {
    const known = this.#frames.find((frame) => isSame(frame.events, events))
    if (known !== undefined) return known.bytes
    const frame = { events, bytes: Buffer.from(`{"events":[${events.join(',')}]}`) }
    if (this.#frames.length < MAX_REMEMBERED) this.#frames.push(frame)
    if (!this.#isForgetScheduled) {
      this.#isForgetScheduled = true
      setImmediate(() => this.#forget())
    }
    return frame.bytes
  }

  /** Runs after the current turn of the event loop, in which all deliveries of the same events happen. */
  #forget(): void {
    this.#isForgetScheduled = false
    this.#frames = []
  }
}

/** Comparing shared texts is cheap, however long they are, because they are the same object. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let index = some.length - 1; index >= 0; index--) if (some[index] !== others[index]) return false
  return true
}
