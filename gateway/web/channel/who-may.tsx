import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { Icon } from '../parts/icon.tsx'
import { ADMINISTRATOR, OWNER } from '../store/derived/roles.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { type GroupSetting, isInGroup } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { collator } from '../texts/collator.ts'
import { namesUpTo } from '../texts/names-up-to.ts'
import { texts } from './texts.ts'

/** Most names in a sentence. */
const MOST_NAMES = 5

interface Holders {
  /** The least role that has the permission by itself. */
  readonly role?: number
  readonly group?: GroupSetting
}

/** The names of the people who have a permission, by role or by group. */
export function holdersOf(store: Store, { role = 0, group }: Holders): string {
  const names = [...store.people.value.values()]
    .filter(({ is_active, is_bot }) => is_active && !is_bot)
    .filter(
      (one) => one.role <= role || (group !== undefined && isInGroup(store.groups.value, group, one.user_id)),
    )
    .map(({ full_name }) => full_name)
    .sort(collator.compare)
  return names.length === 0 ? texts.nobody : namesUpTo(names, MOST_NAMES)
}

/** Who may change a channel, by name. */
export const administratorsOf = (store: Store, { can_administer_channel_group }: KnownChannel): string =>
  texts.administeredBy(holdersOf(store, { role: ADMINISTRATOR, group: can_administer_channel_group }))

/** The names of the organization's administrators. */
export const onlyAdministrators = (store: Store): string =>
  texts.onlyAdministrators(holdersOf(store, { role: ADMINISTRATOR }))

/** The names of the organization's owners. */
export const onlyOwners = (store: Store): string => texts.onlyOwners(holdersOf(store, { role: OWNER }))

/** Says above a part who may change it. */
export const WhoMay = ({ text }: { text: string }) => (
  <p class="who-may">
    <Icon node={Lock} size={14} />
    <span>{text}</span>
  </p>
)
