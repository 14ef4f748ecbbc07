import type { Id, Seq } from '../../core/platform/ids.ts'

/**
 * The `id` of an event on the wire, and the cursor of a client: a position of the organization's log times
 * 65,536, plus a number.
 *
 * - Number 0: the log entry at the position. As a cursor: the client has all events up to the position.
 * - Negative: when one entry becomes several events for a client, all but the last one, which has number 0.
 * - Positive: events after the entry that are not in the log: heartbeats, typing and presence.
 *
 * So the ids of one queue strictly increase, and any gateway continues from an id that another gateway
 * issued.
 */
export type EventId = Id<'EventId'>

const IDS_PER_POSITION = 2 ** 16

/**
 * Most events that one entry of the log becomes. `core` deletes at most this number of messages with one
 * event.
 */
export const MAX_EVENTS_PER_ENTRY = 2 ** 12

/**
 * Greatest number of an event that is not in the log. A queue uses all numbers of one position after about 37
 * days of heartbeats alone. Until the next entry it then receives no typing and presence events, and empty
 * deliveries instead of heartbeats.
 */
export const MAX_NUMBER = IDS_PER_POSITION - MAX_EVENTS_PER_ENTRY

/** The last position whose ids are below 2^53: 137 thousand million entries, 37 years at 10 million a day. */
export const MAX_POSITION = 2 ** 37 - 1

/** Returns the id of an event. Throws a RangeError for a position or number that is out of range. */
export function eventIdAt(position: Seq, number = 0): EventId {
  if (position > MAX_POSITION) throw new RangeError(`event ids end at position ${MAX_POSITION}`)
  if (number > MAX_NUMBER || number <= -MAX_EVENTS_PER_ENTRY)
    throw new RangeError(`no event number ${number}`)
  return (position * IDS_PER_POSITION + number) as EventId
}

/** Returns the newest position of which a client with this cursor has all events. */
export function positionOf(id: EventId): Seq {
  return Math.floor(id / IDS_PER_POSITION) as Seq
}

/** Returns the newest position of which a client with this cursor has any event. */
export function startedPositionOf(id: EventId): Seq {
  return Math.floor((id + MAX_EVENTS_PER_ENTRY - 1) / IDS_PER_POSITION) as Seq
}

/** Returns the cursor for a client's `last_event_id`, which is -1 for a client without events. */
export const eventIdFrom = (wire: number): EventId => Math.max(wire, 0) as EventId

/** Returns the id of one of the `count` events that an entry becomes; `index` counts from 0. */
export const idOfPart = (position: Seq, index: number, count: number): EventId =>
  eventIdAt(position, index + 1 - count)

/**
 * Returns the next id after `last` for an event that is not in the log. The client has received the entries
 * up to `position`. Undefined when all ids are used, or when the client has only the first events of the next
 * entry.
 */
export function nextFreeId(last: EventId, position: Seq): EventId | undefined {
  const id = Math.max(last + 1, eventIdAt(position)) as EventId
  return positionOf(id) <= position && id - eventIdAt(position) <= MAX_NUMBER ? id : undefined
}
