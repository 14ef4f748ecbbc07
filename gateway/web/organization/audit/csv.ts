import { server } from '../../store/requests/server.ts'
import type { Store } from '../../store/state/store.ts'
import { saveTable } from '../shared/save-table.ts'
import { actorOf, type Entry, sentenceOf } from './sentence.ts'
import { auditTexts } from './texts.ts'

const PAGE = 500
/** The newest entries that a file has at most. */
const MAX_ENTRIES = 20_000

export interface Filter {
  readonly user_id?: number
  readonly kind?: Entry['kind']
  /** Unix seconds; `until` is not included. */
  readonly since?: number
  readonly until?: number
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
  saveTable(auditTexts.csvName, [auditTexts.csvColumns, ...rows])
}
