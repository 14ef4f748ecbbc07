import { MAX_SUBSCRIBERS_FOR_TYPING } from '../../../config/limits.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import { toChannel, toUsers } from '../../platform/events/audience.ts'
import { publishEphemeral } from '../../platform/events/ephemeral.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import { canSeeChannel, canSendToChannel } from '../../state/channels/permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { notAuthorizedToSend } from '../messages/errors.ts'
import { directParticipants } from '../messages/recipients.ts'
import { typingNotificationsDisabled } from './errors.ts'
import type { TypingEvent, TypingOp } from './event.ts'

/**
 * Notifies the participants of a direct conversation, including the sender, that the sender starts or stops typing.
 * Throws `typingNotificationsDisabled` and the errors of `directParticipants`.
 */
export async function notifyTypingDirect(
  { core, realm, user }: Caller,
  op: TypingOp,
  to: readonly UserId[],
): Promise<void> {
  const participants = await realm.withFreshState(() => {
    checkSharesTyping(realm, user, 'direct')
    return directParticipants(realm, user, to)
  })
  const event: TypingEvent = {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: typingPerson(user),
    recipients: participants.map((id) => typingPerson(realm.users.get(id)!)),
  }
  await publishEphemeral(core, realm.id, event, toUsers(participants))
}

/**
 * Notifies the subscribers of a channel that the sender starts or stops typing in a topic. Nothing is sent in a channel
 * with more than MAX_SUBSCRIBERS_FOR_TYPING subscribers. Throws `typingNotificationsDisabled`, `invalidChannelId`, the
 * same for a channel that does not exist and one that the sender may not see, and `notAuthorizedToSend`.
 */
export async function notifyTypingInChannel(
  { core, realm, user }: Caller,
  op: TypingOp,
  to: { readonly channel: ChannelId; readonly topic: string },
): Promise<void> {
  const topic = checkTopic(to.topic)
  const channel = await realm.withFreshState(() => {
    checkSharesTyping(realm, user, 'channel')
    return findChannelToTypeIn(realm, user, to.channel)
  })
  if (realm.membership.subscribers(channel).size > MAX_SUBSCRIBERS_FOR_TYPING) return
  const event: TypingEvent = {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: typingPerson(user),
    stream_id: channel,
    topic,
  }
  await publishEphemeral(core, realm.id, event, toChannel(channel))
}

/** Throws unless the sender's settings allow typing notifications (spec.md "User preference settings"). */
export function checkSharesTyping(realm: RealmState, sender: UserRecord, kind: 'direct' | 'channel'): void {
  const { settings } = realm.users.get(sender.id) ?? sender
  const isEnabled =
    kind === 'direct' ? settings.send_private_typing_notifications : settings.send_stream_typing_notifications
  if (!isEnabled) throw typingNotificationsDisabled(kind)
}

function findChannelToTypeIn(realm: RealmState, sender: UserRecord, id: ChannelId): ChannelId {
  const channel = realm.channels.get(id)
  const isHidden = channel?.isArchived || !channel || !canSeeChannel(realm, sender, channel)
  if (isHidden) throw invalidChannelId()
  if (!canSendToChannel(realm, sender, channel)) {
    throw notAuthorizedToSend(channel.name)
  }
  return channel.id
}

const typingPerson = ({ id, email }: UserRecord) => ({ user_id: id, email })
