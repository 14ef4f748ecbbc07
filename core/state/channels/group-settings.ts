import type { UserId } from '../../platform/ids.ts'
import { CHANNEL_PERMISSIONS } from '../groups/permission-settings.ts'
import { type Accounts, type GroupSetting, isSameSetting, onlyUser, shownSetting } from '../groups/setting.ts'
import type { SystemGroup, SystemGroupIds } from '../groups/system.ts'

/** The group settings of a channel, with their names on the wire. */
export const CHANNEL_GROUP_WIRE_NAMES = {
  canAddSubscribersGroup: 'can_add_subscribers_group',
  canRemoveSubscribersGroup: 'can_remove_subscribers_group',
  canAdministerChannelGroup: 'can_administer_channel_group',
  canDeleteAnyMessageGroup: 'can_delete_any_message_group',
  canDeleteOwnMessageGroup: 'can_delete_own_message_group',
  canMoveMessagesOutOfChannelGroup: 'can_move_messages_out_of_channel_group',
  canMoveMessagesWithinChannelGroup: 'can_move_messages_within_channel_group',
  canSendMessageGroup: 'can_send_message_group',
  canSubscribeGroup: 'can_subscribe_group',
  canResolveTopicsGroup: 'can_resolve_topics_group',
} as const satisfies Record<string, keyof typeof CHANNEL_PERMISSIONS>

export type ChannelGroupName = keyof typeof CHANNEL_GROUP_WIRE_NAMES
/** The permissions in a channel, in addition to those in the whole organization. */
export type ChannelGroups = { readonly [Name in ChannelGroupName]: GroupSetting }
export type ChannelGroupWireName = (typeof CHANNEL_GROUP_WIRE_NAMES)[ChannelGroupName]
/** The permissions in a channel as clients see them. */
export type WireChannelGroups = Record<ChannelGroupWireName, GroupSetting>

export const CHANNEL_GROUP_NAMES = Object.keys(CHANNEL_GROUP_WIRE_NAMES) as readonly ChannelGroupName[]
export const wireNameOf = (name: ChannelGroupName): ChannelGroupWireName => CHANNEL_GROUP_WIRE_NAMES[name]
export const ruleOf = (name: ChannelGroupName) => CHANNEL_PERMISSIONS[CHANNEL_GROUP_WIRE_NAMES[name]]

/** Permissions that include reading the channel's messages, so only its readers may give them. */
export const GRANT_CONTENT: ReadonlySet<ChannelGroupName> = new Set([
  'canAddSubscribersGroup',
  'canSubscribeGroup',
])

/**
 * Permissions that only members of the organization's `can_set_delete_message_policy_group` may give and
 * take.
 */
export const DELETE_MESSAGE_POLICY: ReadonlySet<ChannelGroupName> = new Set([
  'canDeleteAnyMessageGroup',
  'canDeleteOwnMessageGroup',
])

/** The default of a setting: the creator administers the channel. */
function initial(name: ChannelGroupName, creator: UserId | null, groups: SystemGroupIds): GroupSetting {
  const { default_group_name: group } = ruleOf(name)
  if (group !== 'channel_creator') return groups[group as SystemGroup]
  return creator === null ? groups['role:nobody'] : onlyUser(creator)
}

/** All settings of a channel, from the stored ones. */
export function channelGroups(
  stored: Partial<WireChannelGroups>,
  creator: UserId | null,
  groups: SystemGroupIds,
): ChannelGroups {
  const settings = CHANNEL_GROUP_NAMES.map((name) => [
    name,
    stored[wireNameOf(name)] ?? initial(name, creator, groups),
  ])
  return Object.fromEntries(settings) as ChannelGroups
}

/** The settings that differ from their defaults; the reverse of `channelGroups`. */
export function storedGroups(
  settings: Partial<ChannelGroups>,
  creator: UserId | null,
  groups: SystemGroupIds,
): Partial<WireChannelGroups> {
  const stored = CHANNEL_GROUP_NAMES.flatMap((name) => {
    const setting = settings[name]
    const differs = setting !== undefined && !isSameSetting(setting, initial(name, creator, groups))
    return differs ? [[wireNameOf(name), setting]] : []
  })
  return Object.fromEntries(stored)
}

/** Whether the settings of a new channel leave to the organization who deletes messages. */
export function leavesDeleteMessagePolicy(
  systemGroups: SystemGroupIds,
  given: Partial<ChannelGroups> = {},
): boolean {
  return [...DELETE_MESSAGE_POLICY].every((name) => {
    const setting = given[name]
    return setting === undefined || isSameSetting(setting, initial(name, null, systemGroups))
  })
}

export function wireGroups(users: Accounts, settings: ChannelGroups): WireChannelGroups {
  const fields = CHANNEL_GROUP_NAMES.map((name) => [wireNameOf(name), shownSetting(users, settings[name])])
  return Object.fromEntries(fields) as WireChannelGroups
}

/** The settings in a request, by their names here. Omits settings that were not given. */
export function givenGroups<T>(
  params: Partial<Record<ChannelGroupWireName, T>>,
): Partial<Record<ChannelGroupName, T>> {
  const given = CHANNEL_GROUP_NAMES.filter((name) => params[wireNameOf(name)] !== undefined)
  return Object.fromEntries(given.map((name) => [name, params[wireNameOf(name)]])) as Partial<
    Record<ChannelGroupName, T>
  >
}
