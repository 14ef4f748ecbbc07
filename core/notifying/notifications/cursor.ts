import type { Conversation } from '../../messaging/conversations/entities.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { NotificationCursor } from './entities.ts'

/** Messages of one transaction. */
const BATCH = 256
/** Nobody is notified of older messages: no worker has run for long. */
const MAX_AGE = "interval '1 day'"
/** Older messages that are skipped at once. */
const SKIP_AT_ONCE = 10_000

/** Columns of a `SentMessage`, from rows `m` of `message` and `c` of `conversation`. */
export const SENT_COLUMNS = `m.id, m.sender_id AS "senderId", m.conversation_id AS "conversationId",
  m.channel_id AS "channelId", c.topic, c.participant_ids AS "participantIds", m.bits`

/**
 * SQL condition and order for rows `m` of a realm's messages after an id. The row comparison lets Postgres
 * use message_realm.
 */
function beyond(realm: string, id: string): string {
  return `(m.realm_id, m.id) > (${realm}, ${id}) AND (m.realm_id, m.id) < (${realm} + 1, 0) ORDER BY m.realm_id, m.id`
}

const SELECT_BEHIND = `SELECT c.realm_id AS "realmId" FROM notification_cursor c CROSS JOIN LATERAL (
     SELECT FROM message m WHERE ${beyond('c.realm_id', 'c.message_id')} LIMIT 1
   ) m`
const BEHIND = statement('notification-cursor.behind', SELECT_BEHIND)
const BEHIND_AMONG = statement(
  'notification-cursor.behind-among',
  `${SELECT_BEHIND} WHERE c.realm_id = ANY($1::int[])`, // notification_cursor_pkey
)
const LAST_OF_BATCH = statement(
  'notification-cursor.last-of-batch',
  `SELECT max(m.id) AS id FROM notification_cursor c CROSS JOIN LATERAL (
     SELECT m.id FROM message m WHERE ${beyond('c.realm_id', 'c.message_id')} LIMIT ${BATCH}
   ) m WHERE c.realm_id = $1`,
)
const LOCK = statement(
  'notification-cursor.lock',
  'SELECT message_id AS "messageId" FROM notification_cursor WHERE realm_id = $1 FOR UPDATE SKIP LOCKED',
)
const NEXT = statement(
  'notification-cursor.next',
  `SELECT ${SENT_COLUMNS}, m.sent_at < clock_timestamp() - ${MAX_AGE} AS "isOld"
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id <= $3 AND ${beyond('$1::int', '$2::int8')} LIMIT ${BATCH}`, // conversation_pkey
)
const LAST_OLD = statement(
  'notification-cursor.last-old',
  `SELECT max(id) AS id FROM (
     SELECT id, sent_at FROM message m WHERE ${beyond('$1::int', '$2::int8')} LIMIT ${SKIP_AT_ONCE}
   ) m WHERE sent_at < clock_timestamp() - ${MAX_AGE}`,
)
const ADVANCE = statement(
  'notification-cursor.advance',
  'UPDATE notification_cursor SET message_id = $2 WHERE realm_id = $1',
)

/** The properties of a message that decide who is notified of it. */
export type SentMessage = Columns<
  typeof Message,
  'id' | 'senderId' | 'conversationId' | 'channelId' | 'bits'
> &
  Columns<typeof Conversation, 'topic' | 'participantIds'>

/** The last of some messages; null when there is none. */
interface LastMessage {
  readonly id: MessageId | null
}

/**
 * Returns which organizations, of all or of `among`, have messages after their cursor, with one index probe
 * an organization.
 */
export async function realmsWithNewMessages(
  sql: Sql,
  among: readonly RealmId[] | 'all' = 'all',
): Promise<RealmId[]> {
  const [query, values] = among === 'all' ? [BEHIND, []] : [BEHIND_AMONG, [among]]
  const found = await sql.run<Columns<typeof NotificationCursor, 'realmId'>>(query, values)
  return found.map((row) => row.realmId)
}

/**
 * Returns the id of the last message of an organization's next batch; undefined when there is no new message.
 */
export async function lastOfNextBatch(sql: Sql, realm: RealmId): Promise<MessageId | undefined> {
  const [row] = await sql.run<LastMessage>(LAST_OF_BATCH, [realm])
  return row?.id ?? undefined
}

/** The cursor of an organization, locked until COMMIT. */
export interface LockedCursor {
  /** The next messages in order, without those that are too old. */
  readonly messages: readonly SentMessage[]
  /** Whether more messages may follow. */
  readonly isFull: boolean
  /** Moves the cursor behind these messages, and behind old messages among and after them. */
  advance(): Promise<void>
}

/**
 * Locks the cursor and reads the next batch, up to the message `last`. Undefined when another process has the
 * lock.
 */
export async function lockCursor(tx: Tx, last: MessageId): Promise<LockedCursor | undefined> {
  const [cursor] = await tx.run<Columns<typeof NotificationCursor, 'messageId'>>(LOCK, [tx.realm])
  if (cursor === undefined) return undefined
  const rows = await tx.run<SentMessage & { readonly isOld: boolean }>(NEXT, [
    tx.realm,
    cursor.messageId,
    last,
  ])
  const newest = rows.at(-1)
  return {
    messages: rows.filter((row) => !row.isOld),
    isFull: rows.length === BATCH,
    advance: async () => {
      if (newest === undefined) return
      const [old] = newest.isOld ? await tx.run<LastMessage>(LAST_OLD, [tx.realm, newest.id]) : []
      tx.write(ADVANCE, [tx.realm, old?.id ?? newest.id])
    },
  }
}
