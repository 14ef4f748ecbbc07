import { largest } from '../../../../platform/collections/largest.ts'
import { outsideCode } from '../marks/outside-code.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'
import { markdownOf } from './mrkdwn.ts'
import { linkTo, type SlackNames, unescaped } from './names.ts'
import { inlineText, richTextOf } from './rich-text.ts'

const MAX_COLUMNS = 20

/** Converts the blocks of a message; undefined when there are none that say anything. */
export function markdownOfBlocks(given: unknown, names: SlackNames): string | undefined {
  const parts = listOf(given)
    .filter(isFields)
    .map((block) => blockOf(block, names))
    .filter((text) => text.trim() !== '')
  return parts.length === 0 ? undefined : parts.join('\n\n')
}

function blockOf(block: Fields, names: SlackNames): string {
  switch (block.type) {
    case 'rich_text':
      return richTextOf(block, names)
    case 'header':
      return bold(textObject(block.text, names))
    case 'section':
      return lines(
        textObject(block.text, names),
        ...objects(block.fields).map((field) => textObject(field, names)),
        elementOf(block.accessory, names),
      )
    case 'context':
    case 'actions':
    case 'context_actions':
      return objects(block.elements)
        .map((element) => elementOf(element, names))
        .filter(Boolean)
        .join(' ')
    case 'image':
      return lines(bold(textObject(block.title, names)), imageOf(block, names))
    case 'video':
      return lines(
        linkTo(
          textOf(block.title_url) || textOf(block.video_url),
          textObject(block.title, names.plain) || textOf(block.alt_text),
          names,
        ),
        textObject(block.description, names),
      )
    case 'table':
    case 'data_table':
      return lines(bold(textOf(block.caption)), tableOf(block, names))
    case 'markdown':
      return textOf(block.text)
    case 'divider':
      return '---'
    case 'call':
      return callOf(block, names)
    default:
      return lines(textObject(block.text, names), textObject(block.title, names))
  }
}

const objects = (given: unknown): readonly Fields[] => listOf(given).filter(isFields)
const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')
const bold = (text: string): string => (text === '' ? '' : `**${text.replace(/\s*\n\s*/g, ' ')}**`)

/** A text of a block, which is mrkdwn or plain. */
export function textObject(given: unknown, names: SlackNames): string {
  if (typeof given === 'string') return markdownOf(given, names)
  if (!isFields(given)) return ''
  const text = textOf(given.text)
  return given.type === 'plain_text' ? unescaped(text).trim() : markdownOf(text, names)
}

/** A text, a picture, or a button that leads somewhere. Other controls say nothing without their app. */
function elementOf(given: unknown, names: SlackNames): string {
  if (!isFields(given)) return ''
  if (given.type === 'image') return imageOf(given, names)
  if (given.type === 'mrkdwn' || given.type === 'plain_text') return textObject(given, names)
  const url = textOf(given.url)
  return url === '' ? '' : linkTo(url, textObject(given.text, names.plain), names)
}

function imageOf(image: Fields, names: SlackNames): string {
  const file = isFields(image.slack_file) ? image.slack_file : {}
  const url = textOf(image.image_url) || textOf(file.url)
  return url === '' ? textOf(image.alt_text) : linkTo(url, textOf(image.alt_text) || 'image', names)
}

function callOf({ call }: Fields, names: SlackNames): string {
  const facts = isFields(call) && isFields(call.v1) ? call.v1 : {}
  const url = textOf(facts.join_url)
  return url === '' ? textOf(facts.name) : linkTo(url, textOf(facts.name), names)
}

function tableOf(block: Fields, names: SlackNames): string {
  const rows = listOf(block.rows)
    .map((row) => listOf(row).slice(0, MAX_COLUMNS))
    .filter((row) => row.length > 0)
  if (rows.length === 0) return ''
  const width = largest(
    rows.map((row) => row.length),
    1,
  )
  const settings = listOf(block.column_settings)
  const columns = Array.from({ length: width }, (_, column) => column)
  const dashes = columns.map((column) => {
    const align = isFields(settings[column]) ? settings[column].align : undefined
    return align === 'center' ? ':---:' : align === 'right' ? '---:' : '---'
  })
  const [header, ...rest] = rows.map((row) => columns.map((column) => cellOf(row[column], names)))
  return [header!, dashes, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A cell, on one line. Its lists and quotes lose their marks. */
function cellOf(cell: unknown, names: SlackNames): string {
  if (!isFields(cell)) return ''
  const text =
    cell.type === 'rich_text'
      ? objects(cell.elements)
          .flatMap((element) =>
            element.type === 'rich_text_list'
              ? objects(element.elements).map((item) => inlineText(item, names))
              : [inlineText(element, names)],
          )
          .join(' ')
      : textOf(cell.text) || textOf(cell.value)
  return outsideCode(text.replace(/\s+/g, ' ').trim(), (part) => part.replaceAll('|', '\\|'))
}
