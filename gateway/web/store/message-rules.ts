import type { Group } from './groups.ts'
import { slice } from './slice.ts'
import type { Registration } from './wire.ts'

/** The settings of the organization that decide what people may do to messages, by the names of the wire. */
const NAMES = [
  'allow_message_editing',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
] as const

type RuleName = (typeof NAMES)[number]

export type MessageRules = { readonly [Name in RuleName]: Registration[`realm_${Name}`] }

const isRule = (name: string): name is RuleName => (NAMES as readonly string[]).includes(name)

export const messageRules = slice<MessageRules>({
  from: (registration) =>
    Object.fromEntries(NAMES.map((name) => [name, registration[`realm_${name}`]])) as unknown as MessageRules,
  apply: (state, event) => {
    if (event.type !== 'realm') return state
    if (event.op === 'update')
      return isRule(event.property) ? { ...state, [event.property]: event.value } : state
    if (event.op !== 'update_dict') return state
    const changed = Object.entries(event.data).filter(([name]) => isRule(name))
    return changed.length === 0 ? state : { ...state, ...Object.fromEntries(changed) }
  },
})

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
