import { raw } from '@mikro-orm/core'
import { EXPORT_LIFETIME_DAYS } from '../../../config/limits.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { RealmExport } from './entity.ts'
import { exportAlreadyDeleted, exportFailed, exportInProgress, noSuchExport } from './errors.ts'
import { emitExports } from './export.ts'
import { failExport } from './run.ts'

const PAGE = 500

/** Expired archives, and unfinished exports whose worker has not reported for a day. */
const OLD = statement(
  'export.old',
  `SELECT id, realm_id AS "realmId", CASE WHEN status <> 'succeeded' THEN attempt END AS attempt FROM realm_export
   WHERE id > $1 AND (status = 'succeeded' AND finished_at < now() - make_interval(days => ${EXPORT_LIFETIME_DAYS})
     OR status IN ('requested', 'started') AND alive_at < now() - interval '1 day')
   ORDER BY id LIMIT ${PAGE}`, // realm_export_live
)

type OldExport = Columns<typeof RealmExport, 'id' | 'realmId'> & {
  /** The attempt to fail; null for an expired archive. */
  readonly attempt: number | null
}

/**
 * Deletes an archive and emits the exports to the administrators. Throws unless the caller is one, and when
 * there is no archive.
 */
export async function deleteExport(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    await removeArchive(tx, core, realm, id)
    writeAudit(tx, actor.id, [{ kind: 'export', action: 'removed', id, name: '' }])
  })
}

async function removeArchive(tx: Tx, core: Core, realm: RealmState, id: number): Promise<void> {
  const found = await tx.em.findOne(RealmExport, { id, realmId: realm.id })
  if (found === null) throw noSuchExport()
  if (found.status === 'deleted') throw exportAlreadyDeleted()
  if (found.status === 'failed') throw exportFailed()
  if (found.status !== 'succeeded') throw exportInProgress()
  await tx.em.nativeUpdate(RealmExport, { id }, { status: 'deleted', deletedAt: raw('clock_timestamp()') })
  deleteFiles(tx, [found.storageKey!])
  await emitExports(tx, realm, core.options.rootUrl)
}

/**
 * Deletes expired archives and fails exports without a running worker. Resolves to the number of both. Throws
 * `RealmsFailed` at the end.
 */
export async function deleteOldExports(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  let count = 0
  for (let after = 0; ; ) {
    const old = await core.db.run<OldExport>(OLD, [after])
    for (const row of old) await failures.contain(row.realmId, () => endOldExport(core, row))
    count += old.length
    if (old.length < PAGE) break
    after = old.at(-1)!.id
  }
  failures.throwIfAny()
  return count
}

async function endOldExport(core: Core, { id, realmId, attempt }: OldExport): Promise<void> {
  const realm = await core.realms.get(realmId)
  if (realm === undefined) return
  if (attempt !== null) await failExport(core, realm, id, attempt, 'no worker finished the export')
  else await removeExpired(core, realm, id).catch(ignoreAlreadyDeleted)
}

const removeExpired = (core: Core, realm: RealmState, id: number): Promise<void> =>
  core.changeAsSystem(realm, async (tx) => {
    await removeArchive(tx, core, realm, id)
  })

/** Ignores the ApiError of an archive that an administrator deleted meanwhile; rethrows other errors. */
function ignoreAlreadyDeleted(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
