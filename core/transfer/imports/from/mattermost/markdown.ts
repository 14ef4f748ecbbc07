import { besideAddresses } from '../marks/beside-addresses.ts'
import { withOurEmojiNames } from '../marks/emoji-names.ts'
import { withinSource } from '../marks/join-blocks.ts'
import { outsideCode } from '../marks/outside-code.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import type { Report } from '../reading/report.ts'
import { textOf } from '../reading/texts.ts'

/** Finds the people, channels and emoji that Mattermost's texts name. */
export interface MattermostNames {
  /** A mention of a person. */
  person(username: string): string | undefined
  /** A link to a channel of the team in which the text was written. */
  channel(name: string): string | undefined
  isCustomEmoji(name: string): boolean
}

const MENTION = /(?<![\w@/.-])@([a-z0-9][a-z0-9._-]{0,127})/gi
const CHANNEL = /(?<![\w~])~([a-z0-9][a-z0-9_-]{0,127})(?!~)/gi
/** The mentions of many people. `@here` reaches those who are there, which no mention here does. */
const EVERYBODY: ReadonlyMap<string, string> = new Map([
  ['all', '@**all**'],
  ['channel', '@**channel**'],
  ['here', '@**all**'],
])

const IMAGE =
  /!\[([^[\]\n]{0,1000})\]\((https?:\/\/[^\s()]{1,2000})(?: +=\d{0,5}x?\d{0,5})?(?: +"[^"\n]{0,500}")?\)/g
const ADDRESS_IN_BRACKETS = /<(https?:\/\/[^\s<>]{1,2000})>/g

/** Text between underscores, at the borders of words. */
const underscored = (mark: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_\\\\])${mark}(?=[^\\s_])([^_\\n]*[^\\s_])${mark}(?![\\p{L}\\p{N}_])`, 'gu')
const [BOLD, ITALIC] = [underscored('__'), underscored('_')]

/**
 * Converts Mattermost's Markdown to ours, which has no underscores, pictures and brackets around addresses,
 * and other names for people and channels.
 */
export const markdownOf = (text: string, names: MattermostNames): string =>
  outsideCode(withinSource(text), (part) =>
    besideAddresses(withOurLinks(part), (rest) =>
      withOurEmojiNames(
        withOurMarks(rest)
          .replace(MENTION, (given, username: string) => mentionOf(username, names) ?? given)
          .replace(CHANNEL, (given, name: string) => names.channel(name.toLowerCase()) ?? given),
        names.isCustomEmoji,
      ),
    ),
  )

const withOurLinks = (text: string): string =>
  text
    .replace(IMAGE, (_, label: string, address: string) => `[${label || address}](${address})`)
    .replace(ADDRESS_IN_BRACKETS, '$1')

const withOurMarks = (text: string): string =>
  text
    .replace(BOLD, '**$1**')
    .replace(ITALIC, '*$1*')
    .replace(/\\(?=_)/g, '')

/** A user name may contain full stops and dashes, and a sentence may end with them. */
function mentionOf(given: string, names: MattermostNames): string | undefined {
  for (let name = given; name !== ''; name = name.slice(0, -1)) {
    const rest = given.slice(name.length)
    const mention = EVERYBODY.get(name.toLowerCase()) ?? names.person(name)
    if (mention !== undefined) return mention + rest
    if (!/[._-]$/.test(name)) return undefined
  }
  return undefined
}

/** Converts the message attachments and the card of an integration to quotes. Buttons are left out. */
export function attachmentsOf(props: unknown, names: MattermostNames, report: Report): string[] {
  if (!isFields(props)) return []
  const attachments = listOf(props.attachments).filter(isFields)
  const buttons = attachments.flatMap(({ actions }) => listOf(actions).filter(isFields))
  if (buttons.length > 0) {
    report.leftOut('buttons of integrations', textOf(buttons[0]!.name), buttons.length)
  }
  const card = textOf(props.card)
  const all = card.trim() === '' ? attachments : [...attachments, { text: card }]
  return all.flatMap((attachment: Fields) => {
    const lines = linesOf(attachment).filter((line) => line.trim() !== '')
    if (lines.length === 0) return []
    const pretext = textOf(attachment.pretext)
    const quote = markdownOf(lines.join('\n'), names)
      .split('\n')
      .map((line) => `> ${line}`)
    return [...(pretext === '' ? [] : [markdownOf(pretext, names)]), quote.join('\n')]
  })
}

const linked = (text: string, address: string): string =>
  text !== '' && address !== '' ? `[${text.replace(/[[\]]/g, ' ')}](${address})` : text

function linesOf(attachment: Fields): string[] {
  const title = textOf(attachment.title)
  const link = textOf(attachment.title_link)
  const fields = listOf(attachment.fields).filter(isFields)
  const lines = [
    linked(textOf(attachment.author_name), textOf(attachment.author_link)),
    linked(title, link),
    textOf(attachment.text),
    ...fields.map(({ title: name, value }) => `**${textOf(name)}**: ${textOf(value)}`),
    textOf(attachment.image_url),
    textOf(attachment.thumb_url),
    textOf(attachment.footer),
  ]
  return lines.some((line) => line.trim() !== '') ? lines : [textOf(attachment.fallback)]
}
