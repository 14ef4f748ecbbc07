import type { Id, Seq } from '../../core/platform/ids.ts'

/**
 * The `id` of an event on the wire, and the cursor of a client: a position of the organization's log times 65,536,
 * plus a number.
 *
 * - number 0: the log entry at the position. The cursor of a client that has everything up to there.
 * - below 0: the earlier ones of several events that one entry becomes for a client. The last one has number 0.
 * - above 0: what is in no log, after the entry: heartbeats, typing and presence.
 *
 * So ids of one queue strictly increase, and every gateway continues from an id without knowing who gave it.
 */
export type EventId = Id<'EventId'>

const IDS_PER_POSITION = 2 ** 16

/** One entry of the log becomes at most so many events. `core` names no more messages in one event of deletion. */
export const MAX_EVENTS_PER_ENTRY = 2 ** 12

/**
 * Greatest number of an event that is in no log. A queue that has used all numbers of one position, after about 37 days
 * of heartbeats alone, gets no typing and presence events, and empty hand-overs for heartbeats, until the log moves on.
 */
export const MAX_NUMBER = IDS_PER_POSITION - MAX_EVENTS_PER_ENTRY

/** The last position whose ids are below 2^53: 137 thousand million entries, 37 years at 10 million a day. */
export const MAX_POSITION = 2 ** 37 - 1

/** The id of a log position, or of an event beside it. Throws a RangeError for what no id can say. */
export function eventIdAt(position: Seq, number = 0): EventId {
  if (position > MAX_POSITION) throw new RangeError(`event ids end at position ${MAX_POSITION}`)
  if (number > MAX_NUMBER || number <= -MAX_EVENTS_PER_ENTRY)
    throw new RangeError(`no event number ${number}`)
  return (position * IDS_PER_POSITION + number) as EventId
}

/** The newest position that a client with this cursor has completely. */
export function positionOf(id: EventId): Seq {
  return Math.floor(id / IDS_PER_POSITION) as Seq
}

/** The newest position that a client with this cursor has something of: the next one while it lacks the entry's last events. */
export function entryOf(id: EventId): Seq {
  return Math.floor((id + MAX_EVENTS_PER_ENTRY - 1) / IDS_PER_POSITION) as Seq
}

/** What a client sends as `last_event_id`; -1 is a client that has nothing yet. */
export const eventIdFrom = (wire: number): EventId => Math.max(wire, 0) as EventId

/** The id of one of the `count` events that an entry becomes; `index` counts from 0. */
export const idOfPart = (position: Seq, index: number, count: number): EventId =>
  eventIdAt(position, index + 1 - count)

/**
 * The next id, after `last`, for an event that is in no log. The client has been given the entries up to `position`.
 * Undefined when there is none: all are used, or the client has only the first events of the next entry.
 */
export function nextFreeId(last: EventId, position: Seq): EventId | undefined {
  const id = Math.max(last + 1, eventIdAt(position)) as EventId
  return positionOf(id) <= position && id - eventIdAt(position) <= MAX_NUMBER ? id : undefined
}
