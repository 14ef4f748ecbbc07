import { wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import { canReadChannel, canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Reader } from '../../state/users/reader.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Message } from './entities.ts'
import { invalidMessages } from './errors.ts'

/**
 * Whether a user may read a message, which is also required for changing it and adding to it. A direct
 * message is readable by its participants. A channel message is readable by users who can read the channel
 * now; in a channel with protected history, only if they were subscribed when the message arrived there.
 * `wasReceived` says whether the reader received the message; in SQL, `wasReceivedBy` does. `isReadable` is
 * this rule as SQL.
 */
export function canReadMessage(
  realm: RealmView,
  reader: Reader,
  message: Pick<Accessible, 'channelId'> & ReceptionColumn,
): boolean {
  if (message.channelId === null) return message.wasReceived
  const channel = realm.channels.get(message.channelId)
  if (channel === undefined) return false
  return message.wasReceived
    ? canReadChannel(realm, reader, channel)
    : canReadWholeHistory(realm, reader, channel)
}

/** A message that the reader may read. */
export type Accessible = Columns<typeof Message, 'id' | 'channelId'>

/** Whether the user received the message: the column of a statement that selects `wasReceivedBy`. */
export interface ReceptionColumn {
  readonly wasReceived: boolean
}

/**
 * SQL: whether the user received row `m` of `message`, as a subscriber when it arrived in its channel or as a
 * participant of its direct conversation (conversation_participant_pkey, subscription_span_pkey).
 */
export function wasReceivedBy(user: string): string {
  return `CASE WHEN m.channel_id IS NOT NULL THEN ${wasSubscribedAtArrival(user)}
    ELSE EXISTS (SELECT FROM conversation_participant p
      WHERE p.user_id = ${user}::int AND p.conversation_id = m.conversation_id) END`
}

/**
 * SQL: whether the user may read row `m` of a channel. `open` and `guarded` are SQL arrays of
 * `ReadableChannels`.
 */
export const isReadable = (user: string, open: string, guarded: string): string =>
  `(m.channel_id = ANY (${open}) OR m.channel_id = ANY (${guarded}) AND ${wasSubscribedAtArrival(user)})`

/** As `isReadable`, for a row `m` on which the user has flags: such a direct message is always readable. */
export const isFlaggedReadable = (user: string, open: string, guarded: string): string =>
  `(m.channel_id IS NULL OR ${isReadable(user, open, guarded)})`

const ACCESS = statement(
  'message.access',
  `SELECT m.id, m.channel_id AS "channelId", ${wasReceivedBy('$1')} AS "wasReceived"
   FROM message m WHERE m.id = ANY ($2::int8[]) AND m.realm_id = $3`, // message_pkey
)

/**
 * Returns the messages with these ids, unordered. Throws `invalidMessages` when one of them does not exist or
 * the reader may not read it. One query.
 */
export async function accessMessages(
  sql: Sql,
  realm: RealmState,
  reader: UserRecord,
  ids: readonly MessageId[],
): Promise<Accessible[]> {
  const wanted = new Set(ids)
  const rows = await sql.run<Accessible & ReceptionColumn>(ACCESS, [reader.id, [...wanted], realm.id])
  await realm.withFreshState(() => {
    if (rows.length < wanted.size || !rows.every((row) => canReadMessage(realm, reader, row))) {
      throw invalidMessages()
    }
  })
  return rows
}
