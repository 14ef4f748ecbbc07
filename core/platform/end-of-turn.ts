import { AsyncResource } from 'node:async_hooks'

let works: Work[] = []

/**
 * Calls `work` when the event loop has handled everything that has arrived in this turn. What `work` gives to this function is
 * called in the same turn. `work` counts its round trips for the request that gave it, not for the first of the turn.
 */
export function atEndOfTurn(work: () => void): void {
  works.push(new Work(work))
  if (works.length === 1) setImmediate(callAll)
}

/** Keeps what the request has noted for asynchronous calls. `AsyncResource.bind` defines properties of a function, which takes long. */
class Work extends AsyncResource {
  readonly #work: () => void

  constructor(work: () => void) {
    super('EndOfTurn')
    this.#work = work
  }

  call(): void {
    this.runInAsyncScope(this.#work)
  }
}

function callAll(): void {
  try {
    for (const work of works) work.call()
  } finally {
    works = []
  }
}
