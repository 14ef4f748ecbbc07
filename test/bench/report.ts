/** A measured number. `row` and `column` name its place in the table that is printed. */
export interface Figure {
  readonly table: string
  readonly row: string
  readonly column: string
  readonly value: number
}

/** A number with its decimals, a text, or undefined for an empty cell. */
export type Cell = readonly [value: number, decimals: number] | string | undefined

const figures: Figure[] = []

/** The figures of all tables that were printed, in order. */
export const reportedFigures = (): readonly Figure[] => figures

/** Prints a table and records its numbers for `--json`. The title stands above the names of the rows. */
export function printTable(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly [row: string, ...cells: Cell[]])[],
): void {
  const lines = [[table, ...columns], ...rows.map(([row, ...cells]) => [row, ...cells.map(textOf)])]
  const widths = [table, ...columns].map((_, index) =>
    Math.max(...lines.map((line) => (line[index] ?? '').length)),
  )
  for (const line of lines) {
    const padded = line.map((text, index) =>
      index === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[index]! + 3),
    )
    process.stdout.write(`${padded.join('').trimEnd()}\n`)
  }
  process.stdout.write('\n')
  for (const [row, ...cells] of rows) {
    for (const [index, cell] of cells.entries()) {
      if (typeof cell !== 'object' || !Number.isFinite(cell[0])) continue
      figures.push({ table, row, column: columns[index]!, value: cell[0] })
    }
  }
}

function textOf(cell: Cell): string {
  if (typeof cell !== 'object') return cell ?? ''
  return Number.isFinite(cell[0]) ? cell[0].toFixed(cell[1]) : ''
}
