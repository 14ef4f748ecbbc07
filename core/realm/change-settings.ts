import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import type { EventBody, Tx } from '../db/transact.ts'
import { toRealm } from '../events/audience.ts'
import { passTime, tellOfFullMembers } from '../groups/full-members.ts'
import { tellGuests } from '../users/guest-sight.ts'
import { isAdministrator, isOwner, type UserRecord } from '../users/record.ts'
import { emitChange } from './changes.ts'
import { checkSetting, type GivenValue } from './check-setting.ts'
import { mustBe } from './permissions.ts'
import { doGuestsKnowAll, fullMembershipOf } from './record.ts'
import type { Setting } from './setting.ts'
import {
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  type RealmSettingName,
  type RealmSettings,
  storedSettings,
} from './settings.ts'
import type { RealmState } from './state.ts'
import { checkProvider } from './video-chat.ts'
import { deprecatedTopics, wireSetting } from './wire-settings.ts'

const SAVE = statement(
  'realm.save-settings',
  // Those of later versions stay.
  `UPDATE realm SET name = $2, description = $3, settings = (settings - $5::text[]) || $4::jsonb WHERE id = $1`,
)

/** New values by their settings' names, each of its JSON type. */
export type GivenSettings = Readonly<Partial<Record<RealmSettingName, GivenValue>>>

/**
 * Changes settings of the organization, all or none, and tells everybody of each that is different now, which
 * it returns, as they are told. Throws when the caller may not change one, or a value is none of the setting's.
 */
export async function changeRealmSettings(
  core: Core,
  realm: RealmState,
  caller: UserRecord,
  given: GivenSettings,
): Promise<Record<string, unknown>> {
  return core.change(realm, caller, async (tx, user) => {
    const names = Object.keys(given) as RealmSettingName[]
    if (given.video_chat_provider !== undefined) checkProvider(core.options, given.video_chat_provider)
    for (const name of names) checkMayChange(user, REALM_SETTINGS[name])
    const changed = names
      .map((name) => [name, checkSetting(realm, user, name, given[name])] as const)
      .filter(([name, value]) => !isSame(value, realm.record.settings[name]))
    if (changed.length === 0) return {}
    const settings = await storeSettings(tx, realm, Object.fromEntries(changed))
    return Object.fromEntries(changed.map(([name]) => [name, wireSetting(name, settings)]))
  })
}

/** Stores settings that are different now, and tells everybody; returns all. The realm is held still. */
export async function storeSettings(
  tx: Tx,
  realm: RealmState,
  changes: Partial<RealmSettings>,
): Promise<RealmSettings> {
  const { record } = realm
  const settings = { ...record.settings, ...changes }
  const stored = storedSettings(settings, record.systemGroups)
  await tx.run(SAVE, [
    realm.realm,
    settings.name,
    settings.description,
    JSON.stringify(stored),
    REALM_SETTING_NAMES,
  ])
  const isOtherPeriod = 'waiting_period_threshold' in changes
  const fullMembersAt = isOtherPeriod ? await passTime(tx, realm) : record.fullMembersAt
  const after = { ...record, settings, fullMembersAt }
  const guestsKnewAll = doGuestsKnowAll(record)
  emitChange(tx, {
    type: '_realm',
    realm: after,
    ...(guestsKnewAll !== doGuestsKnowAll(after) && { guestsKnewAll }),
  })
  for (const name of Object.keys(changes) as RealmSettingName[]) {
    for (const event of eventsOf(name, settings)) tx.emit(event, toRealm)
  }
  if (changes.can_access_all_users_group !== undefined) {
    await tellGuests(tx, realm, changes.can_access_all_users_group)
  }
  if (isOtherPeriod) tellOfFullMembers(tx, realm, fullMembershipOf(after))
  return settings
}

/** spec.md "Who may do what": administrators, and owners alone for what decides who gets in or what is kept. */
function checkMayChange(user: UserRecord, { by }: Setting): void {
  if (!isAdministrator(user)) throw mustBe('administrator')
  if (by === 'owner' && !isOwner(user)) throw mustBe('owner')
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Under every name that the setting has. */
function eventsOf(name: RealmSettingName, settings: RealmSettings): EventBody[] {
  const { event, twin }: Setting = REALM_SETTINGS[name]
  const value = wireSetting(name, settings)
  if (event === 'update_dict') {
    const data = { [name]: value, ...(name === 'topics_policy' && deprecatedTopics(settings)) }
    return [{ type: 'realm', op: 'update_dict', property: 'default', data }]
  }
  const names = twin === undefined ? [name] : [name, twin]
  return names.map((property) => ({ type: 'realm', op: 'update', property, value }))
}
