import { FlagBit } from '../../content/messages/bits.ts'
import type { Conversation } from '../../messaging/conversations/entities.ts'
import { hasNoReadState } from '../../messaging/reads/unread-sql.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { ascending } from '../../state/groups/setting.ts'
import type { Accounts, Part } from './part.ts'

const BATCH = 500

const NEXT = statement(
  'merge.next-conversation',
  // conversation_participant_pkey, conversation_pkey
  `SELECT c.id, c.participant_ids AS "participantIds" FROM conversation_participant t
   JOIN conversation c ON c.id = t.conversation_id WHERE t.user_id = $1 ORDER BY c.id LIMIT 1`,
)
const OF_PEOPLE = statement(
  'merge.conversation-of-people',
  // conversation_direct
  `SELECT id FROM conversation WHERE realm_id = $1 AND participant_ids = $2::int[] AND channel_id IS NULL`,
)
const RENAME = statement(
  'merge.rename-conversation',
  'UPDATE conversation SET participant_ids = $2::int[] WHERE id = $1', // conversation_pkey
)
const LEAVE = statement(
  'merge.leave-conversation',
  'DELETE FROM conversation_participant WHERE user_id = $2 AND conversation_id = $1',
)
const ENTER = statement(
  'merge.enter-conversation',
  'INSERT INTO conversation_participant (conversation_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
)
/**
 * Gives people $3 the higher one of their pointers in conversations $1 and $2, in both, and makes explicitly
 * unread what this pointer passes wrongly. So messages can move between the two.
 */
const EQUAL_POINTERS = statement(
  'merge.equal-pointers',
  // read_pointer_pkey, message_conversation, message_flag_pkey
  `WITH place AS MATERIALIZED (
     SELECT u.user_id, c.id, coalesce(p.message_id, 0) AS pointer,
       max(coalesce(p.message_id, 0)) OVER (PARTITION BY u.user_id) AS highest
     FROM unnest($3::int[]) AS u (user_id) CROSS JOIN unnest(ARRAY[$1::int8, $2::int8]) AS c (id)
     LEFT JOIN read_pointer p ON p.user_id = u.user_id AND p.conversation_id = c.id
   ), moved AS (
     INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT user_id, id, highest FROM place WHERE pointer < highest
     ON CONFLICT (user_id, conversation_id) DO UPDATE SET message_id = excluded.message_id
   )
   INSERT INTO message_flag (user_id, message_id, bits)
   SELECT place.user_id, m.id, ${FlagBit.hasExplicitReadState} FROM place CROSS JOIN LATERAL (
     SELECT m.id FROM message m
     WHERE m.conversation_id = place.id AND m.id > place.pointer AND m.id <= place.highest AND ${hasNoReadState('place.user_id')}
     OFFSET 0
   ) m
   ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits`,
)
const MOVE = statement(
  'merge.move-messages',
  // message_conversation
  `WITH batch AS (
     SELECT id FROM message WHERE conversation_id = $1 ORDER BY id LIMIT ${BATCH}
   ), moved AS (
     UPDATE message m SET conversation_id = $2 FROM batch WHERE m.id = batch.id RETURNING 1
   )
   SELECT count(*)::int4 AS count, 0 AS reached FROM moved`,
)
const DROP = statement('merge.drop-conversation', 'DELETE FROM conversation WHERE id = $1')

/**
 * Gives a direct conversation to the account that stays, whole, or some of its messages when the same people
 * have a conversation already. The messages have their new sender.
 */
export async function moveConversation(tx: Tx, { from, into }: Accounts): Promise<Part | undefined> {
  const [old] = await tx.run<Columns<typeof Conversation, 'id' | 'participantIds'>>(NEXT, [from.id])
  if (old === undefined) return undefined
  const others = old.participantIds!.filter((id) => id !== from.id && id !== into.id)
  const people = ascending([...others, into.id])
  const [known] = await tx.run<Columns<typeof Conversation, 'id'>>(OF_PEOPLE, [tx.realm, people])
  if (known === undefined) {
    await tx.run(RENAME, [old.id, people])
    await tx.run(LEAVE, [old.id, from.id])
    await tx.run(ENTER, [old.id, into.id])
    return { count: 1, reached: 0 }
  }
  await tx.run(EQUAL_POINTERS, [old.id, known.id, people])
  const [moved] = await tx.run<Part>(MOVE, [old.id, known.id])
  if (moved!.count < BATCH) await tx.run(DROP, [old.id]) // its pointers and participants go with it
  return moved!.count < BATCH ? { count: moved!.count + 1, reached: 0 } : moved
}
