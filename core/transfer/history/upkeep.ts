import { CHECKED_ARCHIVE_HOURS, UPLOAD_LIFETIME_SECONDS } from '../../../config/limits.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import { filesOf } from './attempt.ts'
import type { HistoryImport } from './entity.ts'
import { CONTINUE_HISTORY } from './jobs.ts'

const PAGE = 500

const OLD = statement(
  'history.old',
  // history_import_running
  `SELECT id, realm_id AS "realmId", status, storage_key AS "storageKey", converted_key AS "convertedKey"
   FROM history_import WHERE id > $1 AND (
     status = 'uploading' AND began_at < now() - make_interval(secs => ${UPLOAD_LIFETIME_SECONDS})
     OR status = 'checked' AND alive_at < now() - interval '${CHECKED_ARCHIVE_HOURS} hours'
     OR status IN ('checking', 'importing') AND alive_at < now() - interval '1 hour')
   ORDER BY id LIMIT ${PAGE}`,
)
const REVIVE = statement(
  'history.revive',
  "UPDATE history_import SET alive_at = now() WHERE id = $1 AND status IN ('checking', 'importing') RETURNING id",
)
const EXPIRE = statement(
  'history.expire',
  `UPDATE history_import SET status = 'cancelled', sealed_token = NULL, finished_at = now() WHERE id = $1 AND status = $2 RETURNING id`,
)

type Old = Columns<typeof HistoryImport, 'id' | 'realmId' | 'status' | 'convertedKey'> & {
  readonly storageKey: string
}

/**
 * Cancels uploads and checked archives that nobody continues, and begins the work again that no worker does
 * any longer. Resolves to their number. Throws `RealmsFailed` at the end.
 */
export async function tidyHistoryImports(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  let count = 0
  for (let after = 0; ; ) {
    const old = await core.db.run<Old>(OLD, [after])
    for (const one of old) await failures.contain(one.realmId, () => tidy(core, one))
    count += old.length
    if (old.length < PAGE) break
    after = old.at(-1)!.id
  }
  failures.throwIfAny()
  return count
}

const tidy = (core: Core, one: Old): Promise<void> =>
  core.transact(one.realmId, async (tx) => {
    const { id, realmId: realm, status } = one
    if (status === 'uploading' || status === 'checked') {
      if ((await tx.run(EXPIRE, [id, status])).length > 0) deleteFiles(tx, filesOf(one))
    } else if ((await tx.run(REVIVE, [id])).length > 0) tx.enqueue(CONTINUE_HISTORY, { realm, id })
  })
