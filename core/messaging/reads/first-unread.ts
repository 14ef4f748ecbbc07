import { allOf } from '../../platform/db/statements/sql-builder.ts'
import {
  END,
  explicitRows,
  hasNoExplicitState,
  hasNoReadState,
  unreadRanges,
  unreadRows,
} from './unread-sql.ts'

/** SQL conditions on the messages among which the first unread one is looked for. */
export interface WantedMessages {
  /** On row `c`: all conversations of the messages meet it. */
  readonly conversation: string
  /** On row `m`: the messages of such a conversation that are wanted. */
  readonly within: string
  /** On row `m`: the messages that are wanted, and that the user may read, of any conversation. */
  readonly anywhere: string
}

/** All messages. */
export const ALL_MESSAGES: WantedMessages = { conversation: 'true', within: 'true', anywhere: 'true' }

/** Ranges with the lowest beginnings, whose first unread messages bound the others. */
const LOWEST = 32
/** SQL: the range of row `place` is not among the lowest, and may have an older message than they have. */
const IS_LEFT = `from_id < (SELECT id FROM near) AND (from_id, conversation_id) > (
        SELECT from_id, conversation_id FROM lowest ORDER BY from_id DESC, conversation_id DESC LIMIT 1)`

/**
 * Returns a query for the `id` of the user's oldest unread message among the wanted ones; null when there is
 * none. `me` is the placeholder of the user. Never scans read messages. Costs a comparison for each
 * conversation, and a probe (message_conversation) for the ranges with the lowest beginnings. The first
 * unread message of these bounds the result, so only ranges that begin before it are left. There may be many,
 * for example after everything was marked as read. So the messages before the bound are tested first
 * (message_realm), at most one for each range: a probe takes as long as several tests. Rows marked unread are
 * read in any case (message_flag_unread).
 */
export function firstUnread(me: string, wanted: WantedMessages): string {
  const user = `${me}::int`
  const probe = (conditions: readonly string[]) =>
    `SELECT m.id FROM message m WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id
        AND ${allOf([...conditions, wanted.within])} ORDER BY m.id LIMIT 1`
  return `WITH place AS MATERIALIZED (
      SELECT conversation_id, from_id FROM ${unreadRanges(me, wanted.conversation)} place WHERE has_messages
    ), lowest AS MATERIALIZED (
      SELECT * FROM place ORDER BY from_id, conversation_id LIMIT ${LOWEST}
    ), near AS MATERIALIZED (
      SELECT coalesce(min(first.id), ${END}) AS id FROM lowest place CROSS JOIN LATERAL (${probe([hasNoReadState(user)])}) first
    ), rest AS MATERIALIZED (
      SELECT min(from_id) AS from_id, count(*) AS size FROM place WHERE ${IS_LEFT}
    ), explicit AS MATERIALIZED (
      SELECT message_id FROM (${explicitRows(me)}) row
      WHERE message_id >= (SELECT from_id FROM rest) AND message_id < (SELECT id FROM near)
    ), walked AS MATERIALIZED (
      SELECT count(*) = (SELECT size FROM rest) AS is_cut, max(m.id) AS last_id,
        min(m.id) FILTER (WHERE ${allOf(['place.conversation_id IS NOT NULL', hasNoExplicitState(user), wanted.within])}) AS id
      FROM (${walk(user)}) m LEFT JOIN place ON place.conversation_id = m.conversation_id AND m.id >= place.from_id
    )
    SELECT min(id) AS id FROM (
      SELECT nullif(id, ${END}) AS id FROM near UNION ALL SELECT id FROM walked
      UNION ALL
      SELECT first.id FROM (
        SELECT conversation_id, greatest(from_id, last_id + 1) AS from_id FROM place, walked WHERE is_cut AND id IS NULL AND ${IS_LEFT} OFFSET 0
      ) place CROSS JOIN LATERAL (${probe(['m.id < (SELECT id FROM near)', hasNoExplicitState(user)])}) first
      UNION ALL
      SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${wanted.anywhere}
    ) candidate`
}

/**
 * Returns a query for the first messages of the organization after the lowest beginning of the rest
 * (message_realm).
 */
function walk(user: string): string {
  const realm = `(SELECT realm_id FROM user_account WHERE id = ${user})`
  return `SELECT * FROM message m
        WHERE (m.realm_id, m.id) >= (${realm}, (SELECT from_id FROM rest)) AND (m.realm_id, m.id) < (${realm}, (SELECT id FROM near))
        ORDER BY m.realm_id, m.id LIMIT (SELECT size FROM rest)`
}
