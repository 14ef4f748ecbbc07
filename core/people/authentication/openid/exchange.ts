import type { OpenIdProvider } from '../../../../config/openid-providers.ts'
import type { ApiError } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/log/log.ts'
import { notLoggedInThere, providerUnavailable } from '../external/errors.ts'
import { because } from '../external/reason.ts'
import type { ExternalPerson } from '../person.ts'
import { isClientRefused } from './client-refused.ts'
import { lacksAddress, lacksMapped, personIn } from './person.ts'
import { CLOCK_TOLERANCE_SECONDS, type DiscoveredProvider } from './provider.ts'

/** Longest id of a session at the provider. */
export const MAX_SESSION_ID_LENGTH = 300
/** Bytes of a subject (OpenID Connect Core 1.0, section 2). */
const MAX_SUBJECT_LENGTH = 255
const MAX_REASON_LENGTH = 300

/** What a log-in keeps until the return: the secret of PKCE (RFC 7636), and the nonce. */
export type Kept = 'verifier' | 'nonce'

/** The address and token from which the library reads the provider's answer. */
export interface Return {
  /** The address of the return without parameters. */
  readonly address: string
  readonly parameters: URLSearchParams
  readonly state: string
  readonly kept: Readonly<Record<Kept, string>>
}

/**
 * Exchanges the code of a return for the provider's claims about the person, the ID token that has them, and
 * the id of the session there, if the provider names one.
 * Checks the issuer, state, nonce, signature, audience and times. Logs the reason for the operator when it
 * throws.
 */
export async function exchange(
  provider: OpenIdProvider,
  discovered: DiscoveredProvider,
  { address, parameters, state, kept }: Return,
  log: Logger,
): Promise<{ person: ExternalPerson; idToken: string; session: string | undefined }> {
  try {
    const configuration = await discovered.get()
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const url = new URL(address)
    url.search = parameters.toString()
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: kept.verifier,
      expectedState: state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
    })
    const token = tokens.claims()!
    if (token.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw new ClockDiffers('iat')
    if (token.sub.length === 0 || token.sub.length > MAX_SUBJECT_LENGTH) throw new Error('unusable subject')
    const lacks = lacksAddress(token) || lacksMapped(provider, token)
    const asks = lacks && configuration.serverMetadata().userinfo_endpoint !== undefined
    const info = asks ? await fetchUserInfo(configuration, tokens.access_token, token.sub) : undefined
    const { sid } = token
    const hasSession = typeof sid === 'string' && sid !== '' && sid.length <= MAX_SESSION_ID_LENGTH
    return {
      person: personIn(provider, token, info),
      idToken: tokens.id_token!,
      session: hasSession ? sid : undefined,
    }
  } catch (error) {
    // The library asks for the keys at most once a minute, but the provider may have changed them since then.
    if (codeIn(error) === NO_KEY) discovered.forget()
    throw refusal(provider, error, log)
  }
}

class ClockDiffers extends Error {
  readonly code = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
}

/** The code of a token whose key is not among the provider's keys. */
const NO_KEY = 'OAUTH_KEY_SELECTION_FAILED'

/** Codes of answers that a person, or somebody who plays tricks, has caused. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/** Logs why a log-in failed. Returns the error for the person, which does not repeat the provider's words. */
export function refusal({ name, display_name }: OpenIdProvider, error: unknown, log: Logger): ApiError {
  const code = codeIn(error)
  const reason = reasonsIn(error)
  const about = { provider: name, code, reason }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    log.error(
      about,
      'a log-in failed: the clocks of this server and of the provider differ; synchronize this server (timedatectl set-ntp true)',
    )
    return because(providerUnavailable(display_name), reason)
  }
  if (isClientRefused(error)) {
    log.error(
      about,
      'a log-in failed: the provider does not accept the client id and secret; enter those that it shows now',
    )
    return because(providerUnavailable(display_name), reason)
  }
  if (REFUSALS.has(code)) {
    log.warn(about, 'a log-in failed: the provider refused it, or its answer does not fit the log-in')
    return because(notLoggedInThere(display_name), reason)
  }
  log.error(about, 'a log-in failed: the provider does not answer as it should; run "loquat doctor"')
  return because(providerUnavailable(display_name), reason)
}

const codeIn = (error: unknown): unknown => (error as { code?: unknown }).code

/** The messages of an error and its causes, of bounded length. */
function reasonsIn(error: unknown): string {
  const messages: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth++) {
    messages.push(one.message)
    const { error: kind } = one as { error?: unknown }
    if (typeof kind === 'string') messages.push(kind)
  }
  return messages.join(': ').slice(0, MAX_REASON_LENGTH)
}
