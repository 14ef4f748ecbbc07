/**
 * Visibility policies of topics and their codes on the wire. Without a row, the topic follows its channel
 * (`inherit`).
 */
export const VisibilityPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const
export type VisibilityPolicy = (typeof VisibilityPolicy)[keyof typeof VisibilityPolicy]

/** SQL join of a user's policy for row `c` of `conversation`, as `t` (user_topic_user). */
export function visibilityJoin(user: string): string {
  return `LEFT JOIN user_topic t ON t.user_id = ${user} AND t.channel_id = c.channel_id AND lower(t.topic) = lower(c.topic)`
}

/**
 * SQL for whether a topic is muted: by its own policy `t`, otherwise by its channel; `s` is the user's row of
 * `subscription`, left joined.
 */
export const IS_TOPIC_MUTED = `coalesce(t.visibility_policy = ${VisibilityPolicy.muted}, s.is_muted, false)`
