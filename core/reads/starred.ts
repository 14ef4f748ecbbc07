import { type Sql, statement } from '../db/statement.ts'
import type { MessageId, UserId } from '../ids.ts'
import { FlagBit } from '../messages/bits.ts'

const STARRED = statement(
  'reads.starred',
  `SELECT message_id AS id FROM message_flag WHERE user_id = $1 AND bits & ${FlagBit.starred} <> 0 ORDER BY message_id`, // message_flag_pkey
)

/** The messages a user has starred, ascending. */
export async function starredMessages(sql: Sql, user: UserId): Promise<MessageId[]> {
  return (await sql.run<{ id: MessageId }>(STARRED, [user])).map((row) => row.id)
}
