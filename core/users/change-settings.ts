import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/transact.ts'
import { toUsers } from '../events/audience.ts'
import { LANGUAGES } from '../languages.ts'
import { emitChange } from '../realm/changes.ts'
import type { RealmState } from '../realm/state.ts'
import { changeEmailVisibility } from './change-email.ts'
import { findUser } from './find.ts'
import type { UserRecord } from './record.ts'
import { changeSettings, type SettingName, type SettingValue, type StoredSettings } from './settings.ts'

/** What clients are told of a personal setting that changed; those that know better make two events of it. */
export interface UserSettingsEvent {
  readonly type: 'user_settings'
  readonly op: 'update'
  readonly property: SettingName | 'timezone'
  readonly value: SettingValue
  readonly language_name?: string
  /** The user's address, which older clients are told. */
  readonly _user: string
}

const CHANGE = statement('user.change-settings', 'UPDATE user_account SET settings = $2 WHERE id = $1') // user_account_pkey

/** Changes personal settings and tells the user's clients of those that are other than before. */
export async function changePersonalSettings(
  core: Core,
  realm: RealmState,
  { id }: UserRecord,
  changes: StoredSettings,
): Promise<void> {
  await core.transactHolding(realm.realm, async (tx) => {
    await realm.holdStill(tx)
    const before = findUser(realm, id)
    const after = await applySettings(tx, before, changes)
    await changeEmailVisibility(tx, realm, before, after, core.options.rootUrl)
  })
  // What is hidden now is not to be shown from memory any more.
  if (changes.email_address_visibility !== undefined) await realm.sync()
}

/** In the caller's transaction, which holds the realm still. Returns the user as changed. */
export async function applySettings(tx: Tx, user: UserRecord, changes: StoredSettings): Promise<UserRecord> {
  const changed = (Object.entries(changes) as [SettingName, SettingValue][]).filter(
    ([name, value]) => user.settings[name] !== value,
  )
  if (changed.length === 0) return user
  const settings = changeSettings(user.settings, changes)
  const after = { ...user, settings }
  await tx.run(CHANGE, [user.id, JSON.stringify(settings)])
  emitChange(tx, { type: '_user', user: after })
  for (const [property, value] of changed) emitSetting(tx, user, property, value)
  return after
}

/** Tells the user's own clients. */
export function emitSetting(
  tx: Tx,
  user: UserRecord,
  property: UserSettingsEvent['property'],
  value: SettingValue,
): void {
  const event = {
    type: 'user_settings',
    op: 'update',
    property,
    value,
    ...(property === 'default_language' && { language_name: LANGUAGES[String(value)]! }),
    _user: user.email,
  } satisfies UserSettingsEvent
  tx.emit(event, toUsers([user.id]))
}
