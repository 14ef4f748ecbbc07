// biome-ignore lint/suspicious/noExplicitAny: handlers of uWebSockets.js have many signatures.
type Handler = (...parameters: any[]) => unknown

/**
 * The handlers of one uWebSockets.js app. uWebSockets.js holds handlers until the process ends, even after
 * their app has closed. It gets stand-ins instead, so that a closed server and all it refers to can be
 * collected.
 */
export class Handlers {
  readonly #slots: { handler: Handler | undefined }[] = []

  /** The stand-in for a handler. After `release` it does nothing. */
  add<H extends Handler>(handler: H): H {
    const slot: { handler: Handler | undefined } = { handler }
    this.#slots.push(slot)
    return standIn(slot) as H
  }

  /** Stand-ins for all functions of an object, such as the behavior of a WebSocket route. */
  addAll<T extends object>(handlers: T): T {
    const entries = Object.entries(handlers)
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'function' ? this.add(value) : value]),
    ) as T
  }

  /** Lets go of all handlers, once the app has closed. */
  release(): void {
    for (const slot of this.#slots.splice(0)) slot.handler = undefined
  }
}

/** A function of its own: a closure would hold everything around it. */
const standIn =
  (slot: { readonly handler: Handler | undefined }): Handler =>
  (...parameters) =>
    slot.handler?.(...parameters)
