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
