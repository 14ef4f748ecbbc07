import type { UserTopic } from '../../channels/user-topics/entity.ts'
import { VisibilityPolicy, visibilityJoin } from '../../channels/user-topics/policy.ts'
import type { Conversation } from '../../messaging/conversations/entities.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import { canReadMessage, wasReceivedBy } from '../../messaging/messages/read-permission.ts'
import type { Trigger } from '../../messaging/push/trigger.ts'
import { isRead } from '../../messaging/reads/read-state.ts'
import { readStateProbes } from '../../messaging/reads/unread-sql.ts'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns, LeftJoined } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { senderMask } from '../../state/access/inaccessible-users.ts'
import type { Caller } from '../../state/caller.ts'
import type { Subscription } from '../../state/channels/entities.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { UserSettings } from '../../state/users/settings.ts'
import { decide } from './decide.ts'
import type { MissedMessagesEmail } from './mail-missed-messages.ts'

/** A message as a mail shows it. */
export type MailedMessage = Columns<typeof Message, 'id' | 'renderedContent'> & {
  /** The name of the sender, for the reader. */
  readonly sender: string
  /** Unix seconds. */
  readonly at: number
}

/** The messages of a conversation that a person has missed, in their current state. */
export type MissedConversation = Columns<typeof Message, 'conversationId' | 'channelId'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'> & {
    /** In order. */
    readonly messages: readonly MailedMessage[]
    readonly triggers: readonly Trigger[]
    /** The messages right before the first of them, in order. */
    readonly context: readonly MailedMessage[]
  }

type MessageRow = Columns<
  typeof Message,
  'id' | 'senderId' | 'conversationId' | 'channelId' | 'renderedContent'
> &
  Columns<typeof Conversation, 'topic' | 'participantIds'> &
  LeftJoined<Columns<typeof Subscription, 'isMuted' | 'emailNotifications' | 'wildcardMentionsNotify'>> &
  LeftJoined<Columns<typeof UserTopic, 'visibilityPolicy'>> & {
    /** Unix seconds. */
    readonly at: number
    readonly wasReceived: boolean
    readonly isRead: boolean
  }

/** Context is at most this much older than the first missed message. */
const CONTEXT_SECONDS = 3600
const CONTEXT_MESSAGES = 2

const columns = (user: string) => `m.id, m.sender_id AS "senderId", m.conversation_id AS "conversationId",
  m.channel_id AS "channelId", c.topic, c.participant_ids AS "participantIds",
  floor(extract(epoch FROM m.sent_at))::int8 AS at, m.rendered_content AS "renderedContent",
  ${wasReceivedBy(user)} AS "wasReceived", ${isRead(user)} AS "isRead", s.is_muted AS "isMuted",
  s.email_notifications AS "emailNotifications", s.wildcard_mentions_notify AS "wildcardMentionsNotify",
  t.visibility_policy AS "visibilityPolicy"`
const joins = (user: string) => `JOIN conversation c ON c.id = m.conversation_id
  LEFT JOIN subscription s ON s.user_id = ${user}::int AND s.channel_id = m.channel_id AND s.is_active
  ${visibilityJoin(`${user}::int`)}
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

/** A message for a mail, in its current state. */
export type StillMissed = MessageRow & { readonly trigger: Trigger }

/**
 * Loads the messages that a mail shows: those that are neither read nor deleted, not from a muted user, still
 * accessible to the reader, and of a kind that the reader still wants. In order, by conversation: they may
 * have been moved to several. One query.
 */
export async function stillMissed(
  { core, realm, user }: Caller,
  { messages }: Pick<MissedMessagesEmail, 'messages'>,
): Promise<StillMissed[][]> {
  const triggers = new Map(messages.map(({ id, trigger }) => [id, trigger]))
  const rows = await core.db.run<MessageRow>(MISSED, [user.id, [...triggers.keys()], realm.id])
  const missed = rows
    .map((row) => ({ ...row, trigger: triggers.get(row.id)! }))
    .filter(
      (row) =>
        !row.isRead &&
        canReadMessage(realm, user, row) &&
        !isFromMuted(realm, user, row) &&
        isStillWanted(user.settings, row.trigger, row),
    )
  return [...groupBy(missed, ({ conversationId }) => conversationId).values()]
}

/** Describes the conversation of missed messages, of which there is at least one. One query. */
export async function missedConversation(
  { core, realm, user }: Caller,
  missed: readonly StillMissed[],
): Promise<MissedConversation> {
  const first = missed[0]!
  const { conversationId, channelId, topic, participantIds } = first
  const since = first.at - CONTEXT_SECONDS
  const before = await core.db.run<MessageRow>(CONTEXT, [user.id, conversationId, first.id, since])
  const mask = senderMask(realm, user, core.options.rootUrl)
  const mailed = ({ id, senderId, at, renderedContent }: MessageRow): MailedMessage => {
    const name = mask?.(senderId)?.sender_full_name ?? realm.users.get(senderId)?.fullName
    return { id, at, renderedContent, sender: name ?? realm.record.settings.name }
  }
  return {
    ...{ conversationId, channelId, topic, participantIds },
    messages: missed.map(mailed),
    triggers: [...new Set(missed.map(({ trigger }) => trigger))],
    context: before
      .filter((row) => canReadMessage(realm, user, row) && !isFromMuted(realm, user, row))
      .map(mailed),
  }
}

const isFromMuted = (realm: RealmState, user: UserRecord, { senderId }: MessageRow): boolean =>
  realm.mutes.mutersOf(senderId).has(user.id)

/** Repeats the decision of `decide` for settings that may have changed since. */
function isStillWanted(settings: UserSettings, trigger: Trigger, row: MessageRow): boolean {
  const { email } = decide(
    { settings, isPerson: true, isIdle: true },
    {
      ...{ isOwn: false, isFromMutedSender: false, isRead: false },
      isDirect: trigger === 'direct_message',
      isMentioned: trigger === 'mentioned',
      isTopicMentioned: trigger.startsWith('topic_wildcard_mentioned'),
      isChannelMentioned: trigger.startsWith('stream_wildcard_mentioned'),
      ...(row.channelId !== null && {
        channel: {
          isMuted: row.isMuted ?? false,
          policy: row.visibilityPolicy ?? VisibilityPolicy.inherit,
          push: null,
          email: row.emailNotifications,
          wildcard: row.wildcardMentionsNotify,
        },
      }),
    },
  )
  return email !== undefined
}
