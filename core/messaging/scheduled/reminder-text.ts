import { render } from '../../content/markdown/render.ts'
import { markdownContext } from '../../content/messages/realm-context.ts'
import { buildQuote } from '../../content/quote.ts'
import { UNKNOWN_USER } from '../../state/access/inaccessible-users.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import { type LinkedMessage, linkToMessage, messageUrl } from '../messages/message-link.ts'
import { widgetOf } from '../submessages/widget.ts'

/** The message of a reminder in its current state. */
export type RemindedMessage = LinkedMessage & Pick<LockedMessage, 'senderId' | 'content' | 'renderedContent'>

/**
 * Returns the text of a reminder: a link to the message, the user's note, and a quotation of the message. The
 * message of a widget is named and not quoted.
 */
export function reminderText(
  realm: RealmView,
  user: UserRecord,
  message: RemindedMessage,
  note: string,
): string {
  const intro = introOf(realm, user, message, note)
  return widgetOf(message.content) === undefined ? buildQuote(intro, message.content) : intro
}

/**
 * Returns the HTML of `reminderText`. Takes the quotation from the message as it is rendered, so the time
 * depends on the length of the note alone. The user sees all names that the message shows.
 */
export function reminderHtml(
  realm: RealmView,
  user: UserRecord,
  message: RemindedMessage,
  note: string,
  rootUrl: string,
): string {
  const intro = introOf(realm, user, message, note)
  // Rendered for the user: the text may name channels that the bot cannot see.
  const { html } = render(intro, markdownContext(realm, user, rootUrl))
  if (widgetOf(message.content) !== undefined) return html
  return `${html}\n<blockquote>\n${message.renderedContent}\n</blockquote>`
}

/** The part before the quotation. */
function introOf(realm: RealmView, user: UserRecord, message: RemindedMessage, note: string): string {
  const sender = realm.users.get(message.senderId)!
  const author = authorOf(realm, user, sender)
  const address = messageUrl(realm, user, message)
  const t = noticeTexts(realm)
  const request = t.reminder(linkToMessage(realm, user, message))
  const intro = note === '' ? request : `${request} ${t.note}\n${note.replace(/^/gm, '> ')}`
  const widget = widgetOf(message.content)
  if (widget === undefined) return `${intro}\n\n${t.said(author, address)}`
  return `${intro}\n\n${widget.widget_type === 'poll' ? t.sentPoll(author, address) : t.sentList(author, address)}`
}

/** How the author is called; undefined for the reader. */
function authorOf(realm: RealmView, reader: UserRecord, sender: UserRecord): string | undefined {
  if (sender.id === reader.id) return undefined
  return canAccessUser(realm, reader, sender) ? `@_**${sender.fullName}|${sender.id}**` : UNKNOWN_USER
}
