import type { Body } from './client.ts'

/**
 * Throws unless the ids of what a client was given at once strictly increase, from its cursor on (docs/realtime.md "The
 * cursor"). Returns the client's new cursor.
 */
export function cursorAfter(cursor: number, events: readonly Body[]): number {
  let last = cursor
  for (const { id, type } of events) {
    if (!Number.isSafeInteger(id) || id <= last) throw new Error(`${type} has id ${id} after ${last}`)
    last = id
  }
  return last
}
