import type { RealmState } from '../realm/state.ts'
import { canAccessUser } from './permissions.ts'
import type { Reader } from './reader.ts'
import { SPECTATOR } from './spectator.ts'
import { avatarUrl, gravatarUrl, mediumAvatarUrl } from './wire.ts'

/**
 * The address of the avatar of a user, named by id or address. For whom the reader may not know of, and for nobody,
 * what stands for an avatar: nothing is told of who there is.
 */
export function findAvatar(realm: RealmState, reader: Reader, named: string, isMedium: boolean): string {
  const isId = /^\d{1,10}$/.test(named)
  const user = isId ? realm.users.get(Number(named)) : realm.users.byEmail(named)
  const known = reader === undefined ? SPECTATOR : (realm.users.get(reader.id) ?? reader)
  // Spectators learn of nobody by address.
  const isSeen = user !== undefined && (reader === undefined ? isId : canAccessUser(realm, known, user))
  if (isSeen) return isMedium ? mediumAvatarUrl(user) : avatarUrl(user)
  return `${gravatarUrl(named, 1)}${isMedium ? '&s=500' : ''}`
}
