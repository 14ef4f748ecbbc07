import { FlagBit } from '../../content/messages/bits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { isOutOfReach, isRead, isReadAtOnce } from '../reads/read-state.ts'
import { hasNoReadState, reachableRanges, readStateProbes } from '../reads/unread-sql.ts'

const BOTH = FlagBit.hasExplicitReadState | FlagBit.read

/**
 * Marks pairs of users ($1) and messages ($2) as read. Returns the pairs that were unread. Each pair occurs
 * once. The caller has locked the event log.
 *
 * Each affected read pointer advances up to the first message (`stop`) that is unread without an explicit
 * flag row. A row with explicit unread state keeps its message unread whatever the pointer. So reading a
 * conversation in order costs one pointer and no row: the statement writes rows only for messages above the
 * pointer, and clears the rows it passed. It scans only the messages that the pointer passes, never the
 * history.
 *
 * Indexes: message_pkey, message_flag_pkey, read_pointer_pkey, subscription_span_pkey, message_conversation.
 */
export const MARK_READ = statement(
  'reads.mark-read',
  `WITH changed AS MATERIALIZED (
     SELECT w.user_id, m.id, m.conversation_id, m.channel_id, coalesce(p.message_id, 0) AS pointer, f.bits, f.at,
       coalesce(f.bits, 0) & ${FlagBit.hasExplicitReadState} <> 0
         AND (${isReadAtOnce('w.user_id')} OR ${isOutOfReach('w.user_id')}) AS read_without_row -- without its row
     FROM unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
     JOIN message m ON m.id = w.message_id
     ${readStateProbes('w.user_id')}
     WHERE NOT ${isRead('w.user_id')}
   ), touched AS (
     SELECT DISTINCT user_id, conversation_id, channel_id, pointer FROM changed
   ), stop AS MATERIALIZED (
     SELECT t.*, coalesce((
       SELECT min(m.id) FROM ${reachableRanges('t.user_id', 't.channel_id')} s CROSS JOIN LATERAL (
         SELECT m.id FROM message m
         WHERE m.conversation_id = t.conversation_id AND m.id > t.pointer AND m.id >= s.from_id AND m.id < s.to_id
           AND (t.user_id, m.id) NOT IN (SELECT user_id, id FROM changed)
           AND ${hasNoReadState('t.user_id')}
         ORDER BY m.id LIMIT 1
       ) m
     ), 9223372036854775807) AS stop FROM touched t
   ), reached AS (
     SELECT s.*, greatest(s.pointer, (
       SELECT m.id FROM message m WHERE m.conversation_id = s.conversation_id AND m.id < s.stop
       ORDER BY m.id DESC LIMIT 1
     )) AS new_pointer FROM stop s
   ), moved AS (
     INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT user_id, conversation_id, new_pointer FROM reached WHERE new_pointer > pointer
     ON CONFLICT (user_id, conversation_id) DO UPDATE SET message_id = excluded.message_id
   ), placed AS (
     SELECT c.*, c.id <= r.new_pointer OR c.read_without_row AS needs_no_row
     FROM changed c JOIN reached r USING (user_id, conversation_id)
   ), written AS (
     INSERT INTO message_flag (user_id, message_id, bits)
     SELECT user_id, id, ${BOTH} FROM placed WHERE NOT needs_no_row
     ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | ${BOTH}
   ), needless AS (
     SELECT at, bits & ~${BOTH} AS bits FROM placed WHERE needs_no_row AND bits IS NOT NULL
     UNION ALL
     SELECT m.at, m.bits & ~${BOTH} FROM reached r
     CROSS JOIN LATERAL ${reachableRanges('r.user_id', 'r.channel_id')} s
     CROSS JOIN LATERAL (
       SELECT f.at, f.bits FROM message m CROSS JOIN LATERAL (
         SELECT ctid AS at, bits FROM message_flag WHERE user_id = r.user_id AND message_id = m.id OFFSET 0
       ) f
       WHERE f.bits & ${BOTH} = ${BOTH} AND m.conversation_id = r.conversation_id AND m.id > r.pointer AND m.id <= r.new_pointer
         AND m.id >= s.from_id AND m.id < s.to_id
     ) m
     WHERE r.new_pointer > r.pointer
   ), stripped AS (
     UPDATE message_flag f SET bits = n.bits FROM needless n
     WHERE f.ctid = n.at AND n.bits <> 0
   ), deleted AS (
     DELETE FROM message_flag f USING needless n
     WHERE f.ctid = n.at AND n.bits = 0
   )
   SELECT user_id AS "userId", id FROM changed ORDER BY id`,
)
