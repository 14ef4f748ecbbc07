import { itemFenceLine } from './fence.ts'

/**
 * Inserts a blank line before a list that directly follows text, and between a bulleted and a numbered list,
 * so that the block parser separates them.
 */
export function separateLists(lines: readonly string[]): string[] {
  const separated: string[] = []
  let above: 'bullet' | 'number' | 'text' | 'blank' = 'blank'
  for (const line of lines) {
    if (itemFenceLine.test(line)) {
      separated.push(line)
      // The next item does not belong to a fence after a blank line.
      if (above === 'blank') above = 'text'
      continue
    }
    const kind = kindOf(line)
    const startsList = (kind === 'bullet' || kind === 'number') && above !== 'blank' && above !== kind
    // A number of several digits at the start of a line more likely ends a sentence.
    const isListNumber = kind !== 'number' || /^ *\d\./.test(line)
    if (startsList && isListNumber) separated.push('')
    separated.push(line)
    above = kind
  }
  return separated
}

function kindOf(line: string): 'bullet' | 'number' | 'text' | 'blank' {
  if (/^ *[*+-] /.test(line)) return 'bullet'
  if (/^ *\d{1,9}\. /.test(line)) return 'number'
  return line.trim() === '' ? 'blank' : 'text'
}
