import { wasThere } from '../../../channels/arrival.ts'
import { type Sql, statement } from '../../../platform/db/statement.ts'
import type { ChannelId, MessageId } from '../../../platform/ids.ts'
import { canReadChannel, canReadWholeHistory } from '../../../state/channels/permissions.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { RealmView } from '../../../state/realm/view.ts'
import type { Reader } from '../../../state/users/reader.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { invalidMessages } from '../errors.ts'

/**
 * The one rule for reading messages, and for changing them and what is noted on them: a direct message is for its
 * participants; a message of a channel for those who can read the channel now, and where its history is protected, only
 * for those of them who were subscribed when the message came to it. `canReadMessage` is the rule for a row that says whether
 * it `reached` the reader; `isReadable` is the same as SQL.
 */
export function canReadMessage(
  realm: RealmView,
  reader: Reader,
  message: Pick<Accessible, 'channel'> & { readonly reached: boolean },
): boolean {
  if (message.channel === null) return message.reached
  const channel = realm.channels.get(message.channel)
  if (channel === undefined) return false
  return message.reached
    ? canReadChannel(realm, reader, channel)
    : canReadWholeHistory(realm, reader, channel)
}

/** A message that its reader may read. */
export interface Accessible {
  readonly id: MessageId
  /** Null for direct messages. */
  readonly channel: ChannelId | null
}

/**
 * As SQL, whether a user was there when row `m` of `message` came to its channel or conversation
 * (conversation_participant_pkey, subscription_span_pkey).
 */
export function reached(user: string): string {
  return `CASE WHEN m.channel_id IS NOT NULL THEN ${wasThere(user)}
    ELSE EXISTS (SELECT FROM conversation_participant p
      WHERE p.user_id = ${user}::int AND p.conversation_id = m.conversation_id) END`
}

/** The channels that a reader can read now. */
export interface ReadableChannels {
  /** With their whole history. */
  readonly open: readonly ChannelId[]
  /** With what came to them while the reader was there. */
  readonly guarded: readonly ChannelId[]
}

export function readableChannels(realm: RealmView, reader: Reader): ReadableChannels {
  const open: ChannelId[] = []
  const guarded: ChannelId[] = []
  for (const channel of realm.channels) {
    if (canReadWholeHistory(realm, reader, channel)) open.push(channel.id)
    else if (canReadChannel(realm, reader, channel)) guarded.push(channel.id)
  }
  return { open, guarded }
}

/** As SQL, that row `m` of a channel is readable for a user who can read these channels, SQL of arrays of ids. */
export const isReadable = (user: string, open: string, guarded: string): string =>
  `(m.channel_id = ANY (${open}) OR m.channel_id = ANY (${guarded}) AND ${wasThere(user)})`

/** As SQL, the same of row `m` that a row of flags of the user speaks of: such a direct message is the user's. */
export const isFlaggedReadable = (user: string, open: string, guarded: string): string =>
  `(m.channel_id IS NULL OR ${isReadable(user, open, guarded)})`

const FACTS = statement(
  'message.access',
  `SELECT m.id, m.channel_id AS channel, ${reached('$1')} AS reached
   FROM message m WHERE m.id = ANY ($2::int8[]) AND m.realm_id = $3`, // message_pkey
)

/**
 * The messages with these ids, in no order. Throws "Invalid message(s)" when the reader may not read one of them,
 * whether it exists or not. One query.
 */
export async function accessMessages(
  sql: Sql,
  realm: RealmState,
  reader: UserRecord,
  ids: readonly MessageId[],
): Promise<Accessible[]> {
  const wanted = new Set(ids)
  const rows = await sql.run<Accessible & { reached: boolean }>(FACTS, [reader.id, [...wanted], realm.id])
  await realm.withFreshState(() => {
    if (rows.length < wanted.size || !rows.every((row) => canReadMessage(realm, reader, row))) {
      throw invalidMessages()
    }
  })
  return rows
}
