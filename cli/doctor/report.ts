import { table } from '../operator/table.ts'
import type { Row, Status } from './check.ts'

const MARKS: Readonly<Record<Status, string>> = { ok: 'ok', warning: 'warning', wrong: 'WRONG', skipped: '-' }

/** One line for each check and a summary. */
export function reportTable(rows: readonly Row[]): string {
  const lines = rows.map(({ status, name, found, advice }) => [
    MARKS[status],
    name,
    advice === undefined ? found : `${found} -> ${advice}`,
  ])
  return `${table(['RESULT', 'CHECK', 'FOUND -> WHAT TO DO'], lines)}\n\n${summary(rows)}`
}

/** As JSON: whether nothing is wrong, and the checks. */
export function reportJson(rows: readonly Row[]): string {
  return JSON.stringify({ ok: !isAnyWrong(rows), checks: rows }, null, 2)
}

export const isAnyWrong = (rows: readonly Row[]): boolean => rows.some(({ status }) => status === 'wrong')

function summary(rows: readonly Row[]): string {
  const count = (wanted: Status) => rows.filter(({ status }) => status === wanted).length
  const wrong = count('wrong')
  const end = wrong === 0 ? 'Nothing is wrong.' : 'Correct what is wrong and run this again.'
  const warnings = `${count('warning')} ${count('warning') === 1 ? 'warning' : 'warnings'}`
  return `${count('ok')} ok, ${warnings}, ${wrong} wrong, ${count('skipped')} not checked. ${end}`
}
