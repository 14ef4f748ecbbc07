import { insufficientPermission } from '../../platform/errors.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { findUserToAdminister, idOrAddress } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { addressFault, pastedAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { isErased } from '../../state/users/erased.ts'
import { accountIsMerged, personIsErased } from '../../state/users/errors.ts'
import { canChangeUserEmails } from '../../state/users/permissions.ts'
import { isAdministrator, type Role, type UserRecord } from '../../state/users/record.ts'
import { emitBotChanged } from '../bots/event.ts'
import { setEmail } from '../credentials/change-email.ts'
import { forgetEmailChange } from '../credentials/request-email-change.ts'
import { changeValues, type ValueChange } from '../profile-fields/values.ts'
import { cannotChangeEmails, invalidNewEmail, newEmailRefused } from '../users/errors.ts'
import { checkFullName } from '../users/name.ts'
import { checkRoleChange } from '../users/permissions.ts'
import { setRole } from './change-role.ts'

/** Changes of a user by an administrator. Undefined properties stay as they are. */
export interface UserUpdate {
  readonly fullName?: string
  readonly role?: Role
  readonly profileData?: readonly ValueChange[]
  readonly newEmail?: string
}

/**
 * Changes a user, named by id or address, in one transaction or not at all (spec.md PATCH /users/{email}).
 * Throws unless the caller is an administrator, for a person whose data was erased, for a merged
 * account, and when `checkFullName`,
 * `setRole` or `setEmail` does.
 */
export async function updateUser(caller: Caller, named: number | string, update: UserUpdate): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    // spec.md PATCH /users/{email}: owners of bots use PATCH /bots/{bot_id}.
    if (!isAdministrator(actor)) throw insufficientPermission()
    let user = findUserToAdminister(
      realm,
      actor,
      typeof named === 'number' ? named : idOrAddress(realm, core.options.rootUrl, named),
    )
    if (isErased(user)) throw personIsErased()
    if (user.mergedIntoId !== null) throw accountIsMerged()
    if (update.role !== undefined && update.role !== user.role) {
      checkRoleChange(actor, user, update.role)
      user = await setRole(tx, realm, user, update.role)
    }
    // Existing clients send an empty name to keep the name.
    if (update.fullName?.trim()) user = await setFullName(tx, realm, user, update.fullName)
    if (update.profileData !== undefined) {
      // An empty value removes the user's value.
      const changes = update.profileData.map(({ id, value }) => ({ id, value: value?.length ? value : null }))
      await changeValues(tx, realm, actor, user, changes, core.options.rootUrl)
    }
    const newEmail = update.newEmail === undefined ? undefined : pastedAddress(update.newEmail)
    if (newEmail !== undefined && newEmail !== user.deliveryEmail) {
      if (!canChangeUserEmails(actor)) throw cannotChangeEmails()
      const fault = addressFault(realm, core.options.rootUrl, newEmail)
      if (fault === 'malformed') throw invalidNewEmail()
      if (fault !== undefined) throw newEmailRefused(fault)
      await forgetEmailChange(tx, user)
      await setEmail(tx, realm, user, newEmail, core.options.rootUrl)
    }
  })
}

/**
 * Changes a user's name and emits it, in the caller's transaction, which has locked the organization. Returns
 * the changed user. Throws for an invalid name.
 */
export async function setFullName(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  given: string,
): Promise<UserRecord> {
  const fullName = checkFullName(realm, given, user.id)
  if (fullName === user.fullName) return user
  const changed = { ...user, fullName }
  await tx.em.nativeUpdate(User, { id: user.id }, { fullName })
  emitChange(tx, { type: '_user', user: changed })
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, full_name: fullName } }, toRealm)
  emitBotChanged(tx, realm, changed, { full_name: fullName })
  return changed
}
