import { statement } from '../../platform/db/statements/statement.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'

/** Statuses that one transaction clears. */
const BATCH = 500

const DUE = statement(
  'status.due',
  // user_status_ends
  `SELECT realm_id AS "realmId", array_agg(user_id) AS users FROM (
     SELECT realm_id, user_id FROM user_status WHERE clear_at <= now() ORDER BY clear_at LIMIT ${BATCH}) due
   GROUP BY realm_id`,
)
// user_status_pkey
const CLEAR = statement(
  'status.clear',
  `UPDATE user_status SET status_text = '', emoji_name = '', emoji_code = '', reaction_type = 'unicode_emoji',
     clear_at = NULL
   WHERE user_id = ANY ($1::int[]) AND clear_at <= now() RETURNING user_id AS "userId"`,
)

type Due = { readonly realmId: RealmId; readonly users: readonly UserId[] }

/** Clears the statuses that have ended, and emits that. Throws `RealmsFailed` at the end. */
export async function clearEndedStatuses(core: Core): Promise<void> {
  const failures = new RealmFailures(core.log)
  for (const { realmId, users } of await core.db.run<Due>(DUE)) {
    await failures.contain(realmId, () =>
      core.transact(realmId, async (tx) => {
        await tx.lockLog()
        for (const { userId } of await tx.run<{ readonly userId: UserId }>(CLEAR, [users])) {
          const none = {
            status_text: '',
            emoji_name: '',
            emoji_code: '',
            reaction_type: 'unicode_emoji',
          } as const
          tx.emit({ type: 'user_status', user_id: userId, ...none }, toRealm)
        }
      }),
    )
  }
  failures.throwIfAny()
}
