import { canReadMessage, reached } from '../../messaging/messages/permissions/read.ts'
import type { Trigger } from '../../messaging/push/trigger.ts'
import { isRead } from '../../messaging/reads/read-state.ts'
import { readStateProbes } from '../../messaging/reads/unread-sql.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { senderMask } from '../../state/users/inaccessible.ts'
import type { UserSettings } from '../../state/users/settings.ts'
import type { MissedMessagesEmail } from './mail-missed-messages.ts'

/** A message as a mail shows it. */
export interface MailedMessage {
  readonly id: MessageId
  readonly sender: string
  /** Unix seconds. */
  readonly at: number
  readonly html: string
}

/** The messages of a conversation that a person has missed, in their current state. */
export interface MissedConversation {
  readonly conversation: ConversationId
  /** Null for direct messages. */
  readonly channel: ChannelId | null
  /** Null for direct messages. */
  readonly topic: string | null
  /** All participants of direct messages; null in a channel. */
  readonly participants: readonly UserId[] | null
  /** In order. */
  readonly messages: readonly MailedMessage[]
  readonly triggers: readonly Trigger[]
  /** The messages right before the first of them, in order. */
  readonly context: readonly MailedMessage[]
}

interface Row {
  readonly id: MessageId
  readonly sender: UserId
  readonly conversation: ConversationId
  readonly channel: ChannelId | null
  readonly topic: string | null
  readonly participants: UserId[] | null
  readonly at: number
  readonly html: string
  readonly reached: boolean
  readonly isRead: boolean
  /** The setting of the channel; null when it has none. */
  readonly email: boolean | null
}

/** Context is at most this much older than the first missed message. */
const CONTEXT_SECONDS = 3600
const CONTEXT_MESSAGES = 2

const columns = (user: string) => `m.id, m.sender_id AS sender, m.conversation_id AS conversation,
  m.channel_id AS channel, c.topic, c.participant_ids AS participants,
  floor(extract(epoch FROM m.sent_at))::int8 AS at, m.rendered_content AS html, ${reached(user)} AS reached,
  ${isRead(user)} AS "isRead", s.email_notifications AS email`
const joins = (user: string) => `JOIN conversation c ON c.id = m.conversation_id
  LEFT JOIN subscription s ON s.user_id = ${user}::int AND s.channel_id = m.channel_id AND s.is_active
  ${readStateProbes(`${user}::int`)}`

const MISSED = statement(
  'missed-conversation.messages',
  `SELECT ${columns('$1')} FROM message m ${joins('$1')}
   WHERE m.id = ANY ($2::int8[]) AND m.realm_id = $3 ORDER BY m.id`, // message_pkey
)
const CONTEXT = statement(
  'missed-conversation.context',
  `SELECT ${columns('$1')}
   FROM (SELECT * FROM message WHERE conversation_id = $2 AND id < $3 ORDER BY id DESC LIMIT ${CONTEXT_MESSAGES}) m
   ${joins('$1')}
   WHERE m.sent_at > to_timestamp($4) ORDER BY m.id`, // message_conversation
)

/**
 * Loads the messages that a mail shows: those that are neither read nor deleted, not from a muted user, still accessible
 * to the reader, and of a kind that the reader still wants. Undefined when there is none. Two queries.
 */
export async function missedConversation(
  { core, realm, user }: Caller,
  { messages: missedMessages }: Pick<MissedMessagesEmail, 'messages'>,
): Promise<MissedConversation | undefined> {
  const triggers = new Map(missedMessages.map(({ id, trigger }) => [id, trigger]))
  const rows = await core.db.run<Row>(MISSED, [user.id, [...triggers.keys()], realm.id])
  const missed = rows.filter(
    (row) =>
      !row.isRead &&
      canReadMessage(realm, user, row) &&
      !realm.mutes.mutersOf(row.sender).has(user.id) &&
      isStillWanted(user.settings, triggers.get(row.id)!, row.email),
  )
  const [first, last] = [missed[0], missed.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { conversation, channel, topic, participants } = last
  const since = first.at - CONTEXT_SECONDS
  const before = await core.db.run<Row>(CONTEXT, [user.id, first.conversation, first.id, since])
  const mask = senderMask(realm, user, core.options.rootUrl)
  const mailed = ({ id, sender, at, html }: Row): MailedMessage => {
    const name = mask?.(sender)?.sender_full_name ?? realm.users.get(sender)?.fullName
    return { id, at, html, sender: name ?? realm.record.settings.name }
  }
  return {
    ...{ conversation, channel, topic, participants },
    messages: missed.map(mailed),
    triggers: [...new Set(missed.map((row) => triggers.get(row.id)!))],
    context: before.filter((row) => canReadMessage(realm, user, row)).map(mailed),
  }
}

/** Repeats the decision of `decide` for settings that may have changed since. */
function isStillWanted(settings: UserSettings, trigger: Trigger, ofChannel: boolean | null): boolean {
  switch (trigger) {
    case 'followed_topic':
      return settings.enable_followed_topic_email_notifications
    case 'stream':
      return ofChannel ?? settings.enable_stream_email_notifications
    case 'topic_wildcard_mentioned_in_followed_topic':
    case 'stream_wildcard_mentioned_in_followed_topic':
      return (
        settings.enable_offline_email_notifications && settings.enable_followed_topic_wildcard_mentions_notify
      )
    default:
      return settings.enable_offline_email_notifications
  }
}
