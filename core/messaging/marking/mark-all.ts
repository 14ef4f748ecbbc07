import { wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId } from '../../platform/ids.ts'
import { canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import { findReadableChannel } from '../../state/access/find-channel.ts'
import type { Caller } from '../../state/caller.ts'
import type { Conversation } from '../conversations/entities.ts'
import { noSuchTopic } from '../reads/errors.ts'
import { markConversations, type Scope } from './mark-conversations.ts'

/**
 * Clients and proxies time out after a minute, so the request ends before and asks the client to repeat it.
 */
const TIME_LIMIT_MS = 40_000

/**
 * Marks the unread messages of the scope as read, in transactions of bounded size. Resolves to true when all
 * are marked, and to false after 40 seconds, when the client should repeat the request.
 */
export async function markAllAsRead(caller: Caller, scope: Scope): Promise<boolean> {
  const deadline = Date.now() + TIME_LIMIT_MS
  while (!(await markConversations(caller, scope))) {
    if (Date.now() > deadline) return false
  }
  return true
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
  const [conversation] = await core.db.run<Columns<typeof Conversation, 'id'>>(TOPIC, values)
  if (conversation === undefined) throw noSuchTopic(name)
  await markAllAsRead(caller, { kind: 'conversation', id: conversation.id })
}
