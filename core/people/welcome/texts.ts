import { MAX_WELCOME_TEXT_LENGTH } from '../../../config/limits.ts'
import { isLongerThan } from '../../content/messages/check-text.ts'
import { buildQuote } from '../../content/quote.ts'
import { tooLong } from '../../platform/errors.ts'
import type { RealmView } from '../../state/realm/view.ts'

/** The welcome bot's first message to somebody new, in Markdown. */
export const greeting = ({ record }: RealmView): string =>
  `Hello, and welcome to ${plain(record.settings.name)}! :wave: I am the Welcome Bot.

* Messages go to **channels**, and each has a **topic**: reply in the topic that you answer to, and begin another one \
for what is new.
* Send a **direct message** to talk with one person, or with a few.
* **Mention** somebody with \`@\` and the name, and the person is notified.
* Upload a picture of yourself and say what you would like to be notified of in your **settings**.

Nobody reads what you answer here: try anything out.`

/** The administrators' text for new people, in Markdown. */
export const customText = ({ record }: RealmView, text: string): string =>
  buildQuote(`A message from the administrators of ${plain(record.settings.name)}:`, text)

/** Throws when a text for the welcome bot is too long. */
export function checkWelcomeText(text: string): void {
  if (!isLongerThan(text, MAX_WELCOME_TEXT_LENGTH)) return
  throw tooLong('welcome_message_custom_text', MAX_WELCOME_TEXT_LENGTH)
}

/** The name without characters that Markdown would interpret. */
const plain = (name: string) => name.replace(/[\\`*_[\]<>#@~|]/g, '')
