import { AsyncResource } from 'node:async_hooks'

/** Work, and the request that gave it. */
interface Work {
  readonly request: AsyncResource
  readonly run: () => void
}

let works: Work[] = []

/**
 * Calls `work` when the event loop has handled everything that has arrived in this turn. What `work` gives to this function is
 * called in the same turn. `work` counts its round trips for the request that gave it, not for the first of the turn.
 */
export function atEndOfTurn(work: () => void): void {
  // AsyncResource.bind does the same; in Node 20 it takes 9 µs.
  works.push({ request: new AsyncResource('EndOfTurn'), run: work })
  if (works.length === 1) setImmediate(callAll)
}

function callAll(): void {
  try {
    for (const { request, run } of works) request.runInAsyncScope(run)
  } finally {
    works = []
  }
}
