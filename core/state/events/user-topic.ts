import { z } from 'zod'
import { mutedTopic, userTopic } from '../wire/user-topic.ts'
import type { EventDeclarations } from './event.ts'

export const userTopicEvents = {
  user_topic: {
    receivedBy: 'The user whose policy for the topic changed.',
    fields: userTopic.shape,
    variesBy: ['empty_topic_name'],
  },
  muted_topics: {
    receivedBy: 'The user whose muted topics changed, unless the client receives user_topic.',
    fields: { muted_topics: z.array(mutedTopic).readonly() },
    variesBy: ['empty_topic_name', 'event_types'],
  },
} as const satisfies EventDeclarations
