import { AsyncResource } from 'node:async_hooks'

let works: (() => void)[] = []

/**
 * Calls `work` when the event loop has handled everything that has arrived in this turn. What `work` gives to this function is
 * called in the same turn. `work` counts its round trips for the request that gave it, not for the first of the turn.
 */
export function atEndOfTurn(work: () => void): void {
  works.push(AsyncResource.bind(work))
  if (works.length === 1) setImmediate(callAll)
}

function callAll(): void {
  try {
    for (const work of works) work()
  } finally {
    works = []
  }
}
