import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { checkAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { hashPassword } from '../credentials/password.ts'
import { endInvitationsOf } from '../invites/store.ts'
import { type Arrival, greet } from '../welcome/greet.ts'
import { insertAccount, type NewUser } from './create.ts'

/**
 * Creates a person's account, greets the person, and announces the account. Throws for an invalid or used
 * address and for an invalid name.
 */
export async function createPerson(core: Core, realm: RealmState, user: NewUser): Promise<UserRecord> {
  const email = checkAddress(user.email)
  const passwordHash = user.password ? await hashPassword(user.password) : null
  return core.changeAsSystem(realm, async (tx) => {
    return joinPerson(tx, core, realm, { ...user, email }, passwordHash)
  })
}

/**
 * Creates an account by `insertAccount`, in the caller's transaction, which has locked the organization. Then
 * it ends other invitations of the address, greets the person and announces the account.
 */
export async function joinPerson(
  tx: Tx,
  core: Core,
  realm: RealmState,
  user: Omit<NewUser, 'password'>,
  passwordHash: string | null,
  arrival: Arrival = {},
): Promise<UserRecord> {
  const created = await insertAccount(tx, realm, user, passwordHash, core.options.rootUrl)
  await endInvitationsOf(tx, realm, created.deliveryEmail)
  await greet(tx, realm, created, arrival)
  return created
}
