import { cachedTopicLinks } from '../../content/markdown/linkifiers/topic-link-cache.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { avatarUrl } from '../../state/users/wire.ts'
import type { Destination } from '../conversations/resolve.ts'

/** A message as clients see it, before the variants of content, avatar and topic name are chosen. */
export interface WireMessage {
  id: number
  sender_id: number
  content: string
  content_type: 'text/html' | 'text/x-markdown'
  recipient_id: number
  timestamp: number
  client: string
  subject: string
  topic_links: readonly { text: string; url: string }[]
  is_me_message: boolean
  reactions: WireReaction[]
  submessages: WireSubmessage[]
  /** The newest change first. Absent without changes, as are the times below, in Unix seconds. */
  edit_history?: WireEdit[]
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  sender_full_name: string
  sender_email: string
  sender_realm_str: string
  display_recipient: string | WireParticipant[]
  type: 'stream' | 'private'
  stream_id?: number
  avatar_url: string | null
}

export interface WireReaction {
  emoji_name: string
  emoji_code: string
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
  user_id: number
}

/** A change to a widget, such as a vote in a poll. */
export interface WireSubmessage {
  msg_type: string
  content: string
  message_id: number
  sender_id: number
  id: number
}

/** One change of a message: its former content, topic or channel, and its new topic or channel. */
export interface WireEdit {
  user_id: number | null
  /** Unix seconds. */
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

export interface WireParticipant {
  id: number
  email: string
  full_name: string
  is_mirror_dummy: boolean
}

/** The fields of a message that `wireMessage` needs besides its content. */
export interface MessageFacts {
  readonly id: number
  readonly senderId: UserId
  readonly destination: Destination
  readonly conversationId: number
  /** Unix seconds. */
  readonly timestamp: number
  readonly client: string
  readonly isMe: boolean
}

/** The part of a message that is the same for all readers; `contentType` says whether `content` is Markdown or HTML. */
export function wireMessage(
  realm: RealmView,
  message: MessageFacts,
  content: string,
  contentType: WireMessage['content_type'],
): WireMessage {
  const sender = realm.users.get(message.senderId)
  const { destination } = message
  return {
    id: message.id,
    sender_id: message.senderId,
    content,
    content_type: contentType,
    recipient_id: recipientId(message),
    timestamp: message.timestamp,
    client: message.client,
    subject: destination.kind === 'topic' ? destination.topic : '',
    topic_links:
      destination.kind === 'topic' ? cachedTopicLinks(destination.topic, realm.lists.linkifiers) : [],
    is_me_message: message.isMe,
    reactions: [],
    submessages: [],
    sender_full_name: sender?.fullName ?? '',
    sender_email: sender?.email ?? '',
    sender_realm_str: realm.record.subdomain,
    display_recipient: displayRecipient(realm, destination),
    type: destination.kind === 'topic' ? 'stream' : 'private',
    ...(destination.kind === 'topic' && { stream_id: destination.channel }),
    avatar_url: sender === undefined ? null : avatarUrl(sender),
  }
}

/** A number that is unique for each channel and each set of participants. */
function recipientId({ destination, conversationId }: MessageFacts): number {
  return destination.kind === 'topic' ? destination.channel * 2 : conversationId * 2 + 1
}

function displayRecipient(realm: RealmView, destination: Destination): WireMessage['display_recipient'] {
  if (destination.kind === 'topic') return realm.channels.get(destination.channel)?.name ?? ''
  return destination.participants.map((id) => {
    const user = realm.users.get(id)
    return { id, email: user?.email ?? '', full_name: user?.fullName ?? '', is_mirror_dummy: false }
  })
}
