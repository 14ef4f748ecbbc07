import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'

/** Names of the people, channels and groups that Slack's texts refer to by id. */
export interface SlackNames {
  /** A mention of a person. */
  person(id: string): string | undefined
  /** A link to a channel. */
  channel(id: string): string | undefined
  /** A link to a message; undefined when it is not in the archive. */
  message(channel: string, ts: string): string | undefined
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Code blocks, code, and references in angle brackets. */
const PARTS = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]{1,4000})>/g
/** The address of a message: its channel, and its time without the point. */
const PERMALINK = /^https:\/\/[\w.-]+\.slack\.com\/archives\/(\w+)\/p(\d{10})(\d{6})/

/** Emphasis binds only at the borders of words. Each inner part has no white space at its ends. */
const emphasis = (mark: string): RegExp =>
  new RegExp(
    `(^|[\\s(\\[{"'.,;:!?*_~>-])\\${mark}(?=\\S)([^\\${mark}\\n]*[^\\s\\${mark}])\\${mark}(?=$|[\\s)\\]}"'.,;:!?*_~<-])`,
    'g',
  )
const BOLD = emphasis('*')
const ITALIC = emphasis('_')
const STRUCK = emphasis('~')
/** Stands for a part that is converted already. No text of the archive has it. */
const HELD = /\ue000(\d+)\ue001/g

/** Converts Slack's mrkdwn to our Markdown. */
export function markdownOf(mrkdwn: string, names: SlackNames): string {
  const held: string[] = []
  const hold = (text: string) => `\ue000${held.push(text) - 1}\ue001`
  const text = mrkdwn
    .replace(/[\ue000\ue001]/g, '')
    .replace(PARTS, (_, block?: string, code?: string, reference?: string) => {
      if (block !== undefined) return hold(`\n\`\`\`\n${plain(block).replace(/^\n|\n$/g, '')}\n\`\`\`\n`)
      if (code !== undefined) return hold(`\`${plain(code)}\``)
      return hold(referenceOf(reference!, names))
    })
    .replace(BOLD, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replace(STRUCK, '$1~~$2~~')
  const listed = quotes(text).replace(/^([ \t]*)[•◦▪] ?/gm, '$1* ')
  return unescaped(listed)
    .replace(HELD, (_, index) => held[Number(index)]!)
    .replace(/\n{2}(?=```)|(?<=```)\n{2}/g, '\n')
    .replace(/^\n+|\s+$/g, '')
}

/** Parentheses would end the address of a link. */
const inAddress = (letter: string): string => (letter === '(' ? '%28' : '%29')

/** Code shows references as text. */
const plain = (text: string): string => unescaped(text.replace(/<(?:[^<>|]*\|)?([^<>|]*)>/g, '$1'))

function quotes(text: string): string {
  const lines = text.split('\n')
  const all = lines.findIndex((line) => line.startsWith('&gt;&gt;&gt;'))
  return lines
    .map((line, index) => {
      if (all >= 0 && index >= all) return `> ${line.replace(/^&gt;&gt;&gt;\s?/, '')}`
      return line.replace(/^&gt;\s?/, '> ')
    })
    .join('\n')
}

/** Converts the content of angle brackets: a mention, a channel, a command, a date or an address. */
function referenceOf(reference: string, names: SlackNames): string {
  const bar = reference.indexOf('|')
  const target = bar < 0 ? reference : reference.slice(0, bar)
  const label = bar < 0 ? undefined : unescaped(reference.slice(bar + 1))
  const rest = target.slice(1)
  if (target.startsWith('@')) return names.person(rest) ?? `@${label ?? rest}`
  if (target.startsWith('#')) return names.channel(rest) ?? `#${label ?? rest}`
  if (target.startsWith('!')) {
    if (/^(?:here|channel|everyone|group)$/.test(rest)) return '@**all**'
    const date = /^date\^(\d{1,12})\^/.exec(rest)
    if (date !== null) return timeOf(Number(date[1]), label)
    return label ?? rest.replace(/^subteam\^/, '@')
  }
  const address = unescaped(target)
  const message = PERMALINK.exec(address)
  const here = message === null ? undefined : names.message(message[1]!, `${message[2]}.${message[3]}`)
  const url = here ?? address
  if (label === undefined || label === address || `mailto:${label}` === address) {
    return here === undefined ? address.replace(/^mailto:/, '') : `[${here}](${here})`
  }
  return `[${label.replace(/[[\]]/g, ' ')}](${url.replace(/[()]/g, inAddress)})`
}

function timeOf(seconds: number, label: string | undefined): string {
  if (seconds > 253_402_300_799) return label ?? String(seconds)
  return `<time:${new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')}>`
}

/** Converts the blocks of a message; undefined when there are none that say more than its text. */
export function markdownOfBlocks(given: unknown, names: SlackNames): string | undefined {
  const blocks = listOf(given).filter(isFields)
  if (blocks.length === 0) return undefined
  const parts = blocks.map((block) => blockOf(block, names)).filter((text) => text !== '')
  return parts.length === 0 ? undefined : parts.join('\n\n')
}

function blockOf(block: Fields, names: SlackNames): string {
  const text = isFields(block.text) ? markdownOf(textOf(block.text.text), names) : ''
  switch (block.type) {
    case 'rich_text':
      return listOf(block.elements)
        .filter(isFields)
        .map((element) => richElement(element, names))
        .join('\n')
        .trim()
    case 'header':
      return text === '' ? '' : `**${text}**`
    case 'section': {
      const fields = listOf(block.fields).filter(isFields)
      return [text, ...fields.map((field) => markdownOf(textOf(field.text), names))]
        .filter(Boolean)
        .join('\n')
    }
    case 'context':
      return listOf(block.elements)
        .filter(isFields)
        .map((element) => markdownOf(textOf(element.text), names))
        .filter(Boolean)
        .join(' ')
    case 'image':
      return textOf(block.image_url) === ''
        ? ''
        : `[${textOf(block.alt_text) || 'image'}](${block.image_url})`
    case 'divider':
      return '---'
    default:
      return text
  }
}

function richElement(element: Fields, names: SlackNames): string {
  const inner = listOf(element.elements).filter(isFields)
  const line = () => inner.map((part) => inline(part, names)).join('')
  const indent = Math.min(8, Math.max(0, Number(element.indent) || 0))
  switch (element.type) {
    case 'rich_text_list':
      return inner
        .map((item, index) => {
          const mark = element.style === 'ordered' ? `${index + 1}.` : '*'
          return `${'   '.repeat(indent)}${mark} ${richElement(item, names)}`
        })
        .join('\n')
    case 'rich_text_quote':
      return line().replace(/^/gm, '> ')
    case 'rich_text_preformatted':
      return `\`\`\`\n${inner.map((part) => textOf(part.text) || textOf(part.url)).join('')}\n\`\`\``
    default:
      return line()
  }
}

function inline(part: Fields, names: SlackNames): string {
  switch (part.type) {
    case 'text':
      return styled(textOf(part.text), part.style)
    case 'link': {
      const url = textOf(part.url)
      const label = textOf(part.text)
      return referenceOf(label === '' ? url : `${url}|${label}`, names)
    }
    case 'user':
      return names.person(textOf(part.user_id)) ?? `@${textOf(part.user_id)}`
    case 'channel':
      return names.channel(textOf(part.channel_id)) ?? `#${textOf(part.channel_id)}`
    case 'emoji':
      return `:${textOf(part.name)}:`
    case 'broadcast':
      return '@**all**'
    case 'date':
      return timeOf(Number(part.timestamp) || 0, textOf(part.fallback))
    default:
      return textOf(part.text) || textOf(part.value)
  }
}

/** Marks go around the text and not around the white space at its ends. */
function styled(text: string, given: unknown): string {
  const style = isFields(given) ? given : {}
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (inner === '') return text
  if (style.code === true) return `${before}\`${inner}\`${after}`
  const marks = [style.bold === true && '**', style.italic === true && '*', style.strike === true && '~~']
  return (
    marks
      .reduce<string>((all, mark) => (mark === false ? all : `${mark}${all}${mark}`), inner)
      .replace(/^/, before) + after
  )
}

/** Converts the attachments of a message, such as a bot's cards, to quotes. */
export function attachmentsOf(given: unknown, names: SlackNames): string[] {
  return (
    listOf(given)
      .filter(isFields)
      // A preview of an address that the text has already.
      .filter((attachment) => attachment.from_url === undefined)
      .map((attachment) => {
        const title = textOf(attachment.title)
        const link = textOf(attachment.title_link)
        const lines = [
          textOf(attachment.author_name),
          link === '' ? title && `**${title}**` : `[${title || link}](${link})`,
          markdownOf(textOf(attachment.text), names),
          ...listOf(attachment.fields)
            .filter(isFields)
            .map((field) => `**${textOf(field.title)}**: ${markdownOf(textOf(field.value), names)}`),
          textOf(attachment.image_url),
          textOf(attachment.footer),
        ].filter((line) => line !== '')
        const body = lines.length === 0 ? textOf(attachment.fallback) : lines.join('\n')
        const pretext = markdownOf(textOf(attachment.pretext), names)
        return [pretext, body.replace(/^/gm, '> ')].filter((part) => part !== '' && part !== '> ').join('\n')
      })
      .filter((text) => text !== '')
  )
}

/** Converts the files of a message to links. */
export function filesOf(message: Fields): string[] {
  const files = [...listOf(message.files), message.file].filter(isFields)
  return files.map((file) => {
    const name = (textOf(file.title) || textOf(file.name) || 'file').replace(/[[\]]/g, ' ')
    const url = textOf(file.url_private) || textOf(file.url_private_download)
    if (file.mode === 'tombstone') return `(${name}: deleted)`
    return /^https?:\/\//.test(url) ? `[${name}](${url.replace(/[()]/g, inAddress)})` : `(${name})`
  })
}
