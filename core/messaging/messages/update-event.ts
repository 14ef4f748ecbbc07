import type { MessageId } from '../../platform/ids.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { LockedMessage } from './lock-message.ts'

/** What was done to messages, as the log keeps it: a gateway adds to each client's its own flags. */
export type UpdateMessageEvent = Stored<'update_message'>

/**
 * Most messages that one event of deletion names. Clients that hear of each message by itself get so many events of it,
 * which must not be more than an event id can tell apart (`gateway/realtime/event-id.ts`).
 */
export const MAX_DELETED_PER_EVENT = 1_000

/** Messages of one conversation that are not there any more, or not for those who are told. */
export type DeleteMessageEvent = Stored<'delete_message'>

/** Tells that messages of one conversation are gone, however many, in events of at most 1,000. */
export function deletionEvents(
  messages: readonly MessageId[],
  place: Pick<LockedMessage, 'channel' | 'topic'>,
): DeleteMessageEvent[] {
  const { channel, topic } = place
  const count = Math.ceil(messages.length / MAX_DELETED_PER_EVENT)
  return Array.from({ length: count }, (_, n) => ({
    type: 'delete_message',
    message_ids: messages.slice(n * MAX_DELETED_PER_EVENT, (n + 1) * MAX_DELETED_PER_EVENT),
    message_type: channel === null ? 'private' : 'stream',
    ...(channel !== null && { stream_id: channel, topic: topic! }),
  }))
}
