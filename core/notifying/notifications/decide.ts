import { VisibilityPolicy } from '../../channels/user-topics/policy.ts'
import type { Trigger } from '../../messaging/push/trigger.ts'
import type { UserSettings } from '../../state/users/settings.ts'

/** Why somebody is notified of a message; of several reasons the first. */
/** A person whom a message has reached. */
export interface Reader {
  readonly settings: UserSettings
  /** Neither deactivated nor a bot. */
  readonly isPerson: boolean
  /** Not at work with any client. */
  readonly isIdle: boolean
}

/** What a message is for one reader. */
export interface MessageForReader {
  readonly isOwn: boolean
  /** From somebody whom the reader mutes, or who only welcomes. */
  readonly isFromQuietSender: boolean
  readonly isRead: boolean
  readonly isDirect: boolean
  /** By name, or by a group that the reader is in. */
  readonly isMentioned: boolean
  /** The topic's people are mentioned, and the reader is one of them. */
  readonly isTopicMentioned: boolean
  /** The whole channel is. */
  readonly isChannelMentioned: boolean
  /** The reader's subscription; undefined for direct messages. */
  readonly channel?: ChannelForReader
}

/** How loud a channel and one of its topics are for a reader. Null: as the reader's own settings say. */
export interface ChannelForReader {
  readonly isMuted: boolean
  readonly policy: VisibilityPolicy
  readonly push: boolean | null
  readonly email: boolean | null
  readonly wildcard: boolean | null
}

/** By which ways to notify a reader of a message, and why; nothing of what is undefined. */
export interface Decision {
  readonly push?: Trigger
  readonly email?: Trigger
  /** By e-mail when the reader, who is at work, leaves without having read it. */
  readonly emailOnceAway?: Trigger
}

const NOTHING: Decision = {}

/**
 * Decides whether a reader is notified of a message (spec.md "User preference settings", notifications). Mentions and
 * direct messages are as `enable_offline_*` says, also where a channel is muted; wildcards and what is merely said in
 * a channel are as the topic's policy says, then the channel's own settings, then the reader's. E-mail is for
 * those who are not at work, or are not any more; push too, unless they want it always.
 */
export function decide(reader: Reader, message: MessageForReader): Decision {
  if (!reader.isPerson || message.isOwn || message.isFromQuietSender || message.isRead) return NOTHING
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

/** What one way of notifying is wanted for. */
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

/** The topic's policy decides whether anything of it is heard, then the channel's own setting, then the reader's. */
function isLoud(
  channel: ChannelForReader | undefined,
  own: boolean | null | undefined,
  inherited: boolean,
): boolean {
  if (channel === undefined || channel.policy === VisibilityPolicy.muted) return false
  if (channel.isMuted && channel.policy === VisibilityPolicy.inherit) return false
  return own ?? inherited
}
