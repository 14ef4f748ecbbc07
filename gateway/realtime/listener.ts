/** Why a gateway ends a listener. What a poll hears is the same for all: an empty answer, so it asks again. */
export type Ending =
  /** Another listener has the queue now, here or at another gateway. */
  | 'replaced'
  /** The queue was removed or has expired, or the log does not reach back to the listener's position. */
  | 'queueGone'
  /** The user, or the organization, was deactivated. */
  | 'deactivated'
  /** The API key the listener came with is not the user's any more. */
  | 'keyChanged'
  /** The browser's session that it was let in with has ended. */
  | 'sessionEnded'
  /** This gateway closes, or must begin afresh: the client goes on at any other. */
  | 'goingAway'

/**
 * What became of events that were handed over.
 * - `more`: the listener takes what comes next.
 * - `full`: it has these, and says when it can take others (`EventQueues.resume`).
 * - `done`: it has these, and wanted no more.
 */
export type Taken = 'more' | 'full' | 'done'

/**
 * Who hears of a queue's events: a poll, which is answered once, or a socket, which is fed until it ends.
 * A queue has one listener at a time. After `end`, and after `deliver` said `done`, nothing is called any more.
 */
export interface Listener {
  /** Events in order, as JSON text. None, when a poll that does not wait finds none. */
  deliver(events: readonly string[]): Taken
  end(why: Ending): void
}

/** What a poll is answered with: events as JSON text, possibly none. */
export type Answer = (events: readonly string[]) => void

/** A long poll. */
export class PollListener implements Listener {
  readonly #answer: Answer

  constructor(answer: Answer) {
    this.#answer = answer
  }

  deliver(events: readonly string[]): Taken {
    this.#answer(events)
    return 'done'
  }

  end(): void {
    this.#answer([])
  }
}
