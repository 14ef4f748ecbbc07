import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Language } from '../../platform/text/languages.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { WireHistoryImport } from '../../state/wire/history-import.ts'
import type { HistoryImport } from './entity.ts'
import { failureIn, reportIn } from './report-texts/in-language.ts'

const NEWEST = statement(
  'history.newest',
  // history_import_realm
  `SELECT id, acting_user_id AS "actingUserId", status, file_name AS "fileName", length, storage_key AS "storageKey",
     floor(extract(epoch FROM began_at))::int8 AS "beganAt", floor(extract(epoch FROM finished_at))::int8 AS "finishedAt",
     phase, done, total, extract(epoch FROM clock_timestamp() - phase_began_at)::float8 AS seconds, report, failure
   FROM history_import WHERE realm_id = $1 ORDER BY id DESC LIMIT 1`,
)

type Row = Columns<
  typeof HistoryImport,
  | 'id'
  | 'actingUserId'
  | 'status'
  | 'fileName'
  | 'length'
  | 'storageKey'
  | 'phase'
  | 'done'
  | 'total'
  | 'report'
  | 'failure'
> & {
  readonly beganAt: number
  readonly finishedAt: number | null
  /** How long the phase takes already. */
  readonly seconds: number
}

/**
 * The newest import of a history of an organization, with its texts in the language of the reader; null
 * without any. One query.
 */
export async function newestHistoryImport(
  sql: Sql,
  { id }: RealmState,
  language: Language,
): Promise<WireHistoryImport | null> {
  const [row] = await sql.run<Row>(NEWEST, [id])
  if (row === undefined) return null
  const isWorking = row.status === 'checking' || row.status === 'importing'
  return {
    id: row.id,
    acting_user_id: row.actingUserId ?? null,
    status: row.status,
    file_name: row.fileName,
    size: row.length,
    upload_key: row.status === 'uploading' ? (row.storageKey ?? null) : null,
    began_at: row.beganAt,
    finished_at: row.finishedAt,
    phase: isWorking ? row.phase : null,
    done: row.done,
    total: row.total,
    seconds_left: isWorking ? secondsLeft(row) : null,
    report: row.report == null ? null : reportIn(language, row.report),
    failure: row.failure == null ? null : failureIn(language, row.failure),
  }
}

/** A phase is estimated once this part of it is done. */
const KNOWN_PART = 0.02

/** How long the phase takes yet, when it goes on as before; null while nobody can tell. */
export function secondsLeft({
  done,
  total,
  seconds,
}: Pick<Row, 'done' | 'total' | 'seconds'>): number | null {
  if (total <= 0 || done / total < KNOWN_PART) return null
  return Math.max(0, Math.round((seconds / done) * (total - done)))
}
