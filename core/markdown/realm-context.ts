import { canSeeChannel } from '../channels/permissions.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import type { MarkdownContext } from './render.ts'

/** What a sender's text may name: the realm's people, and the channels the sender may know of. */
export function markdownContext(realm: RealmState, sender: UserRecord, rootUrl: string): MarkdownContext {
  return {
    rootUrl,
    userByName: (fullName) => realm.users.byName(fullName),
    userById: (id) => realm.users.get(id),
    channelByName: (name) => {
      const channel = realm.channels.byName(name)
      return channel !== undefined && canSeeChannel(realm, sender, channel) ? channel : undefined
    },
  }
}
