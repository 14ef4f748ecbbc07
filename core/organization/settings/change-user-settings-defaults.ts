import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { changeSettings, type StoredSettings, settingsChanged } from '../../state/users/settings.ts'

/**
 * Changes the default settings of new accounts, and emits them. Existing accounts keep their settings
 * (spec.md PATCH /realm/user_settings_defaults). Throws unless the caller is an administrator.
 */
export async function changeUserSettingsDefaults(caller: Caller, changes: StoredSettings): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    await saveUserSettingsDefaults(tx, realm, changes)
  })
}

/** Changes the default settings in the caller's transaction, which has locked the organization. */
export async function saveUserSettingsDefaults(
  tx: Tx,
  realm: RealmState,
  changes: StoredSettings,
): Promise<void> {
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
}
