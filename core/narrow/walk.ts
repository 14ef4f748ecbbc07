import { canReadWholeHistory } from '../channels/permissions.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import {
  accessCondition,
  allOf,
  channelOf,
  conversationCondition,
  type Parameters,
  termCondition,
} from './sql.ts'
import type { ResolvedTerm } from './terms.ts'

/** Messages next to a place: `at` and `limit` are expressions of SQL. */
export interface Side {
  readonly direction: 'before' | 'after'
  readonly at: string
  readonly limit: string
}

/** Ranges of messages that stand together in the index (column, id). */
interface Ranges {
  readonly column: 'channel_id' | 'conversation_id' | 'sender_id' | 'realm_id'
  /** A query: messages with `value` in the column and `from_id` ≤ id < `to_id`. */
  readonly rows: string
}

/** Larger than any message id, as SQL. */
const END = '9223372036854775807'

/** So many messages of the organization are looked through before the reader's own channels are. */
const NEAR = 1000

/**
 * A query for the ids of the messages on one side of a place that match a narrow and that the reader may
 * read. It walks the index of what the narrow names (message_conversation, message_channel,
 * message_sender), so that its cost depends on what is there and not on what else was sent.
 */
export function walk(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
  side: Side,
): string {
  const channel = channelOf(terms)
  const matches = (but?: ResolvedTerm) =>
    terms.filter((term) => term !== but).map((term) => termCondition(realm, term, channel, parameters))
  const access = () => accessCondition(realm, reader, terms, parameters)
  const named = terms.filter((term) => !term.negated)

  for (const term of named) {
    if (term.kind !== 'dm' && term.kind !== 'topic') continue
    const ranges = whole(
      'conversation_id',
      `SELECT c.id AS value FROM conversation c
      WHERE ${conversationCondition(realm, term, channel, parameters)}`,
    )
    return inRanges(ranges, allOf([access(), ...matches(term)]), side)
  }
  for (const term of named) {
    if (term.kind !== 'channel') continue
    const id = parameters.add(term.channel.id)
    const ranges = canReadWholeHistory(realm, reader, term.channel)
      ? whole('channel_id', `SELECT ${id}::int AS value`)
      : spans(`user_id = ${parameters.add(reader.id)}::int AND channel_id = ${id}::int`)
    return inRanges(ranges, allOf(matches(term)), side)
  }
  for (const term of named) {
    if (term.kind !== 'sender') continue
    const ranges = whole('sender_id', `SELECT ${parameters.add(term.user)}::int AS value`)
    return inRanges(ranges, allOf([access(), ...matches(term)]), side)
  }
  return inEverything(realm, reader, { reached: access(), matching: allOf(matches()) }, parameters, side)
}

/**
 * Of what reached the reader. Whoever gets much of what is sent finds it among the nearest messages of the
 * organization (message_realm). For others the search does not go on through everything: beyond those, each
 * span and each direct conversation of the reader is asked for its nearest.
 */
function inEverything(
  realm: RealmState,
  reader: UserRecord,
  { reached, matching }: { reached: string; matching: string },
  parameters: Parameters,
  side: Side,
): string {
  const me = parameters.add(reader.id)
  const order = orderOf(side)
  const inRealm = whole('realm_id', `SELECT ${parameters.add(realm.realm)}::int AS value`)
  const near = oneByOne(inRealm, 'true', { ...side, limit: `${NEAR}` })
  const beyond: Side = { ...side, at: 'beyond.id', limit: '(SELECT count FROM missing)' }
  const direct = `SELECT conversation_id AS value FROM conversation_participant WHERE user_id = ${me}::int`
  return `(WITH hits AS MATERIALIZED (
      SELECT m.id FROM ${near} m WHERE ${allOf([reached, matching])}
      ORDER BY m.realm_id ${order}, m.id ${order} LIMIT ${side.limit}
    ), missing AS MATERIALIZED (
      SELECT ${side.limit} - count(*) AS count FROM hits
    ), beyond AS MATERIALIZED (
      SELECT m.id FROM ${near} m WHERE (SELECT count FROM missing) > 0
      ORDER BY m.realm_id ${order}, m.id ${order} OFFSET ${NEAR - 1}
    )
    SELECT id FROM (SELECT id FROM hits UNION ALL (
      SELECT far.id FROM beyond CROSS JOIN LATERAL (
        ${inRanges(spans(`user_id = ${me}::int`), matching, beyond)}
        UNION ALL
        ${inRanges(whole('conversation_id', direct), matching, beyond)}
      ) far ORDER BY far.id ${order} LIMIT (SELECT count FROM missing)
    )) found LIMIT ${side.limit})`
}

/** The nearest in all the ranges: of each the nearest, and of these. */
function inRanges(ranges: Ranges, condition: string, side: Side): string {
  return `(SELECT m.id FROM ${oneByOne(ranges, condition, side)} m ORDER BY m.id ${orderOf(side)} LIMIT ${side.limit})`
}

/**
 * The nearest in each of the ranges. Compared and ordered as rows of (column, id), so that no other index can
 * serve: to walk over all messages until some are of this channel looks cheap to the planner, and is not.
 */
function oneByOne({ column, rows }: Ranges, condition: string, side: Side): string {
  const order = orderOf(side)
  const from = side.direction === 'before' ? 'r.from_id' : `greatest(r.from_id, ${side.at} + 1)`
  const to = side.direction === 'before' ? `least(r.to_id, ${side.at})` : 'r.to_id'
  // message_channel is for those that have one
  const indexed = column === 'channel_id' ? 'm.channel_id IS NOT NULL AND' : ''
  return `(${rows}) r CROSS JOIN LATERAL (
    SELECT m.id, m.realm_id, m.channel_id, m.conversation_id, m.sender_id FROM message m
    WHERE ${indexed} (m.${column}, m.id) >= (r.value, ${from}) AND (m.${column}, m.id) < (r.value, ${to})
      AND ${condition}
    ORDER BY m.${column} ${order}, m.id ${order} LIMIT ${side.limit}
  )`
}

const orderOf = (side: Side) => (side.direction === 'before' ? 'DESC' : 'ASC')

/** All messages with one of the values in the column. */
const whole = (column: Ranges['column'], values: string): Ranges => ({
  column,
  rows: `SELECT value, 0::int8 AS from_id, ${END} AS to_id FROM (${values}) v`,
})

/** What reached a user as a subscriber (subscription_span_pkey). */
const spans = (condition: string): Ranges => ({
  column: 'channel_id',
  rows: `SELECT channel_id AS value, from_id, coalesce(to_id, ${END}) AS to_id
    FROM subscription_span WHERE ${condition}`,
})
