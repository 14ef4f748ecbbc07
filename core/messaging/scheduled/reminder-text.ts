import { buildQuote } from '../../content/quote.ts'
import { UNKNOWN_USER } from '../../state/access/inaccessible-users.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import { linkToMessage, messageUrl } from '../messages/message-link.ts'
import { widgetOf } from '../submessages/widget.ts'

/** The text of a reminder: a link to the message, the user's note, and a quotation of the message. */
export function reminderText(
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  note: string,
): string {
  const sender = realm.users.get(message.senderId)!
  const author = authorOf(realm, user, sender)
  const address = messageUrl(realm, user, message)
  const request = `You requested a reminder for ${linkToMessage(realm, user, message)}.`
  const intro = note === '' ? request : `${request} Note:\n${note.replace(/^/gm, '> ')}`
  const widget = widgetOf(message.content)
  if (widget === undefined) return buildQuote(`${intro}\n\n${author} [said](${address}):`, message.content)
  const kind = widget.widget_type === 'poll' ? 'a poll' : 'a to-do list'
  return `${intro}\n\n${author} [sent](${address}) ${kind}.`
}

function authorOf(realm: RealmState, reader: UserRecord, sender: UserRecord): string {
  if (sender.id === reader.id) return 'you'
  return canAccessUser(realm, reader, sender) ? `@_**${sender.fullName}|${sender.id}**` : UNKNOWN_USER
}
