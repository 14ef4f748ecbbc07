import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import { type Attempt, filesOf } from './attempt.ts'
import { requireEmpty } from './empty.ts'
import type { HistoryState } from './entity.ts'
import { historyNotChecked, noHistoryImport } from './errors.ts'
import { CONTINUE_HISTORY } from './jobs.ts'

const RUNNING = "('uploading', 'checking', 'checked', 'importing')"

const START = statement(
  'history.start',
  // history_import_running
  `UPDATE history_import SET status = 'importing', alive_at = clock_timestamp(), phase = 'waiting', done = 0, total = 0,
     phase_began_at = clock_timestamp()
   WHERE realm_id = $1 AND id = $2 AND status = 'checked' RETURNING id, file_name AS "fileName"`,
)
const CANCEL = statement(
  'history.cancel',
  // history_import_running
  `UPDATE history_import h SET status = 'cancelled', sealed_token = NULL, finished_at = clock_timestamp()
   FROM (SELECT id, status FROM history_import WHERE realm_id = $1 AND id = $2 AND status IN ${RUNNING} FOR UPDATE) former
   WHERE h.id = former.id
   RETURNING h.id, h.file_name AS "fileName", h.storage_key AS "storageKey", h.converted_key AS "convertedKey", former.status`,
)

type Cancelled = Pick<Attempt, 'id' | 'fileName' | 'storageKey' | 'convertedKey'> & {
  /** The former state. */
  readonly status: HistoryState
}

/**
 * Lets a worker import a checked archive. Throws unless the caller is an owner of an organization that is
 * still empty, and when the archive is not checked or its import has begun.
 */
export async function startHistoryImport(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    await requireEmpty(tx, realm)
    const [started] = await tx.run<Pick<Attempt, 'id' | 'fileName'>>(START, [realm.id, id])
    if (started === undefined) throw historyNotChecked()
    tx.enqueue(CONTINUE_HISTORY, { realm: realm.id, id })
    const entry = { kind: 'history_import', action: 'changed', id, name: started.fileName } as const
    writeAudit(tx, actor.id, [{ ...entry, property: 'status', before: 'checked', after: 'importing' }])
  })
}

/**
 * Cancels an import in any state and deletes its files; a worker stops within seconds and deletes what it has
 * stored. Throws unless the caller is an owner, and when there is no unfinished import with this id.
 */
export async function cancelHistoryImport(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const [cancelled] = await tx.run<Cancelled>(CANCEL, [realm.id, id])
    if (cancelled === undefined) throw noHistoryImport()
    deleteFiles(tx, filesOf(cancelled))
    if (cancelled.status === 'importing') tx.enqueue(CONTINUE_HISTORY, { realm: realm.id, id })
    writeAudit(tx, actor.id, [{ kind: 'history_import', action: 'removed', id, name: cancelled.fileName }])
  })
}
