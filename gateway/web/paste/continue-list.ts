import { isInFencedCode } from './in-code.ts'
import { applyEdit, insert, type TextEdit } from './text-edit.ts'

/** The beginning of an item: indentation, the bullet or number, and spaces. */
const ITEM = /^( *)(?:([*+-])|(\d{1,9})\.)( +)/

/**
 * What Enter does in an item of a list: it begins the next item, and ends the list in an empty one. undefined
 * outside lists.
 */
export function continueList(text: string, [start, end]: readonly [number, number]): TextEdit | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end)
  const item = ITEM.exec(text.slice(lineStart, lineEnd))
  if (item === null || start - lineStart < item[0].length) return undefined
  if (isInFencedCode(text.slice(0, lineStart))) return undefined
  const [mark, indentation, bullet, number, spaces] = item
  if (start === end && text.slice(lineStart + mark.length, lineEnd).trim() === '') {
    // Markdown takes the line below an item as its text, unless an empty line is between them.
    return insert([lineStart, lineEnd], lineStart === 0 ? '' : '\n')
  }
  return insert([start, end], `\n${indentation}${bullet ?? `${Number(number) + 1}.`}${spaces}`)
}

/** Presses Enter in a list. Returns whether the cursor is in one: elsewhere Enter is left to the browser. */
export function enterInList(box: HTMLTextAreaElement): boolean {
  const edit = continueList(box.value, [box.selectionStart, box.selectionEnd])
  if (edit === undefined) return false
  applyEdit(box, edit)
  return true
}
