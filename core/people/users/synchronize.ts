import type { Sql } from '../../platform/db/statement.ts'
import { statement } from '../../platform/db/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { draftsNotSynchronized } from './errors.ts'

const FORGET = statement('draft.forget', 'DELETE FROM draft WHERE user_id = $1') // draft_user

/**
 * Throws when the user keeps no drafts at the server (spec.md enable_drafts_synchronization). Ask through
 * `realm.withFreshState`, or with the realm held still.
 */
export function checkSynchronizesDrafts(realm: RealmState, { id }: UserRecord): void {
  if (realm.users.get(id)?.settings.enable_drafts_synchronization === false) {
    throw draftsNotSynchronized()
  }
}

/** Deletes all drafts of a user, who does not synchronize them any more; spec.md: no event tells of it. */
export async function forgetDrafts(sql: Sql, user: UserId): Promise<void> {
  await sql.run(FORGET, [user])
}
