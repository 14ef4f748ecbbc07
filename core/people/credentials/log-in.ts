import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { User } from '../../state/users/entity.ts'
import { accountDeactivated } from '../../state/users/errors.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { wrongCredentials } from '../users/errors.ts'
import { isPassword } from './password.ts'

// A statement, because the index is on an expression.
const PASSWORD = statement(
  'user.password',
  `SELECT id, password_hash AS "passwordHash" FROM user_account
   WHERE realm_id = $1 AND lower(delivery_email) = $2 AND NOT is_bot`, // user_account_realm_email
)

/**
 * Finds the person with this address and password. Throws AUTHENTICATION_FAILED after the same amount of work
 * for an unknown address, a wrong password, a person without a password and a bot. Throws USER_DEACTIVATED
 * when the password of a deactivated account is right.
 */
export async function logIn(
  core: Core,
  realm: RealmState,
  address: string,
  password: string,
): Promise<UserRecord> {
  const [row] = await core.db.run<Columns<typeof User, 'id' | 'passwordHash'>>(PASSWORD, [
    realm.id,
    address.toLowerCase(),
  ])
  const isRight = await isPassword(row?.passwordHash, password)
  if (row === undefined || !isRight) throw wrongCredentials()
  await realm.sync()
  return checkActive(realm.users.get(row.id)!)
}

/** Returns the user. Throws USER_DEACTIVATED. */
export function checkActive(user: UserRecord): UserRecord {
  if (!user.isActive) throw accountDeactivated()
  return user
}
