import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { Realm } from '../../state/realm/entity.ts'

const OTHERS = statement('push.realms-with-other-value', 'SELECT id FROM realm WHERE is_push_enabled <> $1')
const SET = statement('push.set-enabled', 'UPDATE realm SET is_push_enabled = $2 WHERE id = $1')

/**
 * Stores whether the apps of phones can be notified in every organization where the stored value differs, and
 * emits a `realm` event to all users (spec.md feature level 231).
 */
export async function setPushEnabled(core: Core, isPushEnabled: boolean): Promise<void> {
  for (const { id } of await core.db.run<Columns<typeof Realm, 'id'>>(OTHERS, [isPushEnabled])) {
    const realm = await core.realms.get(id)
    if (realm === undefined) continue
    await core.changeAsSystem(realm, async (tx) => {
      if (realm.record.isPushEnabled === isPushEnabled) return
      await tx.run(SET, [id, isPushEnabled])
      emitChange(tx, { type: '_realm', realm: { ...realm.record, isPushEnabled } })
      tx.emit(
        { type: 'realm', op: 'update', property: 'push_notifications_enabled', value: isPushEnabled },
        toRealm,
      )
    })
  }
}
