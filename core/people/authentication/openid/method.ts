import type { OpenIdProvider } from '../../../../config/openid-providers.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { logInExpired } from '../external/errors.ts'
import { keyHours } from '../external/key-hours.ts'
import { keepPending, takePending } from '../external/pending.ts'
import { requirementOf } from '../external/required.ts'
import type { AuthenticationMethod, Identified, Site, StepInput, StepResult } from '../method.ts'
import { exchange, type Kept, refusal } from './exchange.ts'
import { addressOfLogOut, endByToken } from './log-out.ts'
import { issuerOf } from './person.ts'
import { DiscoveredProvider } from './provider.ts'

/** Longest code that a return may have. */
const MAX_CODE_LENGTH = 8_192

/**
 * Log-in at a provider with the authorization code flow (OpenID Connect Core 1.0, section 3.1), PKCE, and a
 * state and nonce that work once, in one browser, organization and method. With a `network` it is asked over
 * that.
 */
export function openIdMethod(provider: OpenIdProvider, network?: PublicNetwork): AuthenticationMethod {
  const { display_name: displayName, icon = null } = provider
  const name = `oidc-${provider.name}`
  const discovered = new DiscoveredProvider(provider, network)
  const returnAddress = ({ url }: Site) => `${url}/login/with/${name}/callback`

  /** Sends the browser to the provider. */
  async function begin({ destination, ...site }: StepInput): Promise<StepResult> {
    try {
      const configuration = await discovered.get()
      const library = await import('openid-client')
      const verifier = library.randomPKCECodeVerifier()
      const nonce = library.randomNonce()
      const to = library.buildAuthorizationUrl(configuration, {
        redirect_uri: returnAddress(site),
        scope: provider.scopes,
        state: await keepPending(site, name, { values: { verifier, nonce }, destination }),
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { kind: 'redirect', to: to.href }
    } catch (error) {
      throw refusal(provider, error, site.core.log)
    }
  }

  /** The browser comes back from the provider. */
  async function callback({ values, ...site }: StepInput): Promise<Identified> {
    const state = values.get('state')
    const pending = await takePending<Kept>(site, name, state)
    if (state === undefined || pending === undefined) throw logInExpired()
    const parameters = new URLSearchParams({ state })
    for (const field of ['code', 'iss', 'error']) {
      const value = values.get(field)
      if (value !== undefined) parameters.set(field, value.slice(0, MAX_CODE_LENGTH))
    }
    const back = { address: returnAddress(site), parameters, state, kept: pending.values }
    const { person, idToken, session } = await exchange(provider, discovered, back, site.core.log)
    return {
      ...{ kind: 'identified', person, rules: provider, destination: pending.destination },
      ...(provider.shares_log_outs && { session: { name: session, session, kept: idToken } }),
    }
  }

  return {
    name,
    displayName,
    icon,
    wireNames: ['openid connect'],
    isExternal: true,
    issuer: issuerOf(provider),
    keyHours: keyHours(provider),
    isRequiredFor: requirementOf(provider),
    offers: () => [{ kind: 'button', step: 'begin', text: `Log in with ${displayName}`, icon }],
    steps: { begin, callback },
    ...(provider.shares_log_outs && {
      logOutThere: (site, idToken) => addressOfLogOut(provider, discovered, site, idToken),
      logOutHere: async (site, message) => ({
        ended: await endByToken(provider, discovered, site, message.get('logout_token') ?? ''),
      }),
    }),
  }
}
