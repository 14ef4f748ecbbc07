import { deleteFiles } from '../../content/uploads/delete-files.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { ReportData } from '../imports/from/reading/report.ts'
import type { HistoryImport, HistoryPhase } from './entity.ts'

// All use history_import_pkey. A superseded attempt changes nothing.
const COLUMNS = `id, realm_id AS "realmId", acting_user_id AS "actingUserId", status, attempt, file_name AS "fileName",
  storage_key AS "storageKey", converted_key AS "convertedKey", sealed_token AS "sealedToken"`
const BEGIN = statement(
  'history.begin-attempt',
  `UPDATE history_import SET attempt = attempt + 1, alive_at = clock_timestamp(), phase = 'waiting', done = 0, total = 0,
     phase_began_at = clock_timestamp() WHERE id = $1 AND status NOT IN ('uploading', 'checked', 'done') RETURNING ${COLUMNS}`,
)
const REPORT = statement(
  'history.report',
  `UPDATE history_import SET done = $4, total = $5, alive_at = clock_timestamp(), phase = $3,
     phase_began_at = CASE WHEN phase = $3 THEN phase_began_at ELSE clock_timestamp() END
   WHERE id = $1 AND attempt = $2 AND status IN ('checking', 'importing') RETURNING id`,
)
const STATUS = statement('history.status', 'SELECT status FROM history_import WHERE id = $1')
const FORGET_CONVERTED = statement(
  'history.forget-converted',
  'UPDATE history_import SET converted_key = NULL WHERE id = $1 AND attempt = $2',
)
const NOTE_CONVERTED = statement(
  'history.note-converted',
  `UPDATE history_import SET converted_key = $3 WHERE id = $1 AND attempt = $2 AND status = 'checking' RETURNING id`,
)
const CHECKED = statement(
  'history.checked',
  `UPDATE history_import SET status = 'checked', report = $3, converted_key = $4, sealed_token = NULL, alive_at = clock_timestamp(), phase = 'waiting'
   WHERE id = $1 AND attempt = $2 AND status = 'checking' RETURNING id`,
)
const FAIL = statement(
  'history.fail',
  `UPDATE history_import SET status = 'failed', failure = $3, sealed_token = NULL, finished_at = clock_timestamp()
   WHERE id = $1 AND attempt = $2 AND status IN ('checking', 'importing')
   RETURNING storage_key AS "storageKey", converted_key AS "convertedKey"`,
)

/** The import of an owner, at which an attempt is. */
export type Attempt = Columns<
  typeof HistoryImport,
  'id' | 'realmId' | 'status' | 'attempt' | 'fileName' | 'convertedKey' | 'sealedToken'
> & { readonly actingUserId: UserId; readonly storageKey: string }

/** How far a phase is, in its own unit. */
export interface PhaseProgress {
  readonly phase: HistoryPhase
  readonly done: number
  readonly total: number
}

/** Another attempt works on the import, somebody has cancelled it, or the worker stops. */
export class AttemptEnded extends Error {}

/**
 * Begins an attempt, and deletes the file that a former check has made. Undefined when there is no such
 * import, or nothing to do for it.
 */
export async function beginAttempt(core: Core, id: number): Promise<Attempt | undefined> {
  const [attempt] = await core.db.run<Attempt>(BEGIN, [id])
  if (attempt?.status !== 'checking' || attempt.convertedKey == null) return attempt
  const { convertedKey: former } = attempt
  await core.transact(attempt.realmId, async (tx) => {
    await tx.run(FORGET_CONVERTED, [id, attempt.attempt])
    if (former !== attempt.storageKey) deleteFiles(tx, [former])
  })
  return { ...attempt, convertedKey: null }
}

/** Stores the key of the file that a check is about to write. Throws `AttemptEnded`. */
export async function noteConverted(core: Core, { id, attempt }: Attempt, key: string): Promise<void> {
  const noted = await core.db.run(NOTE_CONVERTED, [id, attempt, key])
  if (noted.length === 0) throw new AttemptEnded('the attempt has ended')
}

/** Stores how far an attempt is. False when it has ended. */
export async function reportAttempt(
  core: Core,
  { id, attempt }: Attempt,
  { phase, done, total }: PhaseProgress,
): Promise<boolean> {
  return (await core.db.run(REPORT, [id, attempt, phase, Math.round(done), Math.round(total)])).length > 0
}

/** Whether somebody has cancelled the import. */
export async function isCancelled(core: Core, { id }: Attempt): Promise<boolean> {
  const [found] = await core.db.run<Pick<Attempt, 'status'>>(STATUS, [id])
  return found?.status === 'cancelled'
}

/**
 * Stores the outcome of a check. Deletes the file of an attempt that has ended, and the archive that it
 * replaces.
 */
export async function finishCheck(
  core: Core,
  { id, attempt, realmId, storageKey }: Attempt,
  report: ReportData,
  convertedKey: string,
): Promise<void> {
  await core.transact(realmId, async (tx) => {
    const isStored = (await tx.run(CHECKED, [id, attempt, JSON.stringify(report), convertedKey])).length > 0
    if (convertedKey !== storageKey) deleteFiles(tx, [isStored ? storageKey : convertedKey])
  })
}

/** Marks an import as failed and deletes its files. Does nothing when the attempt has ended. */
export async function failAttempt(
  core: Core,
  { id, attempt, realmId }: Attempt,
  failure: string,
): Promise<void> {
  await core.transact(realmId, async (tx) => {
    const [failed] = await tx.run<Pick<Attempt, 'storageKey' | 'convertedKey'>>(FAIL, [
      id,
      attempt,
      failure.slice(0, 1_000),
    ])
    if (failed !== undefined) deleteFiles(tx, filesOf(failed))
  })
}

/** The keys of the files of an import. */
export const filesOf = ({
  storageKey,
  convertedKey,
}: Pick<Attempt, 'storageKey' | 'convertedKey'>): string[] => [
  ...new Set(convertedKey == null ? [storageKey] : [storageKey, convertedKey]),
]
