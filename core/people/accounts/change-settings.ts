import { toRealm, toUsers } from '../../platform/events/audience.ts'
import { LANGUAGES, type Language } from '../../platform/text/languages.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import {
  changeSettings,
  type SettingName,
  type SettingValue,
  type StoredSettings,
  settingsChanged,
} from '../../state/users/settings.ts'
import { changeEmailVisibility } from '../credentials/change-email.ts'
import { forgetDrafts } from './synchronize.ts'

/** A changed personal setting. Gateways turn it into two events for newer clients. */
export type UserSettingsEvent = Stored<'user_settings/update'>

/**
 * Changes personal settings with all their effects, and emits those that are different to the user's clients;
 * in the caller's transaction, which has locked the organization.
 */
export async function applySettings(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  changes: StoredSettings,
  rootUrl: string,
): Promise<void> {
  const changed = settingsChanged(user.settings, changes)
  if (changed.length === 0) return
  const settings = changeSettings(user.settings, changes)
  await tx.em.nativeUpdate(User, { id: user.id }, { settings: { ...settings } })
  const after = { ...user, settings }
  emitChange(tx, { type: '_user', user: after })
  for (const [property, value] of changed) emitSetting(tx, user, property, value)
  const isNow = (name: SettingName) => changed.some(([one]) => one === name)
  if (isNow('email_address_visibility')) await changeEmailVisibility(tx, realm, user, after, rootUrl)
  if (isNow('enable_drafts_synchronization') && !settings.enable_drafts_synchronization) {
    await forgetDrafts(tx, user.id)
  }
  if (isNow('allow_private_data_export')) emitConsent(tx, realm, after)
}

/**
 * Changes the time zone and emits it to the organization, because it is part of the profile. Returns the
 * changed user.
 */
export async function applyTimezone(tx: Tx, user: UserRecord, timezone: string): Promise<UserRecord> {
  if (timezone === user.timezone) return user
  const after = { ...user, timezone }
  await tx.em.nativeUpdate(User, { id: user.id }, { timezone })
  emitChange(tx, { type: '_user', user: after })
  emitSetting(tx, user, 'timezone', timezone)
  const person = { user_id: user.id, email: user.email, timezone }
  tx.emit({ type: 'realm_user', op: 'update', person }, toRealm)
  return after
}

/** Emits a setting to the user's own clients. */
function emitSetting(
  tx: Tx,
  user: UserRecord,
  property: SettingName | 'timezone',
  value: SettingValue,
): void {
  const event: UserSettingsEvent = {
    type: 'user_settings',
    op: 'update',
    property,
    value,
    ...(property === 'default_language' && { language_name: LANGUAGES[value as Language] }),
    _user: user.email,
  }
  tx.emit(event, toUsers([user.id]))
}

/** Emits to administrators whether exports may include the user's private data. */
function emitConsent(tx: Tx, realm: RealmState, user: UserRecord): void {
  const administrators = [...realm.users].filter(
    (user) => isAdministrator(user) && user.isActive && !user.isBot,
  )
  const consented = user.settings.allow_private_data_export
  const audience = toUsers(administrators.map((administrator) => administrator.id))
  tx.emit({ type: 'realm_export_consent', user_id: user.id, consented }, audience)
}
