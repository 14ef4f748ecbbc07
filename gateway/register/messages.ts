import { recentConversations } from '../../core/conversations/recent.ts'
import { statement } from '../../core/db/statement.ts'
import { starredMessages } from '../../core/reads/starred.ts'
import { unreadSummary } from '../../core/reads/unread.ts'
import type { Slice } from './slice.ts'

const NEWEST = statement(
  'register.newest-message',
  'SELECT coalesce(max(id), -1) AS id FROM message WHERE realm_id = (SELECT realm_id FROM user_account WHERE id = $1)', // message_realm
)

export const newestMessage: Slice = {
  wantedBy: 'message',
  read:
    ({ user }) =>
    async (sql) => {
      const [row] = await sql.run<{ id: number }>(NEWEST, [user.id])
      return { max_message_id: row!.id }
    },
}

/** spec.md: present when `message` and `update_message_flags` are both in `event_types`. */
export const unread: Slice = {
  wantedBy: ({ eventTypes }) =>
    eventTypes === null || (eventTypes.includes('message') && eventTypes.includes('update_message_flags')),
  read:
    ({ user, request }) =>
    async (sql) => ({
      unread_msgs: await unreadSummary(sql, user.id, request.capabilities.empty_topic_name ?? false),
    }),
}

export const starred: Slice = {
  wantedBy: 'starred_messages',
  read:
    ({ user }) =>
    async (sql) => ({ starred_messages: await starredMessages(sql, user.id) }),
}

export const recentDirect: Slice = {
  wantedBy: 'recent_private_conversations',
  read:
    ({ user }) =>
    async (sql) => ({
      recent_private_conversations: (await recentConversations(sql, user.id)).map((conversation) => ({
        user_ids: conversation.others,
        max_message_id: conversation.newest,
      })),
    }),
}
