import type { Body } from './client.ts'

/**
 * Returns a client's cursor after these events (docs/realtime.md "The cursor"). Throws unless their ids
 * strictly increase, starting above the former cursor.
 */
export function cursorAfter(cursor: number, events: readonly Body[]): number {
  let last = cursor
  for (const { id, type } of events) {
    if (!Number.isSafeInteger(id) || id <= last) throw new Error(`${type} has id ${id} after ${last}`)
    last = id
  }
  return last
}
