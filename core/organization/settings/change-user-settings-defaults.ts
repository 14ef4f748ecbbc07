import { toRealm } from '../../platform/events/audience.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import { changeSettings, type StoredSettings, settingsChanged } from '../../state/users/settings.ts'

/**
 * Changes the default settings of new accounts, and emits them. Existing accounts keep their settings
 * (spec.md PATCH /realm/user_settings_defaults). Throws unless the caller is an administrator.
 */
export async function changeUserSettingsDefaults(caller: Caller, changes: StoredSettings): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const former = realm.record.userSettingsDefaults
    const changed = settingsChanged(former, changes)
    if (changed.length === 0) return
    const userSettingsDefaults = changeSettings(former, changes)
    // A plain object of the changed settings, because the EntityManager cannot store one that inherits the
    // others.
    const stored = { ...userSettingsDefaults }
    await tx.em.nativeUpdate(Realm, { id: realm.id }, { userSettingsDefaults: stored })
    emitChange(tx, { type: '_realm', realm: { ...realm.record, userSettingsDefaults } })
    for (const [property, value] of changed) {
      tx.emit({ type: 'realm_user_settings_defaults', op: 'update', property, value }, toRealm)
    }
  })
}
