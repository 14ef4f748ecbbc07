/** Most texts to remember: one for each variant that clients commonly use. */
const MAX_REMEMBERED = 16

/**
 * Makes something of the events of a delivery. Listeners that get the same events at the same time, as most
 * listeners of a channel do, share it, so it is made once instead of once for each of ten thousand clients.
 */
export class SharedDeliveries<Made> {
  readonly #make: (events: readonly string[]) => Made
  #known: { readonly events: readonly string[]; readonly made: Made }[] = []
  #isForgetScheduled = false

  constructor(make: (events: readonly string[]) => Made) {
    this.#make = make
  }

  of(events: readonly string[]): Made {
    for (const known of this.#known) if (isSame(known.events, events)) return known.made
    const made = this.#make(events)
    if (this.#known.length < MAX_REMEMBERED) this.#known.push({ events, made })
    if (!this.#isForgetScheduled) {
      this.#isForgetScheduled = true
      setImmediate(() => this.#forget())
    }
    return made
  }

  /** Runs after the current turn of the event loop, in which all deliveries of the same events happen. */
  #forget(): void {
    this.#isForgetScheduled = false
    this.#known = []
  }
}

/** Comparing shared texts is cheap, however long they are, because they are the same object. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some === others) return true
  if (some.length !== others.length) return false
  for (let index = some.length - 1; index >= 0; index--) if (some[index] !== others[index]) return false
  return true
}

/** Encodes frames, `{"events":[…]}` as UTF-8. */
export class Frames extends SharedDeliveries<Buffer> {
  constructor() {
    super((events) => Buffer.from(`{"events":[${events.join(',')}]}`))
  }
}
