import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** The emoji that the organization added, by id. */
export type RealmEmoji = Registration['realm_emoji']

export const realmEmoji = slice<RealmEmoji>({
  from: ({ realm_emoji }) => realm_emoji,
  apply: (state, event) => (event.type === 'realm_emoji' ? event.realm_emoji : state),
})
