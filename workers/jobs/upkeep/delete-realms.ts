import { RealmFailures } from '../../../core/platform/jobs/realm-failures.ts'
import { deleteRealm, findDueRealms } from '../../../core/transfer/deletion/delete-realm.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes the data of deactivated organizations whose date of deletion has passed. */
export const deleteRealmsJob = defineJob({
  queue: 'upkeep',
  name: 'delete-realms',
  schedule: { everyMs: 3_600_000 },
  // The next run goes on where a run that takes longer was ended.
  timeoutMs: 3_000_000,
  run: async ({ core, log, signal }) => {
    const failures = new RealmFailures(core.log)
    for (const due of await findDueRealms(core))
      await failures.contain(due.id, async () => {
        if (await deleteRealm(core, due, signal))
          log.info({ realm: due.id, name: due.name }, 'deleted the data of a deactivated organization')
      })
    failures.throwIfAny()
  },
})
