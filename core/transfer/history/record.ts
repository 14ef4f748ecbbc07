import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { ReportData } from '../imports/from/reading/report.ts'

const RECORD = statement(
  'history.record',
  `INSERT INTO history_import (realm_id, status, file_name, length, report, finished_at, is_announced)
   VALUES ($1, 'done', $2, $3, $4, clock_timestamp(), true)`,
)

/** An archive that the operator has imported. `length` is in bytes. */
export interface ImportedArchive {
  readonly fileName: string
  readonly length: number
  readonly report: ReportData
}

/** Keeps the report of an import by the operator for the owners of the organization. */
export async function recordImport(
  core: Core,
  realm: RealmId,
  { fileName, length, report }: ImportedArchive,
): Promise<void> {
  await core.transact(realm, (tx) => tx.run(RECORD, [realm, fileName, length, JSON.stringify(report)]))
}
