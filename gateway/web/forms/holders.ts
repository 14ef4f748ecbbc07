import { nameOf } from '../store/derived/names.ts'
import { OWNER } from '../store/derived/roles.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { collator } from '../texts/collator.ts'
import { namesUpTo } from '../texts/names-up-to.ts'
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

const MOST_NAMED = 5

/** A sentence about what only owners do, and who they are. */
export function ownersMay(store: Store, sentence: string): string {
  const names = [...store.people.value.values()]
    .filter(({ role, is_active, is_bot }) => role === OWNER && is_active && !is_bot)
    .map(({ full_name }) => full_name)
    .sort(collator.compare)
  return `${sentence} ${texts.whoMay(namesUpTo(names, MOST_NAMED))}`
}

/** A permission of the organization, by its name on the wire. */
export const permissionOf = (store: Store, name: string): GroupSetting | undefined =>
  store.realmSettings.value[name] as GroupSetting | undefined
