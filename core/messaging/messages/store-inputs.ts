import { type SenderStates, statesOfSenders } from '../../channels/user-topics/auto-follow.ts'
import { allOf } from '../../platform/db/all-of.ts'
import type { Columns } from '../../platform/db/row.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { MessageId, RealmId } from '../../platform/ids.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type Destination, findConversations, type KnownConversations } from '../conversations/resolve.ts'
import type { Message } from './entities.ts'

const IDS = statement(
  'message.ids',
  `SELECT nextval('message_id_seq') AS id, statement_timestamp()::text AS "sentAt",
     floor(extract(epoch FROM statement_timestamp()))::int8 AS seconds
   FROM generate_series(1, $1)`,
)
type IdRow = Columns<typeof Message, 'id'> & { readonly sentAt: string; readonly seconds: number }

/** What messages need from the database before they are stored. */
export interface StoreInputs {
  readonly conversations: KnownConversations
  /** The states of the messages' topics for their senders, before the messages are stored. */
  readonly topicStates: SenderStates
  /** An id for each message, ascending. */
  readonly ids: readonly MessageId[]
  /** When the messages are sent, as text of Postgres and in Unix seconds. */
  readonly sentAt: { readonly text: string; readonly seconds: number }
}

/**
 * Reads what `storeMessages` needs for these messages. The caller has locked the log, so that ids are in the order of the log and
 * the result is valid until COMMIT. A constant number of queries in one round trip.
 */
export async function readStoreInputs(
  sql: Sql,
  realm: RealmId,
  messages: readonly { readonly sender: UserRecord; readonly destination: Destination }[],
): Promise<StoreInputs> {
  const [conversations, topicStates, rows] = await allOf([
    findConversations(
      sql,
      realm,
      messages.map(({ destination }) => destination),
    ),
    statesOfSenders(
      sql,
      messages.map(({ sender, destination }) =>
        destination.kind === 'topic' ? { sender, ...destination } : undefined,
      ),
    ),
    sql.run<IdRow>(IDS, [messages.length]),
  ])
  const [{ sentAt, seconds }] = rows as [IdRow]
  return { conversations, topicStates, ids: rows.map(({ id }) => id), sentAt: { text: sentAt, seconds } }
}
