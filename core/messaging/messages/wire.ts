import { cachedTopicLinks } from '../../content/markdown/topic-link-cache.ts'
import { MessageBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import type { ConversationId, UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { avatarUrl } from '../../state/users/wire.ts'
import type { Destination } from '../conversations/resolve.ts'
import type { WireEdit } from '../conversations/stored-edit.ts'
import type { Message } from './entities.ts'

/** A message as clients see it, before the variants of content, avatar and topic name are chosen. */
export interface WireMessage {
  id: number
  sender_id: number
  content: string
  content_type: 'text/html' | 'text/x-markdown'
  /** A number that is unique for each channel and each set of participants. */
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

export interface WireParticipant {
  id: number
  email: string
  full_name: string
  is_mirror_dummy: boolean
}

/** The columns of a message that `ownFields` shows. `sentAt` is in Unix seconds. */
type OwnColumns = Columns<typeof Message, 'id' | 'senderId' | 'client' | 'bits'> & { readonly sentAt: number }

/** The fields of a message that `wireMessage` needs besides its content. */
export interface MessageFacts extends OwnColumns {
  readonly conversationId: ConversationId
  readonly destination: Destination
}

/**
 * The part of a message that is the same for all readers; `contentType` says whether `content` is Markdown or
 * HTML.
 */
export function wireMessage(
  realm: RealmView,
  message: MessageFacts,
  content: string,
  contentType: WireMessage['content_type'],
): WireMessage {
  // Spreading several objects into one takes twenty times as long.
  return Object.assign(
    ownFields(message, content, contentType),
    conversationFields(realm, message.conversationId, message.destination),
    senderFields(realm, message.senderId),
    { reactions: [], submessages: [] },
  )
}

/** The fields of `ownFields`. */
export type OwnFields = ReturnType<typeof ownFields>

/** The fields that depend on the message alone. */
export function ownFields(message: OwnColumns, content: string, contentType: WireMessage['content_type']) {
  return {
    id: message.id,
    sender_id: message.senderId,
    content,
    content_type: contentType,
    timestamp: message.sentAt,
    client: message.client,
    is_me_message: (message.bits & MessageBit.me) !== 0,
  }
}

/** The fields that messages of one conversation share. */
export type ConversationFields = Pick<
  WireMessage,
  'recipient_id' | 'subject' | 'topic_links' | 'display_recipient' | 'type' | 'stream_id'
>

export function conversationFields(
  realm: RealmView,
  conversation: ConversationId,
  destination: Destination,
): ConversationFields {
  if (destination.kind === 'direct') {
    return {
      recipient_id: conversation * 2 + 1,
      subject: '',
      topic_links: [],
      display_recipient: participants(realm, destination.participants),
      type: 'private',
    }
  }
  const { channel, topic } = destination
  return {
    recipient_id: channel * 2,
    subject: topic,
    topic_links: cachedTopicLinks(topic, realm.lists.linkifiers),
    display_recipient: realm.channels.get(channel)?.name ?? '',
    type: 'stream',
    stream_id: channel,
  }
}

function participants(realm: RealmView, ids: readonly UserId[]): WireParticipant[] {
  return ids.map((id) => {
    const user = realm.users.get(id)
    return { id, email: user?.email ?? '', full_name: user?.fullName ?? '', is_mirror_dummy: false }
  })
}

/** The fields that messages of one sender share. */
export type SenderFields = Pick<
  WireMessage,
  'sender_full_name' | 'sender_email' | 'sender_realm_str' | 'avatar_url'
>

export function senderFields(realm: RealmView, id: UserId): SenderFields {
  const sender = realm.users.get(id)
  return {
    sender_full_name: sender?.fullName ?? '',
    sender_email: sender?.email ?? '',
    sender_realm_str: realm.record.subdomain,
    avatar_url: sender === undefined ? null : avatarUrl(sender),
  }
}
