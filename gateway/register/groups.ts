import { z } from 'zod'
import { wireGroups } from '../../core/people/groups/wire.ts'
import {
  CHANNEL_PERMISSIONS,
  GROUP_PERMISSIONS,
  type PermissionRule,
  REALM_PERMISSIONS,
} from '../../core/state/groups/permission-settings.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { group } from '../../core/state/wire/group.ts'
import { groupsText } from '../wire/groups-text.ts'
import { sharedSlice, slice } from './slice.ts'

/** The user groups. Deactivated groups need the client capability `include_deactivated_groups`. */
export const groups = slice({
  selectedBy: 'realm_user_groups',
  response: {
    realm_user_groups: z
      .array(group)
      .describe('The user groups, system groups too. Without an account, system groups without members.'),
  },
  read: ({ view, user, request }) => ({
    realm_user_groups:
      user === SPECTATOR
        ? groupsForSpectators(view)
        : groupsText(view, request.capabilities.include_deactivated_groups ?? false),
  }),
})

/** Spectators get the system groups, which permissions refer to, without their members. */
const groupsForSpectators = (view: RealmView) =>
  wireGroups(view, false)
    .filter((group) => group.is_system_group)
    .map((group) => ({ ...group, members: [] }))

const permissionSetting = z.object({
  require_system_group: z.boolean().describe('Whether only system groups are allowed.'),
  allow_internet_group: z.boolean().describe('Whether `role:internet` is allowed.'),
  allow_nobody_group: z.boolean().describe('Whether `role:nobody` is allowed.'),
  allow_everyone_group: z
    .boolean()
    .describe('Whether `role:everyone` is allowed. Otherwise guests never have the permission.'),
  default_group_name: z
    .string()
    .describe(
      'The default: a system group, or `channel_creator` or `group_creator` for the user who creates the channel or group.',
    ),
  default_for_system_groups: z
    .string()
    .nullable()
    .describe('The default in system groups, if it is another one.'),
  allowed_system_groups: z
    .array(z.string())
    .readonly()
    .describe('The only system groups that are allowed. Empty for all that the other fields allow.'),
})
const section = z.record(z.string(), permissionSetting)

const withoutTexts = (rules: Readonly<Record<string, PermissionRule>>) =>
  Object.fromEntries(
    Object.entries(rules).map(([name, { name: _, description: __, ...rule }]) => [name, rule]),
  )

const SUPPORTED = {
  realm: withoutTexts(REALM_PERMISSIONS),
  stream: withoutTexts(CHANNEL_PERMISSIONS),
  group: withoutTexts(GROUP_PERMISSIONS),
}

/** The allowed values of each permission setting (spec.md FL 221). */
export const permissionSettings = sharedSlice({
  selectedBy: 'realm',
  response: {
    server_supported_permission_settings: z
      .object({
        realm: section.describe('The permissions of the organization, by name.'),
        stream: section.describe('The permissions of channels, by name.'),
        group: section.describe('The permissions of user groups, by name.'),
      })
      .describe('The values that each permission can have.'),
  },
  readShared: () => ({ server_supported_permission_settings: SUPPORTED }),
})
