import { mentionedBy } from '../../content/markdown/group-mentions.ts'
import type { Rendered } from '../../content/markdown/render.ts'
import { FlagBit } from '../../content/messages/bits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Destination } from '../conversations/resolve.ts'
import { participantsOf } from './participants.ts'

export const INSERT_FLAGS = statement(
  'message.flag',
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT unnest(users::int[]), message_id, bits
   FROM unnest($1::text[], $2::int8[], $3::int2[]) AS equal (users, message_id, bits)`,
)

/** The properties of a message being stored on which flags depend. */
export interface Flagged {
  readonly id: MessageId
  readonly sender: UserRecord
  readonly destination: Destination
  readonly conversation: ConversationId
  readonly rendered: Rendered
  /** Users for whom it is unread, although it arrives read for everyone else. */
  readonly unreadBy?: readonly UserId[] | undefined
  /** Users for whom it arrives read, in addition to those who mute its sender. */
  readonly readBy?: readonly UserId[] | undefined
}

/** Users whom a message reaches and who get flags on it. */
export interface Reached {
  readonly mentioned: readonly UserId[]
  /** The participants of the topic, when the message mentions it. */
  readonly topicMentioned: readonly UserId[]
  readonly alerted: readonly UserId[]
  /** Users for whom it arrives read: above all those who mute its sender. */
  readonly muters: readonly UserId[]
}

const NONE: Reached = { mentioned: [], topicMentioned: [], alerted: [], muters: [] }
const READ = FlagBit.hasExplicitReadState | FlagBit.read

const mentionsTopic = ({ rendered, destination }: Flagged): boolean =>
  rendered.mentionsTopicWildcard && destination.kind === 'topic'

/**
 * Stores the flags of new messages for subscribers and participants whom they mention or alert, and for those
 * who mute the senders. Returns these users for each message. No statement when there are none; one more for
 * topic mentions.
 */
export async function flagRecipients(
  tx: Tx,
  realm: PendingRealm,
  messages: readonly Flagged[],
): Promise<readonly Reached[]> {
  const found = messages.map(({ rendered }) => realm.alertWords.alertedBy(rendered.text))
  const hasFlags = messages.some(
    ({ rendered, sender, unreadBy = [], readBy = [] }, index) =>
      unreadBy.length + readBy.length > 0 ||
      rendered.mentionedUsers.length + rendered.mentionedGroups.length > 0 ||
      rendered.mentionsTopicWildcard ||
      found[index]!.size > 0 ||
      realm.mutes.mutersOf(sender.id).size > 0,
  )
  if (!hasFlags) return messages.map(() => NONE)
  const participants = await participantsOf(
    tx,
    new Set(messages.filter(mentionsTopic).map((message) => message.conversation)),
    Math.min(...messages.map((message) => message.id)),
  )
  const flags: { id: MessageId; bits: number; users: readonly UserId[] }[] = []
  const reachedBy = messages.map((message, index) => {
    const { id, sender, destination, conversation, rendered, unreadBy, readBy = [] } = message
    const reached = (user: UserId) => reaches(realm, destination, user)
    const mentions = new Set([...mentionedBy(realm, rendered)].filter(reached))
    const inTopic = mentionsTopic(message)
      ? [...(participants.get(conversation) ?? []), ...sendersUpTo(messages, message)]
      : []
    const topicMentions = new Set(inTopic.filter(reached))
    const alerts = new Set([...found[index]!].filter(reached))
    const muters = new Set([...realm.mutes.mutersOf(sender.id), ...readBy].filter(reached))
    const unread = new Set(unreadBy)
    const byBits = new Map<number, UserId[]>()
    for (const user of new Set([...mentions, ...topicMentions, ...alerts, ...muters, ...unread])) {
      const bits =
        (mentions.has(user) ? FlagBit.mentioned : 0) |
        (topicMentions.has(user) ? FlagBit.topicMentioned : 0) |
        (alerts.has(user) ? FlagBit.hasAlertWord : 0) |
        (unread.has(user) ? FlagBit.hasExplicitReadState : 0) |
        (muters.has(user) ? READ : 0)
      const equal = byBits.get(bits)
      if (equal === undefined) byBits.set(bits, [user])
      else equal.push(user)
    }
    for (const [bits, users] of byBits) flags.push({ id, bits, users })
    return {
      mentioned: [...mentions],
      topicMentioned: [...topicMentions],
      alerted: [...alerts],
      muters: [...muters],
    }
  })
  if (flags.length > 0) {
    tx.write(INSERT_FLAGS, [
      // Text, because a mention of a group may flag 100,000 people alike, and the driver escapes each element
      // of an array.
      flags.map(({ users }) => `{${users.join(',')}}`),
      flags.map(({ id }) => id),
      flags.map(({ bits }) => bits),
    ])
  }
  return reachedBy
}

/** The senders of a message and of the messages before it in the same batch and conversation. */
const sendersUpTo = (messages: readonly Flagged[], { id, conversation }: Flagged): UserId[] =>
  messages
    .filter((other) => other.conversation === conversation && other.id <= id)
    .map(({ sender }) => sender.id)

function reaches(realm: PendingRealm, destination: Destination, user: UserId): boolean {
  if (destination.kind === 'topic') return realm.membership.has(destination.channel, user)
  return destination.participants.includes(user)
}
