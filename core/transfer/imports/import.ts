import type { Readable } from 'node:stream'
import { mergeWords } from '../../messaging/search/new-words.ts'
import { tryLock, whileLocked } from '../../platform/db/servers/session-lock.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { analyzeImported } from './analyze.ts'
import { type Archive, ArchiveError } from './archive.ts'
import { beginImport } from './begin.ts'
import { discardImport } from './discard.ts'
import { type FileSpace, requireFileSpace } from './file-space.ts'
import { finishImport } from './finish.ts'
import {
  changeAddress,
  checkAddress,
  findImport,
  findMarkedImport,
  fingerprintOf,
  type ImportAddress,
  ImportBusy,
  type ImportRecord,
  type MarkedArchive,
} from './import-record.ts'
import { ImportRun } from './import-run.ts'
import { type Plan, planSteps } from './steps.ts'
import { type Verify, verify, verifyOwnMaking } from './verify.ts'

/** An arbitrary constant that, with the organization's id, forms the advisory lock of an import. */
export const IMPORT_LOCK = 7_305_217

/** Without a subdomain, the organization keeps its exported subdomain. */
export interface ImportOptions extends ImportAddress {
  /** Stores a file. May be called again with the same key and bytes. */
  readonly storeFile: (key: string, bytes: Readable) => Promise<unknown>
  /**
   * Imports into the place of an existing organization, whose address the options name. `mark` tells the
   * import from others of the same archive, and `finish` opens the imported organization.
   */
  readonly into?: {
    readonly mark: string
    readonly finish: (record: ImportRecord) => Promise<void>
  }
  /** The space for files, which is checked before a new import begins. Default: any. */
  readonly space?: FileSpace
  /**
   * Whether this server has made the archive of another product's, so that its rows are checked and its HTML
   * is ours. Default: false.
   */
  readonly isOwnMaking?: boolean
  /** Checks the archive. Default: in this thread. */
  readonly verify?: Verify
  /**
   * Called after each step with the number of processed rows and their total. Each row is processed several
   * times.
   */
  readonly onProgress?: (phase: 'checking' | 'importing', done: number, total: number) => void
}

/**
 * Creates an organization from an archive, with new ids. Resolves to the id of the organization, which is
 * unreachable until the import is complete. Continues an interrupted import of the same archive where it
 * stopped, or begins anew when another version of the server has interrupted it and has other steps. Throws
 * `ArchiveError` when the archive is broken, after it has deleted everything imported, and when another
 * process imports it. Throws `ApiError` when the organization's address is malformed or taken; an import that
 * had begun earlier stays.
 */
export async function importRealm(core: Core, archive: Archive, options: ImportOptions): Promise<RealmId> {
  const plan = await planSteps(core.db, archive)
  const marked = { archive, mark: options.into?.mark }
  const { realmId } = await resumeOrBegin(core, marked, plan, options)
  await withImportLock(core, realmId, async () => {
    // Another process may have continued, completed or deleted the import before this one had the lock.
    const record = await findImport(core.db, marked)
    if (record?.realmId !== realmId) throw takenOver()
    const run = new ImportRun(core, archive, outputOf(options), record, plan)
    try {
      await run.run()
      await Promise.all([analyzeImported(core, archive), mergeWords(core)])
      await (options.into === undefined ? finishImport(core, record) : options.into.finish(record))
    } catch (error) {
      if (!isCausedByArchive(error)) throw error
      // A frozen process has lost its lock. Its rows contradict the rows of the process that has continued.
      if (!(await discardImport(core, realmId, run.stepsDone))) throw takenOver()
      throw error instanceof ArchiveError
        ? error
        : new ArchiveError(`The archive is broken: ${(error as Error).message}.`)
    }
  })
  return realmId
}

const takenOver = () => new ImportBusy('Another process has continued, completed or deleted this import.')

/** Deletes an interrupted import of the archive. Resolves to false when there is none. */
export async function abandonImport(core: Core, archive: Archive): Promise<boolean> {
  return abandon(core, { archive, mark: undefined })
}

async function abandon(core: Core, marked: MarkedArchive): Promise<boolean> {
  const record = await findImport(core.db, marked)
  if (record === undefined) return false
  return withImportLock(core, record.realmId, () => discardImport(core, record.realmId))
}

/** Deletes an interrupted import by its mark. Does nothing when there is none. Throws `ImportBusy`. */
export async function discardMarked(core: Core, mark: string): Promise<void> {
  const realm = await findMarkedImport(core.db, mark)
  if (realm !== undefined) await withImportLock(core, realm, () => discardImport(core, realm))
}

const outputOf = ({ storeFile, onProgress, isOwnMaking = false }: ImportOptions) => ({
  storeFile,
  isOwnMaking,
  onProgress: (done: number, total: number) => onProgress?.('importing', done, total),
})

async function resumeOrBegin(
  core: Core,
  marked: MarkedArchive,
  plan: Plan,
  options: ImportOptions,
): Promise<ImportRecord> {
  const interrupted = await findImport(core.db, marked)
  const isInto = options.into !== undefined
  if (interrupted?.fingerprint === fingerprintOf(marked, plan)) {
    return isInto ? interrupted : changeAddress(core, interrupted, options)
  }
  const wanted = {
    subdomain: options.subdomain ?? interrupted?.subdomain,
    customHost: options.customHost ?? interrupted?.customHost ?? undefined,
  }
  // The address of an existing organization is taken, by that organization.
  const address = isInto
    ? { subdomain: wanted.subdomain ?? '', customHost: wanted.customHost ?? null }
    : await checkAddress(core, marked.archive, wanted)
  if (options.space !== undefined) await requireFileSpace(marked.archive, options.space)
  // Another version has begun it, with other steps.
  if (interrupted !== undefined) await abandon(core, marked)
  const check = options.isOwnMaking ? verifyOwnMaking : (options.verify ?? verify)
  return beginImport(core, marked, plan, address, check, (done, total) =>
    options.onProgress?.('checking', done, total),
  )
}

/** Runs `work` with the lock of the import. Throws `ArchiveError` when another process holds it. */
async function withImportLock<T>(core: Core, realm: RealmId, work: () => Promise<T>): Promise<T> {
  const client = await core.db.acquire()
  try {
    if (!(await tryLock(client, [IMPORT_LOCK, realm]))) {
      throw new ImportBusy('Another process is importing this archive.')
    }
    return await whileLocked(client, [IMPORT_LOCK, realm], work)
  } finally {
    await core.db.release(client)
  }
}

/**
 * Whether the archive is the cause: an `ArchiveError`, or invalid or contradictory data that Postgres
 * refused.
 */
function isCausedByArchive(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return error instanceof ArchiveError || (typeof code === 'string' && /^(22|23)/.test(code))
}
