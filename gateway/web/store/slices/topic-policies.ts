import { conversationKey } from '../../model/conversation.ts'
import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** The reader's policy for a topic: 1 muted, 2 unmuted, 3 followed. */
export interface ChosenPolicy {
  readonly channel: number
  readonly topic: string
  readonly policy: number
  /** When it last changed, in Unix seconds. */
  readonly changed: number
}

/** The topics that have a policy of their own. */
export type TopicPolicies = ReadonlyMap<string, ChosenPolicy>

export const topicPolicies = slice<TopicPolicies>({
  from: ({ user_topics }) => new Map(user_topics.map((one) => [keyOf(one), chosen(one)])),
  apply: (state, event) => {
    if (event.type !== 'user_topic') return state
    const next = new Map(state)
    if (event.visibility_policy === 0) next.delete(keyOf(event))
    else next.set(keyOf(event), chosen(event))
    return next
  },
})

type UserTopic = Registration['user_topics'][number]

const keyOf = ({ stream_id, topic_name }: UserTopic): string =>
  conversationKey({ kind: 'topic', channel: stream_id, topic: topic_name })

const chosen = ({ stream_id, topic_name, visibility_policy, last_updated }: UserTopic): ChosenPolicy => ({
  channel: stream_id,
  topic: topic_name,
  policy: visibility_policy,
  changed: last_updated,
})
