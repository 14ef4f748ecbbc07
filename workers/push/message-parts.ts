import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { Deliverable, PushedMessage, PushTarget } from '../../core/notifying/push/deliverable.ts'
import type { GroupId } from '../../core/platform/ids.ts'
import { senderMask } from '../../core/state/access/inaccessible-users.ts'
import type { GroupRecord } from '../../core/state/groups/record.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { membersOf } from '../../core/state/realm/group-members.ts'
import { mediumAvatarUrl } from '../../core/state/users/wire.ts'
import type { NoticeContent } from './content.ts'
import { wordsFor } from './words.ts'

/** The number of code points of a message that a notification shows. */
export const MAX_CONTENT_LENGTH = 200

/** The sender, masked for a reader who may not know of the sender. */
export function senderFor(
  { realm, rootUrl }: Deliverable,
  { senderId }: PushedMessage,
  { person }: PushTarget,
) {
  const sender = realm.users.get(senderId)!
  const masked = senderMask(realm, person, rootUrl)?.(senderId)
  const own = { name: sender.fullName, email: sender.email }
  const shown = masked === undefined ? own : { name: masked.sender_full_name, email: masked.sender_email }
  const avatar = masked === undefined ? mediumAvatarUrl(sender) : ''
  return { ...shown, avatarUrl: avatar && new URL(avatar, realmUrl(realm.record, rootUrl)).href }
}

/** The channel and topic, or the direct conversation. */
export function placeOf({ realm }: Deliverable, { channelId, topic, participantIds }: PushedMessage) {
  if (channelId !== null) {
    return {
      recipient_type: 'stream',
      stream: realm.channels.get(channelId)!.name,
      stream_id: channelId,
      topic: topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic!,
    }
  }
  const isGroup = participantIds!.length > 2
  return { recipient_type: 'private', ...(isGroup && { pm_users: participantIds!.join(',') }) }
}

export function titleOf(deliverable: Deliverable, message: PushedMessage, sender: string): string {
  const { stream, topic } = placeOf(deliverable, message)
  if (stream !== undefined) return `#${stream} > ${topic}`
  const { participantIds } = message
  if (participantIds!.length <= 2) return sender
  return participantIds!
    .map((id) => deliverable.realm.users.get(id)!.fullName)
    .sort()
    .join(', ')
}

/** Says in the reader's language who has written, and whom the message mentions. */
export function subtitleOf(
  { participantIds }: PushedMessage,
  { person, trigger }: PushTarget,
  sender: string,
  group: GroupRecord | undefined,
): string {
  const words = wordsFor(person)
  if (trigger === 'mentioned') {
    return group === undefined ? words.mentionedYou(sender) : words.mentionedGroup(sender, group.name)
  }
  if (trigger?.includes('wildcard')) return words.mentionedEveryone(sender)
  return participantIds !== null && participantIds.length <= 2 ? '' : `${sender}:`
}

/**
 * The group whose mention concerns the reader; undefined when the message mentions the reader by name, or no
 * group.
 */
export const mentionedGroup = (
  groups: ReturnType<typeof groupsOf>,
  content: NoticeContent,
  { person }: PushTarget,
): ReturnType<typeof groupsOf>[number] | undefined =>
  content.users.has(person.id) ? undefined : groups.find(({ members }) => members.has(person.id))

/** The mentioned groups, the smallest first. */
export function groupsOf({ realm }: Deliverable, { groups }: NoticeContent) {
  return [...groups]
    .flatMap((id) => {
      const record = realm.groups.get(id)
      return record === undefined
        ? []
        : [{ record, members: new Set<number>(membersOf(realm, id as GroupId)) }]
    })
    .sort((a, b) => a.members.size - b.members.size)
}

export function truncated(text: string, length: number): [text: string, isTruncated: boolean] {
  const points = [...text]
  if (points.length <= length) return [text, false]
  return [`${points.slice(0, length).join('')}…`, true]
}
