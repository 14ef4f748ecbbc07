import { muteUser, unmuteUser } from '../../../core/messaging/muted-users/change.ts'
import { alreadyMuted, cannotMuteSelf, userNotMuted } from '../../../core/messaging/muted-users/errors.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { noSuchUser } from '../../../core/state/users/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { id, path } from '../../http/endpoint/parameter.ts'

const params = {
  muted_user_id: path(id<UserId>(), { description: 'The id of the user, who may be a bot.', example: 10 }),
}
const unknown = when('The user does not exist, or you may not see them.', noSuchUser())

export function mutedUserRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/muted_users/{muted_user_id}',
      access: 'user',
      summary: 'Mute a user, so that their messages arrive as read',
      description:
        'New messages of the user arrive as read for you, and their earlier messages are marked as read. The user does not learn of it. Your clients get the event `muted_users`.',
      params,
      errors: [
        when('The user is you.', cannotMuteSelf()),
        unknown,
        when('You mute the user already.', alreadyMuted()),
      ],
      handler: ({ caller, params }) => muteUser(caller, params.muted_user_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/muted_users/{muted_user_id}',
      access: 'user',
      summary: 'Unmute a user',
      description:
        'It works for deactivated users too. Messages that arrived meanwhile stay read. Your clients get the event `muted_users`.',
      since: 48,
      params,
      errors: [unknown, when('You do not mute the user.', userNotMuted())],
      handler: ({ caller, params }) => unmuteUser(caller, params.muted_user_id),
    }),
  ] as const
}
