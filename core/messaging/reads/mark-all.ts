import { wasSubscribedAtArrival } from '../../channels/arrival.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import { type Statement, statement } from '../../platform/db/statement.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { findReadableChannel } from '../../state/channels/find.ts'
import { canReadWholeHistory } from '../../state/channels/permissions.ts'
import { isFlaggedReadable, readableChannels } from '../messages/permissions/read.ts'
import { noSuchTopic } from './errors.ts'
import { applyMark } from './mark-queue.ts'
import { hasNoReadState, unreadRanges, unreadRows } from './unread-sql.ts'

/** The messages to mark: all, those of a channel, of a conversation, or of a sender. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'channel'; readonly id: ChannelId }
  | { readonly kind: 'conversation'; readonly id: ConversationId }
  | { readonly kind: 'sender'; readonly id: UserId }

/** Messages marked in one transaction. A batch of this size delays others only by milliseconds. */
const BATCH = 1_000
/** Messages loaded by one query. */
const READ_AHEAD = 20 * BATCH
/** Clients and proxies time out after a minute, so the request ends before and asks the client to repeat it. */
const TIME_LIMIT_MS = 40_000

const NEWEST = statement('reads.newest', 'SELECT max(id) AS id FROM message WHERE realm_id = $1') // message_realm

/**
 * Unread messages of user $1 up to message $2, at most `READ_AHEAD`, a conversation's oldest first, in
 * channels $3 and $4, `ReadableChannels`; $5 is the scope's id. One probe a conversation without any (message_conversation), and message_flag_unread.
 */
function unreadIn(name: string, which: string, what = 'true'): Statement {
  return statement(
    `reads.unread-in-${name}`,
    `SELECT m.id FROM ${unreadRanges('$1', which)} place CROSS JOIN LATERAL (
       SELECT m.id FROM message m
       WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id
         AND m.id < least(place.to_id, $2::int8 + 1) AND ${hasNoReadState('$1::int')} AND ${what}
       ORDER BY m.id LIMIT ${READ_AHEAD}
     ) m
     UNION ALL
     SELECT m.id FROM ${unreadRows('$1')} row JOIN message m ON m.id = row.message_id
     JOIN conversation c ON c.id = m.conversation_id
     WHERE m.id <= $2 AND ${which} AND ${what} AND ${isFlaggedReadable('$1', '$3::int[]', '$4::int[]')}
     LIMIT ${READ_AHEAD}`,
  )
}

const UNREAD = {
  all: unreadIn('all', 'true'),
  channel: unreadIn('channel', 'c.channel_id = $5::int'),
  conversation: unreadIn('conversation', 'c.id = $5::int8'),
  sender: unreadIn('sender', 'true', 'm.sender_id = $5::int'),
}

/**
 * Marks the unread messages of the scope as read, in transactions of bounded size. Resolves to true when all are marked,
 * and to false after 40 seconds, when the client should repeat the request.
 */
export async function markAllAsRead({ core, realm, user }: Caller, scope: Scope): Promise<boolean> {
  const deadline = Date.now() + TIME_LIMIT_MS
  const [newest] = await core.db.run<{ id: MessageId | null }>(NEWEST, [realm.id])
  const { open, guarded } = readableChannels(realm, user)
  const values = [user.id, newest?.id ?? 0, open, guarded, ...(scope.kind === 'all' ? [] : [scope.id])]
  for (;;) {
    const rows = await core.db.run<{ id: MessageId }>(UNREAD[scope.kind], values)
    for (let at = 0; at < rows.length; at += BATCH) {
      const messages = rows.slice(at, at + BATCH).map((row) => row.id)
      await applyMark(core, realm, { op: 'add', flag: 'read', user: user.id, messages })
      if (Date.now() > deadline) return false
    }
    if (rows.length < READ_AHEAD) return true
  }
}

/** Like `markAllAsRead`, for the messages of one sender. */
export function markSenderAsRead(caller: Caller, sender: UserId): Promise<boolean> {
  return markAllAsRead(caller, { kind: 'sender', id: sender })
}

/** Like `markAllAsRead`, for a channel. Throws "Invalid channel ID" when the user may not read it. */
export async function markChannelAsRead(caller: Caller, channel: ChannelId): Promise<void> {
  const { realm, user } = caller
  const { id } = await realm.withFreshState(() => findReadableChannel(realm, user, channel))
  await markAllAsRead(caller, { kind: 'channel', id })
}

// conversation_topic, then message_conversation up to the first message that the user may read.
const TOPIC = statement(
  'reads.topic',
  `SELECT c.id FROM conversation c WHERE c.channel_id = $1 AND lower(c.topic) = lower($2) AND EXISTS (
     SELECT FROM message m WHERE m.conversation_id = c.id AND ($4 OR ${wasSubscribedAtArrival('$3')})
   )`,
)

/** Like `markChannelAsRead`, for a topic. Throws when the topic has no message that the user may read. */
export async function markTopicAsRead(caller: Caller, channelId: ChannelId, name: string): Promise<void> {
  const { core, realm, user } = caller
  const channel = await realm.withFreshState(() => findReadableChannel(realm, user, channelId))
  const topic = checkTopic(name)
  const all = canReadWholeHistory(realm, user, channel)
  const values = [channel.id, topic, user.id, all]
  const [conversation] = await core.db.run<{ id: ConversationId }>(TOPIC, values)
  if (conversation === undefined) throw noSuchTopic(name)
  await markAllAsRead(caller, { kind: 'conversation', id: conversation.id })
}
