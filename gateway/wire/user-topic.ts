import { z } from 'zod'
import { mutedAmong, type UserTopic } from '../../core/channels/user-topics/list.ts'
import { VisibilityPolicy } from '../../core/channels/user-topics/policy.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check.ts'

export const visibilityPolicy = z.union(Object.values(VisibilityPolicy).map((code) => z.literal(code)))

export const userTopic = z.object({
  stream_id: z.int(),
  topic_name: z.string(),
  last_updated: z.int(),
  visibility_policy: visibilityPolicy,
})

/** Channel, topic, since when. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()])

/** The topic without a name, as clients know it that do not say `empty_topic_name`. */
const named = (topic: string, emptyTopicName: boolean) =>
  topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : topic

export const wireUserTopic = (topic: UserTopic, emptyTopicName: boolean): z.infer<typeof userTopic> => ({
  stream_id: topic.channel,
  topic_name: named(topic.topic, emptyTopicName),
  last_updated: topic.updatedAt,
  visibility_policy: topic.policy,
})

export const wireMutedTopics = (
  topics: readonly UserTopic[],
  emptyTopicName: boolean,
): z.infer<typeof mutedTopic>[] =>
  mutedAmong(topics).map(([channel, topic, since]) => [channel, named(topic, emptyTopicName), since])
