import { server } from '../requests/server.ts'

/** The reader's options for a topic. */
export const INHERITED: TopicPolicy = 0
export const MUTED: TopicPolicy = 1
export const UNMUTED: TopicPolicy = 2
export const FOLLOWED: TopicPolicy = 3
type TopicPolicy = 0 | 1 | 2 | 3

/** Chooses for the reader whether a topic is muted, unmuted in a muted channel, or followed. */
export const setTopicPolicy = (stream_id: number, topic: string, visibility_policy: TopicPolicy) =>
  server.call('POST /user_topics', { stream_id, topic, visibility_policy }, { isRepeatable: true })
