import type { MutedTopicsEvent, UserTopicEvent } from '../../core/channels/user-topics/event.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'

/** An event as clients see it that do not know of topics without a name; the same when it has none. */
export function withTopicNames(event: { readonly type: string }): object {
  switch (event.type) {
    case 'user_topic': {
      const { topic_name } = event as UserTopicEvent
      return topic_name === '' ? { ...event, topic_name: EMPTY_TOPIC_DISPLAY_NAME } : event
    }
    case 'muted_topics': {
      const { muted_topics } = event as MutedTopicsEvent
      const named = muted_topics.map(([channel, topic, since]) => [
        channel,
        topic || EMPTY_TOPIC_DISPLAY_NAME,
        since,
      ])
      return { ...event, muted_topics: named }
    }
    default:
      return event
  }
}
