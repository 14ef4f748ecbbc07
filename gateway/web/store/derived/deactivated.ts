import type { Narrow } from '../../model/narrow.ts'
import type { Store } from '../state/store.ts'

/** The deactivated people of a direct conversation: the server refuses messages to them. */
export const deactivatedIn = (store: Store, narrow: Narrow): readonly number[] =>
  narrow.kind === 'direct'
    ? narrow.people.filter((id) => store.people.value.get(id)?.is_active === false)
    : []
