import { MAX_WELCOME_TEXT_LENGTH } from '../../../config/limits.ts'
import { isLongerThan } from '../../content/messages/check-text.ts'
import { buildQuote } from '../../content/quote.ts'
import { tooLong } from '../../platform/errors.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { RealmView } from '../../state/realm/view.ts'

/** The welcome bot's first message to somebody new, in Markdown. */
export const greeting = (realm: RealmView): string =>
  noticeTexts(realm).greeting(plain(realm.record.settings.name))

/** The administrators' text for new people, in Markdown. */
export const customText = (realm: RealmView, text: string): string =>
  buildQuote(noticeTexts(realm).fromAdministrators(plain(realm.record.settings.name)), text)

/** Throws when a text for the welcome bot is too long. */
export function checkWelcomeText(text: string): void {
  if (!isLongerThan(text, MAX_WELCOME_TEXT_LENGTH)) return
  throw tooLong('welcome_message_custom_text', MAX_WELCOME_TEXT_LENGTH)
}

/** The name without characters that Markdown would interpret. */
const plain = (name: string) => name.replace(/[\\`*_[\]<>#@~|]/g, '')
