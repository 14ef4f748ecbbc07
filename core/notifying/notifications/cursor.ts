import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { ChannelId, ConversationId, MessageId, RealmId, UserId } from '../../platform/ids.ts'

/** Messages looked through in one transaction. */
const BATCH = 256
/** Nobody is notified of what is older: notifications were off for long. */
const MAX_AGE = "interval '1 day'"
/** Messages passed at once that are older. */
const SKIP_AT_ONCE = 10_000

/** Of rows `m` of `message` and `c` of `conversation`, what a `SentMessage` has. */
export const SENT_COLUMNS = `m.id, m.sender_id AS sender, m.conversation_id AS conversation, m.channel_id AS channel,
  c.topic, c.participant_ids AS participants, m.bits`

/** As SQL, rows `m` of `message` of a realm after an id, in order; compared as rows of message_realm, so that it serves. */
function beyond(realm: string, id: string): string {
  return `(m.realm_id, m.id) > (${realm}, ${id}) AND (m.realm_id, m.id) < (${realm} + 1, 0) ORDER BY m.realm_id, m.id`
}

const BEHIND = statement(
  'notification-cursor.behind',
  `SELECT c.realm_id AS realm FROM notification_cursor c CROSS JOIN LATERAL (
     SELECT FROM message m WHERE ${beyond('c.realm_id', 'c.message_id')} LIMIT 1
   ) m`,
)
const HOLD = statement(
  'notification-cursor.hold',
  'SELECT message_id AS id FROM notification_cursor WHERE realm_id = $1 FOR UPDATE SKIP LOCKED',
)
const NEXT = statement(
  'notification-cursor.next',
  `SELECT ${SENT_COLUMNS}, m.sent_at < clock_timestamp() - ${MAX_AGE} AS "isOld"
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE ${beyond('$1::int', '$2::int8')} LIMIT ${BATCH}`, // conversation_pkey
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

/** A message as far as deciding goes whom it concerns. */
export interface SentMessage {
  readonly id: MessageId
  readonly sender: UserId
  readonly conversation: ConversationId
  /** Null for direct messages, as `topic` is; `participants` is null for others. */
  readonly channel: ChannelId | null
  readonly topic: string | null
  readonly participants: readonly UserId[] | null
  readonly bits: number
}

/** The organizations that have messages beyond their cursor. One probe for each organization. */
export async function realmsBehind(sql: Sql): Promise<RealmId[]> {
  return (await sql.run<{ realm: RealmId }>(BEHIND)).map((row) => row.realm)
}

/** Whose cursor this transaction holds until COMMIT: nobody else's. */
export interface HeldCursor {
  /** The next messages, in order, without those that are too old. */
  readonly messages: readonly SentMessage[]
  /** Whether there may be more. */
  readonly isFull: boolean
  /** Passes these messages, and old ones among and after them. */
  advance(): Promise<void>
}

/** Undefined when another process holds it. */
export async function holdCursor(tx: Tx): Promise<HeldCursor | undefined> {
  const [cursor] = await tx.run<{ id: MessageId }>(HOLD, [tx.realm])
  if (cursor === undefined) return undefined
  const rows = await tx.run<SentMessage & { isOld: boolean }>(NEXT, [tx.realm, cursor.id])
  const last = rows.at(-1)
  return {
    messages: rows.filter((row) => !row.isOld),
    isFull: rows.length === BATCH,
    advance: async () => {
      if (last === undefined) return
      const [old] = last.isOld ? await tx.run<{ id: MessageId }>(LAST_OLD, [tx.realm, last.id]) : []
      await tx.run(ADVANCE, [tx.realm, old?.id ?? last.id])
    },
  }
}
