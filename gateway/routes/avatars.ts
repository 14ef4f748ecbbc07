import { z } from 'zod'
import { changeAvatar } from '../../core/people/users/change-avatar.ts'
import { avatarChangesDisabled } from '../../core/people/users/errors.ts'
import { checkCanChangeAvatar } from '../../core/people/users/permissions.ts'
import { avatarVersions } from '../../storage/images/versions.ts'
import { endpoint } from '../http/endpoint.ts'
import { AVATAR, storeAvatar } from '../pictures/avatar.ts'
import { pictureErrors, receivePicture } from '../pictures/receive.ts'
import type { Services } from '../services.ts'

export function avatarRoutes(services: Services) {
  const { core } = services
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/avatar',
      access: 'user',
      summary: 'Upload your avatar',
      file: 'filename',
      response: { avatar_url: z.string() },
      errors: [...pictureErrors(AVATAR), avatarChangesDisabled()],
      handler: async (call) => {
        const { realm, user } = call
        await realm.withFreshState(() => checkCanChangeAvatar(realm, user))
        const versions = await receivePicture(call, AVATAR, avatarVersions)
        const avatar_url = await storeAvatar(services, realm, user, versions, (path) =>
          changeAvatar({ core, realm, user }, path),
        )
        return { avatar_url }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/avatar',
      access: 'user',
      summary: 'Delete your avatar',
      response: { avatar_url: z.string() },
      errors: [avatarChangesDisabled()],
      handler: async ({ caller }) => ({ avatar_url: await changeAvatar(caller, null) }),
    }),
  ] as const
}
