import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { GroupRecord } from '../../state/groups/record.ts'

/** Events of groups. Fields whose names start with `_` are for gateways and do not reach clients. */
export type GroupEvent = Stored<
  | 'user_group/add'
  | 'user_group/update'
  | 'user_group/add_members'
  | 'user_group/remove_members'
  | 'user_group/add_subgroups'
  | 'user_group/remove_subgroups'
>

export type GroupUpdateEvent = Stored<'user_group/update'>

export const emitGroupEvent = (tx: Tx, event: GroupEvent): void => tx.emit(event, toRealm)

/** The fields that every event of one group has. */
export const groupEventFields = (group: GroupRecord) => ({
  type: 'user_group' as const,
  group_id: group.id,
  ...(group.isDeactivated && { _deactivated: true as const }),
})
