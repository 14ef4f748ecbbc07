import type { PermissionRule } from '../organization/shared/group-values.ts'
import type { ChannelPermission } from '../store/slices/all-channels.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'

/** The permissions in a channel as a page shows them. */
export const PERMISSION_GROUPS = {
  reading: ['can_subscribe_group', 'can_add_subscribers_group', 'can_remove_subscribers_group'],
  posting: ['can_send_message_group'],
  topics: [
    'can_resolve_topics_group',
    'can_move_messages_within_channel_group',
    'can_move_messages_out_of_channel_group',
  ],
  deleting: ['can_delete_own_message_group', 'can_delete_any_message_group'],
  administering: ['can_administer_channel_group'],
} as const satisfies Readonly<Record<string, readonly ChannelPermission[]>>

export type PermissionGroup = keyof typeof PERMISSION_GROUPS
export const PERMISSION_GROUP_NAMES = Object.keys(PERMISSION_GROUPS) as readonly PermissionGroup[]

/** These include reading the messages of a private channel, so only its readers may give them. */
export const GRANT_READING: ReadonlySet<ChannelPermission> = new Set([
  'can_subscribe_group',
  'can_add_subscribers_group',
])

/** The values that a permission can have. */
export const ruleOf = (store: Store, permission: ChannelPermission): PermissionRule =>
  store.channelPermissionRules.value[permission]!

/** The value of a permission in a new channel that the reader creates. */
export function initialValue(store: Store, permission: ChannelPermission): GroupSetting {
  const name = store.channelPermissionRules.value[permission]?.default_group_name
  const group = [...store.groups.value.values()].find((one) => one.is_system_group && one.name === name)
  return group?.id ?? { direct_members: [store.me], direct_subgroups: [] }
}
