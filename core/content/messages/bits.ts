import type { Rendered } from '../markdown/render.ts'

/** Bits of `message.bits`: properties of a message that are the same for every user. */
export const MessageBit = {
  readBySender: 1,
  channelWildcard: 2,
  /** It mentions its topic. Participants of the topic have `FlagBit.topicMentioned`. */
  topicWildcard: 4,
  hasLink: 8,
  hasImage: 16,
  me: 32,
  hasAttachment: 64,
  /** It is read for every user without a `message_flag` row that says otherwise. */
  arrivesRead: 128,
} as const

/** Returns the bits of `message.bits` that follow from the content. */
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

/** Bits of `message_flag.bits`: properties of a message for one user (spec.md "Personal message flags"). */
export const FlagBit = {
  /** The bit `read` decides whether the message is read. Without this bit, pointer and spans decide. */
  hasExplicitReadState: 1,
  read: 2,
  starred: 4,
  collapsed: 8,
  mentioned: 16,
  hasAlertWord: 32,
  historical: 64,
  /** The message mentions its topic, and the user is a participant of it. */
  topicMentioned: 128,
} as const

/** The flag bits that mean that a message mentions the user. */
export const MENTIONING = FlagBit.mentioned | FlagBit.topicMentioned

/**
 * Returns the names of a user's flags on a message, in the wire's order. A channel wildcard does not mention
 * users who got the message only as history.
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
