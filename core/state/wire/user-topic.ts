import { z } from 'zod'

/** `VisibilityPolicy`. */
export const visibilityPolicy = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).meta({
  id: 'VisibilityPolicy',
  description:
    'The policy for a topic: 0 none, so the topic is muted if its channel is; 1 muted; 2 unmuted, also in a muted channel; 3 followed.',
})

export const userTopic = z
  .object({
    stream_id: z.int().describe('The id of the channel.'),
    topic_name: z.string().describe('The name of the topic.'),
    last_updated: z.int().describe('When the policy last changed, in Unix seconds.'),
    visibility_policy: visibilityPolicy,
  })
  .meta({ id: 'UserTopic', description: 'The policy of a user for a topic.' })

/** Channel, topic, since when. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()]).meta({
  id: 'MutedTopic',
  description: 'The name of the channel, the topic, and since when it is muted, in Unix seconds.',
})
