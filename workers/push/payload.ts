import type { Deliverable, PushedMessage, PushTarget } from '../../core/notifying/push/deliverable.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import type { ApnsPayload } from './apns.ts'
import { readContent } from './content.ts'
import type { FcmPayload } from './fcm.ts'
import {
  groupsOf,
  MAX_CONTENT_LENGTH,
  mentionedGroup,
  placeOf,
  senderFor,
  subtitleOf,
  titleOf,
  truncated,
} from './message-parts.ts'
import { webPayload } from './web-payload.ts'
import type { WebPushPayload } from './web-push.ts'
import { wordsFor } from './words.ts'

/** Makes the notification of a target for each service. */
export interface Payloads {
  fcm(target: PushTarget): FcmPayload
  apns(target: PushTarget): ApnsPayload
  web(target: PushTarget): WebPushPayload
}

/**
 * Notifications in the form that the mobile clients of this protocol expect, and for the web client's service
 * worker.
 */
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
  const { record } = deliverable.realm
  const alertFor = ({ person }: PushTarget) => {
    const words = wordsFor(person)
    return {
      title: words.test,
      body: words.testOf(record.settings.name, realmUrl(record, deliverable.rootUrl)),
    }
  }
  return {
    fcm: (target) => ({
      data: texts({ ...data(target), time: Math.floor(Date.now() / 1000) }),
      isUrgent: true,
    }),
    apns: (target) => ({
      body: { aps: { alert: alertFor(target), sound: 'default' }, zulip: data(target) },
      isAlert: true,
      collapseId: `test ${target.person.id}`,
    }),
    web: (target) => ({
      body: { event: 'test', user_id: target.person.id, ...alertFor(target) },
      isUrgent: true,
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
    web: ({ person, messages, badge }) => ({
      body: { event: 'remove', user_id: person.id, message_ids: messages!, badge },
      isUrgent: false,
    }),
  }
}

function messagePayloads(deliverable: Deliverable, message: PushedMessage): Payloads {
  const { realm } = deliverable
  const content = readContent(message.renderedContent)
  const hidesContent = realm.record.settings.require_e2ee_push_notifications
  const cut = truncated(content.text, MAX_CONTENT_LENGTH)
  const textFor = ({ person }: PushTarget): typeof cut =>
    hidesContent ? [wordsFor(person).withoutContent, false] : cut
  const groups = groupsOf(deliverable, content)
  const about = (target: PushTarget) => {
    const group = mentionedGroup(groups, content, target)
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
      const [content, content_truncated] = textFor(target)
      const said = { content, content_truncated }
      const from = { sender_full_name: sender.name, sender_avatar_url: sender.avatarUrl }
      const event = { event: 'message', zulip_message_id: message.id }
      return { data: texts({ ...data, ...event, ...said, ...from }), isUrgent: true }
    },
    apns: (target) => {
      const { data, sender, group } = about(target)
      const alert = {
        title: titleOf(deliverable, message, sender.name),
        subtitle: subtitleOf(message, target, sender.name, group),
        body: textFor(target)[0],
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
    web: (target) =>
      webPayload(deliverable, message, target, content.text, mentionedGroup(groups, content, target)?.record),
  }
}

/** Google's service accepts only texts. */
const texts = (data: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]))
