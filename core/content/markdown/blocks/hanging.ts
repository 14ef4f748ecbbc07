/**
 * Lists may hang off the line above without a blank line between: returns the lines with that
 * blank line put in, before a list item that follows text and where bullets and numbers meet.
 */
export function separateLists(lines: readonly string[]): string[] {
  const separated: string[] = []
  let above: 'bullet' | 'number' | 'text' | 'blank' = 'blank'
  for (const line of lines) {
    const kind = kindOf(line)
    const startsList = (kind === 'bullet' || kind === 'number') && above !== 'blank' && above !== kind
    // A long number at the start of a line is more likely the end of a sentence than a list.
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
