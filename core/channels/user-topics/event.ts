import type { EventBody } from '../../platform/db/transact.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { MutedTopic } from './list.ts'
import type { VisibilityPolicy } from './policy.ts'

/** Another policy for a topic; `inherit` when it has none of its own any more. */
export interface UserTopicEvent extends EventBody {
  readonly type: 'user_topic'
  readonly stream_id: ChannelId
  readonly topic_name: string
  /** Unix seconds. */
  readonly last_updated: number
  readonly visibility_policy: VisibilityPolicy
}

/** All of a user's muted topics: for clients that do not know of policies. */
export interface MutedTopicsEvent extends EventBody {
  readonly type: 'muted_topics'
  readonly muted_topics: readonly MutedTopic[]
}
