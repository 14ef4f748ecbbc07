import { isNameFor } from '../../state/access/find-user.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import { drawnUrl } from '../../state/pictures/drawn.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Reader } from '../../state/users/reader.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { avatarUrl, gravatarUrl, mediumAvatarUrl } from '../../state/users/wire.ts'

/**
 * The address of a user's avatar, by the user's id or address. Returns a placeholder for unknown users and
 * for users whom the reader may not know, so that the answer does not show which users exist. Spectators get
 * placeholders only: ids can be counted through, and messages have the avatars of their senders.
 */
export function findAvatar(realm: RealmState, reader: Reader, named: string, isMedium: boolean): string {
  if (reader === undefined)
    return drawnUrl(`${/^\d{1,10}$/.test(named) ? 'user' : 'nobody'}:${named}`, 1, isMedium)
  const user = seen(realm, reader, named)
  if (user === undefined) {
    if (realm.record.drawsPictures) return drawnUrl(`nobody:${named.trim().toLowerCase()}`, 1, isMedium)
    return `${gravatarUrl(named, 1)}${isMedium ? '&s=500' : ''}`
  }
  return isMedium ? mediumAvatarUrl(user) : avatarUrl(user)
}

function seen(realm: RealmState, reader: UserRecord, named: string): UserRecord | undefined {
  const isId = /^\d{1,10}$/.test(named)
  const user = isId ? realm.users.get(Number(named)) : realm.users.byEmail(named)
  if (user === undefined || !canAccessUser(realm, realm.users.get(reader.id) ?? reader, user))
    return undefined
  return isId || isNameFor(realm, reader, user, named) ? user : undefined
}
