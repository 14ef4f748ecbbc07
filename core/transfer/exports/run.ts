import type { Readable } from 'node:stream'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { newStorageKey } from '../../content/uploads/file-name.ts'
import { storeNotices } from '../../messaging/sending/notice.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isAdministrator } from '../../state/users/record.ts'
import { storeArchive } from './archive/store.ts'
import type { Progress } from './archive/write.ts'
import { consentingUsers } from './consents.ts'
import type { RealmExport } from './entity.ts'
import { ExportType, emitExports } from './export.ts'
import { EXPORT_FINISHED } from './mails.ts'
import type { ExportJob } from './request.ts'

// All use realm_export_pkey. A superseded attempt changes nothing.
const BEGIN = statement(
  'export.begin',
  `UPDATE realm_export e SET status = 'started', attempt = e.attempt + 1, storage_key = $2, progress = NULL,
     alive_at = clock_timestamp()
   FROM (SELECT id, storage_key FROM realm_export WHERE id = $1) former
   WHERE e.id = former.id AND e.status IN ('requested', 'started')
   RETURNING e.attempt, e.export_type AS "exportType", e.acting_user_id AS "actingUserId", former.storage_key AS "formerKey"`,
)
const REPORT = statement(
  'export.report',
  `UPDATE realm_export SET progress = $3, alive_at = clock_timestamp() WHERE id = $1 AND attempt = $2 AND status = 'started'`,
)
const SUCCEED = statement(
  'export.succeed',
  `UPDATE realm_export SET status = 'succeeded', size = $3, finished_at = clock_timestamp(), progress = NULL
   WHERE id = $1 AND attempt = $2 AND status = 'started' RETURNING id`,
)
const FAIL = statement(
  'export.fail',
  `UPDATE realm_export SET status = 'failed', failure = $3, failed_at = clock_timestamp(), progress = NULL
   WHERE id = $1 AND attempt = $2 AND status IN ('requested', 'started') RETURNING storage_key AS "storageKey"`,
)

/** The storage that an export reads files from and writes the archive to. */
export interface ExportStore {
  put(key: string, bytes: Readable): Promise<number>
  /** Resolves to undefined when the file does not exist. */
  open(key: string): Promise<Readable | undefined>
}

/** Interval of progress reports to the database, in milliseconds. */
const REPORT_MS = 1_000

type Attempt = Columns<typeof RealmExport, 'attempt' | 'exportType' | 'actingUserId'> & {
  /** Where the attempt before wrote to; null for the first attempt. */
  readonly formerKey: string | null
}

/**
 * Writes a requested export from the start and deletes the remains of an earlier attempt. The archive becomes
 * visible when it is complete; then the requester, if still an administrator, gets a message of the
 * notification bot and a mail. Throws
 * the errors of reading and storing; when `isLast`, it marks the export as failed first. Does nothing when
 * the export is finished or deleted, or another attempt has taken over.
 */
export async function runExport(
  core: Core,
  job: ExportJob,
  store: ExportStore,
  { isLast, onProgress }: { readonly isLast: boolean; onProgress(progress: Progress): void },
): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  const key = newStorageKey()
  const started = await core.transact(job.realm, async (tx) => {
    const [row] = await tx.run<Attempt>(BEGIN, [job.id, key])
    if (row?.formerKey != null) deleteFiles(tx, [row.formerKey])
    return row
  })
  if (started === undefined) return
  await realm.sync()
  let latest: Progress | undefined
  const reporting = setInterval(() => {
    core.db.run(REPORT, [job.id, started.attempt, latest ?? null]).catch(() => undefined)
    if (latest !== undefined) onProgress(latest)
  }, REPORT_MS)
  try {
    const size = await storeArchive(
      core,
      {
        realm: {
          id: job.realm,
          subdomain: realm.record.subdomain,
          url: realmUrl(realm.record, core.options.rootUrl),
        },
        open: store.open,
        onProgress: (progress) => {
          latest = progress
        },
      },
      started.exportType === ExportType.public
        ? { kind: 'public', consenting: [] }
        : { kind: 'consent', consenting: consentingUsers(realm) },
      (archive) => store.put(key, archive),
    )
    await succeed(core, realm, job, { ...started, key }, size)
  } catch (error) {
    if (isLast) await failExport(core, realm, job.id, started.attempt, (error as Error).message)
    throw error
  } finally {
    clearInterval(reporting)
  }
}

async function succeed(
  core: Core,
  realm: RealmState,
  { id }: ExportJob,
  started: Attempt & { readonly key: string },
  size: number,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    const succeeded = await tx.run(SUCCEED, [id, started.attempt, size])
    if (succeeded.length === 0) return deleteFiles(tx, [started.key])
    await emitExports(tx, realm, core.options.rootUrl)
    const requester = realm.users.get(started.actingUserId)
    if (requester === undefined || !requester.isActive || !isAdministrator(requester)) return
    const content = noticeTexts(realm).exported('/#organization/data-exports-admin')
    await storeNotices(tx, core, realm, [{ to: { user: started.actingUserId }, content }])
    tx.enqueue(EXPORT_FINISHED, { realm: realm.id, user: started.actingUserId })
  })
}

/**
 * Marks an export as failed and emits that to the administrators. Does nothing when another attempt has taken
 * over.
 */
export async function failExport(
  core: Core,
  realm: RealmState,
  id: number,
  attempt: number,
  reason: string,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    const [failed] = await tx.run<Columns<typeof RealmExport, 'storageKey'>>(FAIL, [
      id,
      attempt,
      reason.slice(0, 1_000),
    ])
    if (failed === undefined) return
    if (failed.storageKey !== null) deleteFiles(tx, [failed.storageKey])
    await emitExports(tx, realm, core.options.rootUrl)
  })
}
