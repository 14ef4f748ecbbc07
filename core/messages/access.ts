import { canReadWholeHistory } from '../channels/permissions.ts'
import { type Sql, statement } from '../db/statement.ts'
import { ApiError } from '../errors.ts'
import type { ChannelId, MessageId } from '../ids.ts'
import { inSpan } from '../narrow/sql.ts'
import type { RealmState } from '../realm/state.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import type { UserRecord } from '../users/record.ts'

/** A message that its reader may read. */
export interface Accessible {
  readonly id: MessageId
  /** Null for direct messages. */
  readonly channel: ChannelId | null
}

/** As SQL, whether row `m` of `message` reached a user (conversation_participant_pkey, subscription_span_pkey). */
export function reached(user: string): string {
  return `CASE WHEN m.channel_id IS NOT NULL THEN ${inSpan(user)}
    ELSE EXISTS (SELECT FROM conversation_participant p
      WHERE p.user_id = ${user}::int AND p.conversation_id = m.conversation_id) END`
}

/** Who may read a message: whom it reached, and who may read the whole history of its channel. */
export function mayRead(
  realm: RealmView,
  reader: Reader,
  message: Pick<Accessible, 'channel'> & { readonly reached: boolean },
): boolean {
  const channel = message.channel === null ? undefined : realm.channels.get(message.channel)
  return message.reached || (channel !== undefined && canReadWholeHistory(realm, reader, channel))
}

const FACTS = statement(
  'message.access',
  `SELECT m.id, m.channel_id AS channel, ${reached('$1')} AS reached
   FROM message m WHERE m.id = ANY ($2::int8[]) AND m.realm_id = $3`, // message_pkey
)

/**
 * The messages with these ids, in no order: those of the reader's conversations, those that reached the
 * reader, and those of channels whose whole history the reader may read. Throws "Invalid message(s)" when
 * one is none of these, whether it exists or not. One query.
 */
export async function accessMessages(
  sql: Sql,
  realm: RealmState,
  reader: UserRecord,
  ids: readonly MessageId[],
): Promise<Accessible[]> {
  const wanted = new Set(ids)
  const rows = await sql.run<Accessible & { reached: boolean }>(FACTS, [reader.id, [...wanted], realm.realm])
  await realm.firmly(() => {
    if (rows.length < wanted.size || !rows.every((row) => mayRead(realm, reader, row))) {
      throw new ApiError('Invalid message(s)')
    }
  })
  return rows
}
