import { endOverdueKey, overdueAt } from '../../../core/people/authentication/external/end-keys.ts'
import { enabledMethods } from '../../../core/people/authentication/methods.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { RealmFailures } from '../../../core/platform/jobs/realm-failures.ts'
import { defineJob } from '../../running/define-job.ts'

const REALMS = statement(
  'external-identity.realms',
  // external_identity_subject
  `SELECT id FROM realm r WHERE NOT is_deactivated
     AND EXISTS (SELECT FROM external_identity e WHERE e.realm_id = r.id) ORDER BY 1`,
)

/** Ends the API keys of people who have not logged in at their provider for its hours (`ends_keys`). */
export const endKeysJob = defineJob({
  queue: 'upkeep',
  name: 'end-keys',
  schedule: { everyMs: 600_000 },
  run: async ({ core, signal }) => {
    const failures = new RealmFailures(core.log)
    for (const { id } of await core.db.run<{ id: RealmId }>(REALMS, [])) {
      await failures.contain(id, async () => {
        const realm = await core.realms.get(id)
        if (realm === undefined) return
        await realm.sync()
        for (const { issuer, keyHours: hours } of enabledMethods(core, realm)) {
          if (issuer === undefined || hours === undefined) continue
          for (const overdue of await overdueAt(core, realm, issuer, hours)) {
            if (signal?.aborted) return
            await endOverdueKey(core, realm, overdue, hours)
          }
        }
      })
    }
    failures.throwIfAny()
  },
})
