import { MAX_USER_GROUP_DESCRIPTION_LENGTH, MAX_USER_GROUP_NAME_LENGTH } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'
import type { GroupId } from '../../platform/ids.ts'
import { hasUnseen } from '../../platform/unseen.ts'
import type { RealmView } from '../../state/realm/view.ts'

/** What names of groups, users and channels are told apart by. */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:']

/**
 * Returns the name as it will be stored. Throws when it is empty, too long, reserved, or another group's, with
 * regard to neither case nor whether that is deactivated. `own`: whose name it may be already.
 */
export function checkGroupName(realm: RealmView, given: string, own?: GroupId): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw new ApiError("User group name can't be empty!")
  if ([...name].length > MAX_USER_GROUP_NAME_LENGTH) {
    throw new ApiError(`User group name cannot exceed ${MAX_USER_GROUP_NAME_LENGTH} characters.`)
  }
  if (hasUnseen(name)) throw new ApiError('Invalid characters in name!')
  const reserved = RESERVED.find((prefix) => name.toLowerCase().startsWith(prefix))
  if (reserved !== undefined) throw new ApiError(`User group name cannot start with '${reserved}'.`)
  const other = realm.groups.byName(name)
  if (other !== undefined && other.id !== own) throw new ApiError(`User group '${name}' already exists.`)
  return name
}

/** Throws when the description is too long to be told to everyone at every registration. */
export function checkGroupDescription(given: string): string {
  if ([...given].length > MAX_USER_GROUP_DESCRIPTION_LENGTH) {
    throw new ApiError(`description is too long (limit: ${MAX_USER_GROUP_DESCRIPTION_LENGTH} characters)`)
  }
  return given
}
