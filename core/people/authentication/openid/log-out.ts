import { LOG_OUT_MESSAGE_SECONDS } from '../../../../config/limits.ts'
import type { OpenIdProvider } from '../../../../config/openid-providers.ts'
import { logOutRefused } from '../external/errors.ts'
import { endSessions, isNewMessage, takeUserNamed, userOfSubject } from '../external/sessions.ts'
import type { EndedThere, Site } from '../method.ts'
import { MAX_SESSION_ID_LENGTH, refusal } from './exchange.ts'
import { issuerOf } from './person.ts'
import { CLOCK_TOLERANCE_SECONDS, type DiscoveredProvider } from './provider.ts'

/** The event of a token that ends sessions (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_TOKEN_LENGTH = 8_192

/**
 * The address that ends the session at the provider (OpenID Connect RP-Initiated Logout 1.0) and comes back
 * to the log-in page. Undefined when the provider has none, or does not answer.
 */
export async function addressOfLogOut(
  provider: OpenIdProvider,
  discovered: DiscoveredProvider,
  { core, url }: Pick<Site, 'core' | 'url'>,
  idToken: string,
): Promise<string | undefined> {
  try {
    const configuration = await discovered.get()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    const { buildEndSessionUrl } = await import('openid-client')
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${url}/login` }
    return buildEndSessionUrl(configuration, parameters).href
  } catch (error) {
    refusal(provider, error, core.log)
    return undefined
  }
}

/**
 * Takes a token of the provider that names a session there, which it returns, or only the subject, whose
 * sessions it ends (OpenID Connect Back-Channel Logout 1.0, sections 2.4 and 2.7). Throws LOG_OUT_REFUSED for
 * a token that is forged, old, of another issuer or for another client, or has come before.
 */
export async function endByToken(
  provider: OpenIdProvider,
  discovered: DiscoveredProvider,
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  token: string,
): Promise<EndedThere | undefined> {
  const method = `oidc-${provider.name}`
  try {
    if (token === '' || token.length > MAX_TOKEN_LENGTH) throw new Error('no token')
    const { issuer, jwks_uri: keys } = (await discovered.get()).serverMetadata()
    if (keys === undefined) throw new Error('it names no address of its keys')
    const { jwtVerify } = await import('jose')
    const { payload } = await jwtVerify(token, await discovered.keys(keys), {
      issuer,
      audience: provider.client_id,
      // Never a secret that a public key could be taken for, and never none.
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LOG_OUT_MESSAGE_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const { events, jti, sub, sid } = payload
    const isLogOut = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT)
    // An ID token has a nonce, and must not be taken for this.
    if (!isLogOut || payload.nonce !== undefined) throw new Error('the token ends no session')
    const ids = [jti, sub, sid].filter((id) => id !== undefined)
    const isId = (id: unknown) => typeof id === 'string' && id !== '' && id.length <= MAX_SESSION_ID_LENGTH
    if (!ids.every(isId)) throw new Error('unusable token')
    if (sub === undefined && sid === undefined) throw new Error('the token names neither person nor session')
    if (!(await isNewMessage({ core, realm }, method, jti!))) throw new Error('the token has come before')
    const session = sid === undefined ? undefined : String(sid)
    const user =
      sub === undefined
        ? await takeUserNamed({ core, realm }, method, session!)
        : await userOfSubject({ core, realm }, issuerOf(provider), sub)
    return await endSessions({ core, realm }, method, { user, session }, provider)
  } catch (error) {
    const { name } = provider
    core.log.warn({ provider: name, err: error }, 'a message of a provider to end sessions was refused')
    throw logOutRefused(provider.display_name)
  }
}
