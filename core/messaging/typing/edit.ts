import { MAX_SUBSCRIBERS_FOR_TYPING } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toChannel, toUsers } from '../../platform/events/audience.ts'
import { publishEphemeral } from '../../platform/events/ephemeral.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { cannotEdit, invalidMessages } from '../messages/errors.ts'
import { accessMessages } from '../messages/read-permission.ts'
import type { TypingEditEvent, TypingOp } from './event.ts'
import { checkSharesTyping } from './notify.ts'

type Edited = Columns<typeof Message, 'senderId' | 'channelId'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'>

const EDITED = statement(
  'typing.edited-message',
  `SELECT m.sender_id AS "senderId", m.channel_id AS "channelId", c.topic, c.participant_ids AS "participantIds"
   FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE m.id = $1`, // message_pkey
)

/**
 * Notifies the readers of a message that its sender starts or stops editing it. Nothing is sent in a channel
 * with more than MAX_SUBSCRIBERS_FOR_TYPING subscribers. Throws `invalidMessages` when the user may not read
 * the message, `cannotEdit` when somebody else sent it, and `typingNotificationsDisabled`. Two queries.
 */
export async function notifyEditing(
  { core, realm, user }: Caller,
  op: TypingOp,
  message: MessageId,
): Promise<void> {
  await accessMessages(core.db, realm, user, [message])
  const [edited] = await core.db.run<Edited>(EDITED, [message])
  if (edited === undefined) throw invalidMessages()
  if (edited.senderId !== user.id) throw cannotEdit()
  const { channelId: channel, topic, participantIds } = edited
  await realm.withFreshState(() => checkSharesTyping(realm, user, channel === null ? 'direct' : 'channel'))
  const event = (recipient: TypingEditEvent['recipient']): TypingEditEvent => ({
    type: 'typing_edit_message',
    op,
    sender_id: user.id,
    message_id: message,
    recipient,
  })
  if (channel === null) {
    const direct = event({ type: 'direct', user_ids: participantIds! })
    return publishEphemeral(core, realm.id, direct, toUsers(participantIds!))
  }
  if (realm.membership.subscribers(channel).size > MAX_SUBSCRIBERS_FOR_TYPING) return
  const inChannel = event({ type: 'channel', channel_id: channel, topic: topic! })
  return publishEphemeral(core, realm.id, inChannel, toChannel(channel))
}
