import { besideAddresses } from '../marks/beside-addresses.ts'
import { withOurEmojiNames } from '../marks/emoji-names.ts'
import { withinSource } from '../marks/join-blocks.ts'
import { outsideCode } from '../marks/outside-code.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'

/** Finds the people, channels, messages and emoji that Rocket.Chat's texts name. */
export interface RocketChatNames {
  /** A mention of a person. */
  person(username: string): string | undefined
  /** A link to a channel. */
  channel(name: string): string | undefined
  /** The address of a message; undefined when it is not in the archive. */
  message(id: string): string | undefined
  isCustomEmoji(name: string): boolean
}

const MENTION = /(?<![\w@/.-])@([a-z0-9][a-z0-9._-]{0,127})/gi
const CHANNEL = /(?<![\w#/&])#([\p{L}\p{N}][\p{L}\p{N}._-]{0,127})/gu
const EVERYBODY = new Set(['all', 'here'])
/** Marks that both products have in common. They stay as they are. */
const DOUBLE_MARKS = /(\*\*[^*\n]+\*\*|~~[^~\n]+~~|__[^_\n]+__)/
/** The link with which a text quotes a message, which is in an attachment too. */
const QUOTING = /\[ {0,9}\]\(https?:\/\/[^\s)]{0,2000}[?&]msg=(\w+)[^\s)]{0,2000}\)[ \n]?/g
const MESSAGE_LINK =
  /https?:\/\/[^\s)<>/]{1,255}\/(?:[^\s)<>/?]{1,255}\/){0,3}(?:channel|group|direct)\/[^\s)<>?]{0,500}\?(?:[^\s)<>]{0,500}&)?msg=(\w+)[^\s)<>]*/g

/** An address with its label, as texts of former versions have it. */
const LABELLED = /<(https?:\/\/[^\s<>|]{1,2000})\|([^<>\n]{1,1000})>/g

const single = (mark: string): RegExp =>
  new RegExp(
    `(?<![\\w\\${mark}\\\\])\\${mark}(?=\\S)([^\\${mark}\\n]*[^\\s\\${mark}]|[^\\s\\${mark}])\\${mark}(?![\\w\\${mark}])`,
    'g',
  )
const [BOLD, ITALIC, STRUCK] = [single('*'), single('_'), single('~')]

/** Converts Rocket.Chat's Markdown to ours. */
export const markdownOf = (text: string, names: RocketChatNames): string =>
  outsideCode(withinSource(text), (part) =>
    besideAddresses(withOurLinks(part, names), (rest) =>
      withOurEmojiNames(withOurMarks(rest), names.isCustomEmoji)
        .replace(MENTION, (given, username: string) => mentionOf(username, names) ?? given)
        .replace(CHANNEL, (given, name: string) => channelOf(name, names) ?? given),
    ),
  ).trim()

const withOurLinks = (text: string, names: RocketChatNames): string =>
  text
    .replace(QUOTING, '')
    .replace(MESSAGE_LINK, (given, id: string) => names.message(id) ?? given)
    .replace(LABELLED, (_, address: string, label: string) => `[${label.replace(/[[\]]/g, ' ')}](${address})`)

/** Stands for the marks of bold text until the others are converted. */
const HELD = '\ue000'

const withOurMarks = (text: string): string =>
  text
    .replaceAll(HELD, '')
    .split(DOUBLE_MARKS)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(/^__|__$/g, '*')
        : part.replace(BOLD, `${HELD}$1${HELD}`).replace(ITALIC, '*$1*').replace(STRUCK, '~~$1~~'),
    )
    .join('')
    .replaceAll(HELD, '**')

/** A user name may contain full stops and dashes, and a sentence may end with them. */
function mentionOf(given: string, names: RocketChatNames): string | undefined {
  return trimmed(given, (name) => (EVERYBODY.has(name.toLowerCase()) ? '@**all**' : names.person(name)))
}

const channelOf = (given: string, names: RocketChatNames): string | undefined =>
  trimmed(given, (name) => names.channel(name))

/** Finds a name without the punctuation at its end. */
function trimmed(given: string, find: (name: string) => string | undefined): string | undefined {
  for (let name = given; name !== ''; name = name.slice(0, -1)) {
    const found = find(name)
    if (found !== undefined) return found + given.slice(name.length)
    if (!/[._-]$/.test(name)) return undefined
  }
  return undefined
}

/** Converts the attachments of integrations and of quotations to quotes. Files are linked elsewhere. */
export function attachmentsOf(attachments: unknown, names: RocketChatNames): string[] {
  return listOf(attachments)
    .filter(isFields)
    .flatMap((attachment) => {
      const lines = linesOf(attachment).filter((line) => line.trim() !== '')
      if (lines.length === 0) return []
      const quote = markdownOf(lines.join('\n'), names).split('\n')
      return [quote.map((line) => `> ${line}`).join('\n')]
    })
}

function linesOf(attachment: Fields): string[] {
  const title = textOf(attachment.title)
  const link = textOf(attachment.title_link)
  // The title of a file is its name, and its description is the text of the message.
  if (attachment.type === 'file' || link.startsWith('/file-upload/')) return [textOf(attachment.description)]
  const fields = listOf(attachment.fields).filter(isFields)
  const isQuote = textOf(attachment.message_link) !== ''
  const author = textOf(attachment.author_name)
  return [
    textOf(attachment.pretext),
    isQuote && author !== '' ? `@${author}:` : author,
    title !== '' && /^https?:/.test(link) ? `[${title.replace(/[[\]]/g, ' ')}](${link})` : title,
    textOf(attachment.text),
    ...fields.map(({ title: name, value }) => `**${textOf(name)}**: ${textOf(value)}`),
  ]
}
