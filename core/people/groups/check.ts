import { MAX_USER_GROUP_DESCRIPTION_LENGTH, MAX_USER_GROUP_NAME_LENGTH } from '../../../config/limits.ts'
import { tooLong } from '../../platform/errors.ts'
import type { GroupId } from '../../platform/ids.ts'
import { hasInvisibleCharacters, lookOf } from '../../platform/text/invisible-characters.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { invalidCharactersInName } from '../../state/users/errors.ts'
import { groupExists, groupNameEmpty, groupNameTooLong, reservedGroupName } from './errors.ts'

/** Prefixes that distinguish groups, users and channels. */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** Returns the name as it will be stored. Throws when it is empty, too long or reserved. */
export function checkGroupNameItself(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw groupNameEmpty()
  if ([...name].length > MAX_USER_GROUP_NAME_LENGTH) {
    throw groupNameTooLong(MAX_USER_GROUP_NAME_LENGTH)
  }
  if (hasInvisibleCharacters(name)) throw invalidCharactersInName()
  const reserved = RESERVED.find((prefix) => name.toLowerCase().startsWith(prefix))
  if (reserved !== undefined) throw reservedGroupName(reserved)
  return name
}

/**
 * As `checkGroupNameItself`. Throws also for a name that looks like the one of another group, without case
 * and including deactivated groups. `own`: the id of the group that may have the name.
 */
export function checkGroupName(realm: RealmView, given: string, own?: GroupId): string {
  const name = checkGroupNameItself(given)
  const look = lookOf(name)
  for (const other of realm.groups) {
    if (other.id !== own && lookOf(other.name) === look) throw groupExists(name)
  }
  return name
}

/** Throws when the description is too long. Every registration sends all descriptions. */
export function checkGroupDescription(given: string): string {
  if ([...given].length > MAX_USER_GROUP_DESCRIPTION_LENGTH) {
    throw tooLong('description', MAX_USER_GROUP_DESCRIPTION_LENGTH)
  }
  return given
}
