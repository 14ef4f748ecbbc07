import { type Statement, statement } from '../../platform/db/statement.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { findUser } from '../../state/users/find.ts'

/** Permissions that an operator gives to single accounts. */
export const GRANTS = {
  can_create_users: 'canCreateUsers',
  can_change_user_emails: 'canChangeUserEmails',
} as const
export type Grant = keyof typeof GRANTS

const SET: Record<Grant, Statement> = {
  can_create_users: statement(
    'user.grant-creating',
    'UPDATE user_account SET can_create_users = $2 WHERE id = $1',
  ),
  can_change_user_emails: statement(
    'user.grant-emails',
    'UPDATE user_account SET can_change_user_emails = $2 WHERE id = $1',
  ),
}

/** Gives a permission to the user with this address, or takes it away. Throws when there is no such user. */
export async function setGrant(
  core: Core,
  realm: RealmState,
  address: string,
  grant: Grant,
  isGranted: boolean,
): Promise<void> {
  await core.transact(realm.id, async (tx) => {
    await realm.lockAndSync(tx)
    const user = findUser(realm, address)
    await tx.run(SET[grant], [user.id, isGranted])
    emitChange(tx, { type: '_user', user: { ...user, [GRANTS[grant]]: isGranted } })
  })
}
