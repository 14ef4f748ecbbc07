import { enabledMethods } from '../../people/authentication/methods.ts'
import { PASSKEY } from '../../people/authentication/passkey/method.ts'
import { checkWaysLeft } from '../../people/authentication/providers/ways-left.ts'
import { emitFullMembersChange, storeFullMembersTime } from '../../people/groups/full-members.ts'
import { emitGuestAccessChange } from '../../people/users/guest-access-setting.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator, requireOwner } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { fullMembershipOf } from '../../state/realm/record.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Setting } from '../../state/settings/setting.ts'
import { REALM_SETTINGS, type RealmSettingName, type RealmSettings } from '../../state/settings/settings.ts'
import { wireSetting } from '../../state/settings/wire-settings.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { checkSetting, type GivenValue } from './check-setting.ts'
import { noAuthenticationMethod } from './errors.ts'
import { checkProvider } from './video-chat.ts'

/** New values by the names of their settings; only their JSON types are checked. */
export type GivenSettings = Readonly<Partial<Record<RealmSettingName, GivenValue>>>

/**
 * Changes settings of the organization, all or none. Emits and returns those that are different. Throws when
 * the caller may not change one of them, and for an invalid value.
 */
export async function changeRealmSettings(
  caller: Caller,
  given: GivenSettings,
): Promise<Record<string, unknown>> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    for (const name of Object.keys(given) as RealmSettingName[]) requireRoleFor(actor, REALM_SETTINGS[name])
    return changeChecked(core, tx, realm, actor, given)
  })
}

/**
 * Changes settings at an operator's request, who may change all of them. `owner` is an owner: channels are
 * looked up as this person sees them. Throws for an invalid value.
 */
export const changeRealmSettingsAsOperator = (
  core: Core,
  realm: RealmState,
  owner: UserRecord,
  given: GivenSettings,
): Promise<Record<string, unknown>> =>
  core.changeAsSystem(realm, (tx) => changeChecked(core, tx, realm, owner, given))

/** Checks and stores settings in the caller's transaction, which has locked the organization. */
async function changeChecked(
  core: Core,
  tx: Tx,
  realm: RealmState,
  viewer: UserRecord,
  given: GivenSettings,
): Promise<Record<string, unknown>> {
  const names = Object.keys(given) as RealmSettingName[]
  if (given.video_chat_provider !== undefined) checkProvider(core.options, given.video_chat_provider)
  const changed = names
    .map((name) => [name, checkSetting(realm, viewer, name, given[name])] as const)
    .filter(([name, value]) => !isSame(value, realm.record.settings[name]))
  if (changed.length === 0) return {}
  await checkMethodsLeft(tx, core, realm, viewer, Object.fromEntries(changed))
  const settings = await storeSettings(tx, realm, withRequiredSince(realm, Object.fromEntries(changed)))
  return Object.fromEntries(changed.map(([name]) => [name, wireSetting(realm.users, name, settings)]))
}

/** Throws when the change would close the last way to log in. */
async function checkMethodsLeft(
  tx: Tx,
  core: Core,
  realm: RealmState,
  viewer: UserRecord,
  changes: Partial<RealmSettings>,
): Promise<void> {
  if (changes.authentication_methods === undefined) return
  const record = { ...realm.record, settings: { ...realm.record.settings, ...changes } }
  const after = { record, lists: realm.lists }
  if (!enabledMethods(core, after).some(({ name }) => name !== PASSKEY.name)) throw noAuthenticationMethod()
  await checkWaysLeft(tx, core, realm, after, viewer)
}

/** Begins the time to set up a second factor when more people need one; ends it when nobody does. */
function withRequiredSince({ record }: RealmState, changes: Partial<RealmSettings>): Partial<RealmSettings> {
  const isWider = (changes.two_factor_required_role ?? 0) > record.settings.two_factor_required_role
  if (changes.two_factor_required_role === 0) return { ...changes, two_factor_required_since: 0 }
  return isWider ? { ...changes, two_factor_required_since: Math.floor(Date.now() / 1000) } : changes
}

/** Stores changed settings with all their effects, and returns all settings. The organization is locked. */
async function storeSettings(
  tx: Tx,
  realm: RealmState,
  changes: Partial<RealmSettings>,
): Promise<RealmSettings> {
  const isOtherPeriod = 'waiting_period_threshold' in changes
  const after = await saveSettings(
    tx,
    realm,
    changes,
    isOtherPeriod ? await storeFullMembersTime(tx, realm) : undefined,
  )
  if (changes.can_access_all_users_group !== undefined) {
    await emitGuestAccessChange(tx, realm, changes.can_access_all_users_group)
  }
  if (isOtherPeriod) emitFullMembersChange(tx, realm, fullMembershipOf(after))
  return after.settings
}

/**
 * Throws unless the user is an administrator, or an owner where the setting needs one (spec.md "Who may do
 * what").
 */
function requireRoleFor(user: UserRecord, { by }: Setting): void {
  requireAdministrator(user)
  if (by === 'owner') requireOwner(user)
}

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second)
