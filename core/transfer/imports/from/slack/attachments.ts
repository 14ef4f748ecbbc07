import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'
import { markdownOfBlocks } from './blocks.ts'
import { markdownOf } from './mrkdwn.ts'
import { linkTo, type SlackNames } from './names.ts'

/** What Slack writes where a client cannot show the blocks of an attachment. */
const NO_PREVIEW = '[no preview available]'

/**
 * A preview of an address that the text has already. A message of Slack is none, although it has an address.
 */
const isPreview = (attachment: Fields): boolean =>
  textOf(attachment.from_url) !== '' && !isSharedMessage(attachment)

const isSharedMessage = (attachment: Fields): boolean =>
  attachment.is_share === true ||
  attachment.is_msg_unfurl === true ||
  Array.isArray(attachment.message_blocks)

/** The number of previews of addresses, which are left out. */
export const previewsIn = (given: unknown): number =>
  listOf(given).filter((attachment) => isFields(attachment) && isPreview(attachment)).length

/** Converts the attachments of a message, such as a bot's cards and shared messages, to quotes. */
export function attachmentsOf(given: unknown, names: SlackNames): string[] {
  return listOf(given)
    .filter(isFields)
    .filter((attachment) => !isPreview(attachment))
    .map((attachment) => {
      const pretext = markdownOf(textOf(attachment.pretext), names)
      const lines = isSharedMessage(attachment)
        ? sharedLines(attachment, names)
        : cardLines(attachment, names)
      const body = lines.filter((line) => line.trim() !== '').join('\n')
      return [pretext, body.replace(/^/gm, '> ')].filter((part) => part !== '' && part !== '> ').join('\n')
    })
    .filter((text) => text !== '')
}

/** A message that somebody has shared from another place: its author with a link, then its text. */
function sharedLines(attachment: Fields, names: SlackNames): string[] {
  const author = names.plain.person(textOf(attachment.author_id)) ?? textOf(attachment.author_name)
  const blocks = listOf(attachment.message_blocks).map((entry) =>
    isFields(entry) && isFields(entry.message) ? markdownOfBlocks(entry.message.blocks, names) : undefined,
  )
  const text = blocks.filter((part) => part !== undefined).join('\n')
  return [
    linkTo(textOf(attachment.from_url), author, names),
    text === '' ? markdownOf(textOf(attachment.text), names) : text,
    ...filesOf(attachment, names),
    ...attachmentsOf(attachment.attachments, names),
  ]
}

function cardLines(attachment: Fields, names: SlackNames): string[] {
  const labelled = (text: unknown, address: unknown): string => {
    const [label, url] = [markdownOf(textOf(text), names.plain), textOf(address)]
    return url === '' ? label : linkTo(url, label, names)
  }
  const title = labelled(attachment.title, attachment.title_link)
  const isLinked = textOf(attachment.title_link) !== ''
  const lines = [
    labelled(attachment.author_name, attachment.author_link),
    title === '' || isLinked ? title : `**${title}**`,
    markdownOf(textOf(attachment.text), names),
    markdownOfBlocks(attachment.blocks, names) ?? '',
    ...listOf(attachment.fields)
      .filter(isFields)
      .map((field) => fieldOf(field, names)),
    ...buttonsOf(attachment.actions, names),
    textOf(attachment.image_url),
    textOf(attachment.thumb_url),
    ...filesOf(attachment, names),
    markdownOf(textOf(attachment.footer), names),
  ]
  if (lines.some((line) => line.trim() !== '')) return lines
  const fallback = textOf(attachment.fallback)
  return fallback === NO_PREVIEW ? [] : [markdownOf(fallback, names)]
}

function fieldOf(field: Fields, names: SlackNames): string {
  const [title, value] = [
    markdownOf(textOf(field.title), names.plain),
    markdownOf(textOf(field.value), names),
  ]
  if (title === '') return value
  return value.includes('\n') ? `**${title}**:\n${value}` : `**${title}**: ${value}`
}

const buttonsOf = (given: unknown, names: SlackNames): string[] =>
  listOf(given)
    .filter(isFields)
    .map((action) =>
      textOf(action.url) === '' ? '' : linkTo(textOf(action.url), textOf(action.text), names),
    )

/** The files of a message, and the one file of very old messages. */
export const filesIn = (message: Fields): readonly Fields[] =>
  [...listOf(message.files), message.file].filter(isFields)

/**
 * Converts the files of a message to links. `uploaded`: links to files whose bytes are imported, by their id.
 */
export function filesOf(
  message: Fields,
  names: SlackNames,
  uploaded: ReadonlyMap<string, string> = new Map(),
): string[] {
  return filesIn(message).map((file) => {
    const here = uploaded.get(textOf(file.id))
    if (here !== undefined) return here
    const name = textOf(file.title) || textOf(file.name) || 'file'
    if (file.mode === 'tombstone') return `(${name}: deleted)`
    if (file.mode === 'hidden_by_limit') return `(${name}: kept back by the plan at Slack)`
    const url = [file.url_private, file.url_private_download, file.external_url, file.permalink]
      .map(textOf)
      .find((address) => /^https?:\/\//.test(address))
    return url === undefined ? `(${name})` : linkTo(url, name, names)
  })
}
