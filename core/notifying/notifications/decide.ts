import { VisibilityPolicy } from '../../channels/user-topics/policy.ts'
import type { Trigger } from '../../messaging/push/trigger.ts'
import type { UserSettings } from '../../state/users/settings.ts'

/** A user who received a message. */
export interface Reader {
  readonly settings: UserSettings
  /** Neither deactivated nor a bot. */
  readonly isPerson: boolean
  /** Not active with any client. */
  readonly isIdle: boolean
}

/** The properties of a message for one reader. */
export interface MessageForReader {
  readonly isOwn: boolean
  /** From a user whom the reader mutes, or from the welcome bot. */
  readonly isFromMutedSender: boolean
  readonly isRead: boolean
  readonly isDirect: boolean
  /** By name, or by a group of the reader. */
  readonly isMentioned: boolean
  /** By `@topic`, as a participant of the topic. */
  readonly isTopicMentioned: boolean
  /** By a mention of the whole channel. */
  readonly isChannelMentioned: boolean
  /** The reader's subscription; undefined for direct messages. */
  readonly channel?: ChannelForReader
}

/** The reader's settings for a channel and a topic. Null: the reader's general settings apply. */
export interface ChannelForReader {
  readonly isMuted: boolean
  readonly policy: VisibilityPolicy
  readonly push: boolean | null
  readonly email: boolean | null
  readonly wildcard: boolean | null
}

/** How to notify a reader of a message, and the reason for each way; undefined: not by this way. */
export interface Decision {
  readonly push?: Trigger
  readonly email?: Trigger
  /** By e-mail if the reader, who is active now, leaves without reading the message. */
  readonly emailOnceAway?: Trigger
}

const NOTHING: Decision = {}

/**
 * Decides whether and how a reader is notified of a message (spec.md "User preference settings",
 * notifications). `enable_offline_*` decides for mentions and direct messages, also in a muted channel. For
 * wildcard mentions and other messages of a channel, the topic's policy decides, then the channel's settings,
 * then the reader's. Active readers get no e-mail until they leave, and no push notification unless they want
 * it always.
 */
export function decide(reader: Reader, message: MessageForReader): Decision {
  if (!reader.isPerson || message.isOwn || message.isFromMutedSender || message.isRead) return NOTHING
  const { settings } = reader
  const push =
    reader.isIdle || settings.enable_online_push_notifications
      ? firstReason(reader, message, {
          personally: settings.enable_offline_push_notifications,
          inFollowedTopics: settings.enable_followed_topic_push_notifications,
          inChannel: isLoud(
            message.channel,
            message.channel?.push,
            settings.enable_stream_push_notifications,
          ),
        })
      : undefined
  const email = firstReason(reader, message, {
    personally: settings.enable_offline_email_notifications,
    inFollowedTopics: settings.enable_followed_topic_email_notifications,
    inChannel: isLoud(message.channel, message.channel?.email, settings.enable_stream_email_notifications),
  })
  return {
    ...(push !== undefined && { push }),
    ...(email !== undefined && (reader.isIdle ? { email } : { emailOnceAway: email })),
  }
}

/** The reader's settings for one way of notification. */
interface Wanted {
  readonly personally: boolean
  readonly inFollowedTopics: boolean
  readonly inChannel: boolean
}

function firstReason(
  { settings }: Reader,
  { isDirect, isMentioned, isTopicMentioned, isChannelMentioned, channel }: MessageForReader,
  { personally, inFollowedTopics, inChannel }: Wanted,
): Trigger | undefined {
  const isFollowed = channel?.policy === VisibilityPolicy.followed
  const asFollower = personally && isFollowed && settings.enable_followed_topic_wildcard_mentions_notify
  const asSubscriber = personally && isLoud(channel, channel?.wildcard, settings.wildcard_mentions_notify)
  if (isDirect && personally) return 'direct_message'
  if (isMentioned && personally) return 'mentioned'
  if (isTopicMentioned && asFollower) return 'topic_wildcard_mentioned_in_followed_topic'
  if (isChannelMentioned && asFollower) return 'stream_wildcard_mentioned_in_followed_topic'
  if (isTopicMentioned && asSubscriber) return 'topic_wildcard_mentioned'
  if (isChannelMentioned && asSubscriber) return 'stream_wildcard_mentioned'
  if (isFollowed && inFollowedTopics) return 'followed_topic'
  return inChannel ? 'stream' : undefined
}

/**
 * Whether the reader wants all messages: the topic's policy decides, then the channel's setting, then the
 * reader's.
 */
function isLoud(
  channel: ChannelForReader | undefined,
  own: boolean | null | undefined,
  inherited: boolean,
): boolean {
  if (channel === undefined || channel.policy === VisibilityPolicy.muted) return false
  if (channel.isMuted && channel.policy === VisibilityPolicy.inherit) return false
  return own ?? inherited
}
