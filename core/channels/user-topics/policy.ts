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

/**
 * SQL for whether the topic of row `row` is muted for a user, with its `channel_id` and `topic`; false
 * without a channel. For statements with many topics: reads the user's policies and muted channels once
 * (user_topic_user, subscription_pkey), and not for each topic.
 */
export function isTopicMuted(user: string, row: string): string {
  const has = (policies: string) => `(${row}.channel_id, lower(${row}.topic)) IN (
      SELECT channel_id, lower(topic) FROM user_topic WHERE user_id = ${user} AND visibility_policy ${policies})`
  return `CASE WHEN ${row}.channel_id IS NULL THEN false
    WHEN ${row}.channel_id IN (SELECT channel_id FROM subscription WHERE user_id = ${user} AND is_muted)
    THEN NOT ${has(`<> ${VisibilityPolicy.muted}`)}
    ELSE ${has(`= ${VisibilityPolicy.muted}`)} END`
}
