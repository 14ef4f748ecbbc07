import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { newStorageKey } from '../../content/uploads/file-name.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { PersonTask } from './entity.ts'
import type { PersonJob } from './jobs.ts'

// All use person_task_pkey. A superseded attempt changes nothing.
const BEGIN = statement(
  'person-task.begin',
  `UPDATE person_task t SET status = 'started', attempt = t.attempt + 1, alive_at = clock_timestamp(), failure = NULL,
     storage_key = CASE WHEN t.kind = 'export' THEN $2 END
   FROM (SELECT id, storage_key FROM person_task WHERE id = $1 FOR UPDATE) former
   WHERE t.id = former.id AND (t.status IN ('requested', 'started') OR t.kind = 'erasure' AND t.status = 'failed')
   RETURNING t.id, t.attempt, t.person_id AS "personId", t.acting_user_id AS "actingUserId", t.kind,
     t.deletes_messages AS "deletesMessages", t.storage_key AS "storageKey", former.storage_key AS "formerKey"`,
)
const REPORT = statement(
  'person-task.report',
  `UPDATE person_task SET done = $3, total = $4, alive_at = clock_timestamp()
   WHERE id = $1 AND attempt = $2 AND status = 'started'`,
)
const SUCCEED = statement(
  'person-task.succeed',
  `UPDATE person_task SET status = 'succeeded', size = $3, finished_at = clock_timestamp(), done = total
   WHERE id = $1 AND attempt = $2 AND status = 'started' RETURNING id`,
)
const FAIL = statement(
  'person-task.fail',
  `UPDATE person_task SET status = 'failed', failure = $3, finished_at = clock_timestamp()
   WHERE id = $1 AND attempt = $2 AND status IN ('requested', 'started') RETURNING storage_key AS "storageKey"`,
)

export type Attempt = Columns<
  typeof PersonTask,
  'id' | 'attempt' | 'personId' | 'actingUserId' | 'kind' | 'deletesMessages' | 'storageKey'
> & {
  /** Where the attempt before wrote to; null for the first attempt. */
  readonly formerKey: string | null
}

/**
 * Begins an attempt and deletes the files of the attempt before. Undefined when the task is finished or
 * deleted.
 */
export const beginAttempt = (core: Core, { realm, id }: PersonJob): Promise<Attempt | undefined> =>
  core.transact(realm, async (tx) => {
    const [row] = await tx.run<Attempt>(BEGIN, [id, newStorageKey()])
    if (row?.formerKey != null) deleteFiles(tx, [row.formerKey])
    return row
  })

/** Stores how far an attempt is. */
export async function reportAttempt(
  core: Core,
  { id, attempt }: Pick<Attempt, 'id' | 'attempt'>,
  done: number,
  total: number,
): Promise<void> {
  await core.db.run(REPORT, [id, attempt, done, total])
}

/** Marks a task as finished. False when another attempt has taken over, or the task was deleted. */
export async function succeedAttempt(
  tx: Tx,
  { id, attempt }: Attempt,
  size: number | null,
): Promise<boolean> {
  return (await tx.run(SUCCEED, [id, attempt, size])).length > 0
}

/**
 * Marks a task as failed and deletes its files. Does nothing when another attempt has taken over.
 */
export async function failAttempt(
  core: Core,
  realm: PersonJob['realm'],
  { id, attempt }: Pick<Attempt, 'id' | 'attempt'>,
  reason: string,
): Promise<void> {
  await core.transact(realm, async (tx) => {
    const values = [id, attempt, reason.slice(0, 1_000)]
    const [failed] = await tx.run<Columns<typeof PersonTask, 'storageKey'>>(FAIL, values)
    if (failed?.storageKey != null) deleteFiles(tx, [failed.storageKey])
  })
}
