import type { GroupId } from '../../platform/ids.ts'
import { CHANNEL_GROUP_NAMES, wireNameOf } from '../../state/channels/group-settings.ts'
import { GROUP_SETTING_NAMES, REALM_PERMISSIONS } from '../../state/groups/permission-settings.ts'
import { ascending, namesGroup } from '../../state/groups/setting.ts'
import type { RealmView } from '../../state/realm/view.ts'

/** Something that uses a group, as the error CANNOT_DEACTIVATE_GROUP_IN_USE lists it. */
export type GroupUse =
  | { readonly type: 'subgroup'; readonly supergroup_ids: readonly GroupId[] }
  | { readonly type: 'channel'; readonly channel_id: number; readonly settings: readonly string[] }
  | { readonly type: 'user_group'; readonly group_id: GroupId; readonly settings: readonly string[] }
  | { readonly type: 'realm'; readonly settings: readonly string[] }

/**
 * The active groups that contain a group, and the settings of active channels, groups and the realm that name
 * it.
 */
export function usesOf(realm: RealmView, id: GroupId): GroupUse[] {
  const uses: GroupUse[] = []
  const supergroup_ids = ascending(realm.groups.supergroups(id)).filter(
    (group) => !realm.groups.get(group)!.isDeactivated,
  )
  if (supergroup_ids.length > 0) uses.push({ type: 'subgroup', supergroup_ids })
  for (const channel of realm.channels) {
    if (channel.isArchived) continue
    const settings = CHANNEL_GROUP_NAMES.filter((name) => namesGroup(channel[name], id)).map(wireNameOf)
    if (settings.length > 0) uses.push({ type: 'channel', channel_id: channel.id, settings })
  }
  for (const group of realm.groups) {
    if (group.isDeactivated) continue
    const settings = GROUP_SETTING_NAMES.filter((name) => namesGroup(group.settings[name], id))
    if (settings.length > 0) uses.push({ type: 'user_group', group_id: group.id, settings })
  }
  const settings = realmSettings.filter((name) => namesGroup(realm.record.settings[name], id))
  if (settings.length > 0) uses.push({ type: 'realm', settings })
  return uses
}

const realmSettings = Object.keys(REALM_PERMISSIONS) as (keyof typeof REALM_PERMISSIONS)[]
