import { BotType } from '../../core/people/bots/kinds.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from '../../core/state/users/record.ts'
import type { Access } from './call.ts'

/** Why `user` may not call an endpoint with this access; undefined when they may (spec.md "Authentication"). */
export function refusal(access: Access, user: UserRecord): ApiError | undefined {
  switch (access) {
    case 'administrator':
      return isAdministrator(user) ? undefined : unauthorized('Must be an organization administrator')
    case 'owner':
      return isOwner(user) ? undefined : unauthorized('Must be an organization owner')
    case 'member':
      return isGuest(user) ? new ApiError('Not allowed for guest users') : undefined
    case 'humanMember':
      return refusal('member', user) ?? refusal('person', user)
    case 'person':
      return user.isBot ? new ApiError('This endpoint does not accept bot requests.') : undefined
    case 'bot':
      return user.isBot ? undefined : new ApiError('This endpoint accepts bot requests only.')
    default:
      return undefined
  }
}

/** Why an incoming-webhook bot may not call endpoints that are not made for such bots; undefined for other users. */
export function webhookRefusal(user: UserRecord): ApiError | undefined {
  if (user.botType !== BotType.incomingWebhook) return undefined
  return new ApiError('This API is not available to incoming webhook bots.', {
    code: 'UNAUTHORIZED',
    status: 401,
  })
}

const unauthorized = (msg: string): ApiError => new ApiError(msg, { code: 'UNAUTHORIZED_PRINCIPAL' })
