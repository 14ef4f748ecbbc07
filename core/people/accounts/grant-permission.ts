import { findUser } from '../../state/access/find-user.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { GRANTS, type Grant } from './grants.ts'

/** Gives a permission to the user with this address, or takes it away. Throws when there is no such user. */
export async function setGrant(
  core: Core,
  realm: RealmState,
  address: string,
  grant: Grant,
  isGranted: boolean,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    const user = findUser(realm, address)
    const change = { [GRANTS[grant]]: isGranted }
    await tx.em.nativeUpdate(User, { id: user.id }, change)
    emitChange(tx, { type: '_user', user: { ...user, ...change } })
  })
}
