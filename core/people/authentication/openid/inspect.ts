import type { Configuration } from 'openid-client'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { OpenIdProvider } from '../../../../config/openid-providers.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { boundedFetch } from '../external/fetch.ts'
import { isClientRefused } from './client-refused.ts'
import { discover } from './provider.ts'

/** A provider's data for operators. */
export interface Inspection {
  /** Public keys that the provider signs with. */
  readonly keys: number
  /** Whether the provider says that it knows PKCE with S256; undefined when it says nothing about it. */
  readonly hasPkce: boolean | undefined
  /** Whether the provider says that it tells addresses; undefined when it says nothing about it. */
  readonly hasEmail: boolean | undefined
  /** Whether the provider accepts the client id and secret. */
  readonly isClientKnown: boolean
  /** The provider's clock in Unix milliseconds; undefined when its answer has none. */
  readonly clock: number | undefined
}

/** Asks a provider for its abilities and keys, without a log-in. Rejects as `discover`. */
export async function inspect(provider: OpenIdProvider, network?: PublicNetwork): Promise<Inspection> {
  const configuration = await discover(provider, network)
  const server = configuration.serverMetadata()
  if (server.authorization_endpoint === undefined || server.token_endpoint === undefined)
    throw new Error('it names no addresses for log-ins')
  if (server.jwks_uri === undefined) throw new Error('it names no address of its keys')
  const signal = AbortSignal.timeout(OPENID_TIMEOUT_SECONDS * 1000)
  const answer = await boundedFetch(network)(server.jwks_uri, { signal, redirect: 'manual' })
  if (!answer.ok) throw new Error(`the address of its keys answers ${answer.status}`)
  const { keys } = (await answer.json()) as { keys?: unknown }
  const date = Date.parse(answer.headers.get('date') ?? '')
  return {
    keys: Array.isArray(keys) ? keys.length : 0,
    hasPkce: server.code_challenge_methods_supported?.includes('S256'),
    hasEmail: server.scopes_supported?.includes('email'),
    isClientKnown: await isClientKnown(configuration),
    clock: Number.isNaN(date) ? undefined : date,
  }
}

/**
 * Asks for tokens with a code that does not exist. The refusal tells whether the provider accepts the client.
 * Rejects when the provider does not answer.
 */
async function isClientKnown(configuration: Configuration): Promise<boolean> {
  const { genericGrantRequest } = await import('openid-client')
  try {
    const unknown = { code: 'none', redirect_uri: 'https://localhost/', code_verifier: 'n'.repeat(43) }
    await genericGrantRequest(configuration, 'authorization_code', unknown)
    return true
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string' || !code.startsWith('OAUTH_')) throw error
    return !isClientRefused(error)
  }
}
