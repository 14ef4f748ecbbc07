/** Frames that are remembered at a time: one a variant, for the variants that clients commonly ask for. */
const REMEMBERED = 16

interface Frame {
  readonly events: readonly string[]
  readonly bytes: Buffer
}

/**
 * The bytes of frames. Whoever is given the same events at the same time, as most listeners of a channel are, is
 * sent the same bytes: they are joined and encoded once, not for each of ten thousand sockets.
 */
export class Frames {
  #frames: Frame[] = []
  #forgetting = false

  /** `{"events":[…]}` as UTF-8. */
  of(events: readonly string[]): Buffer {
    const known = this.#frames.find((frame) => isSame(frame.events, events))
    if (known !== undefined) return known.bytes
    const frame = { events, bytes: Buffer.from(`{"events":[${events.join(',')}]}`) }
    if (this.#frames.length < REMEMBERED) this.#frames.push(frame)
    if (!this.#forgetting) {
      this.#forgetting = true
      setImmediate(() => this.#forget())
    }
    return frame.bytes
  }

  /** Nobody is kept in memory for later: what is handed over now is handed over in this generation. */
  #forget(): void {
    this.#forgetting = false
    this.#frames = []
  }
}

/** Texts that are shared are one object: to find them the same costs nothing, however long they are. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let index = some.length - 1; index >= 0; index--) if (some[index] !== others[index]) return false
  return true
}
