import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { RealmState } from '../../state/realm/state.ts'

/** Sets how many requests of an organization are answered in a minute; null removes the limit. */
export async function limitRequests(core: Core, realm: RealmState, perMinute: number | null): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    if (realm.record.maxRequestsPerMinute === perMinute) return
    await tx.em.nativeUpdate(Realm, { id: realm.id }, { maxRequestsPerMinute: perMinute })
    emitChange(tx, { type: '_realm', realm: { ...realm.record, maxRequestsPerMinute: perMinute } })
  })
}
