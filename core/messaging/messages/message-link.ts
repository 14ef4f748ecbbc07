import { topicLink, topicUrl } from '../../content/markdown/topic-link.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LockedMessage } from './lock-message.ts'

/** Where a message is. */
export type LinkedMessage = Pick<LockedMessage, 'id' | 'channelId' | 'topic' | 'participantIds'>

/** Markdown that links to a message, as `viewer` sees its conversation. */
export function linkToMessage(realm: RealmView, viewer: UserRecord, message: LinkedMessage): string {
  const channel = message.channelId === null ? undefined : realm.channels.get(message.channelId)
  return channel === undefined
    ? noticeTexts(realm).directMessage(messageUrl(realm, viewer, message))
    : topicLink(channel, message.topic!, message.id)
}

/** The URL of a message, relative to the organization: `#narrow/…`. */
export function messageUrl(realm: RealmView, viewer: UserRecord, message: LinkedMessage): string {
  const channel = message.channelId === null ? undefined : realm.channels.get(message.channelId)
  if (channel !== undefined) return topicUrl(channel, message.topic!, message.id)
  const others = message.participantIds!.filter((participant) => participant !== viewer.id)
  const ids = others.length === 0 ? [viewer.id] : others
  return `#narrow/dm/${ids.join(',')}-${ids.length > 1 ? 'group' : 'dm'}/near/${message.id}`
}
