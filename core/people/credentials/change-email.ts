import { type Audience, toMembers, toRealm, toUsers } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { dummyAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { EmailVisibility, emailVisibility, isShownTo } from '../../state/users/permissions.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { hasGravatar } from '../../state/users/wire.ts'
import { followAddress } from '../invites/follow-address.ts'
import { emitAvatar } from '../users/avatar-event.ts'
import { newEmailTaken } from '../users/errors.ts'
import { EMAIL_CHANGED } from './account-mails.ts'

/** The address that everybody sees: the real one, or a generated one that hides it. */
export function shownAddress(realm: RealmState, user: UserRecord, rootUrl: string): string {
  if (emailVisibility(user) === EmailVisibility.everyone) return user.deliveryEmail
  return dummyAddress(realm.record, rootUrl, user.id)
}

/**
 * Changes a user's address, emits it to those who may see it, and mails the former address; in the caller's
 * transaction, which has locked the organization. Returns the changed user. Throws when the address belongs
 * to another account.
 */
export async function setEmail(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  deliveryEmail: string,
  rootUrl: string,
): Promise<UserRecord> {
  const holder = realm.users.byEmail(deliveryEmail)
  if (holder !== undefined && holder.id !== user.id) {
    throw newEmailTaken()
  }
  const moved = { ...user, deliveryEmail }
  const changed = { ...moved, email: shownAddress(realm, moved, rootUrl) }
  await tx.em.nativeUpdate(User, { id: user.id }, { deliveryEmail, email: changed.email })
  followAddress(tx, user.id, user.deliveryEmail, deliveryEmail)
  emitChange(tx, { type: '_user', user: changed })
  for (const audience of addressAudiences(realm, changed)) {
    tx.emit({ type: 'realm_user', op: 'update', person: personOf(changed, deliveryEmail) }, audience)
  }
  if (changed.email !== user.email) {
    tx.emit(
      { type: 'realm_user', op: 'update', person: { user_id: user.id, new_email: changed.email } },
      toRealm,
    )
    if (hasGravatar(changed)) emitAvatar(tx, changed)
  }
  const mail = {
    realm: realm.id,
    user: user.id,
    formerEmail: user.deliveryEmail,
    newEmail: deliveryEmail,
  }
  if (!user.isBot) tx.enqueue(EMAIL_CHANGED, mail)
  return changed
}

/**
 * Emits the address to those who may newly see it, and its removal to those who no longer may, after a change
 * of settings (spec.md email_address_visibility). Stores the address that everybody sees, and emits the
 * avatar that Gravatar has for it. Runs in the caller's transaction, which has locked the organization. Does
 * nothing when the visibility did not change.
 */
export async function changeEmailVisibility(
  tx: Tx,
  realm: RealmState,
  before: UserRecord,
  after: UserRecord,
  rootUrl: string,
): Promise<void> {
  const [former, visibility] = [emailVisibility(before), emailVisibility(after)]
  if (former === visibility) return
  const others = [...realm.users].filter((user) => user.id !== after.id)
  const gained = others.filter((other) => isShownTo(other, visibility) && !isShownTo(other, former))
  const lost = others.filter((other) => isShownTo(other, former) && !isShownTo(other, visibility))
  for (const [users, address] of [
    [gained, after.deliveryEmail],
    [lost, null],
  ] as const) {
    if (users.length === 0) continue
    const audience = toUsers(users.map((user) => user.id))
    tx.emit({ type: 'realm_user', op: 'update', person: personOf(after, address) }, audience)
  }
  const changed = { ...after, email: shownAddress(realm, after, rootUrl) }
  if (changed.email === before.email) return
  await tx.em.nativeUpdate(User, { id: after.id }, { email: changed.email })
  emitChange(tx, { type: '_user', user: changed })
  const person = { user_id: after.id, new_email: changed.email }
  tx.emit({ type: 'realm_user', op: 'update', person }, toRealm)
  if (hasGravatar(changed)) emitAvatar(tx, changed)
}

const personOf = (user: UserRecord, delivery_email: string | null) => ({ user_id: user.id, delivery_email })

/** Audiences of the users who may see the user's real address; no user is in two of them. */
function addressAudiences(realm: RealmState, user: UserRecord): Audience[] {
  const visibility = emailVisibility(user)
  if (visibility === EmailVisibility.everyone) return [toRealm]
  if (visibility === EmailVisibility.members) {
    return isGuest(user) ? [toMembers(), toUsers([user.id])] : [toMembers()]
  }
  const readers = [...realm.users].filter((reader) => reader.id === user.id || isShownTo(reader, visibility))
  return [toUsers(readers.map((reader) => reader.id))]
}
