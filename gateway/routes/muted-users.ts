import { muteUser, unmuteUser } from '../../core/messaging/muted-users/change.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { noSuchUser } from '../../core/state/users/errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { id, path } from '../http/parameter.ts'

const params = { muted_user_id: path(id<UserId>()) }

export function mutedUserRoutes(): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/muted_users/{muted_user_id}',
      access: 'user',
      summary: 'Mute a user: what that one sends arrives read',
      params,
      errors: [new ApiError('Cannot mute self'), noSuchUser(), new ApiError('User already muted')],
      handler: ({ caller, params }) => muteUser(caller, params.muted_user_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/muted_users/{muted_user_id}',
      access: 'user',
      summary: 'Mute a user no longer',
      params,
      errors: [noSuchUser(), new ApiError('User is not muted')],
      handler: ({ caller, params }) => unmuteUser(caller, params.muted_user_id),
    }),
  ]
}
