import type { Configuration, CustomFetch } from 'openid-client'
import type { GitHubProvider } from '../../../../config/github-settings.ts'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { ApiError } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/log/log.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { logInExpired, notLoggedInThere, providerUnavailable } from '../external/errors.ts'
import { boundedFetch } from '../external/fetch.ts'
import { keyHours } from '../external/key-hours.ts'
import { keepPending, takePending } from '../external/pending.ts'
import { because } from '../external/reason.ts'
import { requirementOf } from '../external/required.ts'
import type { AuthenticationMethod, Identified, Site, StepInput, StepResult } from '../method.ts'
import type { ExternalPerson } from '../person.ts'
import { issuerOf, NoMember, personAt, readsGroups } from './person.ts'

const MAX_CODE_LENGTH = 8_192
const MAX_REASON_LENGTH = 300

/** Codes of answers that a person, or somebody who plays tricks, has caused. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_INVALID_RESPONSE',
])

/** Where GitHub's API is: at a host of its own, or below the address of an Enterprise Server. */
export function apiOf(address: string): string {
  const { origin, hostname } = new URL(address)
  return hostname === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`
}

/** What the library needs to know about GitHub, which has no discovery. Loads it at the first call. */
async function configurationOf(
  { address, client_id: id, client_secret: secret }: GitHubProvider,
  network: PublicNetwork | undefined,
): Promise<Configuration> {
  const library = await import('openid-client')
  const issuer = new URL(address).origin
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  }
  const configuration = new library.Configuration(server, id, undefined, library.ClientSecretPost(secret))
  configuration[library.customFetch] = boundedFetch(network) as CustomFetch
  configuration.timeout = OPENID_TIMEOUT_SECONDS
  if (issuer.startsWith('http:')) library.allowInsecureRequests(configuration)
  return configuration
}

/**
 * Log-in at GitHub with the authorization code flow of OAuth 2 (RFC 6749, section 4.1), PKCE, and a state
 * that works once, in one browser, organization and method. With a `network` it is asked over that.
 */
export function gitHubMethod(provider: GitHubProvider, network?: PublicNetwork): AuthenticationMethod {
  const { display_name: displayName, icon = null } = provider
  const name = `github-${provider.name}`
  const returnAddress = ({ url }: Site) => `${url}/login/with/${name}/callback`

  /** Sends the browser to GitHub. */
  async function begin({ destination, ...site }: StepInput): Promise<StepResult> {
    const library = await import('openid-client')
    const verifier = library.randomPKCECodeVerifier()
    const to = library.buildAuthorizationUrl(await configurationOf(provider, network), {
      redirect_uri: returnAddress(site),
      scope: readsGroups(provider) ? 'read:user user:email read:org' : 'read:user user:email',
      state: await keepPending(site, name, { values: { verifier }, destination }),
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { kind: 'redirect', to: to.href }
  }

  /** The browser comes back from GitHub. */
  async function callback({ values, ...site }: StepInput): Promise<Identified> {
    const state = values.get('state')
    const pending = await takePending<'verifier'>(site, name, state)
    if (state === undefined || pending === undefined) throw logInExpired()
    const address = new URL(returnAddress(site))
    address.searchParams.set('state', state)
    for (const field of ['code', 'error']) {
      const value = values.get(field)
      if (value !== undefined) address.searchParams.set(field, value.slice(0, MAX_CODE_LENGTH))
    }
    const person = await exchange(site, address, { state, verifier: pending.values.verifier })
    return { kind: 'identified', person, rules: provider, destination: pending.destination }
  }

  async function exchange(
    { core }: Site,
    address: URL,
    { state, verifier }: { readonly state: string; readonly verifier: string },
  ): Promise<ExternalPerson> {
    try {
      const configuration = await configurationOf(provider, network)
      const { authorizationCodeGrant, fetchProtectedResource } = await import('openid-client')
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      const { access_token: token } = await authorizationCodeGrant(configuration, address, checks)
      const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'loquat' })
      return await personAt(provider, async (path) => {
        const url = new URL(`${apiOf(provider.address)}${path}`)
        const answer = await fetchProtectedResource(configuration, token, url, 'GET', null, headers)
        if (!answer.ok) throw new Error(`${url.pathname} answers ${answer.status}`)
        return answer.json()
      })
    } catch (error) {
      throw refusal(provider, error as Error, core.log)
    }
  }

  return {
    name,
    displayName,
    icon,
    wireNames: ['github'],
    isExternal: true,
    issuer: issuerOf(provider),
    keyHours: keyHours(provider),
    isRequiredFor: requirementOf(provider),
    offers: () => [{ kind: 'button', step: 'begin', text: `Log in with ${displayName}`, icon }],
    steps: { begin, callback },
  }
}

/** Logs why a log-in failed. Returns the error for the person, which does not repeat GitHub's words. */
function refusal(
  { name, display_name }: GitHubProvider,
  error: Error & { code?: unknown; error?: unknown },
  log: Logger,
): ApiError {
  const words = [error.message, error.error, (error.cause as Error | undefined)?.message]
  const reason = words.filter((one) => typeof one === 'string').join(': ')
  const about = { provider: name, code: error.code, reason: reason.slice(0, MAX_REASON_LENGTH) }
  if (error instanceof NoMember) {
    log.warn(about, 'a log-in failed: the person is no member of the organization at GitHub')
    return because(notLoggedInThere(display_name), reason)
  }
  if (REFUSALS.has(error.code)) {
    log.warn(about, 'a log-in failed: GitHub refused it, or its answer does not fit the log-in')
    return because(notLoggedInThere(display_name), reason)
  }
  log.error(about, 'a log-in failed: GitHub does not answer as it should; run "loquat doctor"')
  return because(providerUnavailable(display_name), reason)
}
