import { EXPORT_LIFETIME_DAYS } from '../../../config/limits.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import { failAttempt } from './attempt.ts'
import type { PersonTask } from './entity.ts'
import { ERASE_PERSON } from './jobs.ts'

const PAGE = 500

/** Expired archives, and tasks whose worker has not reported for a day. */
const OLD = statement(
  'person-task.old',
  // person_task_live; failed erasures are few
  `SELECT id, realm_id AS "realmId", kind, status, attempt FROM person_task
   WHERE id > $1 AND (kind = 'export' AND status = 'succeeded'
       AND finished_at < now() - make_interval(days => ${EXPORT_LIFETIME_DAYS})
     OR (status IN ('requested', 'started') OR kind = 'erasure' AND status = 'failed')
       AND alive_at < now() - interval '1 day')
   ORDER BY id LIMIT ${PAGE}`,
)
const EXPIRE = statement(
  'person-task.expire',
  `UPDATE person_task SET status = 'deleted' WHERE id = $1 AND status = 'succeeded' RETURNING storage_key AS "storageKey"`,
)
const REVIVE = statement('person-task.revive', 'UPDATE person_task SET alive_at = now() WHERE id = $1')

type Old = Columns<typeof PersonTask, 'id' | 'realmId' | 'kind' | 'status' | 'attempt'>

/**
 * Deletes expired archives of people's data, fails exports that no worker writes any longer, and begins
 * erasures again that no worker continues. Resolves to their number. Throws `RealmsFailed` at the end.
 */
export async function tidyPersonTasks(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  let count = 0
  for (let after = 0; ; ) {
    const old = await core.db.run<Old>(OLD, [after])
    for (const task of old) await failures.contain(task.realmId, () => tidy(core, task))
    count += old.length
    if (old.length < PAGE) break
    after = old.at(-1)!.id
  }
  failures.throwIfAny()
  return count
}

async function tidy(core: Core, task: Old): Promise<void> {
  const { id, realmId, kind, status } = task
  if (kind === 'export' && status !== 'succeeded') {
    return failAttempt(core, realmId, task, 'no worker finished the export')
  }
  await core.transact(realmId, async (tx) => {
    if (kind === 'erasure') {
      await tx.run(REVIVE, [id])
      tx.enqueue(ERASE_PERSON, { realm: realmId, id })
      return
    }
    const [expired] = await tx.run<Columns<typeof PersonTask, 'storageKey'>>(EXPIRE, [id])
    if (expired !== undefined) deleteFiles(tx, [expired.storageKey!])
  })
}
