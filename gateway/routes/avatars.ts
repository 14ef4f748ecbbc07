import { z } from 'zod'
import { MAX_AVATAR_FILE_SIZE_MIB } from '../../config/limits.ts'
import { mediumPath, newPictureName, picturePath } from '../../core/pictures/path.ts'
import { avatarChangesDisabled, changeAvatar, checkMayChangeAvatar } from '../../core/users/change-avatar.ts'
import { avatarVersions } from '../../storage/images/versions.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { keepPicture, pictureErrors, receivePicture } from '../pictures/receive.ts'
import type { Services } from '../services.ts'

const AVATAR = { what: 'avatar', maxMib: MAX_AVATAR_FILE_SIZE_MIB }

export function avatarRoutes(services: Services): Endpoint[] {
  const { core } = services
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/avatar',
      access: 'user',
      summary: "Upload one's avatar",
      file: 'filename',
      response: { avatar_url: z.string() },
      errors: [...pictureErrors(AVATAR), avatarChangesDisabled()],
      handler: async (call) => {
        const { realm, user } = call
        await realm.firmly(() => checkMayChangeAvatar(realm, user))
        const { small, medium } = await receivePicture(call, AVATAR, avatarVersions)
        const path = picturePath(realm.realm, 'avatar', newPictureName('png'))
        const files = new Map([
          [path, small],
          [mediumPath(path), medium],
        ])
        const avatar_url = await keepPicture(services, realm, user, files, () =>
          changeAvatar(core, realm, user, path),
        )
        return { avatar_url }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/avatar',
      access: 'user',
      summary: "Take one's avatar away",
      response: { avatar_url: z.string() },
      errors: [avatarChangesDisabled()],
      handler: async ({ realm, user }) => ({ avatar_url: await changeAvatar(core, realm, user, null) }),
    }),
  ]
}
