/**
 * SQL for the position, in the order of message ids, at which row `m` of `message` came to its channel: by
 * being sent or moved there.
 */
const ARRIVAL = 'coalesce(m.arrival_id, m.id)'

/**
 * SQL for whether the user was subscribed when row `m` came to its channel (subscription_span_pkey). It
 * decides who can read a protected history.
 */
export function wasSubscribedAtArrival(user: string): string {
  return `EXISTS (SELECT FROM subscription_span span WHERE span.user_id = ${user}::int
    AND span.channel_id = m.channel_id AND span.from_id <= ${ARRIVAL} AND (span.to_id IS NULL OR ${ARRIVAL} < span.to_id))`
}

/**
 * SQL for whether row `m`, whose id is in a subscription span of the user, reached the user. A message that
 * was moved to the channel reached only users who were also subscribed at the time of the move.
 */
export const reachesInSpan = (user: string): string =>
  `(m.arrival_id IS NULL OR ${wasSubscribedAtArrival(user)})`

/** SQL for whether row `m` reached the user as a subscriber of its channel (subscription_span_pkey). */
export function receivedInChannel(user: string): string {
  return `(EXISTS (SELECT FROM subscription_span span WHERE span.user_id = ${user}::int
    AND span.channel_id = m.channel_id AND span.from_id <= m.id AND (span.to_id IS NULL OR m.id < span.to_id))
    AND ${reachesInSpan(user)})`
}

/**
 * SQL for the position after all messages of organization `realm` and all their moves (message_realm,
 * message_arrival).
 */
export const nextArrivalPosition = (realm: string): string => `(SELECT greatest(
  (SELECT coalesce(max(id), 0) FROM message WHERE realm_id = ${realm}),
  (SELECT coalesce(max(arrival_id), 0) FROM message WHERE realm_id = ${realm} AND arrival_id IS NOT NULL)) + 1)`
