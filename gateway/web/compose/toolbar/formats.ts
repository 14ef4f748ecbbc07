import { insert, insertBlock, prefixLines, type TextEdit, wrap } from '../../paste/text-edit.ts'
import { t } from '../../texts/texts.ts'
import { laterTimes, timeMark } from '../later-times.ts'

/** The formats of the toolbar. */
export type Format = 'bold' | 'italic' | 'code' | 'link' | 'list' | 'quote' | 'emoji' | 'mention' | 'time'

/** The edit that applies a format to a range of a text. */
export function formatEdit(format: Format, text: string, range: readonly [number, number]): TextEdit {
  const [start, end] = range
  const chosen = text.slice(start, end)
  const needsSpace = start > 0 && !/\s/.test(text[start - 1]!)
  const begin = (mark: string) => insert(range, `${needsSpace ? ' ' : ''}${mark}`)
  switch (format) {
    case 'bold':
      return wrap(text, range, ['**', '**'], t.sampleText)
    case 'italic':
      return wrap(text, range, ['*', '*'], t.sampleText)
    case 'code':
      return chosen.includes('\n')
        ? wrap(text, range, ['```\n', '\n```'], '')
        : wrap(text, range, ['`', '`'], t.sampleCode)
    case 'link':
      return link(range, chosen)
    case 'list':
      return prefixLines(text, range, '- ')
    case 'quote':
      return chosen === ''
        ? prefixLines(text, range, '> ')
        : insertBlock(text, range, `\`\`\`quote\n${chosen}\n\`\`\``)
    case 'emoji':
      return begin(':')
    case 'mention':
      return begin('@')
    case 'time':
      return insert(range, timeMark(laterTimes()[0]!.at))
  }
}

function link([start, end]: readonly [number, number], chosen: string): TextEdit {
  const isAddress = /^https?:\/\/\S+$/.test(chosen)
  const name = isAddress ? t.sampleText : chosen || t.sampleText
  const address = isAddress ? chosen : 'https://'
  const at = start + 1
  // Selects the placeholder, so that the writer replaces it.
  const [selectStart, selectEnd] = isAddress
    ? [at, at + name.length]
    : [at + name.length + 2, at + name.length + 2 + address.length]
  return { start, end, text: `[${name}](${address})`, selectStart, selectEnd }
}
