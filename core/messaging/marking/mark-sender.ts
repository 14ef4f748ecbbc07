import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import { readableChannels } from '../../state/access/channel-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { Message } from '../messages/entities.ts'
import { isFlaggedReadable } from '../messages/read-permission.ts'
import { hasNoReadState, unreadRanges, unreadRows } from '../reads/unread-sql.ts'
import { applyMark } from './mark-queue.ts'

/** Messages marked in one transaction. A batch of this size delays others only by milliseconds. */
const BATCH = 1_000
/** Messages loaded by one query. */
const READ_AHEAD = 20 * BATCH

// message_realm
const NEWEST = statement('reads.newest', 'SELECT max(id) AS newest FROM message WHERE realm_id = $1')

/**
 * Unread messages of user $1 from sender $5 up to message $2 in the readable channels $3 and $4, at most
 * `READ_AHEAD`. Reads all unread messages of the user (message_conversation, message_flag_unread).
 */
const UNREAD_OF_SENDER = statement(
  'reads.unread-of-sender',
  `SELECT m.id FROM ${unreadRanges('$1')} place CROSS JOIN LATERAL (
     SELECT m.id FROM message m
     WHERE place.has_messages AND m.conversation_id = place.conversation_id AND m.id >= place.from_id
       AND m.id < least(place.to_id, $2::int8 + 1) AND ${hasNoReadState('$1::int')} AND m.sender_id = $5
     ORDER BY m.id LIMIT ${READ_AHEAD}
   ) m
   UNION ALL
   SELECT m.id FROM ${unreadRows('$1')} row JOIN message m ON m.id = row.message_id
   WHERE m.id <= $2 AND m.sender_id = $5 AND ${isFlaggedReadable('$1', '$3::int[]', '$4::int[]')}
   LIMIT ${READ_AHEAD}`,
)

/** Marks the unread messages of one sender as read, in transactions of bounded size. */
export async function markSenderAsRead({ core, realm, user }: Caller, sender: UserId): Promise<void> {
  const [row] = await core.db.run<{ readonly newest: MessageId | null }>(NEWEST, [realm.id])
  const { open, guarded } = readableChannels(realm, user)
  const values = [user.id, row?.newest ?? 0, open, guarded, sender]
  for (;;) {
    const rows = await core.db.run<Columns<typeof Message, 'id'>>(UNREAD_OF_SENDER, values)
    for (let at = 0; at < rows.length; at += BATCH) {
      const messages = rows.slice(at, at + BATCH).map((row) => row.id)
      await applyMark(core, realm, { op: 'add', flag: 'read', user, messages, isAccessKnown: true })
    }
    if (rows.length < READ_AHEAD) return
  }
}
