import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { Authenticator, Passkey } from './entities.ts'
import { noAuthenticator, noSecondFactor } from './errors.ts'
import { announceChange, hasSecondFactor, setFactors } from './factors.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { requireOtherFactor } from './required.ts'

/** Removes the caller's authenticator app. Throws without one, and for a last factor that is required. */
export async function removeAuthenticator(caller: Caller): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    if (!actor.hasAuthenticator) throw noAuthenticator()
    const factors = { hasAuthenticator: false, passkeyCount: actor.passkeyCount }
    requireOtherFactor(realm, actor, factors)
    await tx.em.nativeDelete(Authenticator, { userId: actor.id })
    await setFactors(tx, core.options.secretKey, actor, factors, 'authenticator_removed')
  })
}

/** Gives the caller new recovery codes in place of the former ones. Throws without a second factor. */
export async function replaceRecoveryCodes(caller: Caller): Promise<readonly string[]> {
  const { core } = caller
  return core.change(caller, async ({ tx, actor }) => {
    if (!hasSecondFactor(actor)) throw noSecondFactor()
    announceChange(tx, actor, 'recovery_codes_renewed')
    return renewRecoveryCodes(tx, core.options.secretKey, actor.id)
  })
}

/** Removes all factors of a user who has lost them, for an operator. Returns whether there were any. */
export async function resetFactors(core: Core, realm: RealmState, id: UserId): Promise<boolean> {
  return core.changeAsSystem(realm, async (tx) => {
    const user = realm.users.get(id)
    if (user === undefined || !hasSecondFactor(user)) return false
    await removeFactors(tx, core.options.secretKey, user)
    return true
  })
}

/** Removes all factors of a user. Returns the user without them. */
export async function removeFactors(tx: Tx, secretKey: string, user: UserRecord): Promise<UserRecord> {
  if (!hasSecondFactor(user)) return user
  const none = { hasAuthenticator: false, passkeyCount: 0 }
  await tx.em.nativeDelete(Authenticator, { userId: user.id })
  await tx.em.nativeDelete(Passkey, { userId: user.id })
  await setFactors(tx, secretKey, user, none, 'reset')
  return { ...user, ...none }
}
