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
 * Returns the form of a group's event for a client. A client without `include_deactivated_groups` knows
 * active groups only: deactivating a group removes it, reactivating adds it, and other events of a
 * deactivated group are undefined.
 */
function groupEventFor(event: GroupEvent, includesDeactivated: boolean): object | undefined {
  if (includesDeactivated || event.op === 'add') return event
  if (event._deactivated) return undefined
  if (event.op !== 'update' || event.data.deactivated === undefined) return event
  const { type, group_id } = event
  return event.data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group: event._group }
}
