import { userTopicsOf } from '../../core/channels/user-topics/list.ts'
import { VisibilityPolicy } from '../../core/channels/user-topics/policy.ts'
import type { MessageEvent } from '../../core/messaging/sending/event.ts'
import type { Columns } from '../../core/platform/db/statements/row.ts'
import { type Sql, statement } from '../../core/platform/db/statements/statement.ts'
import type { ChannelId, UserId } from '../../core/platform/ids.ts'
import { topicKey } from '../../core/platform/text/topic-key.ts'
import type { Subscription } from '../../core/state/channels/entities.ts'
import type { Stored } from '../../core/state/events/catalogue.ts'
import type { LoggedEvent } from './variants/table.ts'

const MUTED_CHANNELS = statement(
  'queues.muted-channels',
  // subscription_pkey
  'SELECT channel_id AS "channelId" FROM subscription WHERE user_id = $1 AND is_active AND is_muted',
)

const keyOf = (channel: number, topic: string): string => `${channel} ${topicKey(topic)}`

/**
 * Which topics the user of a queue mutes and follows, for the narrows `is:muted`, `is:followed` and
 * `in:home`. It is loaded when a gateway takes the queue over, and then follows the events to the user.
 */
export class TopicPolicies {
  /** Muted channels. */
  readonly #channels: Set<number>
  /** The user's own policies by channel and topic. */
  readonly #policies: Map<string, number>

  constructor(channels: Iterable<number>, policies: Iterable<readonly [key: string, policy: number]>) {
    this.#channels = new Set(channels)
    this.#policies = new Map(policies)
  }

  /** Two queries. */
  static async load(sql: Sql, user: UserId): Promise<TopicPolicies> {
    const channels = await sql.run<Columns<typeof Subscription, 'channelId'>>(MUTED_CHANNELS, [user])
    const topics = await userTopicsOf(sql, user)
    return new TopicPolicies(
      channels.map(({ channelId }) => channelId),
      topics.map(({ channelId, topic, visibilityPolicy }) => [keyOf(channelId, topic), visibilityPolicy]),
    )
  }

  /** Whether a message is in a muted topic, or in a muted channel without another policy for its topic. */
  isMuted({ message }: MessageEvent): boolean {
    if (message.type !== 'stream') return false
    const policy = this.#policyOf(message)
    return policy === undefined
      ? this.#channels.has(message.stream_id as ChannelId)
      : policy === VisibilityPolicy.muted
  }

  isFollowed({ message }: MessageEvent): boolean {
    return message.type === 'stream' && this.#policyOf(message) === VisibilityPolicy.followed
  }

  #policyOf({ stream_id, subject }: MessageEvent['message']): number | undefined {
    return this.#policies.get(keyOf(stream_id as ChannelId, subject))
  }

  /** Notes a change in an event to the user. */
  follow(event: LoggedEvent): void {
    if (event.type === 'user_topic') this.#followTopic(event as Stored<'user_topic'>)
    else if (event.type === 'subscription') this.#followSubscription(event as SubscriptionEvent)
  }

  #followTopic({ stream_id, topic_name, visibility_policy }: Stored<'user_topic'>): void {
    const key = keyOf(stream_id, topic_name)
    if (visibility_policy === VisibilityPolicy.inherit) this.#policies.delete(key)
    else this.#policies.set(key, visibility_policy)
  }

  #followSubscription(event: SubscriptionEvent): void {
    const set = (channel: number, isMuted: unknown) =>
      isMuted === true ? this.#channels.add(channel) : this.#channels.delete(channel)
    if (event.op === 'update') {
      if (event.property === 'is_muted') set(event.stream_id, event.value)
    } else if (event.op === 'add')
      for (const { stream_id, is_muted } of event.subscriptions) set(stream_id, is_muted)
    else if (event.op === 'remove') for (const { stream_id } of event.subscriptions) set(stream_id, false)
  }
}

type SubscriptionEvent = Stored<'subscription/add' | 'subscription/remove' | 'subscription/update'>
