import { type SenderStates, type SendingTo, statesOfSenders } from '../../channels/user-topics/auto-follow.ts'
import { allOf } from '../../platform/db/servers/all-of.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId } from '../../platform/ids.ts'
import { SERVER_START } from '../../platform/transactions/statement-at-head.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type Destination, findConversations, type KnownConversations } from '../conversations/resolve.ts'

/** Gives ids to messages, and tells the time and the server's start. */
export const GIVE_IDS = statement(
  'message.ids',
  `SELECT ARRAY(SELECT nextval('message_id_seq') FROM generate_series(1, $1::int)) AS ids,
     statement_timestamp()::text AS "sentAt", extract(epoch FROM statement_timestamp())::float8 AS time,
     ${SERVER_START} AS server`,
)
export interface GivenIds {
  readonly ids: readonly MessageId[]
  /** The time of the statement, as text of Postgres and in Unix seconds with fractions. */
  readonly sentAt: string
  readonly time: number
  readonly server: string
}

/** Rows of the database that messages need before they are stored. */
export interface StoreInputs {
  readonly conversations: KnownConversations
  /** The states of the messages' topics for their senders, before the messages are stored. */
  readonly topicStates: SenderStates
  /** An id for each message, ascending. */
  readonly ids: readonly MessageId[]
  /**
   * When the messages are sent, in Unix seconds, and as text of Postgres; null for the time of the statement
   * that stores them.
   */
  readonly sentAt: { readonly text: string | null; readonly seconds: number }
}

/** A message that is about to be stored. */
export interface ToStore {
  readonly sender: UserRecord
  readonly destination: Destination
}

/** The topic that a message is about to be sent to; undefined for a direct message. */
export const sendingTo = ({ sender, destination }: ToStore): SendingTo | undefined =>
  destination.kind === 'topic' ? { sender, ...destination } : undefined

/** The inputs of messages, with ids for later ones. */
export interface ReadInputs extends StoreInputs {
  /** Ids after the messages' ids. */
  readonly spare: GivenIds
}

/**
 * Reads the inputs of `storeMessages` for these messages. The caller has locked the log, so that ids are in
 * the order of the log and the result is valid until COMMIT. A constant number of queries in one round trip.
 */
export async function readStoreInputs(
  sql: Sql,
  realm: RealmId,
  messages: readonly ToStore[],
  spare = 0,
): Promise<ReadInputs> {
  const [conversations, topicStates, [given]] = await allOf([
    findConversations(
      sql,
      realm,
      messages.map(({ destination }) => destination),
    ),
    statesOfSenders(sql, messages.map(sendingTo)),
    sql.run<GivenIds>(GIVE_IDS, [messages.length + spare]),
  ])
  const { ids, sentAt, time } = given!
  return {
    conversations,
    topicStates,
    ids: ids.slice(0, messages.length),
    sentAt: { text: sentAt, seconds: Math.floor(time) },
    spare: { ...given!, ids: ids.slice(messages.length) },
  }
}
