import type { Deliverable, PushedMessage, PushTarget } from '../../core/notifying/push/deliverable.ts'
import type { GroupRecord } from '../../core/state/groups/record.ts'
import { MAX_CONTENT_LENGTH, senderFor, subtitleOf, titleOf, truncated } from './message-parts.ts'
import type { WebPushPayload } from './web-push.ts'
import { wordsFor } from './words.ts'

/** The number of code points of a title in a browser. */
const MAX_TITLE_LENGTH = 120
/** Participants of a direct conversation that a notification names by their ids. */
const MAX_PARTICIPANTS = 50

/**
 * The push service of a browser cannot read the notification, so it shows text also where the organization
 * requires encrypted notifications. The reader's setting for direct messages in desktop notifications counts.
 */
export function webPayload(
  deliverable: Deliverable,
  message: PushedMessage,
  target: PushTarget,
  content: string,
  group: GroupRecord | undefined,
): WebPushPayload {
  const { person, badge } = target
  const { id, channelId, topic, participantIds, sentAt } = message
  const sender = senderFor(deliverable, message, target)
  const isHidden = channelId === null && !person.settings.pm_content_in_desktop_notifications
  const [text] = truncated(isHidden ? wordsFor(person).withoutContent : content, MAX_CONTENT_LENGTH)
  const others = participantIds?.filter((user) => user !== person.id) ?? []
  const directPlace =
    others.length > MAX_PARTICIPANTS ? {} : { user_ids: others.length === 0 ? [person.id] : others }
  const place =
    channelId === null
      ? directPlace
      : {
          channel_id: channelId,
          channel_name: deliverable.realm.channels.get(channelId)!.name,
          topic: topic!,
        }
  return {
    body: {
      ...{ event: 'message', user_id: person.id, message_id: id, time: sentAt, badge },
      title: truncated(titleOf(deliverable, message, sender.name), MAX_TITLE_LENGTH)[0],
      body: [subtitleOf(message, target, sender.name, group), text].filter(Boolean).join(' '),
      icon: sender.avatarUrl,
      ...place,
    },
    isUrgent: true,
    subject: channelId === null ? others.join(',') : `${channelId} ${topic}`,
  }
}
