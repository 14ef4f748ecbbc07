import type { ReportData } from '../../core/transfer/imports/from/reading/report.ts'
import { table } from './table.ts'

/** Returns the report of an import as text: a table of kept records, then the changes and omissions. */
export function reportText({ product, counts, notes }: ReportData): string {
  const rows = counts.map(({ what, found, kept }) => [what, found, kept, found - kept])
  const lines = [table([`Found in this archive of ${product}`, 'found', 'kept', 'left out'], rows)]
  for (const action of ['changed', 'left out'] as const) {
    const of = notes.filter((note) => note.action === action)
    if (of.length === 0) continue
    lines.push('', action === 'changed' ? 'Changed:' : 'Left out:')
    for (const { text, count, example } of of) {
      lines.push(
        `  ${count} × ${text}${example === undefined ? '' : ` (such as ${JSON.stringify(example)})`}`,
      )
    }
  }
  return lines.join('\n')
}
