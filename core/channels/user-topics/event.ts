import type { Stored } from '../../state/events/catalogue.ts'

/** A new policy for a topic; `inherit` when the policy was removed. */
export type UserTopicEvent = Stored<'user_topic'>

/** All of a user's muted topics, for clients that do not know policies. */
export type MutedTopicsEvent = Stored<'muted_topics'>
