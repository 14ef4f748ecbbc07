import type { Rendered } from '../markdown/render.ts'

/** Bits of `message.bits`: what is true of a message for everyone. */
export const MessageBit = {
  readBySender: 1,
  channelWildcard: 2,
  /** It mentions a topic: those who take part in it have `FlagBit.topicMentioned`. */
  topicWildcard: 4,
  hasLink: 8,
  hasImage: 16,
  me: 32,
  hasAttachment: 64,
  /** It arrives read for everyone of whom no row says otherwise. */
  arrivesRead: 128,
} as const

/** The bits of `message.bits` that follow from what the message says. */
export function contentBits(rendered: Rendered): number {
  return (
    (rendered.mentionsChannelWildcard ? MessageBit.channelWildcard : 0) |
    (rendered.mentionsTopicWildcard ? MessageBit.topicWildcard : 0) |
    (rendered.hasLink ? MessageBit.hasLink : 0) |
    (rendered.hasImage ? MessageBit.hasImage : 0) |
    (rendered.hasAttachment ? MessageBit.hasAttachment : 0) |
    (rendered.isMeMessage ? MessageBit.me : 0)
  )
}

/** Bits of `message_flag.bits`: what is true of a message for one user (spec.md "Personal message flags"). */
export const FlagBit = {
  /** The row says whether the message is read, in `read`; otherwise pointer and spans decide. */
  hasExplicitReadState: 1,
  read: 2,
  starred: 4,
  collapsed: 8,
  mentioned: 16,
  hasAlertWord: 32,
  historical: 64,
  /** The message mentions its topic, in which the user takes part. */
  topicMentioned: 128,
} as const

/** Bits of rows that say that a message mentions the user. */
export const MENTIONING = FlagBit.mentioned | FlagBit.topicMentioned

/**
 * The names of a user's flags on a message, in the wire's order. A wildcard for the channel mentions those whom the
 * message reached, not those who found it later.
 */
export function flagNames(
  read: boolean,
  historical: boolean,
  flagBits: number,
  messageBits: number,
): string[] {
  const names: string[] = []
  const channelWildcard = !historical && (messageBits & MessageBit.channelWildcard) !== 0
  const topicWildcard = (flagBits & FlagBit.topicMentioned) !== 0
  if (read) names.push('read')
  if (flagBits & FlagBit.starred) names.push('starred')
  if (flagBits & FlagBit.collapsed) names.push('collapsed')
  if (flagBits & FlagBit.mentioned) names.push('mentioned')
  if (channelWildcard) names.push('stream_wildcard_mentioned')
  if (topicWildcard) names.push('topic_wildcard_mentioned')
  if (channelWildcard || topicWildcard) names.push('wildcard_mentioned')
  if (flagBits & FlagBit.hasAlertWord) names.push('has_alert_word')
  if (historical || flagBits & FlagBit.historical) names.push('historical')
  return names
}
