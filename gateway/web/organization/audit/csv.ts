import { server } from '../../store/requests/server.ts'
import type { Store } from '../../store/state/store.ts'
import { actorOf, type Entry, sentenceOf } from './sentence.ts'
import { auditTexts } from './texts.ts'

const PAGE = 500
/** The newest entries that a file has at most. */
const MAX_ENTRIES = 20_000

export interface Filter {
  readonly user_id?: number
  readonly kind?: Entry['kind']
}

/** Fetches the entries that a filter lets through, and offers them as a file for spreadsheets. */
export async function downloadCsv(store: Store, filter: Filter): Promise<void> {
  const entries: Entry[] = []
  for (let isWhole = false; !isWhole && entries.length < MAX_ENTRIES; ) {
    const last = entries.at(-1)
    const before = last === undefined ? {} : { before_id: last.id }
    const page = await server.call('GET /audit_log', { ...filter, ...before, limit: PAGE })
    entries.push(...page.entries)
    isWhole = page.found_oldest
  }
  const rows = entries.map((entry) => [
    new Date(entry.time * 1000).toISOString(),
    actorOf(store, entry),
    sentenceOf(store, entry),
    auditTexts.kinds[entry.kind],
    String(entry.object_id ?? ''),
    entry.property ?? '',
    entry.old_value ?? '',
    entry.new_value ?? '',
  ])
  const lines = [auditTexts.csvColumns, ...rows].map((row) => row.map(cell).join(','))
  // The mark at the beginning tells spreadsheets that the text is UTF-8.
  const file = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = auditTexts.csvName
  link.click()
  URL.revokeObjectURL(url)
}

/** A text as a cell. Spreadsheets do not take it for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
