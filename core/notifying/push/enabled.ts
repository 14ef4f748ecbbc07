import { toRealm } from '../../platform/events/audience.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'

/**
 * Stores whether the apps of phones can be notified in every organization where the stored value differs, and
 * emits a `realm` event to all users (spec.md feature level 231).
 */
export async function setPushEnabled(core: Core, isPushEnabled: boolean): Promise<void> {
  const others = await core.db.readEntities((em) =>
    em.find(Realm, { isPushEnabled: !isPushEnabled }, { fields: ['id'] }),
  )
  for (const { id } of others) {
    const realm = await core.realms.get(id)
    if (realm === undefined) continue
    await core.changeAsSystem(realm, async (tx) => {
      if (realm.record.isPushEnabled === isPushEnabled) return
      await tx.em.nativeUpdate(Realm, { id }, { isPushEnabled })
      emitChange(tx, { type: '_realm', realm: { ...realm.record, isPushEnabled } })
      tx.emit(
        { type: 'realm', op: 'update', property: 'push_notifications_enabled', value: isPushEnabled },
        toRealm,
      )
    })
  }
}
