import { type Conversation, conversationKey } from '../../model/conversation.ts'
import { messagesAround } from '../requests/messages-around.ts'
import { server } from '../requests/server.ts'
import { newestOf, unreadOf } from '../slices/unread.ts'
import type { Store } from '../state/store.ts'
import { pauseReading } from './mark-read.ts'
import { attempt } from './notice.ts'

/**
 * The id of the newest message of a conversation, from the state or the server. Undefined for a conversation
 * without messages. Rejects without an answer of the server.
 */
export async function newestIn(store: Store, conversation: Conversation): Promise<number | undefined> {
  const unread = unreadOf(store.unread.peek(), conversationKey(conversation))
  if (unread !== undefined) return newestOf(unread)
  const { messages } = await server.call('GET /messages', messagesAround(conversation, 'newest', 1, 0))
  return messages.at(-1)?.id
}

/** Marks the newest message of a conversation as unread, so that the conversation waits in the inbox. */
export async function markNewestUnread(store: Store, conversation: Conversation): Promise<void> {
  pauseReading(store)
  const newest = newestIn(store, conversation)
  if (!(await attempt(store, newest))) return
  const id = await newest
  if (id === undefined) return
  await attempt(
    store,
    server.call(
      'POST /messages/flags',
      { messages: [id], op: 'remove', flag: 'read' },
      { isRepeatable: true },
    ),
  )
}
