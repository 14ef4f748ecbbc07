import type { User } from '../../model/wire.ts'
import type { Store } from '../state/store.ts'

/** The account that a person has now: the one into which an administrator has merged the given one. */
export function currentAccount(store: Store, id: number): number {
  const into = store.people.value.get(id)?.merged_into_id
  return into !== undefined && store.people.value.has(into) ? into : id
}

/** The accounts that were merged into an account. */
export const accountsMergedInto = (store: Store, id: number): User[] =>
  [...store.people.value.values()].filter(({ merged_into_id }) => merged_into_id === id)
