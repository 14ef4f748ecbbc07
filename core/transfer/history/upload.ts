import {
  MAX_HISTORY_IMPORTS_AT_ONCE,
  MAX_HISTORY_IMPORTS_PER_DAY,
  UPLOAD_LIFETIME_SECONDS,
} from '../../../config/limits.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { displayName, newStorageKey } from '../../content/uploads/file-name.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { requireEmpty } from './empty.ts'
import type { HistoryImport } from './entity.ts'
import {
  archiveIsEmpty,
  archiveTooLarge,
  historyImportRuns,
  serverImportsOthers,
  tooManyHistoryImports,
} from './errors.ts'
import { CONTINUE_HISTORY } from './jobs.ts'

const GIB = 1024 ** 3

const COLUMNS = `id, realm_id AS "realmId", acting_user_id AS "ownerId", status, file_name AS name, length, metadata,
  storage_key AS "storageKey", floor(extract(epoch FROM began_at) * 1000)::int8 AS "createdAt",
  (floor(extract(epoch FROM began_at) * 1000) + ${UPLOAD_LIFETIME_SECONDS * 1000})::int8 AS "expiresAt"`

const RECENT = statement(
  'history.recent',
  // history_import_realm; history_import_running has few rows
  `SELECT (SELECT count(*) FROM history_import WHERE realm_id = $1
       AND began_at > clock_timestamp() - interval '24 hours')::int4 AS day,
     (SELECT count(*) FROM history_import WHERE realm_id = $1
       AND status IN ('uploading', 'checking', 'checked', 'importing'))::int4 AS own,
     (SELECT count(*) FROM history_import
       WHERE status IN ('uploading', 'checking', 'checked', 'importing'))::int4 AS "all"`,
)
const BEGIN = statement(
  'history.begin',
  `INSERT INTO history_import (realm_id, acting_user_id, file_name, length, metadata, storage_key)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
)
const BY_KEY = statement(
  'history.by-key',
  `SELECT ${COLUMNS} FROM history_import WHERE storage_key = $1`, // history_import_storage_key_key
)
const RECEIVED = statement(
  'history.received',
  `UPDATE history_import SET status = 'checking', alive_at = clock_timestamp(), phase_began_at = clock_timestamp()
   WHERE id = $1 AND status = 'uploading' RETURNING id`,
)

/** The upload of an archive. Times are milliseconds since 1970. */
export type ArchiveUpload = Columns<
  typeof HistoryImport,
  'id' | 'realmId' | 'status' | 'length' | 'metadata'
> & {
  readonly storageKey: string
  readonly ownerId: Caller['user']['id']
  readonly name: string
  readonly createdAt: number
  readonly expiresAt: number
}

/**
 * Begins the upload of an archive. Throws unless the caller is an owner of an empty organization, for an
 * archive that is empty or larger than `maxGib`, and when too many imports have begun.
 */
export async function beginArchiveUpload(
  caller: Caller,
  { name, length, metadata }: Pick<ArchiveUpload, 'name' | 'length' | 'metadata'>,
  maxGib: number,
): Promise<ArchiveUpload> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    await requireEmpty(tx, realm)
    if (length === 0) throw archiveIsEmpty()
    if (length > maxGib * GIB) throw archiveTooLarge(maxGib)
    const [recent] = await tx.run<{ readonly day: number; readonly own: number; readonly all: number }>(
      RECENT,
      [realm.id],
    )
    if (recent!.own > 0) throw historyImportRuns()
    if (recent!.day >= MAX_HISTORY_IMPORTS_PER_DAY) throw tooManyHistoryImports()
    if (recent!.all >= MAX_HISTORY_IMPORTS_AT_ONCE) throw serverImportsOthers()
    const values = [realm.id, actor.id, displayName(name), length, metadata, newStorageKey()]
    const [upload] = await tx.run<ArchiveUpload>(BEGIN, values)
    writeAudit(tx, actor.id, [
      { kind: 'history_import', action: 'created', id: upload!.id, name: upload!.name },
    ])
    return upload!
  })
}

/** Finds the upload of an archive by its key in one query; undefined when there is none. */
export async function archiveUpload(core: Core, key: string): Promise<ArchiveUpload | undefined> {
  const [found] = await core.db.run<ArchiveUpload>(BY_KEY, [key])
  return found
}

/**
 * Lets a worker check an archive whose bytes are stored. Idempotent. Throws when the organization is not
 * empty.
 */
export async function archiveReceived(caller: Caller, { id, realmId }: ArchiveUpload): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    await requireEmpty(tx, realm)
    if ((await tx.run(RECEIVED, [id])).length > 0) tx.enqueue(CONTINUE_HISTORY, { realm: realmId, id })
  })
}

const FORGET = statement(
  'history.forget-upload',
  `UPDATE history_import SET status = 'cancelled', sealed_token = NULL, finished_at = clock_timestamp()
   WHERE id = $1 AND status = 'uploading' RETURNING id`,
)

/** Cancels an upload at the request of its client. The bytes are deleted by a job. */
export async function forgetArchiveUpload(
  core: Core,
  { id, realmId, storageKey }: ArchiveUpload,
): Promise<void> {
  await core.transact(realmId, async (tx) => {
    if ((await tx.run(FORGET, [id])).length > 0) deleteFiles(tx, [storageKey])
  })
}
