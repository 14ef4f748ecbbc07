import { MAX_SUBSCRIBERS_FOR_TYPING } from '../../../config/limits.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import { ApiError } from '../../platform/errors.ts'
import { toChannel, toUsers } from '../../platform/events/audience.ts'
import { publishEphemeral } from '../../platform/events/ephemeral.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { canSeeChannel, canSendToChannel } from '../../state/channels/permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { directParticipants } from '../messages/recipients.ts'
import type { TypingEvent, TypingOp } from './event.ts'

/**
 * Tells the people of a direct message, the sender among them, that the sender begins or ends to write.
 * Throws as sending does.
 */
export async function typeDirect(
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
    sender: person(user),
    recipients: participants.map((id) => person(realm.users.get(id)!)),
  }
  await publishEphemeral(core, realm.id, event, toUsers(participants))
}

/**
 * Tells the subscribers of a channel that the sender begins or ends to write to a topic of it; nobody in a
 * channel of more than MAX_SUBSCRIBERS_FOR_TYPING. Throws `Invalid channel ID`, the same for a channel that
 * does not exist and one the sender may not know of, and otherwise as sending does.
 */
export async function typeInChannel(
  { core, realm, user }: Caller,
  op: TypingOp,
  to: { readonly channel: ChannelId; readonly topic: string },
): Promise<void> {
  const topic = checkTopic(to.topic)
  const channel = await realm.withFreshState(() => {
    checkSharesTyping(realm, user, 'channel')
    return channelToTypeIn(realm, user, to.channel)
  })
  if (realm.membership.subscribers(channel).size > MAX_SUBSCRIBERS_FOR_TYPING) return
  const event: TypingEvent = {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: person(user),
    stream_id: channel,
    topic,
  }
  await publishEphemeral(core, realm.id, event, toChannel(channel))
}

/** Throws when the sender does not tell others of writing (spec.md "User preference settings"). */
export function checkSharesTyping(realm: RealmState, sender: UserRecord, where: 'direct' | 'channel'): void {
  const { settings } = realm.users.get(sender.id) ?? sender
  const tells =
    where === 'direct'
      ? settings.send_private_typing_notifications
      : settings.send_stream_typing_notifications
  if (!tells) throw new ApiError(`User has disabled typing notifications for ${where} messages`)
}

function channelToTypeIn(realm: RealmState, sender: UserRecord, id: ChannelId): ChannelId {
  const channel = realm.channels.get(id)
  const isHidden = channel?.isArchived || !channel || !canSeeChannel(realm, sender, channel)
  if (isHidden) throw new ApiError('Invalid channel ID')
  if (!canSendToChannel(realm, sender, channel)) {
    throw new ApiError(`Not authorized to send to channel '${channel.name}'`)
  }
  return channel.id
}

const person = ({ id, email }: UserRecord) => ({ user_id: id, email })
