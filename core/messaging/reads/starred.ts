import { FlagBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import { readableChannels } from '../../state/access/channel-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Message } from '../messages/entities.ts'
import { isFlaggedReadable } from '../messages/read-permission.ts'

// message_flag_starred, message_pkey
export const STARRED = statement(
  'reads.starred',
  `SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
   WHERE f.user_id = $1 AND f.bits & ${FlagBit.starred} <> 0 AND ${isFlaggedReadable('$1', '$2::int[]', '$3::int[]')}
   ORDER BY m.id`,
)

/** Returns the ids of messages that a user has starred and may read, ascending. One query. */
export async function starredMessages(sql: Sql, realm: RealmView, user: UserRecord): Promise<MessageId[]> {
  const { open, guarded } = readableChannels(realm, user)
  const rows = await sql.run<Columns<typeof Message, 'id'>>(STARRED, [user.id, open, guarded])
  return rows.map((row) => row.id)
}
