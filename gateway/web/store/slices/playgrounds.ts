import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** The sites where code of a language can be tried out, as the organization chose them. */
export type Playgrounds = Registration['realm_playgrounds']

export const playgrounds = slice<Playgrounds>({
  from: ({ realm_playgrounds }) => realm_playgrounds,
  apply: (state, event) => (event.type === 'realm_playgrounds' ? event.realm_playgrounds : state),
})
