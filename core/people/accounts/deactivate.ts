import { raw } from '@mikro-orm/core'
import { emitActivity } from '../../channels/subscriptions/active-subscribers.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { findUser, findUserToAdminister } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import { afterChanges } from '../../state/realm/pending-realm.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { noSuchUser, userIsDeactivated } from '../../state/users/errors.ts'
import { isAdministrator, isOwner, type UserRecord } from '../../state/users/record.ts'
import { emitBotChanged } from '../bots/event.ts'
import { ACCOUNT_DEACTIVATED } from '../credentials/account-mails.ts'
import { withSessionsEnded } from '../credentials/change-password.ts'
import { emitGroupsOf } from '../groups/role-events.ts'
import { revokeOffersOf } from '../invites/store.ts'
import { forgetDevices } from '../push-devices/register.ts'
import { emitStatuses, emitStatusesRemoved } from '../status/event.ts'
import { cannotDeactivateOnlyOwner, lastOwner } from '../users/errors.ts'
import { isOnlyOwner } from './change-role.ts'
import { emitPermissionsNaming } from './permissions-naming.ts'

/**
 * Deactivates a person and the person's bots (spec.md DELETE /users/{user_id}). Every process ends their
 * queues and refuses their keys. With `comment` the person gets a mail; an empty comment sends the standard
 * text alone. Throws for the only owner, unless the caller is an administrator, and unless the caller is an
 * owner when the person is one.
 */
export async function deactivateUser(caller: Caller, id: UserId, comment: string | null): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const user = findUserToAdminister(realm, actor, id)
    if (user.isBot) throw noSuchUser()
    if (!user.isActive) throw userIsDeactivated()
    if (isOnlyOwner(realm, user)) throw cannotDeactivateOnlyOwner()
    if (isOwner(user) && !isOwner(actor)) throw mustBeOwner()
    await setActive(tx, realm, [user, ...activeBotsOf(realm, user)], false)
    if (comment !== null) {
      const about = { realm: realm.id, user: user.id }
      tx.enqueue(ACCOUNT_DEACTIVATED, { ...about, by: actor.id, comment: comment.trim() })
    }
  })
}

/** Deactivates an account and a person's bots at an operator's request. Throws as `deactivateUser`. */
export const deactivateAsOperator = (core: Core, realm: RealmState, id: UserId): Promise<void> =>
  core.changeAsSystem(realm, async (tx) => {
    const user = findUser(realm, id)
    if (!user.isActive) throw userIsDeactivated()
    if (isOnlyOwner(realm, user)) throw cannotDeactivateOnlyOwner()
    await setActive(tx, realm, [user, ...activeBotsOf(realm, user)], false)
  })

/** Deactivates the caller's own account. Throws CANNOT_DEACTIVATE_LAST_USER for the only owner. */
export async function deactivateOneself(caller: Caller): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    if (isOnlyOwner(realm, actor)) throw lastOwner()
    await setActive(tx, realm, [actor, ...activeBotsOf(realm, actor)], false)
  })
}

/**
 * Activates or deactivates accounts, in the caller's transaction, which has locked the organization.
 * Deactivation revokes the accounts' invitations and forgets their devices. Emits the change of subscribers,
 * of permissions and of statuses to those who see them.
 */
export async function setActive(
  tx: Tx,
  realm: RealmState,
  users: readonly UserRecord[],
  isActive: boolean,
): Promise<void> {
  const ids = users.map((user) => user.id)
  if (!isActive) {
    await revokeOffersOf(tx, realm, ids)
    await forgetDevices(tx, ids)
    await emitStatusesRemoved(tx, ids)
  }
  await tx.em.nativeUpdate(
    User,
    { id: { $in: ids } },
    { isActive, ...(!isActive && { sessionVersion: raw('session_version + 1') }) },
  )
  for (const user of users) {
    const change = { user_id: user.id, is_active: isActive }
    // Emitted before the change, because gateways end the queues when they apply the change.
    tx.emit({ type: 'realm_user', op: 'update', person: change }, toRealm)
    emitBotChanged(tx, realm, user, { is_active: isActive })
    emitActivity(tx, realm, user, isActive)
    const changed = isActive ? { ...user, isActive } : { ...withSessionsEnded(user), isActive }
    emitChange(tx, { type: '_user', user: changed })
    emitGroupsOf(tx, realm, user, changed)
  }
  emitPermissionsNaming(
    tx,
    realm,
    users.map((user) => ({ ...user, isActive })),
  )
  if (isActive) await emitStatuses(tx, ids)
  else if (users.some(isAdministrator)) {
    const changed = users.map((user) => ({ ...user, isActive }))
    await realm.hooks.administratorLeft(tx, afterChanges(realm, { users: changed }))
  }
}

/** The active bots of a person. */
export const activeBotsOf = (realm: RealmState, owner: UserRecord): UserRecord[] =>
  [...realm.users].filter((user) => user.isBot && user.isActive && user.botOwnerId === owner.id)
