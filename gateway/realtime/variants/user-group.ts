import type { GroupEvent } from '../../../core/people/groups/event.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { Variants } from './variants.ts'

const knowsDeactivated = ({ capabilities }: QueueFilter): boolean =>
  capabilities.include_deactivated_groups ?? false

export const groupVariants: Variants<GroupEvent> = {
  isFor: (event, filter) => groupEventFor(event, knowsDeactivated(filter)) !== undefined,
  numberFor: (_event, filter) => (knowsDeactivated(filter) ? 1 : 0),
  make: (event, filter) => groupEventFor(event, knowsDeactivated(filter))!,
}

/**
 * An event of a group as a client hears of it. One that did not declare `include_deactivated_groups` knows
 * groups while they are active: it hears that one goes and comes, and nothing in between (undefined).
 */
function groupEventFor(event: GroupEvent, includesDeactivated: boolean): object | undefined {
  if (includesDeactivated || event.op === 'add') return event
  if (event._deactivated) return undefined
  if (event.op !== 'update' || event.data.deactivated === undefined) return event
  const { type, group_id } = event
  return event.data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group: event._group }
}
