import { z } from 'zod'

/** `VisibilityPolicy`. */
export const visibilityPolicy = z
  .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
  .meta({ id: 'VisibilityPolicy', description: '0 as the channel, 1 muted, 2 unmuted, 3 followed.' })

export const userTopic = z
  .object({
    stream_id: z.int(),
    topic_name: z.string(),
    /** Unix seconds. */
    last_updated: z.int(),
    visibility_policy: visibilityPolicy,
  })
  .meta({ id: 'UserTopic', description: 'The policy of a user for a topic.' })

/** Channel, topic, since when. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()]).meta({
  id: 'MutedTopic',
  description: 'The name of the channel, the topic, and since when it is muted, in Unix seconds.',
})
