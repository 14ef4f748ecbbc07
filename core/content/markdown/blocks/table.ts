import type { Alignment, Place, Table } from './tree.ts'

/** Whether a header row and a row of dashes with the same number of columns begin at a line. */
export function startsTable(lines: readonly string[], at: number): boolean {
  const [header = '', dashes = ''] = [lines[at], lines[at + 1]]
  if (!header.includes('|') || !/^[ |:-]+$/.test(dashes)) return false
  const cells = splitRow(dashes)
  return splitRow(header).length === cells.length && cells.every((cell) => /^:?-+:?$/.test(cell))
}

/**
 * Parses a table that `startsTable` has found: a header row, a row of dashes, and rows up to the next blank
 * line. Returns undefined when it exceeds the message's budget of cells, or contains a fence.
 */
export function readTable(lines: readonly string[], place: Place): Table | undefined {
  const header = splitRow(lines[0]!)
  const cells = header.length * (lines.length - 1)
  if (cells > place.budget.tableCells || lines.some((line) => line.includes('\0'))) return undefined
  place.budget.tableCells -= cells
  const rows = lines.slice(2).map((line) => fitRow(splitRow(line), header.length))
  if (rows.length === 0) rows.push(fitRow([], header.length))
  return { type: 'table', header, alignments: splitRow(lines[1]!).map(alignmentOf), rows }
}

/** Splits a row at each `|`, except at `\|` and inside code. */
function splitRow(line: string): string[] {
  const row = line.trim().replace(/^\|/, '')
  const cells: string[] = []
  let cell = ''
  for (const [part] of row.matchAll(/\\.|(`+)(?!`)[^`]+\1(?!`)|[^\\`|]+|`+|[\s\S]/g)) {
    if (part === '|') {
      cells.push(cell.trim())
      cell = ''
    } else {
      cell += part === '\\|' ? '|' : part
    }
  }
  if (cell.trim() !== '' || !row.endsWith('|')) cells.push(cell.trim())
  return cells
}

function fitRow(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => cells[column] ?? '')
}

function alignmentOf(dashes: string): Alignment {
  if (dashes.startsWith(':')) return dashes.endsWith(':') ? 'center' : 'left'
  return dashes.endsWith(':') ? 'right' : undefined
}
