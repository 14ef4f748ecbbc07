import type { Group } from './groups.ts'
import { type Rules, rules } from './rules.ts'

/** The settings of the organization that decide about changes of messages, by the names of the wire. */
const NAMES = [
  'allow_message_editing',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'direct_message_permission_group',
  'enable_read_receipts',
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
] as const

export type MessageRules = Rules<(typeof NAMES)[number]>

export const messageRules = rules(NAMES)

/** A group, or people and groups that have no name together. */
export type GroupSetting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** Whether a person belongs to the group of a setting, also through groups within it. */
export function isInGroup(
  groups: ReadonlyMap<number, Group>,
  setting: GroupSetting,
  person: number,
): boolean {
  const visited = new Set<number>()
  const has = (id: number): boolean => {
    if (visited.has(id)) return false
    visited.add(id)
    const group = groups.get(id)
    if (group === undefined || group.deactivated) return false
    return group.members.includes(person) || group.direct_subgroup_ids.some(has)
  }
  if (typeof setting === 'number') return has(setting)
  return setting.direct_members.includes(person) || setting.direct_subgroups.some(has)
}
