import type { Readable } from 'node:stream'
import { tryLock, whileLocked } from '../../platform/db/session-lock.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { type Archive, ArchiveError } from './archive.ts'
import { discardImport } from './discard.ts'
import { finishImport } from './finish.ts'
import {
  changeAddress,
  checkAddress,
  findImport,
  type ImportAddress,
  type ImportRecord,
  recordImport,
} from './import-record.ts'
import { ImportRun } from './import-run.ts'
import { partsOf, verify } from './verify.ts'

/** An arbitrary constant that, with the organization's id, forms the advisory lock of an import. */
const IMPORT_LOCK = 7_305_217

/** An absent subdomain keeps that of the exported organization. */
export interface ImportOptions extends ImportAddress {
  /** Stores a file. May be called again with the same key and bytes. */
  readonly storeFile: (key: string, bytes: Readable) => Promise<unknown>
  /** Called after each step with the number of processed rows and their total. Each row is processed several times. */
  readonly onProgress?: (phase: 'checking' | 'importing', done: number, total: number) => void
}

/**
 * Creates an organization from an archive, with new ids. Resolves to the id of the organization, which is unreachable
 * until the import is complete. Continues an interrupted import of the same archive where it stopped. Throws
 * `ArchiveError` when the archive is broken, after it has deleted everything imported. Throws `ApiError` when the
 * organization's address is malformed or taken; an import that had begun earlier stays.
 */
export async function importRealm(core: Core, archive: Archive, options: ImportOptions): Promise<RealmId> {
  const record = await resumeOrBegin(core, archive, options)
  await withImportLock(core, record.realmId, async () => {
    try {
      await new ImportRun(core, archive, outputOf(options), record).run()
      await finishImport(core, record)
    } catch (error) {
      if (!isCausedByArchive(error)) throw error
      await discardImport(core, record.realmId)
      throw error instanceof ArchiveError
        ? error
        : new ArchiveError(`The archive is broken: ${(error as Error).message}.`)
    }
  })
  return record.realmId
}

/** Deletes an interrupted import of the archive. Resolves to false when there is none. */
export async function abandonImport(core: Core, archive: Archive): Promise<boolean> {
  const record = await findImport(core, archive)
  if (record === undefined) return false
  await withImportLock(core, record.realmId, () => discardImport(core, record.realmId))
  return true
}

const outputOf = ({ storeFile, onProgress }: ImportOptions) => ({
  storeFile,
  onProgress: (done: number, total: number) => onProgress?.('importing', done, total),
})

async function resumeOrBegin(core: Core, archive: Archive, options: ImportOptions): Promise<ImportRecord> {
  const interrupted = await findImport(core, archive)
  if (interrupted !== undefined) return changeAddress(core, interrupted, options)
  const address = await checkAddress(core, archive, options)
  await checkArchive(archive, options)
  return recordImport(core, archive, address)
}

/** Checks the whole archive. Throws `ArchiveError` when it is broken. */
async function checkArchive(archive: Archive, { onProgress }: ImportOptions): Promise<void> {
  const total = partsOf(archive).reduce((sum, { part }) => sum + part.rows, 0)
  let checked = 0
  await verify(archive, (rows) => {
    checked += rows
    onProgress?.('checking', checked, total)
  })
}

/** Runs `work` with the lock of the import. Throws `ArchiveError` when another process holds it. */
async function withImportLock(core: Core, realm: RealmId, work: () => Promise<void>): Promise<void> {
  const client = await core.db.acquire()
  try {
    if (!(await tryLock(client, [IMPORT_LOCK, realm]))) {
      throw new ArchiveError('Another process is importing this archive.')
    }
    await whileLocked(client, [IMPORT_LOCK, realm], work)
  } finally {
    await core.db.release(client)
  }
}

/** Whether the archive is the cause: an `ArchiveError`, or invalid or contradictory data that Postgres refused. */
function isCausedByArchive(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return error instanceof ArchiveError || (typeof code === 'string' && /^(22|23)/.test(code))
}
