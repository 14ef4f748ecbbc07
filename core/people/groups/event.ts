import type { Tx } from '../../platform/db/transact.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import type { GroupRecord, GroupSettings } from '../../state/groups/record.ts'
import type { WireGroup } from './wire.ts'

/** What everyone is told of groups. Names that start with `_` are for whoever delivers. */
export type GroupEvent =
  | { readonly type: 'user_group'; readonly op: 'add'; readonly group: WireGroup }
  | GroupUpdateEvent
  | (OfGroup & { readonly op: 'add_members' | 'remove_members'; readonly user_ids: readonly UserId[] })
  | (OfGroup & {
      readonly op: 'add_subgroups' | 'remove_subgroups'
      readonly direct_subgroup_ids: readonly GroupId[]
    })

interface OfGroup {
  readonly type: 'user_group'
  readonly group_id: GroupId
  /** The group is deactivated: clients that did not declare `include_deactivated_groups` do not know it. */
  readonly _deactivated?: true
}

export interface GroupUpdateEvent extends OfGroup {
  readonly op: 'update'
  readonly data: Partial<GroupSettings> & { name?: string; description?: string; deactivated?: boolean }
  /** The group that has come back, for clients that do not know it. */
  readonly _group?: WireGroup
}

export const emitGroup = (tx: Tx, event: GroupEvent): void => tx.emit(event as never, toRealm)

/** What stands in every event of one group. */
export const ofGroup = (group: GroupRecord): OfGroup => ({
  type: 'user_group',
  group_id: group.id,
  ...(group.isDeactivated && { _deactivated: true }),
})
