import { MAX_USER_GROUPS } from '../../../config/limits.ts'
import { insufficientPermission } from '../../platform/errors.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import { findActiveSubgroups, findMembers } from '../../state/access/find-group.ts'
import { canCreateGroups } from '../../state/access/group-permissions.ts'
import { checkGroupSetting } from '../../state/access/permission-setting.ts'
import type { Caller } from '../../state/caller.ts'
import { UserGroup } from '../../state/groups/entities.ts'
import {
  GROUP_PERMISSIONS,
  GROUP_SETTING_NAMES,
  groupSettings,
  storedSettings,
} from '../../state/groups/permission-settings.ts'
import type { GroupRecord, GroupSettings } from '../../state/groups/record.ts'
import { ascending } from '../../state/groups/setting.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { checkGroupDescription, checkGroupName } from './check.ts'
import { tooManyGroups } from './errors.ts'
import { emitGroupEvent } from './event.ts'
import { growGroups } from './growth.ts'
import { storeMembership } from './store.ts'
import { wireGroup } from './wire.ts'

export interface NewGroup {
  readonly name: string
  readonly description: string
  readonly members: readonly UserId[]
  readonly subgroups: readonly GroupId[]
  /** The settings that differ from the defaults. */
  readonly settings: { readonly [Name in keyof GroupSettings]?: GroupSettings[Name] | undefined }
}

/**
 * Creates a group and emits it. Throws when the caller may not create groups, when the name is invalid or
 * taken, and when a member, a subgroup or a setting is invalid. Throws `tooManyGroups`, and
 * as `growList`.
 */
export async function createGroup(caller: Caller, given: NewGroup): Promise<GroupId> {
  const { core, realm } = caller
  const created = await core.change(caller, async ({ tx, actor }) => {
    if (!canCreateGroups(realm, actor)) throw insufficientPermission()
    const members = ascending(findMembers(realm, given.members).map((user) => user.id))
    const name = checkGroupName(realm, given.name)
    const description = checkGroupDescription(given.description)
    if (realm.groups.customGroupCount >= MAX_USER_GROUPS) throw tooManyGroups(MAX_USER_GROUPS)
    const subgroups = ascending(findActiveSubgroups(realm, given.subgroups).map((group) => group.id))
    const chosen = GROUP_SETTING_NAMES.flatMap((setting) => {
      const value = given.settings[setting]
      return value === undefined
        ? []
        : [[setting, checkGroupSetting(realm, GROUP_PERMISSIONS[setting], value)] as const]
    })
    const system = realm.record.systemGroups
    const origin = { isSystemGroup: false, creatorId: actor.id }
    const settings = groupSettings(Object.fromEntries(chosen), origin, system)
    const stored = storedSettings({ ...origin, settings }, system)
    const createdAt = new Date()
    const id = await tx.em.insert(UserGroup, {
      realmId: realm.id,
      name,
      description,
      creatorId: actor.id,
      dateCreated: createdAt,
      groupSettings: stored,
    })
    const group: GroupRecord = {
      id,
      dateCreated: Math.floor(createdAt.getTime() / 1000),
      ...origin,
      name,
      description,
      isDeactivated: false,
      settings,
    }
    await growGroups(tx, realm, actor.id, {
      added: group,
      memberships: members.length + subgroups.length,
    })
    emitChange(tx, { type: '_group', group })
    await storeMembership(tx, { group: group.id, joined: members, subgroupsAdded: subgroups })
    emitGroupEvent(tx, {
      type: 'user_group',
      op: 'add',
      group: wireGroup(realm, group, { members, subgroups }),
    })
    return group.id
  })
  return created
}
