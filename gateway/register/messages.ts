import { z } from 'zod'
import { recentConversations } from '../../core/messaging/conversations/recent.ts'
import { newestReceived } from '../../core/messaging/fetching/newest-received.ts'
import { starredMessages } from '../../core/messaging/reads/starred.ts'
import { unreadSummary } from '../../core/messaging/reads/unread.ts'
import { knowsArchived } from './channels.ts'
import { slice } from './slice.ts'

/** spec.md "Unread messages summary". */
const ids = z.array(z.int())
const unread_message_ids = ids.describe('The ids of the unread messages, ascending.')
const unreadMessages = z.object({
  count: z.int().describe('The number of unread messages without those of muted channels and topics.'),
  pms: z
    .array(
      z.object({
        other_user_id: z.int().describe('The other user, or you.'),
        sender_id: z.int().describe('Deprecated: the same as `other_user_id`.'),
        unread_message_ids,
      }),
    )
    .describe('By direct conversation with one person or with yourself.'),
  streams: z
    .array(
      z.object({
        topic: z.string().describe('The name of the topic.'),
        stream_id: z.int().describe('The id of the channel.'),
        unread_message_ids,
      }),
    )
    .describe('By topic, muted ones too.'),
  huddles: z
    .array(
      z.object({
        user_ids_string: z
          .string()
          .describe('The ids of all participants, you too, ascending and separated by commas.'),
        unread_message_ids,
      }),
    )
    .describe('By group conversation.'),
  mentions: ids.describe('The unread messages that mention you.'),
  old_unreads_missing: z.boolean().describe('Whether there are older unread messages than the lists have.'),
})

/** The id of the newest message that the reader received. The organization may have newer ones. */
export const newestMessage = slice({
  selectedBy: 'message',
  response: { max_message_id: z.int().describe('The id of the newest message that you received.') },
  read:
    ({ view, user }) =>
    async (sql) => ({ max_message_id: await newestReceived(sql, view.record.id, user.id) }),
})

/**
 * Unread messages. spec.md: present when `event_types` contains both `message` and `update_message_flags`.
 */
export const unread = slice({
  selectedBy: ({ eventTypes }) =>
    eventTypes === null || (eventTypes.includes('message') && eventTypes.includes('update_message_flags')),
  response: {
    unread_msgs: unreadMessages.describe(
      'Your unread messages. Present when `event_types` has both `message` and `update_message_flags`. Those of archived channels only with the capability `archived_channels`.',
    ),
  },
  read: (input) => async (sql) => {
    const { user, view, request, memory } = input
    const emptyTopicName = request.capabilities.empty_topic_name ?? false
    const options = { emptyTopicName, knowsArchived: knowsArchived(input), memory }
    return { unread_msgs: await unreadSummary(sql, view, user, options) }
  },
})

export const starred = slice({
  selectedBy: 'starred_messages',
  response: { starred_messages: z.array(z.int()).describe('The ids of the messages that you starred.') },
  read:
    ({ user, view }) =>
    async (sql) => ({ starred_messages: await starredMessages(sql, view, user) }),
})

export const recentDirect = slice({
  selectedBy: 'recent_private_conversations',
  response: {
    recent_private_conversations: z
      .array(
        z.object({
          max_message_id: z.int().describe('The newest message.'),
          user_ids: z.array(z.int()).describe('The participants without you.'),
        }),
      )
      .describe('Your newest direct conversations.'),
  },
  read:
    ({ user }) =>
    async (sql) => ({
      recent_private_conversations: (await recentConversations(sql, user.id)).map((conversation) => ({
        user_ids: conversation.others,
        max_message_id: conversation.newest,
      })),
    }),
})
