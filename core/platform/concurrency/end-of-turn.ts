import { AsyncResource } from 'node:async_hooks'

interface Work {
  readonly context: AsyncResource
  readonly run: () => void
}

let works: Work[] = []

/**
 * Calls `work` when the event loop has handled everything that has arrived in this turn. Functions that
 * `work` gives to this function are called in the same turn. `work` counts its round trips for the request
 * that gave it, not for the first of the turn.
 */
export function atEndOfTurn(work: () => void): void {
  // In Node 20, `AsyncResource.bind` and `AsyncLocalStorage.snapshot` take a hundred times as long.
  works.push({ context: new AsyncResource('end of turn'), run: work })
  if (works.length === 1) setImmediate(callAll)
}

function callAll(): void {
  try {
    for (const { context, run } of works) context.runInAsyncScope(run)
  } finally {
    works = []
  }
}
