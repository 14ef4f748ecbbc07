import type { MessageId } from '../../platform/ids.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { LockedMessage } from '../messages/lock-message.ts'

/** The `update_message` event as the log stores it; a gateway adds each client's flags. */
export type UpdateMessageEvent = Stored<'update_message'>

/**
 * Most messages that one deletion event names. Clients without support for bulk deletion get one event for
 * each message; event ids leave room for only this number (`gateway/realtime/event-id.ts`).
 */
export const MAX_DELETED_PER_EVENT = 1_000

/** Messages of one conversation were deleted, or the recipients can no longer read them. */
export type DeleteMessageEvent = Stored<'delete_message'>

/** The deletion events for messages of one conversation, at most MAX_DELETED_PER_EVENT messages in each. */
export function deletionEvents(
  messages: readonly MessageId[],
  conversation: Pick<LockedMessage, 'channelId' | 'topic'>,
): DeleteMessageEvent[] {
  const { channelId: channel, topic } = conversation
  const count = Math.ceil(messages.length / MAX_DELETED_PER_EVENT)
  return Array.from({ length: count }, (_, n) => ({
    type: 'delete_message',
    message_ids: messages.slice(n * MAX_DELETED_PER_EVENT, (n + 1) * MAX_DELETED_PER_EVENT),
    message_type: channel === null ? 'private' : 'stream',
    ...(channel !== null && { stream_id: channel, topic: topic! }),
  }))
}
