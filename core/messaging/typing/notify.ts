import { MAX_SUBSCRIBERS_FOR_TYPING } from '../../../config/limits.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import { type Audience, toChannel, toUsers } from '../../platform/events/audience.ts'
import { publishEphemeral } from '../../platform/events/ephemeral.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import { canSeeChannel, canSendToChannel } from '../../state/access/channel-permissions.ts'
import { canAccessAllUsers, canAccessUser } from '../../state/access/visible-users.ts'
import type { Caller } from '../../state/caller.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import { dummyAddress } from '../../state/realm/email.ts'
import { canGuestsSeeAllUsers } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { notAuthorizedToSend } from '../messages/errors.ts'
import { directParticipants } from '../sending/recipients.ts'
import { typingNotificationsDisabled } from './errors.ts'
import type { TypingEvent, TypingOp } from './event.ts'

/**
 * Notifies the participants of a direct conversation, including the sender, that the sender starts or stops
 * typing. Throws `typingNotificationsDisabled` and the errors of `directParticipants`.
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
  const publish = (person: (shown: UserRecord) => TypingPerson, to: readonly UserId[]) => {
    const recipients = participants.map((id) => person(realm.users.get(id)!))
    const event: TypingEvent = {
      type: 'typing',
      op,
      message_type: 'direct',
      sender: person(user),
      recipients,
    }
    return publishEphemeral(core, realm.id, event, toUsers(to))
  }
  const restricted = participants.filter((id) => !canAccessAllUsers(realm, realm.users.get(id)!))
  const others = participants.filter((id) => !restricted.includes(id))
  if (others.length > 0) await publish(typingPerson, others)
  for (const id of restricted) {
    const guest = realm.users.get(id)!
    const person = (shown: UserRecord) =>
      canAccessUser(realm, guest, shown)
        ? typingPerson(shown)
        : unknownPerson(realm, shown, core.options.rootUrl)
    await publish(person, [id])
  }
}

/**
 * Notifies the subscribers of a channel that the sender starts or stops typing in a topic. Nothing is sent in
 * a channel with more than MAX_SUBSCRIBERS_FOR_TYPING subscribers. Throws `typingNotificationsDisabled`,
 * `invalidChannelId`, the same for a channel that does not exist and one that the sender may not see, and
 * `notAuthorizedToSend`.
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
  const publish = (sender: TypingPerson, audience: Audience) => {
    const event: TypingEvent = {
      type: 'typing',
      op,
      message_type: 'stream',
      sender,
      stream_id: channel,
      topic,
    }
    return publishEphemeral(core, realm.id, event, audience)
  }
  const strangers = subscribersWithoutAccess(realm, channel, user)
  await publish(typingPerson(user), toChannel(channel, strangers))
  if (strangers.length > 0) {
    await publish(unknownPerson(realm, user, core.options.rootUrl), toUsers(strangers))
  }
}

/** The guests in the channel who may not know the user. */
function subscribersWithoutAccess(realm: RealmState, channel: ChannelId, user: UserRecord): UserId[] {
  if (canGuestsSeeAllUsers(realm.record)) return []
  return [...realm.membership.subscribers(channel)].filter((id) => {
    const reader = realm.users.get(id)
    return reader !== undefined && !canAccessUser(realm, reader, user)
  })
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

type TypingPerson = TypingEvent['sender']

const typingPerson = ({ id, email }: UserRecord): TypingPerson => ({ user_id: id, email })

/** A user as guests without access to that user see them. */
const unknownPerson = (realm: RealmState, { id }: UserRecord, rootUrl: string): TypingPerson => ({
  user_id: id,
  email: dummyAddress(realm.record, rootUrl, id),
})
