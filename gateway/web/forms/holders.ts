import { nameOf } from '../store/derived/names.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { t } from '../texts/texts.ts'
import { groupName } from './group-name.ts'
import { texts } from './people-texts.ts'

const NOBODY = 'role:nobody'

/**
 * Names the roles, groups and people with a permission that the reader lacks. With several settings, one of
 * them is enough for the permission.
 */
export function whoMay(store: Store, ...settings: readonly (GroupSetting | undefined)[]): string {
  const groups = new Set<number>()
  const people = new Set<number>()
  for (const setting of settings) {
    if (typeof setting === 'number') groups.add(setting)
    for (const id of typeof setting === 'object' ? setting.direct_subgroups : []) groups.add(id)
    for (const id of typeof setting === 'object' ? setting.direct_members : []) people.add(id)
  }
  const known = [...groups].flatMap((id) => store.groups.value.get(id) ?? [])
  const names = [
    ...known.filter(({ name }) => name !== NOBODY).map(groupName),
    ...[...people].map((id) => nameOf(store, id)),
  ]
  return texts.whoMay(names.length === 0 ? (texts.systemGroups[NOBODY] ?? NOBODY) : t.and(names))
}

/** A permission of the organization, by its name on the wire. */
export const permissionOf = (store: Store, name: string): GroupSetting | undefined =>
  store.realmSettings.value[name] as GroupSetting | undefined
