/**
 * The result of a handler that answers when something happens, as a long poll does. Until then it takes less
 * memory than a promise and its continuation. The request no longer counts among those that its organization
 * may run at the same time.
 */
export class LaterAnswer<Result> {
  #result: { readonly value: unknown } | undefined
  #send: ((result: unknown) => void) | undefined

  /** Answers the request. Called once, also before the handler returns. */
  answer(result: Result): void {
    if (this.#send === undefined) this.#result = { value: result }
    else this.#send(result)
  }

  /** Called once by the server. `send` runs when there is an answer, at once when there is one already. */
  onAnswer(send: (result: unknown) => void): void {
    this.#send = send
    if (this.#result !== undefined) send(this.#result.value)
  }
}
