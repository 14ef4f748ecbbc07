import { MAX_AVATAR_FILE_SIZE_MIB } from '../../config/limits.ts'
import { mediumPath, newPictureName, type PicturePath, picturePath } from '../../core/state/pictures/path.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { avatarVersions } from '../../storage/images/versions.ts'
import type { Services } from '../services.ts'
import { keepPicture } from './receive.ts'

export const AVATAR = { what: 'avatar', maxMib: MAX_AVATAR_FILE_SIZE_MIB }

/** Stores an avatar that `acting` has sent; then `use` makes it somebody's. When that fails, nothing is kept. */
export function keepAvatar<T>(
  services: Services,
  realm: RealmState,
  acting: UserRecord,
  { small, medium }: Awaited<ReturnType<typeof avatarVersions>>,
  use: (path: PicturePath) => Promise<T>,
): Promise<T> {
  const path = picturePath(realm.id, 'avatar', newPictureName('png'))
  const files = new Map([
    [path, small],
    [mediumPath(path), medium],
  ])
  return keepPicture(services, realm, acting, files, () => use(path))
}
