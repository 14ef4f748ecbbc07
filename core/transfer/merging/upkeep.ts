import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import { MERGE_ACCOUNTS } from './jobs.ts'

const STALLED = statement(
  'merge.stalled',
  // account_merge_live: an organization has at most one
  `UPDATE account_merge SET alive_at = clock_timestamp()
   WHERE status <> 'succeeded' AND alive_at < clock_timestamp() - interval '1 day'
   RETURNING realm_id AS realm, from_id AS "from"`,
)

/** Begins merges again that no worker has continued for a day. Throws `RealmsFailed` at the end. */
export async function continueStalledMerges(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  const stalled = await core.db.run<{ readonly realm: RealmId; readonly from: UserId }>(STALLED)
  for (const merge of stalled) {
    await failures.contain(merge.realm, () =>
      core.transact(merge.realm, async (tx) => tx.enqueue(MERGE_ACCOUNTS, merge)),
    )
  }
  failures.throwIfAny()
  return stalled.length
}
