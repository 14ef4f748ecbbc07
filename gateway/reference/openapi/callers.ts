import { mustBeAdministrator, mustBeOwner } from '../../../core/state/realm/errors.ts'
import type { Access } from '../../http/endpoint/call.ts'
import { type Endpoint, type ErrorExample, when } from '../../http/endpoint/endpoint.ts'
import { botsNotAllowed, botsOnly, guestsNotAllowed } from '../../http/errors/errors.ts'

/** Who may call an endpoint with this access, in one sentence. */
const CALLERS: Readonly<Record<Access, string>> = {
  anyone: 'Anyone, without credentials.',
  anyoneOrUser: 'Anyone. Credentials are optional.',
  userOrSpectator:
    'Users, guests and bots; without credentials anyone, where the organization has public channels on the web.',
  user: 'Users, guests and bots.',
  member: 'Users and bots, but not guests.',
  person: 'Users and guests, but not bots.',
  humanMember: 'Users, but neither guests nor bots.',
  bot: 'Bots.',
  administrator: 'Administrators and owners.',
  owner: 'Owners.',
}

/** Who may call the endpoint, in sentences. */
export function callersOf({ access, permission, forWebhookBots }: Endpoint): string {
  const bots = forWebhookBots ? ['Incoming-webhook bots may call it too.'] : []
  return [permission ?? CALLERS[access], ...bots].join(' ')
}

const forAdministrators = when('You are not an administrator.', mustBeAdministrator())
const forOwners = when('You are not an owner.', mustBeOwner())
const notForGuests = when('You are a guest.', guestsNotAllowed())
const notForBots = when('You are a bot.', botsNotAllowed())
const forBots = when('You are not a bot.', botsOnly())

/** The errors for callers whom this access excludes (`refusal` in gateway/http/authentication/access.ts). */
const REFUSALS: Readonly<Partial<Record<Access, readonly ErrorExample[]>>> = {
  member: [notForGuests],
  person: [notForBots],
  humanMember: [notForGuests, notForBots],
  bot: [forBots],
  administrator: [forAdministrators],
  owner: [forOwners],
}

/** The errors of an operation: those that its access implies, then the declared ones. */
export function errorsOf({ access, errors }: Endpoint): ErrorExample[] {
  const declared = new Set(errors.map(({ error }) => error.message))
  const implied = (REFUSALS[access] ?? []).filter(({ error }) => !declared.has(error.message))
  return [...implied, ...errors]
}

/** The alternatives of `security`: an empty one allows no credentials. */
export function securityOf({ access }: Pick<Endpoint, 'access'>): readonly object[] {
  if (access === 'anyone') return []
  return access === 'anyoneOrUser' || access === 'userOrSpectator' ? [{}, { basic: [] }] : [{ basic: [] }]
}
