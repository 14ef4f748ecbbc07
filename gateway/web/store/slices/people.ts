import type { Message, User } from '../../model/wire.ts'
import type { ProfileField } from './profile-fields.ts'
import { slice } from './slice.ts'

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
    if (event.type === 'custom_profile_fields') return withoutOthers(state, event.fields)
    if (event.type !== 'realm_user') return state
    const { person } = event
    const id = person.user_id as number
    const next = new Map(state)
    if (event.op === 'remove') next.delete(id)
    else if (event.op === 'add') next.set(id, person as User)
    else {
      const known = state.get(id)
      if (known === undefined) return state
      next.set(id, { ...known, ...changeOf(known, person as Partial<User> & EventFields) })
    }
    return next
  },
})

/** The people without values of fields that do not exist any more. */
function withoutOthers(state: People, fields: readonly ProfileField[]): People {
  const known = new Set(fields.map(({ id }) => String(id)))
  const next = new Map(state)
  for (const [id, person] of state) {
    const values = Object.entries(person.profile_data ?? {})
    const kept = values.filter(([field]) => known.has(field))
    if (kept.length < values.length) next.set(id, { ...person, profile_data: Object.fromEntries(kept) })
  }
  return next
}

/** Members of an event beside the fields of a person. */
interface EventFields {
  readonly custom_profile_field?: {
    readonly id: number
    readonly value: string | null
    readonly rendered_value?: string
  }
  /** `U` for an uploaded picture, `G` for none. */
  readonly avatar_source?: string
  readonly avatar_url_medium?: string
}

/**
 * The fields of a change that the state keeps. As in a registration, people without a picture have no address
 * of one.
 */
function changeOf(
  known: User,
  { avatar_source, avatar_url_medium: _, custom_profile_field, ...change }: Partial<User> & EventFields,
): Partial<User> {
  if (custom_profile_field !== undefined) {
    const { id, value, ...rendered } = custom_profile_field
    const { [id]: _former, ...others } = known.profile_data ?? {}
    return { profile_data: value === null ? others : { ...others, [id]: { value, ...rendered } } }
  }
  return avatar_source === 'G' ? { ...change, avatar_url: null } : change
}
