/** Why a gateway ends a listener. A poll gets an empty answer in every case, and so polls again. */
export type EndReason =
  /** Another listener, here or at another gateway, has taken over the queue. */
  | 'replaced'
  /** The queue was removed or has expired, or the log no longer contains the listener's position. */
  | 'queueGone'
  /** The user or the organization was deactivated. */
  | 'deactivated'
  /** The API key of the listener was changed. */
  | 'keyChanged'
  /** The browser session of the listener has ended. */
  | 'sessionEnded'
  /** This gateway closes or must reload its state; the client continues at any gateway. */
  | 'goingAway'

/**
 * The result of a delivery. The listener has taken the events, and
 * - `more`: takes the next ones.
 * - `full`: calls `ListenerHandle.resume` when it can take more.
 * - `done`: takes no more.
 */
export type DeliveryResult = 'more' | 'full' | 'done'

/**
 * The receiver of a queue's events: a poll, which is answered once, or a WebSocket, which receives events
 * until it ends. A queue has one listener at a time. After `end`, and after `deliver` returned `done`,
 * neither is called again.
 */
export interface Listener {
  /** Events in order, as JSON text. Empty for a poll that does not wait and finds no events. */
  deliver(events: readonly string[]): DeliveryResult
  end(reason: EndReason): void
}

/** Answers a poll with events as JSON text; the list may be empty. */
export type Answer = (events: readonly string[]) => void

/** A long poll. */
export class PollListener implements Listener {
  readonly #answer: Answer

  constructor(answer: Answer) {
    this.#answer = answer
  }

  deliver(events: readonly string[]): DeliveryResult {
    this.#answer(events)
    return 'done'
  }

  end(): void {
    this.#answer([])
  }
}
