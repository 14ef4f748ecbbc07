import type { z } from 'zod'
import { mutedAmong, type UserTopic } from '../../core/channels/user-topics/list.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { mutedTopic, userTopic } from '../../core/state/wire/user-topic.ts'

/** The topic's name. Clients without `empty_topic_name` get a display name for the empty topic. */
const topicName = (topic: string, emptyTopicName: boolean) =>
  topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : topic

export const wireUserTopic = (topic: UserTopic, emptyTopicName: boolean): z.infer<typeof userTopic> => ({
  stream_id: topic.channelId,
  topic_name: topicName(topic.topic, emptyTopicName),
  last_updated: topic.updatedAt,
  visibility_policy: topic.visibilityPolicy,
})

export const wireMutedTopics = (
  topics: readonly UserTopic[],
  emptyTopicName: boolean,
): z.infer<typeof mutedTopic>[] =>
  mutedAmong(topics).map(([channel, topic, since]) => [channel, topicName(topic, emptyTopicName), since])
