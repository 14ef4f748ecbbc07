import type { Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { FrequentWords } from '../search/frequent-words.ts'

/** The nearest messages on one side of a position. `at` and `limit` are SQL expressions. */
export interface Side {
  readonly direction: 'before' | 'after'
  readonly at: string
  readonly limit: string
  /** Whether `limit` is in the thousands. */
  readonly isLong?: boolean
  /** SQL: the id of the first unread message that meets the terms, when it is known. */
  readonly firstUnread?: string
  /**
   * The most frequent words of all messages, when they are known. Without them, no search takes its words for
   * rare.
   */
  readonly frequentWords?: FrequentWords | undefined
  /** Whether the words of some messages are not listed, so that the former index is searched too. */
  readonly needsFormerWords?: boolean
}

/** Ranges of messages that are contiguous in the index on (column, id). */
export interface Ranges {
  readonly column: 'channel_id' | 'conversation_id' | 'sender_id' | 'realm_id'
  /** A query for the ranges: messages with `value` in the column and `from_id` ≤ id < `to_id`. */
  readonly rows: string
  /** Whether there are only one or a few ranges. */
  readonly isOne?: true
  /** Whether to include only messages that were moved to their channel (message_moved). */
  readonly isMoved?: true
  /** Placeholder of the only sender to include (message_sender_conversation). */
  readonly sender?: string
}

/** Larger than any message id, as SQL. */
const END = '9223372036854775807'

export const orderOf = (side: Side) => (side.direction === 'before' ? 'DESC' : 'ASC')

/** Returns SQL: `id` is on the side. */
export const isOn = (side: Side, id: string) => `${id} ${side.direction === 'before' ? '<' : '>'} ${side.at}`

/** Returns SQL: the columns of `message` that conditions on a row use. */
export const columnsOf = (row: string): string =>
  ['id', 'realm_id', 'channel_id', 'conversation_id', 'sender_id', 'bits', 'arrival_id']
    .map((column) => `${row}.${column}`)
    .join(', ')

/**
 * The ranges of all messages whose column has one of the values. `values` is a query with the column `value`.
 */
export const whole = (column: Ranges['column'], values: string): Ranges => ({
  column,
  rows: `SELECT value, 0::int8 AS from_id, ${END} AS to_id FROM (${values}) v`,
})

/** The range of all messages whose column has `value`. */
export const wholeOf = (column: Ranges['column'], value: number, parameters: Parameters): Ranges => ({
  ...whole(column, `SELECT ${parameters.add(value)}::int AS value`),
  isOne: true,
})

/** The ranges of messages that reached a user as a subscriber (subscription_span_pkey). */
export const spans = (condition: string): Ranges => ({
  column: 'channel_id',
  rows: `SELECT channel_id AS value, from_id, coalesce(to_id, ${END}) AS to_id
    FROM subscription_span WHERE ${condition}`,
})

/**
 * Returns a query for the ids of the nearest messages in the ranges, on one side, that meet a condition on
 * row `m`. With many ranges, it first takes one message from each, then more only from the nearest ranges, up
 * to the farthest of those first messages.
 */
export function inRanges(ranges: Ranges, condition: string, side: Side): string {
  const { rows } = ranges
  const order = orderOf(side)
  const isBefore = side.direction === 'before'
  const near = `SELECT r.*, first.id AS first FROM (${rows}) r
    CROSS JOIN LATERAL (${inRange(ranges, condition, { ...side, limit: '1' })}) first
    ORDER BY first.id ${order} LIMIT ${side.limit}`
  // With enough first messages, no message beyond the farthest of them can be in the result.
  const farthest = `CASE WHEN count(*) OVER () >= ${side.limit} THEN ${isBefore ? 'min' : 'max'}(first) OVER () END`
  const ends = isBefore
    ? `greatest(from_id, ${farthest}) AS from_id, to_id`
    : `from_id, least(to_id, ${farthest} + 1) AS to_id`
  const bounded = `SELECT value, ${ends} FROM (${near}) n`
  return nearestOf(ranges.isOne ? rows : bounded, inRange(ranges, condition, side), side)
}

/** Returns a query for the nearest results of several queries. */
export const nearestAmong = (queries: readonly string[], side: Side): string =>
  `(SELECT id FROM (${queries.join(' UNION ')}) found ORDER BY id ${orderOf(side)} LIMIT ${side.limit})`

/** Returns a query for the nearest of the messages that `probe` finds for rows `r`. */
export function nearestOf(rows: string, probe: string, side: Side): string {
  const order = orderOf(side)
  return `(SELECT m.id FROM (${rows}) r CROSS JOIN LATERAL (${probe}) m ORDER BY m.id ${order} LIMIT ${side.limit})`
}

/**
 * Returns a query for the nearest messages in range `r`. Compares and orders rows of (column, id), so that
 * the planner cannot choose another index: it underestimates the cost of scanning all messages for the
 * messages of one channel.
 */
export function inRange({ column, sender, isMoved }: Ranges, condition: string, side: Side): string {
  const order = orderOf(side)
  const from = side.direction === 'before' ? 'r.from_id' : `greatest(r.from_id, ${side.at} + 1)`
  const to = side.direction === 'before' ? `least(r.to_id, ${side.at})` : 'r.to_id'
  if (sender !== undefined) {
    // Equality in both columns is selective enough that the planner chooses the right index.
    return `SELECT m.id FROM message m
      WHERE m.sender_id = ${sender}::int AND m.${column} = r.value AND m.id >= ${from} AND m.id < ${to} AND ${condition}
      ORDER BY m.id ${order} LIMIT ${side.limit}`
  }
  // message_channel is a partial index on messages with a channel, message_moved on moved messages.
  const indexed = isMoved
    ? 'm.arrival_id IS NOT NULL AND'
    : column === 'channel_id'
      ? 'm.channel_id IS NOT NULL AND'
      : ''
  return `SELECT ${columnsOf('m')} FROM message m
    WHERE ${indexed} (m.${column}, m.id) >= (r.value, ${from}) AND (m.${column}, m.id) < (r.value, ${to})
      AND ${condition}
    ORDER BY m.${column} ${order}, m.id ${order} LIMIT ${side.limit}`
}
