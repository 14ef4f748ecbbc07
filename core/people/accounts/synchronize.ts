import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { draftsNotSynchronized } from '../users/errors.ts'

// A statement, because the entity of drafts is in `messaging`, which this module may not import.
const FORGET = statement('draft.forget', 'DELETE FROM draft WHERE user_id = $1') // draft_user

/**
 * Throws when the user does not keep drafts on the server (spec.md enable_drafts_synchronization). Call it
 * through `realm.withFreshState`, or with the organization locked.
 */
export function checkSynchronizesDrafts(realm: RealmState, { id }: UserRecord): void {
  if (realm.users.get(id)?.settings.enable_drafts_synchronization === false) {
    throw draftsNotSynchronized()
  }
}

/** Deletes all drafts of a user who stopped synchronizing them. spec.md: no event reports it. */
export async function forgetDrafts(sql: Sql, user: UserId): Promise<void> {
  await sql.run(FORGET, [user])
}
