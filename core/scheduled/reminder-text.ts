import { MAX_MESSAGE_LENGTH } from '../../config/limits.ts'
import type { MessageId } from '../ids.ts'
import { topicLink, topicUrl } from '../markdown/topic-link.ts'
import type { HeldMessage } from '../messages/held.ts'
import type { RealmState } from '../realm/state.ts'
import { widgetOf } from '../submessages/widget.ts'
import type { UserRecord } from '../users/record.ts'

/** What the notification bot says of a message when its time has come: where it is, the note, and its text. */
export function reminderText(
  realm: RealmState,
  user: UserRecord,
  id: MessageId,
  message: HeldMessage,
  note: string,
): string {
  const sender = realm.users.get(message.sender)!
  const whose = sender.id === user.id ? 'you' : `@_**${sender.fullName}|${sender.id}**`
  const address = addressOf(realm, user, id, message)
  const asked = `You requested a reminder for ${placeOf(realm, message, id, address)}.`
  const noted = note === '' ? asked : `${asked} Note:\n${note.replace(/^/gm, '> ')}`
  const widget = widgetOf(message.content)
  if (widget !== undefined) {
    const kind = widget.widget_type === 'poll' ? 'a poll' : 'a to-do list'
    return `${noted}\n\n${whose} [sent](${address}) ${kind}.`
  }
  const head = `${noted}\n\n${whose} [said](${address}):\n`
  const fence = '`'.repeat(
    Math.max(3, ...[...message.content.matchAll(/`+/g)].map(([run]) => run.length + 1)),
  )
  const quote = (text: string) => `${head}${fence}quote\n${text}\n${fence}`
  const room = MAX_MESSAGE_LENGTH - [...quote('')].length
  const characters = [...message.content]
  if (characters.length <= room) return quote(message.content)
  return quote(`${characters.slice(0, room - CUT.length).join('')}${CUT}`)
}

const CUT = '\n[message truncated]'

function placeOf(realm: RealmState, message: HeldMessage, id: MessageId, address: string): string {
  const channel = message.channel === null ? undefined : realm.channels.get(message.channel)
  return channel === undefined ? `a [direct message](${address})` : topicLink(channel, message.topic!, id)
}

function addressOf(realm: RealmState, user: UserRecord, id: MessageId, message: HeldMessage): string {
  const channel = message.channel === null ? undefined : realm.channels.get(message.channel)
  if (channel !== undefined) return topicUrl(channel, message.topic!, id)
  const others = message.participants!.filter((participant) => participant !== user.id)
  const ids = others.length === 0 ? [user.id] : others
  return `#narrow/dm/${ids.join(',')}-${ids.length > 1 ? 'group' : 'dm'}/near/${id}`
}
