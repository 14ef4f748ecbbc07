import type { Stored } from '../../state/events/catalogue.ts'

/** Another policy for a topic; `inherit` when it has none of its own any more. */
export type UserTopicEvent = Stored<'user_topic'>

/** All of a user's muted topics: for clients that do not know of policies. */
export type MutedTopicsEvent = Stored<'muted_topics'>
