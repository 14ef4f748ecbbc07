import { slice } from './slice.ts'
import type { Message, User } from './wire.ts'

export type People = ReadonlyMap<number, User>

/** The people with the senders of messages who are not among them. */
export function withSenders(state: People, messages: readonly Message[]): People {
  const unknown = messages.filter(({ sender_id }) => !state.has(sender_id))
  if (unknown.length === 0) return state
  const senders = unknown.map(
    ({ sender_id: user_id, sender_full_name: full_name, avatar_url }) =>
      [user_id, { user_id, full_name, avatar_url, is_active: true, is_bot: false } as User] as const,
  )
  return new Map([...state, ...senders])
}

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
      next.set(id, { ...known, ...changeOf(person as Partial<User> & PictureChange) })
    }
    return next
  },
})

interface PictureChange {
  /** `U` for an uploaded picture, `G` for none. */
  readonly avatar_source?: string
  readonly avatar_url_medium?: string
}

/** The fields of a change that the state keeps. As in a registration, people without a picture have no address of one. */
function changeOf({ avatar_source, avatar_url_medium: _, ...change }: Partial<User> & PictureChange) {
  return avatar_source === 'G' ? { ...change, avatar_url: null } : change
}
