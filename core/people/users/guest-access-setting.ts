import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canAccessAllUsers } from '../../state/access/visible-users.ts'
import type { GroupSetting } from '../../state/groups/setting.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { VisibilityChanges } from './visibility-changes.ts'

/**
 * Emits users to guests when a new `can_access_all_users_group` lets them see everybody, and the removal of
 * users whom they can no longer see; in the caller's transaction, which has locked the organization. Emits
 * one event for each user.
 */
export async function emitGuestAccessChange(tx: Tx, realm: RealmState, setting: GroupSetting): Promise<void> {
  const knowsAll = (guest: UserRecord) => realm.groups.has(setting, guest)
  const gained = new VisibilityChanges()
  const lost = new VisibilityChanges()
  for (const guest of realm.users) {
    if (!isGuest(guest) || !guest.isActive || knowsAll(guest) === canAccessAllUsers(realm, guest)) continue
    const known = knownTo(realm, guest)
    for (const user of realm.users) {
      if (user.isBot || user.id === guest.id || known.has(user.id)) continue
      if (realm.guestDmPartners.has(guest.id, user.id)) continue
      if (knowsAll(guest)) gained.add(user, guest.id)
      else lost.add(user, guest.id)
    }
  }
  await gained.emitAdded(tx)
  lost.emitRemoved(tx)
}

/** The users who share a channel with the guest. */
function knownTo(realm: RealmState, guest: UserRecord): Set<UserId> {
  const known = new Set<UserId>()
  for (const channel of realm.membership.channelsOf(guest.id)) {
    for (const user of realm.membership.subscribers(channel)) known.add(user)
  }
  return known
}
