import { FlagBit } from '../../content/messages/bits.ts'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { MessageFlag } from './entities.ts'
import { emitRemoved } from './event.ts'

/** A user, and the ids of messages that the user has starred, ascending. */
export type StarsOfUser = Columns<typeof MessageFlag, 'userId'> & { readonly messages: MessageId[] }
export type Stars = readonly StarsOfUser[]

const STARS = statement(
  'reads.stars-of-messages',
  // message_flag_message
  `SELECT user_id AS "userId", json_agg(message_id ORDER BY message_id) AS messages FROM message_flag
   WHERE message_id = ANY ($1::int8[]) AND bits & ${FlagBit.starred} <> 0 GROUP BY user_id`,
)

/** Loads who has starred these messages. One query. */
export const loadStars = (sql: Sql, messages: readonly MessageId[]): Promise<Stars> =>
  sql.run<StarsOfUser>(STARS, [messages])

/**
 * Emits that messages lost their star, to users who receive no other event about the loss because they are
 * outside the audience of the conversation. Users who had starred the same messages share one event.
 */
export function emitStarsRemoved(tx: Tx, stars: Stars): void {
  for (const group of groupBy(stars, ({ messages }) => messages.join()).values()) {
    emitRemoved(tx, toUsers(group.map(({ userId }) => userId)), 'starred', group[0]!.messages)
  }
}
