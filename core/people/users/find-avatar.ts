import { isNameFor } from '../../state/access/find-user.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import { drawnUrl } from '../../state/pictures/drawn.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Reader } from '../../state/users/reader.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { avatarUrl, gravatarUrl, mediumAvatarUrl } from '../../state/users/wire.ts'

/**
 * The address of a user's avatar, by the user's id or address. Returns a picture made from `named` for
 * unknown users and for users whom the reader may not see, so the answer does not tell which users exist.
 * Spectators always get such a picture, because they could try all ids.
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
