import { audiencesOf } from '../../channels/presenting/audience.ts'
import { channelVisibility } from '../../channels/presenting/visibility.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { CHANNEL_GROUP_NAMES, wireNameOf } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import { GROUP_SETTING_NAMES } from '../../state/groups/permission-settings.ts'
import { type Accounts, type GroupSetting, shownSetting } from '../../state/groups/setting.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { emitSetting } from '../../state/realm/save-settings.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { REALM_SETTING_NAMES, REALM_SETTINGS } from '../../state/settings/settings.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitGroupEvent, groupEventFields } from '../groups/event.ts'

/**
 * Emits the permissions that name users who were activated or deactivated, because clients see permissions
 * without deactivated users. `changed`: the users after the change. The organization is locked.
 */
export function emitPermissionsNaming(tx: Tx, realm: RealmState, changed: readonly UserRecord[]): void {
  const byId = new Map<UserId, UserRecord>(changed.map((user) => [user.id, user]))
  const users: Accounts = { get: (id) => byId.get(id) ?? realm.users.get(id) }
  const isNaming = (setting: GroupSetting) =>
    typeof setting !== 'number' && setting.direct_members.some((id) => byId.has(id))
  emitOrganization(tx, realm, users, isNaming)
  for (const group of realm.groups) {
    const named = GROUP_SETTING_NAMES.filter((name) => isNaming(group.settings[name]))
    if (named.length === 0) continue
    const data = Object.fromEntries(named.map((name) => [name, shownSetting(users, group.settings[name])]))
    emitGroupEvent(tx, { ...groupEventFields(group), op: 'update', data })
  }
  for (const channel of realm.channels) emitChannel(tx, realm, channel, users, isNaming)
}

type IsNaming = (setting: GroupSetting) => boolean

/** The state change makes every process derive its texts again. */
function emitOrganization(tx: Tx, realm: RealmState, users: Accounts, isNaming: IsNaming): void {
  const { settings } = realm.record
  const named = REALM_SETTING_NAMES.filter(
    (name) => REALM_SETTINGS[name].shape.kind === 'group' && isNaming(settings[name] as GroupSetting),
  )
  if (named.length === 0) return
  emitChange(tx, { type: '_realm', realm: realm.record })
  for (const name of named) emitSetting(tx, users, name, settings)
}

/** As `emitOrganization`, to those who can see the channel. */
function emitChannel(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  users: Accounts,
  isNaming: IsNaming,
): void {
  const named = CHANNEL_GROUP_NAMES.filter((name) => isNaming(channel[name]))
  if (named.length === 0) return
  emitChange(tx, { type: '_channel', channel })
  const audiences = audiencesOf(realm, channel)
  for (const name of named) {
    const event: Stored<'stream/update'> = {
      type: 'stream',
      op: 'update',
      stream_id: channel.id,
      name: channel.name,
      property: wireNameOf(name),
      value: shownSetting(users, channel[name]),
      ...channelVisibility(channel),
    }
    for (const audience of audiences) tx.emit(event, audience)
  }
}
