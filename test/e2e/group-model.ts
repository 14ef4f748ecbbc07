import type { Body } from '../harness/client.ts'

/** Applies an event about a group as clients do. Throws for an event that contradicts the state. */
export function applyGroupEvent(groups: Body[], event: Body): void {
  if (event.op === 'add') {
    groups.push(structuredClone(event.group))
    return
  }
  const group = groups.find((group) => group.id === event.group_id)
  if (group === undefined) throw new Error(`${event.op} of group ${event.group_id}, which never appeared`)
  switch (event.op) {
    case 'remove':
      groups.splice(groups.indexOf(group), 1)
      return
    case 'update':
      Object.assign(group, event.data)
      return
    case 'add_members':
      group.members = added(group.members, event.user_ids)
      return
    case 'remove_members':
      group.members = removed(group.members, event.user_ids)
      return
    case 'add_subgroups':
      group.direct_subgroup_ids = added(group.direct_subgroup_ids, event.direct_subgroup_ids)
      return
    case 'remove_subgroups':
      group.direct_subgroup_ids = removed(group.direct_subgroup_ids, event.direct_subgroup_ids)
      return
    default:
      throw new Error(`an unexpected event: ${JSON.stringify(event)}`)
  }
}

function added(list: number[], ids: number[]): number[] {
  for (const id of ids) if (list.includes(id)) throw new Error(`${id} is added twice`)
  return [...list, ...ids].sort((a, b) => a - b)
}

function removed(list: number[], ids: number[]): number[] {
  for (const id of ids) if (!list.includes(id)) throw new Error(`${id} is removed, but was not a member`)
  return list.filter((id) => !ids.includes(id))
}
