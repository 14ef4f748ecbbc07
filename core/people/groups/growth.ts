import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { GroupRecord } from '../../state/groups/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { growList, sizeOf } from '../../state/shared-lists/grow.ts'

/** Bytes of an id in the list of members or subgroups. */
const BYTES_OF_ID = 8

interface GroupGrowth {
  readonly added?: GroupRecord
  readonly replaced?: GroupRecord
  /** The number of new members and subgroups, less those that leave. */
  readonly memberships?: number
}

/** Counts a user's additions to the user groups and their members. Throws as `growList`. */
export async function growGroups(
  tx: Tx,
  realm: RealmState,
  by: UserId,
  { added, replaced, memberships = 0 }: GroupGrowth,
): Promise<void> {
  const records = (added === undefined ? 0 : sizeOf(added)) - (replaced === undefined ? 0 : sizeOf(replaced))
  const bytes = records + memberships * BYTES_OF_ID
  if (bytes <= 0) return
  let total = bytes
  for (const group of realm.groups) {
    if (group.isSystemGroup) continue
    const ids = realm.groups.members(group.id).size + realm.groups.subgroups(group.id).size
    total += sizeOf(group) + ids * BYTES_OF_ID
  }
  const items = added === undefined || replaced !== undefined ? 0 : 1
  await growList(tx, realm, by, 'userGroups', { items, bytes, total })
}
