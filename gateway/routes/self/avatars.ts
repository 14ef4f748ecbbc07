import { z } from 'zod'
import { changeAvatar } from '../../../core/people/users/change-avatar.ts'
import { avatarChangesDisabled } from '../../../core/people/users/errors.ts'
import { checkCanChangeAvatar } from '../../../core/people/users/permissions.ts'
import { makeVersions } from '../../../storage/images/small-pictures.ts'
import { storeAvatar } from '../../../storage/images/store-picture.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { AVATAR } from '../../pictures/avatar.ts'
import { pictureErrors, receivePicture } from '../../pictures/receive.ts'
import type { Services } from '../../services.ts'

const response = { avatar_url: z.string().describe('The address of the avatar that is shown from now on.') }
const permission =
  'Everyone, unless the organization turned avatar changes off (`avatar_changes_disabled`); then administrators.'
const changesDisabled = when(
  'The organization turned avatar changes off, and you are not an administrator.',
  avatarChangesDisabled(),
)

export function avatarRoutes(services: Services) {
  const { core, decoder } = services
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/avatar',
      access: 'user',
      summary: 'Upload your avatar',
      description: `The file is one picture of at most ${AVATAR.maxMib} MiB, which replaces the former avatar. Of an animation the first frame is kept. Everyone who can see you gets a \`realm_user\` event of op \`update\`.`,
      permission,
      file: 'filename',
      response,
      errors: [...pictureErrors(AVATAR), changesDisabled],
      handler: async (call) => {
        const { realm, user } = call
        await realm.withFreshState(() => checkCanChangeAvatar(realm, user))
        const versions = await receivePicture(call, AVATAR, (bytes) => makeVersions(decoder, 'avatar', bytes))
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
      description:
        'Others see the picture that users without an uploaded avatar have. Without an uploaded avatar nothing changes.',
      permission,
      response,
      errors: [changesDisabled],
      handler: async ({ caller }) => ({ avatar_url: await changeAvatar(caller, null) }),
    }),
  ] as const
}
