import { replaceKeys } from '../../platform/db/statements/replace-keys.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Stored } from '../events/catalogue.ts'
import type { Accounts } from '../groups/setting.ts'
import { isOwnSetting } from '../settings/own-settings.ts'
import type { Setting } from '../settings/setting.ts'
import {
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  type RealmSettingName,
  type RealmSettings,
  storedSettings,
} from '../settings/settings.ts'
import { deprecatedTopics, wireSetting } from '../settings/wire-settings.ts'
import { emitChange } from './changes.ts'
import { Realm } from './entity.ts'
import { canGuestsSeeAllUsers, type RealmRecord } from './record.ts'
import type { RealmState } from './state.ts'

/**
 * Stores changed settings and emits their events, in a transaction that has locked the organization. Resolves
 * to the record of the organization after the change. `fullMembersAt` replaces the stored time when it is
 * given.
 */
export async function saveSettings(
  tx: Tx,
  realm: RealmState,
  changes: Partial<RealmSettings>,
  fullMembersAt = realm.record.fullMembersAt,
): Promise<RealmRecord> {
  const { record } = realm
  const settings = { ...record.settings, ...changes }
  const stored = storedSettings(settings, record.systemGroups)
  await tx.em.nativeUpdate(
    Realm,
    { id: realm.id },
    {
      name: settings.name,
      description: settings.description,
      settings: replaceKeys('settings', REALM_SETTING_NAMES, stored),
    },
  )
  const after = { ...record, settings, fullMembersAt }
  const guestsKnewAll = canGuestsSeeAllUsers(record)
  emitChange(tx, {
    type: '_realm',
    realm: after,
    ...(guestsKnewAll !== canGuestsSeeAllUsers(after) && { guestsKnewAll }),
  })
  for (const name of Object.keys(changes) as RealmSettingName[]) {
    emitSetting(tx, realm.users, name, settings)
  }
  return after
}

/** Emits a setting to everyone. `users`: the users after the change. */
export function emitSetting(tx: Tx, users: Accounts, name: RealmSettingName, settings: RealmSettings): void {
  for (const event of eventsOf(users, name, settings)) tx.emit(event, toRealm)
}

/** One event for every name of the setting. */
function eventsOf(
  users: Accounts,
  name: RealmSettingName,
  settings: RealmSettings,
): Stored<'realm/update' | 'realm/update_dict'>[] {
  const { event, twin }: Setting = REALM_SETTINGS[name]
  const value = wireSetting(users, name, settings) as Stored<'realm/update'>['value']
  if (event === 'update_dict') {
    const data = { [name]: value, ...(name === 'topics_policy' && deprecatedTopics(settings)) }
    return [{ type: 'realm', op: 'update_dict', property: 'default', data }]
  }
  if (isOwnSetting(name))
    return [{ type: 'realm', op: 'update', property: name, value, _with: 'own_settings' }]
  const names = twin === undefined ? [name] : [name, twin]
  return names.map((property) => ({ type: 'realm', op: 'update', property, value }))
}
