import type { UserId } from '../../platform/ids.ts'
import { type WireChannelGroups, wireGroups } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { SubscriptionSettings } from '../../state/channels/subscription-settings.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { policyOf } from '../../state/settings/wire-settings.ts'

/** A channel as clients see it (spec.md "Channel object"). */
export interface WireChannel extends WireChannelGroups {
  stream_id: number
  name: string
  is_archived: boolean
  description: string
  rendered_description: string
  date_created: number
  creator_id: number | null
  invite_only: boolean
  is_web_public: boolean
  stream_post_policy: number
  is_announcement_only: boolean
  message_retention_days: number | null
  history_public_to_subscribers: boolean
  first_message_id: number | null
  folder_id: number | null
  topics_policy: ChannelRecord['topicsPolicy']
  is_recently_active: boolean
  subscriber_count: number
  stream_weekly_traffic: number | null
}

/** spec.md `stream_post_policy`. */
const POST_POLICIES = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:fullmembers': 3,
  'role:everyone': 1,
} as const

/** Who may post, for clients that do not know `can_send_message_group`. */
export const postPolicy = (realm: RealmView, channel: ChannelRecord): number =>
  policyOf(realm.record, channel.canSendMessageGroup, POST_POLICIES)

export function wireChannel(realm: RealmView, channel: ChannelRecord, subscriberCount: number): WireChannel {
  const policy = postPolicy(realm, channel)
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    stream_post_policy: policy,
    is_announcement_only: policy === POST_POLICIES['role:administrators'],
    message_retention_days: channel.messageRetentionDays,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    topics_policy: channel.topicsPolicy,
    is_recently_active: channel.isRecentlyActive,
    ...wireGroups(realm.users, channel),
    subscriber_count: subscriberCount,
    stream_weekly_traffic: channel.weeklyTraffic,
  }
}

/** A user's settings of a channel. */
export interface WireSubscriptionSettings {
  color: string
  is_muted: boolean
  /** The former name of `is_muted`, inverted. */
  in_home_view: boolean
  pin_to_top: boolean
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
}

/** A channel for a current or former subscriber. */
export interface WireSubscription extends WireChannel, WireSubscriptionSettings {
  /** Ascending; absent when the client did not ask for it. */
  subscribers?: number[]
}

/** `subscribers`: active people and bots, ascending. The answer lists them only with `withSubscribers`. */
export function wireSubscription(
  realm: RealmView,
  channel: ChannelRecord,
  settings: SubscriptionSettings,
  subscribers: readonly UserId[],
  withSubscribers: boolean,
): WireSubscription {
  return {
    ...wireChannel(realm, channel, subscribers.length),
    ...wireSettings(settings),
    ...(withSubscribers && { subscribers: [...subscribers] }),
  }
}

export function wireSettings(settings: SubscriptionSettings): WireSubscriptionSettings {
  return {
    color: settings.color,
    is_muted: settings.isMuted,
    in_home_view: !settings.isMuted,
    pin_to_top: settings.pinToTop,
    desktop_notifications: settings.desktopNotifications,
    email_notifications: settings.emailNotifications,
    wildcard_mentions_notify: settings.wildcardMentionsNotify,
    push_notifications: settings.pushNotifications,
    audible_notifications: settings.audibleNotifications,
  }
}
