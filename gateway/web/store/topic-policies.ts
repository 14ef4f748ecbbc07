import { conversationKey } from './conversation.ts'
import { slice } from './slice.ts'

/** The reader's policy for a topic: 1 muted, 2 unmuted, 3 followed. */
export type TopicPolicies = ReadonlyMap<string, number>

export const topicPolicies = slice<TopicPolicies>({
  from: ({ user_topics }) =>
    new Map(user_topics.map((one) => [keyOf(one.stream_id, one.topic_name), one.visibility_policy])),
  apply: (state, event) =>
    event.type === 'user_topic'
      ? new Map(state).set(keyOf(event.stream_id, event.topic_name), event.visibility_policy)
      : state,
})

const keyOf = (channel: number, topic: string): string => conversationKey({ kind: 'topic', channel, topic })
