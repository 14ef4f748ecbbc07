import { z } from 'zod'
import { wireGroups } from '../../core/people/groups/wire.ts'
import type { GroupDirectory } from '../../core/state/groups/directory.ts'
import {
  CHANNEL_PERMISSIONS,
  GROUP_PERMISSIONS,
  type PermissionRule,
  REALM_PERMISSIONS,
} from '../../core/state/groups/permission-settings.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { group } from '../../core/state/wire/group.ts'
import { JsonText } from '../http/json-text.ts'
import { slice } from './slice.ts'

/** The user groups. Deactivated groups are included only for clients with that capability. */
export const groups = slice({
  wantedBy: 'realm_user_groups',
  response: { realm_user_groups: z.array(group) },
  read: ({ view, request }) => ({
    realm_user_groups: groupsText(view, request.capabilities.include_deactivated_groups ?? false),
  }),
})

interface Kept {
  readonly version: string
  readonly text: JsonText
}
/** By whether deactivated groups are among them. */
const kept = new WeakMap<GroupDirectory, Map<boolean, Kept>>()

/** The text is the same for all readers, so it is created once. */
function groupsText(view: RealmView, includeDeactivated: boolean): JsonText {
  const { groups, users } = view
  const version = `${groups.version} ${users.version}`
  const variants = kept.get(groups) ?? new Map<boolean, Kept>()
  kept.set(groups, variants)
  const known = variants.get(includeDeactivated)
  if (known?.version === version) return known.text
  const text = new JsonText([Buffer.from(JSON.stringify(wireGroups(view, includeDeactivated)))])
  variants.set(includeDeactivated, { version, text })
  return text
}

const permissionSetting = z.object({
  require_system_group: z.boolean(),
  allow_internet_group: z.boolean(),
  allow_nobody_group: z.boolean(),
  allow_everyone_group: z.boolean(),
  default_group_name: z.string(),
  default_for_system_groups: z.string().nullable(),
  allowed_system_groups: z.array(z.string()).readonly(),
})
const section = z.record(z.string(), permissionSetting)

const withoutNames = (rules: Readonly<Record<string, PermissionRule>>) =>
  Object.fromEntries(Object.entries(rules).map(([name, { name: _, ...rule }]) => [name, rule]))

const SUPPORTED = {
  realm: withoutNames(REALM_PERMISSIONS),
  stream: withoutNames(CHANNEL_PERMISSIONS),
  group: withoutNames(GROUP_PERMISSIONS),
}

/** The allowed values of each permission setting (spec.md FL 221). */
export const permissionSettings = slice({
  wantedBy: 'realm',
  response: {
    server_supported_permission_settings: z.object({ realm: section, stream: section, group: section }),
  },
  read: () => ({ server_supported_permission_settings: SUPPORTED }),
})
