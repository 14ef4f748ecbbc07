import { randomBytes } from 'node:crypto'
import type { JwtProvider } from '../../../../config/jwt-settings.ts'
import type { Logger } from '../../../platform/log/log.ts'
import { logInExpired, notLoggedInThere } from '../external/errors.ts'
import { keyHours } from '../external/key-hours.ts'
import { keepPending, takePending } from '../external/pending.ts'
import { because } from '../external/reason.ts'
import { requirementOf } from '../external/required.ts'
import type { AuthenticationMethod, Identified, Site, StepInput, StepResult } from '../method.ts'
import type { ExternalPerson } from '../person.ts'
import { issuerOf, personIn } from './token.ts'

/** Longest token. */
const MAX_TOKEN_LENGTH = 8_192
const MAX_REASON_LENGTH = 300

/**
 * Log-in at a portal of the company, which sends the browser back with a token that it has signed (RFC 7519).
 * The token has the nonce of the log-in, so it works once, in one browser, organization and method.
 */
export function jwtMethod(provider: JwtProvider): AuthenticationMethod {
  const { display_name: displayName, icon = null } = provider
  const name = `jwt-${provider.name}`
  const returnAddress = ({ url }: Site) => `${url}/login/with/${name}/callback`

  /** Sends the browser to the portal. */
  async function begin({ destination, ...site }: StepInput): Promise<StepResult> {
    const nonce = randomBytes(32).toString('base64url')
    const state = await keepPending(site, name, { values: { nonce }, destination })
    const to = new URL(provider.portal)
    const asked = { return_to: returnAddress(site), audience: site.url, state, nonce }
    for (const [field, value] of Object.entries(asked)) to.searchParams.set(field, value)
    return { kind: 'redirect', to: to.href }
  }

  /** The browser comes back with a token. */
  async function callback({ values, ...site }: StepInput): Promise<Identified> {
    const pending = await takePending<'nonce'>(site, name, values.get('state'))
    if (pending === undefined) throw logInExpired()
    const person = await read(site, values.get('token') ?? '', pending.values.nonce)
    return { kind: 'identified', person, rules: provider, destination: pending.destination }
  }

  async function read({ core, url }: Site, token: string, nonce: string): Promise<ExternalPerson> {
    try {
      if (token.length > MAX_TOKEN_LENGTH) throw new Error('the token is too long')
      return await personIn(provider, token, { audience: url, nonce })
    } catch (error) {
      noteRefusal(provider, error as Error, core.log)
      throw because(notLoggedInThere(displayName), error)
    }
  }

  return {
    name,
    displayName,
    icon,
    wireNames: [],
    isExternal: true,
    issuer: issuerOf(provider),
    keyHours: keyHours(provider),
    isRequiredFor: requirementOf(provider),
    offers: () => [{ kind: 'button', step: 'begin', text: `Log in with ${displayName}`, icon }],
    steps: { begin, callback },
  }
}

/** Logs why a token was refused. The log never has the token. */
function noteRefusal({ name }: JwtProvider, error: Error & { claim?: unknown }, log: Logger): void {
  const about = { provider: name, reason: error.message.slice(0, MAX_REASON_LENGTH) }
  const isAboutTime = ['exp', 'iat', 'nbf'].includes(String(error.claim))
  if (isAboutTime)
    log.error(
      about,
      'a log-in failed: the token is not valid now; synchronize the clocks of this server (timedatectl set-ntp true) and of the portal',
    )
  else log.warn(about, 'a log-in failed: the token of the portal does not fit the log-in')
}
