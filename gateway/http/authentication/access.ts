import type { ApiError } from '../../../core/platform/errors.ts'
import { mustBeAdministrator, mustBeOwner } from '../../../core/state/realm/errors.ts'
import { BotType } from '../../../core/state/users/bot-types.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from '../../../core/state/users/record.ts'
import type { Access } from '../endpoint/call.ts'
import { botsNotAllowed, botsOnly, guestsNotAllowed, incomingWebhooksNotAllowed } from '../errors/errors.ts'

/**
 * Why `user` may not call an endpoint with this access; undefined when they may (spec.md "Authentication").
 */
export function refusal(access: Access, user: UserRecord): ApiError | undefined {
  switch (access) {
    case 'administrator':
      return isAdministrator(user) ? undefined : mustBeAdministrator()
    case 'owner':
      return isOwner(user) ? undefined : mustBeOwner()
    case 'member':
      return isGuest(user) ? guestsNotAllowed() : undefined
    case 'humanMember':
      return refusal('member', user) ?? refusal('person', user)
    case 'person':
      return user.isBot ? botsNotAllowed() : undefined
    case 'bot':
      return user.isBot ? undefined : botsOnly()
    default:
      return undefined
  }
}

/**
 * Why an incoming-webhook bot may not call endpoints that are not made for such bots; undefined for other
 * users.
 */
export function webhookRefusal(user: UserRecord): ApiError | undefined {
  if (user.botType !== BotType.incomingWebhook) return undefined
  return incomingWebhooksNotAllowed()
}
