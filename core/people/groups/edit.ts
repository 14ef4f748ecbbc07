import { insufficientPermission } from '../../platform/errors.ts'
import type { GroupId } from '../../platform/ids.ts'
import { findGroup } from '../../state/access/find-group.ts'
import { canManageGroup } from '../../state/access/group-permissions.ts'
import { changedGroupSetting, type GroupSettingChange } from '../../state/access/permission-setting.ts'
import type { Caller } from '../../state/caller.ts'
import { groupIsDeactivated } from '../../state/groups/errors.ts'
import { GROUP_PERMISSIONS, GROUP_SETTING_NAMES } from '../../state/groups/permission-settings.ts'
import type { GroupRecord, GroupSettings } from '../../state/groups/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { checkGroupDescription, checkGroupName } from './check.ts'
import { groupInUse, noGroupChange } from './errors.ts'
import { emitGroupEvent, type GroupUpdateEvent, groupEventFields } from './event.ts'
import { growGroups } from './growth.ts'
import { usesOf } from './in-use.ts'
import { storeGroup } from './store.ts'
import { wireGroup } from './wire.ts'

export interface GroupEdit {
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** False reactivates a deactivated group. True changes nothing: deactivation has its own endpoint. */
  readonly deactivated?: boolean | undefined
  readonly settings: { readonly [Name in keyof GroupSettings]?: GroupSettingChange | undefined }
}

/**
 * Changes a group's name, description and settings, all or nothing, and emits the changed fields. Throws when
 * the caller may not manage the group, and EXPECTATION_MISMATCH when a setting does not have the value that
 * the caller expects. Throws as `growList`.
 */
export async function editGroup(caller: Caller, id: GroupId, edit: GroupEdit): Promise<void> {
  const { core, realm } = caller
  const { name, description, deactivated } = edit
  const settings = GROUP_SETTING_NAMES.map((setting) => edit.settings[setting])
  const isEmpty = [name, description, deactivated, ...settings].every((value) => value === undefined)
  if (isEmpty) throw noGroupChange()
  await core.change(caller, async ({ tx, actor }) => {
    const group = findManagedGroup(realm, actor, id)
    const settings = changedSettings(realm, group, edit.settings)
    const changed = {
      ...(name !== undefined && differing('name', group, checkGroupName(realm, name, id))),
      ...(description !== undefined && differing('description', group, checkGroupDescription(description))),
    }
    const isBack = deactivated === false && group.isDeactivated
    const data: GroupUpdateEvent['data'] = { ...changed, ...settings }
    const hasData = Object.keys(data).length > 0
    if (!hasData && !isBack) return
    const edited: GroupRecord = {
      ...group,
      ...changed,
      isDeactivated: group.isDeactivated && !isBack,
      settings: { ...group.settings, ...settings },
    }
    await growGroups(tx, realm, actor.id, { added: edited, replaced: group })
    await storeGroup(tx, realm, edited)
    if (hasData) emitGroupEvent(tx, { ...groupEventFields(group), op: 'update', data })
    if (!isBack) return
    const _group = wireGroup(realm, edited)
    emitGroupEvent(tx, { ...groupEventFields(edited), op: 'update', data: { deactivated: false }, _group })
  })
}

/**
 * Deactivates a group. Does nothing when it is deactivated already. Throws when the caller may not manage it,
 * and CANNOT_DEACTIVATE_GROUP_IN_USE while a group, a channel or a setting uses it.
 */
export async function deactivateGroup(caller: Caller, id: GroupId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const group = findManagedGroup(realm, actor, id)
    if (group.isDeactivated) throw groupIsDeactivated()
    const objections = usesOf(realm, id)
    if (objections.length > 0) {
      throw groupInUse(objections)
    }
    await storeGroup(tx, realm, { ...group, isDeactivated: true })
    emitGroupEvent(tx, { ...groupEventFields(group), op: 'update', data: { deactivated: true } })
  })
}

/** Throws when there is no such group, and when the actor may not manage it. */
function findManagedGroup(realm: RealmState, actor: UserRecord, id: GroupId): GroupRecord {
  const group = findGroup(realm, id)
  if (!canManageGroup(realm, actor, group)) throw insufficientPermission()
  return group
}

function differing<Name extends 'name' | 'description'>(name: Name, group: GroupRecord, value: string) {
  return group[name] === value ? {} : { [name]: value }
}

function changedSettings(
  realm: RealmState,
  group: GroupRecord,
  changes: GroupEdit['settings'],
): Partial<GroupSettings> {
  const changed = GROUP_SETTING_NAMES.flatMap((name) => {
    const change = changes[name]
    if (change === undefined) return []
    const value = changedGroupSetting(realm, GROUP_PERMISSIONS[name], group.settings[name], change)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(changed)
}
