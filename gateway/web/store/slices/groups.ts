import type { Registration, ServerEvent } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type Group = Registration['realm_user_groups'][number]

/** The groups of the organization, by id. */
export const groups = slice<ReadonlyMap<number, Group>>({
  from: ({ realm_user_groups }) => new Map(realm_user_groups.map((group) => [group.id, group])),
  apply: (state, event) => {
    if (event.type !== 'user_group') return state
    const next = new Map(state)
    if (event.op === 'add') return next.set(event.group.id, event.group)
    if (event.op === 'remove') {
      next.delete(event.group_id)
      return next
    }
    const group = state.get(event.group_id)
    return group === undefined ? state : next.set(group.id, { ...group, ...changeOf(group, event) })
  },
})

type GroupEvent = Extract<ServerEvent, { type: 'user_group'; group_id: number }>

function changeOf(group: Group, event: GroupEvent): Partial<Group> {
  switch (event.op) {
    case 'update':
      return event.data as Partial<Group>
    case 'add_members':
      return { members: joined(group.members, event.user_ids) }
    case 'remove_members':
      return { members: without(group.members, event.user_ids) }
    case 'add_subgroups':
      return { direct_subgroup_ids: joined(group.direct_subgroup_ids, event.direct_subgroup_ids) }
    case 'remove_subgroups':
      return { direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids) }
    default:
      return {}
  }
}

const joined = (ids: readonly number[], more: readonly number[]) => [...new Set([...ids, ...more])]
const without = (ids: readonly number[], gone: readonly number[]) => ids.filter((id) => !gone.includes(id))
