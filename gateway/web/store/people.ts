import { slice } from './slice.ts'
import type { User } from './wire.ts'

export type People = ReadonlyMap<number, User>

/** Everybody whom the reader can see, by id. */
export const people = slice<People>({
  from: ({ realm_users, realm_non_active_users, cross_realm_bots }) =>
    new Map(
      [...realm_non_active_users, ...cross_realm_bots, ...realm_users].map((user) => [user.user_id, user]),
    ),
  apply: (state, event) => {
    if (event.type !== 'realm_user') return state
    const { person } = event
    const id = person.user_id as number
    const next = new Map(state)
    if (event.op === 'remove') next.delete(id)
    else if (event.op === 'add') next.set(id, person as User)
    else {
      const known = state.get(id)
      if (known === undefined) return state
      next.set(id, { ...known, ...(person as Partial<User>) })
    }
    return next
  },
})
