import { OPENID_SETTINGS, type OpenIdProvider } from '../../../../config/openid-providers.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { differingClock } from '../external/clock.ts'
import type { ProviderKind, TestResult } from '../external/kind.ts'
import { inspect } from './inspect.ts'
import { openIdMethod } from './method.ts'

const MAX_REASON_LENGTH = 200

/** Providers of OpenID Connect. */
export const OPENID: ProviderKind<OpenIdProvider> = {
  name: 'openid',
  prefix: 'oidc',
  settings: OPENID_SETTINGS,
  method: openIdMethod,
  test: testOpenId,
}

/** Asks a provider for its abilities and keys, over the network. Nobody is logged in. Never rejects. */
export async function testOpenId(provider: OpenIdProvider, network?: PublicNetwork): Promise<TestResult> {
  try {
    return judged(provider, await inspect(provider, network))
  } catch (error) {
    const issuer = provider.issuer.replace(/\/$/, '')
    return {
      isGood: false,
      found: `${provider.issuer} is of no use: ${reasonOf(error)}`,
      advice: `let this machine reach ${issuer}/.well-known/openid-configuration, and write issuer as "issuer" there`,
    }
  }
}

/** What the answers of a provider mean for log-ins. */
function judged(
  { issuer, assumes_verified_email: assumesVerified }: OpenIdProvider,
  { keys, hasPkce, hasEmail, isClientKnown, clock }: Awaited<ReturnType<typeof inspect>>,
): TestResult {
  if (keys === 0)
    return {
      isGood: false,
      found: 'it publishes no keys',
      advice: 'let the provider sign ID tokens with a public key',
    }
  const differing = differingClock(clock)
  if (differing !== undefined) return differing
  if (!isClientKnown)
    return {
      isGood: false,
      found: `${new URL(issuer).host} does not know the client`,
      advice: 'enter the client id and secret that the provider shows now',
    }
  if (hasPkce === false)
    return {
      isGood: true,
      found: 'it does not offer PKCE with S256',
      advice: 'allow PKCE for the client at the provider',
    }
  if (hasEmail === false && !assumesVerified)
    return {
      isGood: true,
      found: 'it does not offer the scope email',
      advice: 'let it tell addresses to this client',
    }
  return { isGood: true, found: `${issuer} answers, with ${keys} ${keys === 1 ? 'key' : 'keys'}` }
}

/** The message of an error with its causes. */
function reasonOf(error: unknown): string {
  const messages: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth++)
    messages.push(one.message)
  return messages.join(': ').slice(0, MAX_REASON_LENGTH)
}
