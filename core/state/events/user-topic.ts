import { z } from 'zod'
import { mutedTopic, userTopic } from '../wire/user-topic.ts'
import type { EventDeclarations } from './event.ts'

export const userTopicEvents = {
  user_topic: {
    sentWhen: 'The policy of the user for a topic changed, also when the topic was moved.',
    receivedBy: 'The user whose policy for the topic changed.',
    fields: userTopic.shape,
    variesBy: ['empty_topic_name'],
  },
  muted_topics: {
    sentWhen: 'A topic was muted, or is no longer muted.',
    receivedBy: 'The user whose muted topics changed, unless the client receives user_topic.',
    fields: { muted_topics: z.array(mutedTopic).readonly().describe('All muted topics of the user.') },
    variesBy: ['empty_topic_name', 'event_types'],
  },
} as const satisfies EventDeclarations
