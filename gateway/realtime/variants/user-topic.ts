import type { MutedTopicsEvent, UserTopicEvent } from '../../../core/channels/user-topics/event.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../core/content/messages/check-text.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { Variants } from './variants.ts'

const knowsEmptyTopics = ({ capabilities }: QueueFilter): boolean => capabilities.empty_topic_name ?? false

export const userTopicVariants: Variants<UserTopicEvent> = {
  numberFor: (_event, filter) => (knowsEmptyTopics(filter) ? 1 : 0),
  make: (event, filter) =>
    knowsEmptyTopics(filter) || event.topic_name !== ''
      ? event
      : { ...event, topic_name: EMPTY_TOPIC_DISPLAY_NAME },
}

export const mutedTopicsVariants: Variants<MutedTopicsEvent> = {
  // A client that receives `user_topic` events needs no `muted_topics` events.
  isFor: (_event, { eventTypes }) => !eventTypes?.includes('user_topic'),
  numberFor: (_event, filter) => (knowsEmptyTopics(filter) ? 1 : 0),
  make: (event, filter) => {
    if (knowsEmptyTopics(filter)) return event
    const muted_topics = event.muted_topics.map(([channel, topic, since]) => [
      channel,
      topic || EMPTY_TOPIC_DISPLAY_NAME,
      since,
    ])
    return { ...event, muted_topics }
  },
}
