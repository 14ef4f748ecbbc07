import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** In Unix seconds. */
export interface Presence {
  readonly active_timestamp: number
  readonly idle_timestamp: number
}

export type Presences = ReadonlyMap<number, Presence>

/** When people were last active, in Unix seconds. */
export const presences = slice<Presences>({
  from: (registration) =>
    new Map(
      Object.entries(registration.presences as Readonly<Record<string, Presence>>).map(([id, presence]) => [
        Number(id),
        presence,
      ]),
    ),
  apply: (state, event) => {
    if (event.type !== 'presence' || event.presences === undefined) return state
    const changed = Object.entries(event.presences).map(([id, presence]) => [Number(id), presence] as const)
    return new Map([...state, ...changed])
  },
})

export type Status = Registration['user_status'][string]
export type Statuses = ReadonlyMap<number, Status>

/** The statuses of people, by user id. */
export const statuses = slice<Statuses>({
  from: ({ user_status }) =>
    new Map(Object.entries(user_status).map(([id, status]) => [Number(id), status] as const)),
  apply: (state, event) => {
    if (event.type !== 'user_status') return state
    const { user_id, status_text, emoji_name, emoji_code, reaction_type } = event
    const given = {
      ...(status_text !== undefined && { status_text }),
      ...(emoji_name !== undefined && { emoji_name, emoji_code, reaction_type: reaction_type || undefined }),
    }
    const changed = { ...state.get(user_id), ...given }
    const filled = Object.fromEntries(Object.entries(changed).filter(([, value]) => value)) as Status
    const next = new Map(state)
    if (Object.keys(filled).length === 0) next.delete(user_id)
    else next.set(user_id, filled)
    return next
  },
})
