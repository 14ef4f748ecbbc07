import { MAX_MESSAGE_LENGTH } from '../../../../../config/limits.ts'

/** Characters of a text that are converted. The result is cut to the length of a message. */
const MAX_SOURCE_LENGTH = 4 * MAX_MESSAGE_LENGTH

/** Cuts a text that is far longer than a message, before anything looks for marks in it. */
export const withinSource = (text: string): string =>
  text.length <= MAX_SOURCE_LENGTH ? text : text.slice(0, MAX_SOURCE_LENGTH)

/** The last line of a quote, table or list: the next line would belong to it. */
const OPEN = /^(?:> |\| | *(?:[*+-]|\d+\.) )/

/** Joins the parts of a message. A blank line ends a quote, a table and a list. */
export function joinBlocks(parts: readonly string[]): string {
  return parts
    .filter((part) => part.trim() !== '')
    .reduce((before, part) => {
      if (before === '') return part
      const last = before.slice(before.lastIndexOf('\n') + 1)
      return before + (OPEN.test(last) ? '\n\n' : '\n') + part
    }, '')
}
