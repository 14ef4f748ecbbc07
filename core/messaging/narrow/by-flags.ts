import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { conditionOf, type QueryContext, readerParameter } from './query-context.ts'
import { isOn, nearestAmong, orderOf } from './ranges.ts'

const WILDCARDS = MessageBit.channelWildcard | MessageBit.topicWildcard

/** States with an index on the reader's flags, the most selective first. */
export const FLAG_STATES = ['starred', 'alerted', 'mentioned'] as const

/** Returns a query for messages in one of the `FLAG_STATES` states. */
export function inState(query: QueryContext, state: (typeof FLAG_STATES)[number]): string {
  if (state === 'starred') return flagged(query, `f.bits & ${FlagBit.starred} <> 0`) // message_flag_starred
  // message_flag_alerted
  if (state === 'alerted') return flagged(query, `f.bits & ${FlagBit.hasAlertWord} <> 0`)
  return mentioned(query)
}

/** Returns a query for messages with a flag row of the reader. `indexed` is a condition that has an index. */
export function flagged(query: QueryContext, indexed: string, condition = conditionOf(query)): string {
  const { side } = query
  return `(SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = ${readerParameter(query)}::int AND ${indexed} AND ${isOn(side, 'f.message_id')} AND ${condition}
    ORDER BY f.message_id ${orderOf(side)} LIMIT ${side.limit})`
}

/**
 * Mentions by name, group or topic (message_flag_mentioned), or by a wildcard (message_wildcard, which
 * includes topics).
 */
function mentioned(query: QueryContext): string {
  const { side } = query
  const everyone = inRealm(query, `m.bits & ${WILDCARDS} <> 0`)
  const oneself = flagged(query, `f.bits & ${MENTIONING} <> 0`)
  return nearestAmong([oneself, everyone], side)
}

/**
 * Returns a query by an organization-wide index on `indexed`. Compares rows as the index does, so that it can
 * be used.
 */
export function inRealm(query: QueryContext, indexed: string): string {
  const { realm, parameters, side } = query
  const order = orderOf(side)
  const own = `${parameters.add(realm.record.id)}::int`
  const range =
    side.direction === 'before'
      ? `(m.realm_id, m.id) >= (${own}, 0) AND (m.realm_id, m.id) < (${own}, ${side.at})`
      : `(m.realm_id, m.id) > (${own}, ${side.at}) AND (m.realm_id, m.id) < (${own} + 1, 0)`
  return `(SELECT m.id FROM message m WHERE ${indexed} AND ${range} AND ${conditionOf(query)}
    ORDER BY m.realm_id ${order}, m.id ${order} LIMIT ${side.limit})`
}
