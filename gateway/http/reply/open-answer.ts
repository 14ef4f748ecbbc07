/** Sends the pieces of a response whose length nobody knows. */
export interface OpenResponse {
  /**
   * Sends a piece. False when the client's network takes no more at present: then `drained` is called later.
   */
  write(piece: string | Buffer): boolean
  end(): void
}

/** Gets the response, and learns its outcome. */
export interface OpenResponseListener {
  opened(response: OpenResponse): void
  /** The client's network has taken all that was written. */
  drained(): void
  /** The client has gone, before or after `opened`. Not called after `OpenResponse.end`. */
  closed(): void
}

/**
 * The result of a handler whose response goes on for as long as the client stays. The request no longer
 * counts among those that its organization may run at the same time.
 */
export class OpenAnswer {
  readonly listener: OpenResponseListener

  constructor(listener: OpenResponseListener) {
    this.listener = listener
  }
}
