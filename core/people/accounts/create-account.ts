import type { Caller } from '../../state/caller.ts'
import { addressFault, pastedAddress } from '../../state/realm/email.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { hashPassword, isStrongPassword } from '../credentials/password.ts'
import { accountAddressRefused, passwordTooWeak } from '../users/errors.ts'
import { checkCanCreateAccounts } from '../users/permissions.ts'
import { joinPerson } from './create-person.ts'

export interface NewAccount {
  readonly email: string
  readonly password: string
  readonly fullName: string
}

/**
 * Creates an account for another person (spec.md POST /users). Throws when the actor may not create users, as
 * `joinPerson`, for a weak password, and for an address that the organization does not allow.
 */
export async function adminCreateUser(
  caller: Caller,
  { email: given, password, fullName }: NewAccount,
): Promise<UserRecord> {
  const { core, realm, user } = caller
  await realm.withFreshState(() => checkCanCreateAccounts(realm, user))
  const email = pastedAddress(given)
  if (!(await isStrongPassword(password))) throw passwordTooWeak()
  const passwordHash = await hashPassword(password)
  return core.change(caller, async ({ tx, actor }) => {
    checkCanCreateAccounts(realm, actor)
    const fault = addressFault(realm, core.options.rootUrl, email)
    if (fault !== undefined) throw accountAddressRefused(fault, email)
    return joinPerson(tx, core, realm, { email, fullName }, passwordHash)
  })
}
