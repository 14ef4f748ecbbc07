import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { permissionOf, whoMay } from '../forms/holders.ts'
import { Icon } from '../parts/icon.tsx'
import type { Group } from '../store/slices/groups.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import { useStore } from '../store/use-store.ts'

/** Says above a part of a group who may change it. `also`: a permission that is enough for this part. */
export function WhoManages({ group, also }: { group: Group; also?: GroupSetting }) {
  const store = useStore()
  return (
    <p class="who-may">
      <Icon node={Lock} size={14} />
      <span>{whoMay(store, permissionOf(store, 'can_manage_all_groups'), group.can_manage_group, also)}</span>
    </p>
  )
}
