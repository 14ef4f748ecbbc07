import { muteUser, unmuteUser } from '../../core/messaging/muted-users/change.ts'
import { alreadyMuted, cannotMuteSelf, userNotMuted } from '../../core/messaging/muted-users/errors.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { noSuchUser } from '../../core/state/users/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, path } from '../http/parameter.ts'

const params = { muted_user_id: path(id<UserId>()) }

export function mutedUserRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/muted_users/{muted_user_id}',
      access: 'user',
      summary: 'Mute a user, so that their messages arrive as read',
      params,
      errors: [cannotMuteSelf(), noSuchUser(), alreadyMuted()],
      handler: ({ caller, params }) => muteUser(caller, params.muted_user_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/muted_users/{muted_user_id}',
      access: 'user',
      summary: 'Unmute a user',
      params,
      errors: [noSuchUser(), userNotMuted()],
      handler: ({ caller, params }) => unmuteUser(caller, params.muted_user_id),
    }),
  ] as const
}
