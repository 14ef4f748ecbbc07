import { allOf } from '../narrow/sql.ts'
import { isRead } from './read-state.ts'
import { END, hasNoReadState, readStateProbes, unreadRanges, unreadRows } from './unread-sql.ts'

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
/** Most messages after the lowest beginning that are tested before the other ranges are probed. */
const MAX_WALKED = 200
/** Ranges for each such message, so that testing them costs less than probing the ranges. */
const RANGES_PER_WALKED = 4

/**
 * Returns a query for the `id` of the user's oldest unread message among the wanted ones; null when there is none. `me` is the
 * placeholder of the user. Never scans read messages. Costs a comparison for each conversation, and a probe (message_conversation) for each with
 * messages above its pointer whose pointer is below the result. Pointers of conversations that nobody has read are all below it, so of many
 * conversations the first messages above the lowest pointer are tested before (message_realm). Rows marked unread are read in any
 * case (message_flag_unread).
 */
export function firstUnread(me: string, wanted: WantedMessages): string {
  const user = `${me}::int`
  const probe = `SELECT m.id FROM message m WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id
        AND ${allOf([hasNoReadState(user), wanted.within])} ORDER BY m.id LIMIT 1`
  return `WITH place AS MATERIALIZED (
      SELECT conversation_id, from_id FROM ${unreadRanges(me, wanted.conversation)} place WHERE has_messages
    ), lowest AS MATERIALIZED (
      SELECT * FROM place ORDER BY from_id, conversation_id LIMIT ${LOWEST}
    ), near AS MATERIALIZED (
      SELECT min(first.id) AS id FROM lowest place CROSS JOIN LATERAL (${probe}) first
    ), walked AS MATERIALIZED (
      SELECT min(id) AS id FROM (
        SELECT m.id FROM (
          SELECT * FROM (${walk(user)}) m LIMIT (SELECT count(*) / ${RANGES_PER_WALKED} FROM place)
        ) m ${readStateProbes(user)}
        WHERE NOT ${isRead(me)} AND ${allOf([isOwn(user), wanted.anywhere])} ORDER BY m.id LIMIT 1
      ) first
    )
    SELECT min(id) AS id FROM (
      SELECT id FROM near UNION ALL SELECT id FROM walked
      UNION ALL
      SELECT first.id FROM (
        SELECT * FROM place WHERE (SELECT id FROM walked) IS NULL AND from_id < coalesce((SELECT id FROM near), ${END})
          AND (from_id, conversation_id) > (SELECT from_id, conversation_id FROM lowest ORDER BY from_id DESC, conversation_id DESC LIMIT 1)
        OFFSET 0
      ) place CROSS JOIN LATERAL (${probe}) first
      UNION ALL
      SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${wanted.anywhere}
    ) candidate`
}

/** Returns a query for the first messages of the organization after the lowest beginning (message_realm). */
function walk(user: string): string {
  const realm = `(SELECT realm_id FROM user_account WHERE id = ${user})`
  return `SELECT * FROM message m
          WHERE (m.realm_id, m.id) >= (${realm}, (SELECT min(from_id) FROM lowest)) AND (m.realm_id, m.id) < (${realm} + 1, 0)
          ORDER BY m.realm_id, m.id LIMIT ${MAX_WALKED}`
}

/** SQL: row `m` is in a channel, or in a direct conversation of the user (conversation_participant_pkey). */
const isOwn = (user: string): string => `(m.channel_id IS NOT NULL OR EXISTS (
          SELECT FROM conversation_participant t WHERE t.user_id = ${user} AND t.conversation_id = m.conversation_id))`
