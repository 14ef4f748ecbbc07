import { MAX_MESSAGE_LENGTH } from '../../config/limits.ts'
import { topicLink, topicUrl } from '../markdown/topic-link.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import type { HeldMessage } from './held.ts'

const CUT = '\n[message truncated]'

/** `head`, then the text in a block of quotation, cut where it makes a message too long. */
export function quoted(head: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  const quote = (part: string) => `${head}\n${fence}quote\n${part}\n${fence}`
  const room = MAX_MESSAGE_LENGTH - [...quote('')].length
  const characters = [...text]
  if (characters.length <= room) return quote(text)
  return quote(`${characters.slice(0, room - CUT.length).join('')}${CUT}`)
}

/** Text that names a message by its place, as `viewer` may follow it. */
export function linkToMessage(realm: RealmState, viewer: UserRecord, message: HeldMessage): string {
  const channel = message.channel === null ? undefined : realm.channels.get(message.channel)
  return channel === undefined
    ? `a [direct message](${messageUrl(realm, viewer, message)})`
    : topicLink(channel, message.topic!, message.id)
}

/** The address of a message in the organization: `#narrow/…`. */
export function messageUrl(realm: RealmState, viewer: UserRecord, message: HeldMessage): string {
  const channel = message.channel === null ? undefined : realm.channels.get(message.channel)
  if (channel !== undefined) return topicUrl(channel, message.topic!, message.id)
  const others = message.participants!.filter((participant) => participant !== viewer.id)
  const ids = others.length === 0 ? [viewer.id] : others
  return `#narrow/dm/${ids.join(',')}-${ids.length > 1 ? 'group' : 'dm'}/near/${message.id}`
}
