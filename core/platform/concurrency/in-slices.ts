import { setImmediate as nextTurn } from 'node:timers/promises'

/** Elements that are visited before other work has its turn: a few milliseconds of simple work. */
const SLICE = 5_000

/**
 * Visits all elements in order. Lets other work have its turn after each few thousand, so that no list pauses
 * a process: GET /users of 100,000 people holds the event loop for a sixth of the time at most.
 */
export async function visitInSlices<T>(
  elements: Iterable<T>,
  visit: (element: T) => void,
  weightOf: (element: T) => number = () => 1,
): Promise<void> {
  let visited = 0
  for (const element of elements) {
    visit(element)
    visited += weightOf(element)
    if (visited < SLICE) continue
    visited = 0
    await nextTurn()
  }
}

/** As `map` of arrays, in slices. */
export async function mapInSlices<T, Result>(
  elements: readonly T[],
  make: (element: T) => Result,
  weightOf?: (element: T) => number,
): Promise<Result[]> {
  const results: Result[] = []
  await visitInSlices(elements, (element) => results.push(make(element)), weightOf)
  return results
}
