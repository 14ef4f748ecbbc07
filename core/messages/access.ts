import { canReadWholeHistory } from '../channels/permissions.ts'
import { type Sql, statement } from '../db/statement.ts'
import { ApiError } from '../errors.ts'
import type { ChannelId, MessageId } from '../ids.ts'
import { inSpan } from '../narrow/sql.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'

/** A message that its reader may read. */
export interface Accessible {
  readonly id: MessageId
  /** Null for direct messages. */
  readonly channel: ChannelId | null
}

// message_pkey, then conversation_participant_pkey or subscription_span_pkey.
const FACTS = statement(
  'message.access',
  `SELECT m.id, m.channel_id AS channel, CASE WHEN m.channel_id IS NOT NULL THEN ${inSpan('$1')}
     ELSE EXISTS (SELECT FROM conversation_participant p
       WHERE p.user_id = $1::int AND p.conversation_id = m.conversation_id) END AS reached
   FROM message m WHERE m.id = ANY ($2::int8[]) AND m.realm_id = $3`,
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
    const mayRead = ({ channel: id, reached }: (typeof rows)[number]) => {
      const channel = id === null ? undefined : realm.channels.get(id)
      return reached || (channel !== undefined && canReadWholeHistory(realm, reader, channel))
    }
    if (rows.length < wanted.size || !rows.every(mayRead)) throw new ApiError('Invalid message(s)')
  })
  return rows
}
