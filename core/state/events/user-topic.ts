import { z } from 'zod'
import { mutedTopic, userTopic } from '../wire/user-topic.ts'
import type { EventDeclarations } from './event.ts'

export const userTopicEvents = {
  user_topic: {
    heardBy: 'The user whose policy for the topic changed.',
    fields: userTopic.shape,
    variesBy: ['empty_topic_name'],
  },
  muted_topics: {
    heardBy: 'The user whose muted topics changed, unless the client hears of user_topic.',
    fields: { muted_topics: z.array(mutedTopic).readonly() },
    variesBy: ['empty_topic_name', 'event_types'],
  },
} as const satisfies EventDeclarations
