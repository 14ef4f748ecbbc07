import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import { conditionOf, type QueryContext } from './query-context.ts'
import { inRange, orderOf, type Side, wholeOf } from './ranges.ts'
import { isInState } from './terms.ts'

/** Number of the organization's nearest messages to scan before the reader's own channels. */
const NEAR = 1000
/** The same for `isLong` sides, whose limit is larger than `NEAR`. */
const NEAR_OF_LONG = 2 * MAX_MESSAGES_PER_FETCH
/**
 * Number of the nearest messages of the reader's combined feed to scan before a search that costs by
 * conversations.
 */
const NEAR_OF_FEED = 200

/**
 * Returns a query for messages that reached the reader. It scans the organization's nearest messages first
 * (message_realm): readers with many channels find enough there. Then `far` searches beyond them, so the scan
 * is bounded for everybody else.
 */
export function nearFirst(query: QueryContext, far: (beyond: QueryContext) => string): string {
  const { realm, parameters, side } = query
  const order = orderOf(side)
  const everything = wholeOf('realm_id', realm.record.id, parameters)
  const scanned = side.isLong && !isInState(query.terms, 'unread') ? NEAR_OF_LONG : NEAR
  const near = `(${everything.rows}) r CROSS JOIN LATERAL (${inRange(everything, 'true', { ...side, limit: `${scanned}` })})`
  const beyond: Side = { ...side, at: 'beyond.id', limit: '(SELECT count FROM missing)' }
  return `(WITH hits AS MATERIALIZED (
      SELECT m.id FROM ${near} m WHERE ${conditionOf(query)}
      ORDER BY m.realm_id ${order}, m.id ${order} LIMIT ${side.limit}
    ), missing AS MATERIALIZED (
      SELECT ${side.limit} - count(*) AS count FROM hits
    ), beyond AS MATERIALIZED (
      SELECT m.id FROM ${near} m WHERE (SELECT count FROM missing) > 0
      ORDER BY m.realm_id ${order}, m.id ${order} OFFSET ${scanned - 1}
    )
    SELECT id FROM (SELECT id FROM hits UNION ALL (
      SELECT far.id FROM beyond CROSS JOIN LATERAL (${far({ ...query, side: beyond })}) far
      ORDER BY far.id ${order} LIMIT (SELECT count FROM missing)
    )) found LIMIT ${side.limit})`
}

/**
 * Returns a query for messages of the reader's combined feed. It first tests the nearest messages of the
 * feed, with ids from `feed`. Then `far` searches beyond them.
 */
export function feedFirst(
  query: QueryContext,
  feed: (nearest: QueryContext) => string,
  far: (beyond: QueryContext) => string,
): string {
  const { side } = query
  const order = orderOf(side)
  const farthest = side.direction === 'before' ? 'min' : 'max'
  // Not `missing`: inside `nearFirst`, `side.limit` is the limit of `nearFirst`.
  const missing = '(SELECT count FROM missing_in_feed)'
  const beyond: Side = { ...side, at: 'beyond.id', limit: missing }
  return `(WITH near AS MATERIALIZED (
      SELECT id FROM (${feed({ ...query, terms: [], side: { ...side, limit: `${NEAR_OF_FEED}` } })}) n
      ORDER BY id ${order} LIMIT ${NEAR_OF_FEED}
    ), hits AS MATERIALIZED (
      SELECT m.id FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM near)) AND ${conditionOf(query)}
      ORDER BY m.id ${order} LIMIT ${side.limit}
    ), missing_in_feed AS MATERIALIZED (
      SELECT ${side.limit} - count(*) AS count FROM hits
    ), beyond AS MATERIALIZED (
      SELECT ${farthest}(id) AS id FROM near WHERE ${missing} > 0 HAVING count(*) = ${NEAR_OF_FEED}
    )
    SELECT id FROM (SELECT id FROM hits UNION ALL (
      SELECT far.id FROM beyond CROSS JOIN LATERAL (${far({ ...query, side: beyond })}) far
      ORDER BY far.id ${order} LIMIT ${missing}
    )) found LIMIT ${side.limit})`
}
