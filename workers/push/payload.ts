import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { Trigger } from '../../core/messaging/push/trigger.ts'
import type { Deliverable, PushedMessage, PushTarget } from '../../core/notifying/push/deliverable.ts'
import type { GroupId } from '../../core/platform/ids.ts'
import { membersOf } from '../../core/state/groups/members.ts'
import type { GroupRecord } from '../../core/state/groups/record.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { senderMask } from '../../core/state/users/inaccessible.ts'
import { mediumAvatarUrl } from '../../core/state/users/wire.ts'
import type { ApnsPayload } from './apns.ts'
import { type NoticeContent, readContent } from './content.ts'
import type { FcmPayload } from './fcm.ts'

/** The number of code points of a message that a notification shows. */
const MAX_CONTENT_LENGTH = 200
/** Replaces text that may not be shown. */
const WITHOUT_CONTENT = 'New message'

/** Makes the notification of a target for each service. */
export interface Payloads {
  fcm(target: PushTarget): FcmPayload
  apns(target: PushTarget): ApnsPayload
}

/** Notifications in the form that the mobile clients of this protocol expect. */
export function payloadsOf(kind: 'message' | 'remove' | 'test', deliverable: Deliverable): Payloads {
  if (kind === 'message') return messagePayloads(deliverable, deliverable.message!)
  return kind === 'remove' ? removePayloads(deliverable) : testPayloads(deliverable)
}

/** The fields of every notification. `realm_uri` is the former name of `realm_url`. */
function base({ realm: { record }, rootUrl }: Deliverable, { person }: PushTarget) {
  const url = realmUrl(record, rootUrl)
  return {
    server: new URL(rootUrl).host,
    realm_id: record.id,
    realm_name: record.settings.name,
    realm_url: url,
    realm_uri: url,
    user_id: person.id,
  }
}

function testPayloads(deliverable: Deliverable): Payloads {
  const data = (target: PushTarget) => ({ ...base(deliverable, target), event: 'test' })
  const { settings } = deliverable.realm.record
  const alert = {
    title: 'Test notification',
    body: `This is a test notification from ${settings.name} (${realmUrl(deliverable.realm.record, deliverable.rootUrl)}).`,
  }
  return {
    fcm: (target) => ({
      data: texts({ ...data(target), time: Math.floor(Date.now() / 1000) }),
      isUrgent: true,
    }),
    apns: (target) => ({
      body: { aps: { alert, sound: 'default' }, zulip: data(target) },
      isAlert: true,
      collapseId: `test ${target.person.id}`,
    }),
  }
}

function removePayloads(deliverable: Deliverable): Payloads {
  const data = (target: PushTarget) => ({
    ...base(deliverable, target),
    event: 'remove',
    zulip_message_ids: target.messages!.join(','),
  })
  return {
    fcm: (target) => ({
      data: texts({ ...data(target), zulip_message_id: target.messages![0] }),
      isUrgent: false,
    }),
    apns: (target) => ({
      body: { aps: { 'content-available': 1, badge: target.badge }, zulip: data(target) },
      isAlert: false,
      collapseId: `remove ${target.messages![0]}`,
    }),
  }
}

function messagePayloads(deliverable: Deliverable, message: PushedMessage): Payloads {
  const { realm } = deliverable
  const content = readContent(message.renderedContent)
  const shown = realm.record.settings.require_e2ee_push_notifications ? WITHOUT_CONTENT : content.text
  const [text, isTruncated] = truncated(shown)
  const groups = groupsOf(deliverable, content)
  const about = (target: PushTarget) => {
    const group = content.users.has(target.person.id)
      ? undefined
      : groups.find(({ members }) => members.has(target.person.id))
    const sender = senderFor(deliverable, message, target)
    const data = {
      ...base(deliverable, target),
      sender_id: message.senderId,
      sender_email: sender.email,
      ...placeOf(deliverable, message),
      ...(group && {
        mentioned_user_group_id: group.record.id,
        mentioned_user_group_name: group.record.name,
      }),
      time: message.sentAt,
    }
    return { data, sender, group: group?.record }
  }
  return {
    fcm: (target) => {
      const { data, sender } = about(target)
      const said = { content: text, content_truncated: isTruncated }
      const from = { sender_full_name: sender.name, sender_avatar_url: sender.avatarUrl }
      const event = { event: 'message', zulip_message_id: message.id }
      return { data: texts({ ...data, ...event, ...said, ...from }), isUrgent: true }
    },
    apns: (target) => {
      const { data, sender, group } = about(target)
      const alert = {
        title: titleOf(deliverable, message, sender.name),
        subtitle: subtitleOf(message, target.trigger, sender.name, group),
        body: text,
      }
      return {
        body: {
          aps: { alert, sound: 'default', badge: target.badge },
          zulip: { ...data, message_ids: [message.id] },
        },
        isAlert: true,
        collapseId: `message ${message.id}`,
      }
    },
  }
}

/** The sender, masked for a reader who may not know of the sender. */
function senderFor({ realm, rootUrl }: Deliverable, { senderId }: PushedMessage, { person }: PushTarget) {
  const sender = realm.users.get(senderId)!
  const masked = senderMask(realm, person, rootUrl)?.(senderId)
  const own = { name: sender.fullName, email: sender.email }
  const shown = masked === undefined ? own : { name: masked.sender_full_name, email: masked.sender_email }
  const avatar = masked === undefined ? mediumAvatarUrl(sender) : ''
  return { ...shown, avatarUrl: avatar && new URL(avatar, realmUrl(realm.record, rootUrl)).href }
}

/** The channel and topic, or the direct conversation. */
function placeOf({ realm }: Deliverable, { channelId, topic, participantIds }: PushedMessage) {
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

function titleOf(deliverable: Deliverable, message: PushedMessage, sender: string): string {
  const { stream, topic } = placeOf(deliverable, message)
  if (stream !== undefined) return `#${stream} > ${topic}`
  const { participantIds } = message
  if (participantIds!.length <= 2) return sender
  return participantIds!
    .map((id) => deliverable.realm.users.get(id)!.fullName)
    .sort()
    .join(', ')
}

function subtitleOf(
  { participantIds }: PushedMessage,
  trigger: Trigger | undefined,
  sender: string,
  group: GroupRecord | undefined,
): string {
  if (trigger === 'mentioned') return `${sender} mentioned ${group === undefined ? 'you' : `@${group.name}`}:`
  if (trigger?.includes('wildcard')) return `${sender} mentioned everyone:`
  return participantIds !== null && participantIds.length <= 2 ? '' : `${sender}:`
}

/** The mentioned groups, the smallest first. */
function groupsOf({ realm }: Deliverable, { groups }: NoticeContent) {
  return [...groups]
    .flatMap((id) => {
      const record = realm.groups.get(id)
      return record === undefined
        ? []
        : [{ record, members: new Set<number>(membersOf(realm, id as GroupId)) }]
    })
    .sort((a, b) => a.members.size - b.members.size)
}

function truncated(text: string): [text: string, isTruncated: boolean] {
  const points = [...text]
  if (points.length <= MAX_CONTENT_LENGTH) return [text, false]
  return [`${points.slice(0, MAX_CONTENT_LENGTH).join('')}…`, true]
}

/** Google's service accepts only texts. */
const texts = (data: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]))
