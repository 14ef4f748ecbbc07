import { codeBlock, inlineCode } from '../marks/code-marks.ts'
import { withinSource } from '../marks/join-blocks.ts'
import {
  broadcastOf,
  channelOf,
  groupOf,
  linkTo,
  personOf,
  type SlackNames,
  timeOf,
  unescaped,
} from './names.ts'

/** Code blocks, code, and references in angle brackets. */
const PARTS = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]{1,4000})>/g

/**
 * Emphasis binds only between white space, punctuation and signs, and not with two marks. Each inner part has
 * no white space at its ends.
 */
function emphasis(mark: string): RegExp {
  const border = `(?![${mark}])[\\s\\p{P}\\p{S}]`
  return new RegExp(
    `(^|${border})[${mark}](?=\\S)([^${mark}\\n]*[^\\s${mark}])[${mark}](?=$|${border})`,
    'gmu',
  )
}
const BOLD = emphasis('*')
const ITALIC = emphasis('_')
const STRUCK = emphasis('~')
/** Stands for a part that is converted already. No text of the archive has it. */
const HELD = /\ue000(\d+)\ue001/g
const BULLET = /^([ \t]*)[•◦▪]\ufe0e? ?/
const QUOTED = '> '

/** Converts Slack's mrkdwn to our Markdown. */
export function markdownOf(mrkdwn: string, names: SlackNames): string {
  const held: string[] = []
  const hold = (text: string) => `\ue000${held.push(text) - 1}\ue001`
  const text = withinSource(mrkdwn)
    .replace(/[\ue000\ue001]/g, '')
    .replace(PARTS, (_, block?: string, code?: string, reference?: string) => {
      if (block !== undefined) {
        const fenced = codeBlock(codeOf(block, names))
        return fenced === '' ? '' : hold(`\n${fenced}\n`)
      }
      if (code !== undefined) return hold(inlineCode(codeOf(code, names)))
      return hold(referenceOf(reference!, names))
    })
    .replace(BOLD, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replace(STRUCK, '$1~~$2~~')
  return blocksOf(text)
    .map((line) => {
      const shown = unescaped(line).replace(HELD, (_, index) => held[Number(index)]!)
      return line.startsWith(QUOTED) ? shown.replace(/\n(?!$)/g, `\n${QUOTED}`).trimEnd() : shown
    })
    .join('\n')
    .replace(/\n{2}(?=```)|(?<=```)\n{2}/g, '\n')
    .replace(/^\n+|\s+$/g, '')
}

/** Code shows references as text. */
const codeOf = (text: string, names: SlackNames): string =>
  unescaped(
    text.replace(/<([^<>\n]{1,4000})>/g, (_, reference: string) => {
      const bar = reference.indexOf('|')
      if (bar >= 0) return reference.slice(bar + 1)
      return /^[@#!]/.test(reference) ? referenceOf(reference, names.plain) : reference
    }),
  )

/**
 * Converts the marks of quotes and bullets at the beginnings of lines. A blank line ends both here, and the
 * end of the line there.
 */
function blocksOf(text: string): string[] {
  const result: string[] = []
  let before: 'quote' | 'bullet' | undefined
  let level = -1
  let isRest = false
  for (const line of text.split('\n')) {
    isRest ||= line.startsWith('&gt;&gt;&gt;')
    const quoted = isRest || line.startsWith('&gt;')
    const bullet = quoted ? null : BULLET.exec(line)
    const kind = quoted ? 'quote' : bullet === null ? undefined : 'bullet'
    if (before !== undefined && kind !== before && line.trim() !== '') result.push('')
    if (quoted) result.push(QUOTED + line.replace(isRest ? /^(?:&gt;){1,3}\s?/ : /^&gt;\s?/, ''))
    else if (bullet === null) result.push(line)
    else {
      level = Math.min(Math.round(bullet[1]!.replaceAll('\t', '    ').length / 4), level + 1)
      result.push(`${'  '.repeat(level)}* ${line.slice(bullet[0].length)}`)
    }
    if (kind !== 'bullet') level = -1
    before = kind
  }
  return result
}

/** Converts the content of angle brackets: a mention, a channel, a command, a date or an address. */
function referenceOf(reference: string, names: SlackNames): string {
  const bar = reference.indexOf('|')
  const target = bar < 0 ? reference : reference.slice(0, bar)
  const label = bar < 0 ? '' : unescaped(reference.slice(bar + 1))
  const rest = target.slice(1)
  switch (target[0]) {
    case '@':
      return personOf(rest, label, names)
    case '#':
      return channelOf(rest, label, names)
    case '!': {
      const [command = '', argument = ''] = rest.split('^')
      if (command === 'subteam') return groupOf(argument, label, names)
      if (command === 'date') return timeOf(Number(argument), label === '' ? argument : label)
      return broadcastOf(command, names) ?? (label === '' ? command : label)
    }
    default:
      return linkTo(unescaped(target), label, names)
  }
}
