import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { RealmState } from '../../state/realm/state.ts'

/**
 * Deactivates or reactivates an organization; deletes nothing. Deactivation informs the clients, and then
 * every process refuses them. Does nothing when the organization is in that state already.
 */
export async function setRealmDeactivated(
  core: Core,
  realm: RealmState,
  isDeactivated: boolean,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await setDeactivated(tx, realm, isDeactivated)
  })
}

/**
 * Deactivates the caller's organization, like `setRealmDeactivated`. Throws unless the caller is an owner.
 */
export async function deactivateRealm(caller: Caller): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    await setDeactivated(tx, realm, true)
  })
}

async function setDeactivated(tx: Tx, realm: RealmState, isDeactivated: boolean): Promise<void> {
  if (realm.record.isDeactivated === isDeactivated) return
  await tx.em.nativeUpdate(Realm, { id: realm.id }, { isDeactivated })
  // Emitted before the change, because gateways end the queues when they apply the change.
  if (isDeactivated) tx.emit({ type: 'realm', op: 'deactivated', realm_id: realm.id }, toRealm)
  emitChange(tx, { type: '_realm', realm: { ...realm.record, isDeactivated } })
}
