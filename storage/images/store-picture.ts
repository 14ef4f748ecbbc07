import { Readable } from 'node:stream'
import { discardPictures, recordPendingPictures } from '../../core/content/pictures/pending.ts'
import type { Core } from '../../core/state/core.ts'
import {
  mediumPath,
  newPictureName,
  type PicturePath,
  pictureKey,
  picturePath,
} from '../../core/state/pictures/path.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Storage } from '../storage.ts'
import type { ResultOf } from './tasks.ts'

/** What storing a picture uses. */
export interface PictureServices {
  readonly core: Core
  readonly storage: Storage
}

/** Stores the files of a picture, then runs `use`, which assigns them. When that fails, deletes the files. */
export async function storePicture<T>(
  { core, storage }: PictureServices,
  realm: RealmState,
  user: UserRecord,
  files: ReadonlyMap<PicturePath, Buffer>,
  use: () => Promise<T>,
): Promise<T> {
  const paths = [...files.keys()]
  await recordPendingPictures({ core, realm, user }, paths)
  try {
    for (const [path, bytes] of files) await storage.put(pictureKey(path), Readable.from([bytes]))
    return await use()
  } catch (error) {
    await discardPictures(core, realm, paths).catch((failure) =>
      core.log.warn(
        { err: failure },
        'cannot delete the files of a picture; they are deleted when they expire',
      ),
    )
    throw error
  }
}

/**
 * Stores an avatar for `user`, then runs `use`, which assigns it. When that fails, deletes the files.
 */
export function storeAvatar<T>(
  services: PictureServices,
  realm: RealmState,
  user: UserRecord,
  { small, medium }: ResultOf<'avatar'>,
  use: (path: PicturePath) => Promise<T>,
): Promise<T> {
  const path = picturePath(realm.id, 'avatar', newPictureName('png'))
  const files = new Map([
    [path, small],
    [mediumPath(path), medium],
  ])
  return storePicture(services, realm, user, files, () => use(path))
}
