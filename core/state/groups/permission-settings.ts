import type { GroupRecord, GroupSettingName, GroupSettings } from './record.ts'
import { type GroupSetting, isSameSetting, onlyUser } from './setting.ts'
import type { SystemGroup, SystemGroupIds } from './system.ts'

/**
 * The values that a permission can have, as clients see them (spec.md
 * `server_supported_permission_settings`).
 */
export interface PermissionSetting {
  readonly require_system_group: boolean
  readonly allow_internet_group: boolean
  readonly allow_nobody_group: boolean
  /** Without it, guests never have the permission. */
  readonly allow_everyone_group: boolean
  readonly default_group_name: SystemGroup | 'channel_creator' | 'group_creator'
  readonly default_for_system_groups: SystemGroup | null
  /** The only allowed system groups; when empty, all that the other properties allow. */
  readonly allowed_system_groups: readonly SystemGroup[]
}

/** One permission setting, under its name on the wire. */
export interface PermissionRule extends PermissionSetting {
  readonly name: string
  /** Who the permission is for, in one or two sentences for the API reference. */
  readonly description: string
}

type Range = Partial<PermissionSetting> & Pick<PermissionSetting, 'default_group_name'>
type Given = Range & Pick<PermissionRule, 'description'>

/** Rules by name. By default "nobody" is allowed, and "everyone" and "everyone on the Internet" are not. */
function rules<Name extends string>(given: Record<Name, Given>): Readonly<Record<Name, PermissionRule>> {
  const complete = Object.entries<Given>(given).map(([name, rule]) => [
    name,
    {
      name,
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group: false,
      default_for_system_groups: null,
      allowed_system_groups: [],
      ...rule,
    },
  ])
  return Object.fromEntries(complete) as Record<Name, PermissionRule>
}

const forMembers: Range = { default_group_name: 'role:members' }
const forEveryone: Range = { default_group_name: 'role:everyone', allow_everyone_group: true }
const forAdministrators: Range = { default_group_name: 'role:administrators' }
const forNobody: Range = { default_group_name: 'role:nobody' }
const forNobodyUpToEveryone: Range = { default_group_name: 'role:nobody', allow_everyone_group: true }

/** spec.md "Organization settings": not owners alone, not everyone, and not nobody. */
const channelCreation: Range = {
  default_group_name: 'role:members',
  allow_nobody_group: false,
  allowed_system_groups: ['role:administrators', 'role:moderators', 'role:fullmembers', 'role:members'],
}

export const REALM_PERMISSIONS = rules({
  // spec.md `realm_create_multiuse_invite_group`: any system group but the Internet and the owners.
  create_multiuse_invite_group: {
    description: 'Who may create reusable invitation links.',
    default_group_name: 'role:administrators',
    require_system_group: true,
    allow_everyone_group: true,
    allowed_system_groups: [
      'role:everyone',
      'role:administrators',
      'role:moderators',
      'role:fullmembers',
      'role:members',
      'role:nobody',
    ],
  },
  can_access_all_users_group: {
    description:
      'Who may see all users. Guests outside the group see only the users with whom they share a channel or a direct conversation.',
    default_group_name: 'role:everyone',
    require_system_group: true,
    allow_nobody_group: false,
    allow_everyone_group: true,
    allowed_system_groups: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: { ...forMembers, description: 'Who may add custom emoji.' },
  can_add_subscribers_group: {
    ...forMembers,
    description: 'Who may subscribe others to the channels that they can read.',
  },
  can_create_bots_group: { ...forMembers, description: 'Who may create bots of every type.' },
  can_create_groups: { ...forMembers, description: 'Who may create user groups.' },
  can_create_private_channel_group: { ...channelCreation, description: 'Who may create private channels.' },
  can_create_public_channel_group: { ...channelCreation, description: 'Who may create public channels.' },
  can_create_web_public_channel_group: {
    description:
      'Who may create channels that everyone on the Internet can read. It needs `enable_spectator_access`.',
    default_group_name: 'role:owners',
    require_system_group: true,
    allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: {
    ...forMembers,
    description: 'Who may create incoming webhook bots, besides those who may create all bots.',
  },
  can_delete_any_message_group: { ...forAdministrators, description: 'Who may delete messages of everyone.' },
  can_delete_own_message_group: {
    ...forEveryone,
    description: 'Who may delete their own messages, within `message_content_delete_limit_seconds`.',
  },
  can_invite_users_group: { ...forMembers, description: 'Who may invite people by email.' },
  can_manage_all_groups: {
    description: 'Who may manage every user group.',
    default_group_name: 'role:owners',
    allow_nobody_group: false,
  },
  can_manage_billing_group: {
    description: 'Who may manage billing. This server has no billing, so it has no effect.',
    default_group_name: 'role:administrators',
    allow_nobody_group: false,
  },
  can_mention_many_users_group: {
    description: 'Who may mention everyone in a channel or a topic with more than 15 participants.',
    default_group_name: 'role:administrators',
    allow_everyone_group: true,
  },
  can_move_messages_between_channels_group: {
    ...forMembers,
    description: 'Who may move messages to another channel.',
  },
  can_move_messages_between_topics_group: {
    ...forEveryone,
    description: 'Who may move messages to another topic of the same channel.',
  },
  can_resolve_topics_group: { ...forEveryone, description: 'Who may mark topics as resolved.' },
  can_set_delete_message_policy_group: {
    description: 'Who may choose who deletes messages of a channel, among those who administer the channel.',
    default_group_name: 'role:moderators',
  },
  can_set_topics_policy_group: {
    description: 'Who may choose the topics policy of a channel.',
    default_group_name: 'role:members',
    allow_everyone_group: true,
  },
  can_summarize_topics_group: {
    ...forEveryone,
    description: 'Who may have topics summarized. This server makes no summaries, so it has no effect.',
  },
  direct_message_initiator_group: {
    ...forEveryone,
    description: 'Who may start a direct conversation that has no messages yet.',
  },
  direct_message_permission_group: {
    ...forEveryone,
    description:
      'At least one participant of each direct conversation must be in this group. Conversations with bots and with oneself are always allowed.',
  },
})

export const CHANNEL_PERMISSIONS = rules({
  can_add_subscribers_group: {
    ...forNobody,
    description: 'Who may subscribe others to the channel. In a private channel they can also read it.',
  },
  can_administer_channel_group: {
    description: 'Who may change the properties and permissions of the channel, besides administrators.',
    default_group_name: 'channel_creator',
  },
  can_delete_any_message_group: {
    ...forNobodyUpToEveryone,
    description:
      'Who may delete messages of everyone in the channel, besides those who may in the whole organization.',
  },
  can_delete_own_message_group: {
    ...forNobodyUpToEveryone,
    description:
      'Who may delete their own messages in the channel, besides those who may in the whole organization.',
  },
  can_move_messages_out_of_channel_group: {
    ...forNobodyUpToEveryone,
    description:
      'Who may move messages from the channel to others, besides those who may in the whole organization.',
  },
  can_move_messages_within_channel_group: {
    ...forNobodyUpToEveryone,
    description:
      'Who may move messages to another topic of the channel, besides those who may in the whole organization.',
  },
  can_remove_subscribers_group: {
    description: 'Who may unsubscribe others from the channel, besides those who administer it.',
    default_group_name: 'role:administrators',
    allow_everyone_group: true,
  },
  can_resolve_topics_group: {
    ...forNobodyUpToEveryone,
    description:
      'Who may mark topics of the channel as resolved, besides those who may in the whole organization.',
  },
  can_send_message_group: {
    ...forEveryone,
    description: 'Who may send messages to the channel. A bot may also when its owner may.',
  },
  can_subscribe_group: {
    ...forNobody,
    description: 'Who may subscribe to the channel although it is private. They can also read it.',
  },
})

const ofGroups = { default_for_system_groups: 'role:nobody' } as const
export const GROUP_PERMISSIONS: Readonly<Record<GroupSettingName, PermissionRule>> = rules({
  can_add_members_group: {
    description: 'Who may add members to the group.',
    default_group_name: 'group_creator',
    ...ofGroups,
  },
  can_join_group: { description: 'Who may join the group.', ...forNobody, ...ofGroups },
  can_leave_group: { description: 'Who may leave the group.', ...forEveryone, ...ofGroups },
  can_manage_group: {
    description: 'Who may change the group and its members.',
    default_group_name: 'group_creator',
    ...ofGroups,
  },
  can_mention_group: { description: 'Who may mention the group in messages.', ...forEveryone, ...ofGroups },
  can_remove_members_group: {
    description: 'Who may remove members from the group.',
    ...forNobody,
    ...ofGroups,
  },
})
export const GROUP_SETTING_NAMES = Object.keys(GROUP_PERMISSIONS) as readonly GroupSettingName[]

type Origin = Pick<GroupRecord, 'isSystemGroup' | 'creatorId'>

/** The default of a group's setting. */
function initialSetting(rule: PermissionRule, group: Origin, system: SystemGroupIds): GroupSetting {
  const name = (group.isSystemGroup && rule.default_for_system_groups) || rule.default_group_name
  if (name !== 'group_creator') return system[name as SystemGroup]
  return group.creatorId === null ? system['role:nobody'] : onlyUser(group.creatorId)
}

/** All settings of a group, from the stored ones. */
export function groupSettings(
  stored: Partial<GroupSettings>,
  group: Origin,
  system: SystemGroupIds,
): GroupSettings {
  return Object.fromEntries(
    GROUP_SETTING_NAMES.map((name) => [
      name,
      stored[name] ?? initialSetting(GROUP_PERMISSIONS[name], group, system),
    ]),
  ) as GroupSettings
}

/** The settings of a group that differ from their defaults, as they are stored. */
export function storedSettings(
  group: Origin & Pick<GroupRecord, 'settings'>,
  system: SystemGroupIds,
): Partial<GroupSettings> {
  const differing = GROUP_SETTING_NAMES.filter(
    (name) => !isSameSetting(group.settings[name], initialSetting(GROUP_PERMISSIONS[name], group, system)),
  )
  return Object.fromEntries(differing.map((name) => [name, group.settings[name]]))
}
