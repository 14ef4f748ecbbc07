import { buildQuote } from '../../content/quote.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import { linkToMessage, messageUrl } from '../messages/message-link.ts'
import { widgetOf } from '../submessages/widget.ts'

/** What the notification bot says of a message when its time has come: where it is, the note, and its text. */
export function reminderText(
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  note: string,
): string {
  const sender = realm.users.get(message.sender)!
  const whose = sender.id === user.id ? 'you' : `@_**${sender.fullName}|${sender.id}**`
  const address = messageUrl(realm, user, message)
  const asked = `You requested a reminder for ${linkToMessage(realm, user, message)}.`
  const noted = note === '' ? asked : `${asked} Note:\n${note.replace(/^/gm, '> ')}`
  const widget = widgetOf(message.content)
  if (widget === undefined) return buildQuote(`${noted}\n\n${whose} [said](${address}):`, message.content)
  const kind = widget.widget_type === 'poll' ? 'a poll' : 'a to-do list'
  return `${noted}\n\n${whose} [sent](${address}) ${kind}.`
}
