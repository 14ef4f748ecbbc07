import { MAX_AVATAR_FILE_SIZE_MIB } from '../../config/limits.ts'
import { mediumPath, newPictureName, type PicturePath, picturePath } from '../../core/state/pictures/path.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { ResultOf } from '../../storage/images/tasks.ts'
import type { Services } from '../services.ts'
import { storePicture } from './receive.ts'

export const AVATAR = { what: 'avatar', maxMib: MAX_AVATAR_FILE_SIZE_MIB }

/**
 * Stores an avatar uploaded by `uploader`, then runs `use`, which assigns it. When that fails, deletes the
 * files.
 */
export function storeAvatar<T>(
  services: Services,
  realm: RealmState,
  uploader: UserRecord,
  { small, medium }: ResultOf<'avatar'>,
  use: (path: PicturePath) => Promise<T>,
): Promise<T> {
  const path = picturePath(realm.id, 'avatar', newPictureName('png'))
  const files = new Map([
    [path, small],
    [mediumPath(path), medium],
  ])
  return storePicture(services, realm, uploader, files, () => use(path))
}
