import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../core/content/messages/check-text.ts'
import type { TypingEditEvent, TypingEvent } from '../../../core/messaging/typing/event.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { EphemeralVariants } from './variants.ts'

const knowsEmptyTopics = ({ capabilities }: QueueFilter): boolean => capabilities.empty_topic_name === true

/** Whether a user receives typing notifications (spec.md "Events" 4). */
const receivesTyping = (reader: UserRecord | undefined): boolean =>
  reader?.settings.receives_typing_notifications === true

export const typingVariants: EphemeralVariants<TypingEvent> = {
  isFor: (event, { capabilities }, reader) =>
    receivesTyping(reader) &&
    (event.message_type !== 'stream' || capabilities.stream_typing_notifications === true),
  numberFor: (_event, filter) => (knowsEmptyTopics(filter) ? 1 : 0),
  make: (event, filter) =>
    event.message_type !== 'stream' || knowsEmptyTopics(filter) ? event : withTopicName(event),
}

export const typingEditVariants: EphemeralVariants<TypingEditEvent> = {
  isFor: (_event, _filter, reader) => receivesTyping(reader),
  numberFor: (_event, filter) => (knowsEmptyTopics(filter) ? 1 : 0),
  make: (event, filter) => {
    const { recipient } = event
    if (recipient.type !== 'channel' || knowsEmptyTopics(filter)) return event
    return { ...event, recipient: withTopicName(recipient) }
  },
}

const withTopicName = <T extends { readonly topic?: string }>(named: T): T =>
  named.topic === '' ? { ...named, topic: EMPTY_TOPIC_DISPLAY_NAME } : named
