import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { DeleteMessageEvent, UpdateMessageEvent } from '../../core/messaging/messages/update-event.ts'
import { flagsIn } from '../../core/messaging/reads/flags-of-all.ts'
import type { UserId } from '../../core/platform/ids.ts'

/** Topics as a client without `empty_topic_name` knows them. */
function named<T extends object>(event: T, emptyTopicName: boolean): T {
  if (emptyTopicName) return event
  const shown = Object.entries(event).map(([name, value]) => {
    const isTopic = name === 'subject' || name === 'orig_subject' || name === 'topic'
    return [name, isTopic && value === '' ? EMPTY_TOPIC_DISPLAY_NAME : value]
  })
  return Object.fromEntries(shown) as T
}

/** What is the same for all clients of a kind; the flags are each user's own. */
export function updateForAll({ _flags, ...event }: UpdateMessageEvent, emptyTopicName: boolean): object {
  return named(event, emptyTopicName)
}

export const updateFlags = ({ _flags }: UpdateMessageEvent, user: UserId): string =>
  JSON.stringify(flagsIn(_flags, user))

/**
 * One event for all messages, or one for each for clients without `bulk_message_deletion`.
 */
export function deletions(event: DeleteMessageEvent, isBulk: boolean, emptyTopicName: boolean): object[] {
  const { message_ids, ...rest } = named(event, emptyTopicName)
  if (isBulk) return [{ ...rest, message_ids }]
  return message_ids.map((message_id) => ({ ...rest, message_id }))
}
