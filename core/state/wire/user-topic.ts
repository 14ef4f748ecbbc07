import { z } from 'zod'

/** `VisibilityPolicy`. */
export const visibilityPolicy = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

export const userTopic = z.object({
  stream_id: z.int(),
  topic_name: z.string(),
  /** Unix seconds. */
  last_updated: z.int(),
  visibility_policy: visibilityPolicy,
})

/** Channel, topic, since when. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()])
