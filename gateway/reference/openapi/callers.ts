import type { Access } from '../../http/call.ts'
import type { Endpoint } from '../../http/endpoint.ts'

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

/** The alternatives of `security`: an empty one allows no credentials. */
export function securityOf({ access }: Pick<Endpoint, 'access'>): readonly object[] {
  if (access === 'anyone') return []
  return access === 'anyoneOrUser' || access === 'userOrSpectator' ? [{}, { basic: [] }] : [{ basic: [] }]
}
