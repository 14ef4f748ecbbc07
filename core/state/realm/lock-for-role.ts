import type { Tx } from '../../platform/db/transact.ts'
import { currentActor } from '../users/current-actor.ts'
import { isAdministrator, isOwner, type UserRecord } from '../users/record.ts'
import { mustBe } from './permissions.ts'
import type { RealmState } from './state.ts'

/**
 * Holds the realm still until COMMIT. Resolves to the caller as it is then: its role may have changed since the request
 * came. Throws `ActorChanged`, and when
 * it does not have the role that the change takes (spec.md "Authentication").
 */
export async function lockForRole(
  tx: Tx,
  realm: RealmState,
  caller: UserRecord,
  role: 'administrator' | 'owner',
): Promise<UserRecord> {
  await realm.lockAndSync(tx)
  const actor = currentActor(realm, caller)
  const isAllowed = role === 'owner' ? isOwner(actor) : isAdministrator(actor)
  if (!isAllowed) throw mustBe(role)
  return actor
}
