import type { Alignment, Place, Table } from './tree.ts'

/**
 * Parses a table: a header row, a row of dashes with the same number of columns, and rows up to the next
 * blank line. Returns undefined when the lines are not a table or it exceeds the message's budget of cells.
 */
export function readTable(lines: readonly string[], place: Place): Table | undefined {
  if (lines.length < 2 || !lines[0]!.includes('|') || !/^[ |:-]+$/.test(lines[1]!)) return undefined
  const header = splitRow(lines[0]!)
  const dashes = splitRow(lines[1]!)
  if (header.length !== dashes.length || !dashes.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const cells = header.length * (lines.length - 1)
  if (cells > place.budget.tableCells) return undefined
  place.budget.tableCells -= cells
  const rows = lines.slice(2).map((line) => fitRow(splitRow(line), header.length))
  if (rows.length === 0) rows.push(fitRow([], header.length))
  return { type: 'table', header, alignments: dashes.map(alignmentOf), rows }
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
