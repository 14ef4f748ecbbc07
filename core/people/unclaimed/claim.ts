import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'

const MARK = statement(
  'unclaimed.mark',
  `INSERT INTO unclaimed_person (user_id, realm_id)
   SELECT id, realm_id FROM user_account WHERE realm_id = $1 AND NOT is_bot`, // user_account_realm_email
)
const CLAIM = statement(
  'unclaimed.claim',
  'DELETE FROM unclaimed_person WHERE user_id = $1', // unclaimed_person_pkey
)

/** Marks all people of an imported organization as people who have never come. */
export async function markUnclaimed(tx: Tx, realm: RealmId): Promise<void> {
  await tx.run(MARK, [realm])
}

/** As `claim`, in the caller's transaction. */
export async function claimIn(tx: Tx, user: UserId): Promise<void> {
  await tx.run(CLAIM, [user])
}

/**
 * Notes that a person has logged in. The log-in does not wait for it; a note that is lost comes with the next
 * one.
 */
export function claim(core: Core, realm: RealmState, user: UserId): void {
  core.db
    .run(CLAIM, [user])
    .catch((error) => core.log.warn({ err: error, realm: realm.id }, 'a first log-in is not noted'))
}
