/**
 * The rows of cells as a table of Markdown with the first row as its head. One cell is its text, and rows of
 * one cell are lines.
 */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width <= 1) return rows.map(([cell = '']) => cell.trim()).join('\n')
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, n) => inCell(row[n] ?? '')).join(' | ')} |`
  const [head = [], ...others] = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  return [line(head), `|${' --- |'.repeat(width)}`, ...others.map(line)].join('\n')
}

const inCell = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '&#124;')
