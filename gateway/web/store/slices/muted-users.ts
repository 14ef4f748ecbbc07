import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** When the reader muted each person, in Unix seconds, by the person's id. */
export type MutedUsers = ReadonlyMap<number, number>

const byId = (muted: readonly Registration['muted_users'][number][]): MutedUsers =>
  new Map(muted.map(({ id, timestamp }) => [id, timestamp]))

export const mutedUsers = slice<MutedUsers>({
  from: ({ muted_users }) => byId(muted_users),
  apply: (state, event) => (event.type === 'muted_users' ? byId(event.muted_users) : state),
})
