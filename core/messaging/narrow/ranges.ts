import type { Parameters } from './sql.ts'

/** Messages next to a place: `at` and `limit` are expressions of SQL. */
export interface Side {
  readonly direction: 'before' | 'after'
  readonly at: string
  readonly limit: string
}

/** Ranges of messages that stand together in the index (column, id). */
export interface Ranges {
  readonly column: 'channel_id' | 'conversation_id' | 'sender_id' | 'realm_id'
  /** A query: messages with `value` in the column and `from_id` ≤ id < `to_id`. */
  readonly rows: string
  /** There is one range, or a few. */
  readonly isOne?: true
  /** Only messages that came to their channel from another (message_moved). */
  readonly isMoved?: true
  /** Of this sender only (message_sender_conversation); a placeholder. */
  readonly sender?: string
}

/** Larger than any message id, as SQL. */
const END = '9223372036854775807'

export const orderOf = (side: Side) => (side.direction === 'before' ? 'DESC' : 'ASC')

/** That `id` is on the side. */
export const isOn = (side: Side, id: string) => `${id} ${side.direction === 'before' ? '<' : '>'} ${side.at}`

/** All messages with one of the values, a query's `value`, in the column. */
export const whole = (column: Ranges['column'], values: string): Ranges => ({
  column,
  rows: `SELECT value, 0::int8 AS from_id, ${END} AS to_id FROM (${values}) v`,
})

/** All messages with a value in the column. */
export const wholeOf = (column: Ranges['column'], value: number, parameters: Parameters): Ranges => ({
  ...whole(column, `SELECT ${parameters.add(value)}::int AS value`),
  isOne: true,
})

/** Where what reached a user as a subscriber is to be found (subscription_span_pkey). */
export const spans = (condition: string): Ranges => ({
  column: 'channel_id',
  rows: `SELECT channel_id AS value, from_id, coalesce(to_id, ${END}) AS to_id
    FROM subscription_span WHERE ${condition}`,
})

/**
 * A query: the ids of the nearest messages in all the ranges, on one side, that meet a condition on row `m`. Of
 * many ranges each is asked for one first: only those are asked for more that are near, and for none beyond the
 * farthest of these.
 */
export function inRanges(ranges: Ranges, condition: string, side: Side): string {
  const { rows } = ranges
  const order = orderOf(side)
  const isBefore = side.direction === 'before'
  const near = `SELECT r.*, first.id AS first FROM (${rows}) r
    CROSS JOIN LATERAL (${inRange(ranges, condition, { ...side, limit: '1' })}) first
    ORDER BY first.id ${order} LIMIT ${side.limit}`
  // Where there are as many as are asked for, none beyond the farthest can be among them.
  const farthest = `CASE WHEN count(*) OVER () >= ${side.limit} THEN ${isBefore ? 'min' : 'max'}(first) OVER () END`
  const ends = isBefore
    ? `greatest(from_id, ${farthest}) AS from_id, to_id`
    : `from_id, least(to_id, ${farthest} + 1) AS to_id`
  const bounded = `SELECT value, ${ends} FROM (${near}) n`
  return nearestOf(ranges.isOne ? rows : bounded, inRange(ranges, condition, side), side)
}

/** A query: of what `probe` finds for rows `r`, the nearest. */
export function nearestOf(rows: string, probe: string, side: Side): string {
  const order = orderOf(side)
  return `(SELECT m.id FROM (${rows}) r CROSS JOIN LATERAL (${probe}) m ORDER BY m.id ${order} LIMIT ${side.limit})`
}

/**
 * The nearest in range `r`. Compared and ordered as rows of (column, id), so that no other index can serve: to
 * walk over all messages until some are of this channel looks cheap to the planner, and is not.
 */
export function inRange({ column, sender, isMoved }: Ranges, condition: string, side: Side): string {
  const order = orderOf(side)
  const from = side.direction === 'before' ? 'r.from_id' : `greatest(r.from_id, ${side.at} + 1)`
  const to = side.direction === 'before' ? `least(r.to_id, ${side.at})` : 'r.to_id'
  if (sender !== undefined) {
    // Equal in both columns is so little that no other index looks cheaper.
    return `SELECT m.id FROM message m
      WHERE m.sender_id = ${sender}::int AND m.${column} = r.value AND m.id >= ${from} AND m.id < ${to} AND ${condition}
      ORDER BY m.id ${order} LIMIT ${side.limit}`
  }
  // message_channel is for those that have one, message_moved for those that were moved to it.
  const indexed = isMoved
    ? 'm.arrival_id IS NOT NULL AND'
    : column === 'channel_id'
      ? 'm.channel_id IS NOT NULL AND'
      : ''
  return `SELECT m.id, m.realm_id, m.channel_id, m.conversation_id, m.sender_id, m.bits, m.arrival_id FROM message m
    WHERE ${indexed} (m.${column}, m.id) >= (r.value, ${from}) AND (m.${column}, m.id) < (r.value, ${to})
      AND ${condition}
    ORDER BY m.${column} ${order}, m.id ${order} LIMIT ${side.limit}`
}
