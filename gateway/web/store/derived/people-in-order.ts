import { computed, type ReadonlySignal } from '@preact/signals'
import { keptOrder } from '../../model/kept-order.ts'
import type { User } from '../../model/wire.ts'
import { collator } from '../../texts/collator.ts'
import type { Store } from '../state/store.ts'

const byName = (a: User, b: User) => collator.compare(a.full_name, b.full_name) || a.user_id - b.user_id

const ordered = new WeakMap<Store, ReadonlySignal<readonly User[]>>()

/**
 * Everybody by name, people of the same name by id. All lists of people share it: names cost the most to
 * sort.
 */
export function peopleByName(store: Store): readonly User[] {
  const known = ordered.get(store)
  if (known !== undefined) return known.value
  const sort = keptOrder<User>(({ user_id }) => user_id)
  const made = computed(() => sort(store.people.value.values(), byName))
  ordered.set(store, made)
  return made.value
}
