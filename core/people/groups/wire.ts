import type { GroupId, UserId } from '../../platform/ids.ts'
import { GROUP_SETTING_NAMES } from '../../state/groups/permission-settings.ts'
import type { GroupRecord, GroupSettings } from '../../state/groups/record.ts'
import { ascending, shownSetting } from '../../state/groups/setting.ts'
import { directMembersOf, systemMembers } from '../../state/realm/group-members.ts'
import type { RealmView } from '../../state/realm/view.ts'

/** A group as clients see it (spec.md "User group"). */
export interface WireGroup extends GroupSettings {
  readonly id: GroupId
  readonly name: string
  readonly description: string
  readonly creator_id: UserId | null
  readonly date_created: number | null
  readonly members: readonly UserId[]
  readonly direct_subgroup_ids: readonly GroupId[]
  readonly is_system_group: boolean
  readonly deactivated: boolean
}

const shownSettings = ({ users }: RealmView, settings: GroupSettings): GroupSettings =>
  Object.fromEntries(
    GROUP_SETTING_NAMES.map((name) => [name, shownSetting(users, settings[name])]),
  ) as GroupSettings

/** A group for clients. `membership` replaces the members that the view has. */
export function wireGroup(
  realm: RealmView,
  group: GroupRecord,
  membership: { members?: readonly UserId[]; subgroups?: readonly GroupId[] } = {},
): WireGroup {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    creator_id: group.creatorId,
    date_created: group.dateCreated,
    members: membership.members ?? directMembersOf(realm, group.id),
    direct_subgroup_ids: membership.subgroups ?? ascending(realm.groups.subgroups(group.id)),
    is_system_group: group.isSystemGroup,
    deactivated: group.isDeactivated,
    ...shownSettings(realm, group.settings),
  }
}

/** All groups of an organization, sorted by id. */
export function wireGroups(realm: RealmView, includeDeactivated: boolean): WireGroup[] {
  const bySystem = systemMembers(realm)
  return [...realm.groups]
    .filter((group) => includeDeactivated || !group.isDeactivated)
    .sort((a, b) => a.id - b.id)
    .map((group) =>
      wireGroup(realm, group, group.isSystemGroup ? { members: bySystem.get(group.id) ?? [] } : {}),
    )
}
