import type { JWTVerifyGetKey } from 'jose'
import type { Configuration, CustomFetch } from 'openid-client'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { OpenIdProvider } from '../../../../config/openid-providers.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { boundedFetch } from '../external/fetch.ts'

/** Seconds by which the clocks of this server and of a provider may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60
/** A provider's addresses and abilities are asked for again after this time. */
const REFRESH_MS = 3_600_000

/**
 * Asks a provider for its addresses and abilities (OpenID Connect Discovery 1.0). Rejects when it does not
 * answer, or names another issuer. Loads the library at the first request. With a `network`, requests go only
 * where that allows, because an organization has named the address.
 */
export async function discover(provider: OpenIdProvider, network?: PublicNetwork): Promise<Configuration> {
  const library = await import('openid-client')
  const { client_id: id, client_secret: secret } = provider
  const issuer = new URL(provider.issuer)
  const execute = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []
  const fetch = boundedFetch(network) as CustomFetch
  const found = await library.discovery(issuer, id, undefined, undefined, {
    execute,
    [library.customFetch]: fetch,
    timeout: OPENID_TIMEOUT_SECONDS,
  })
  const server = found.serverMetadata()
  // The library accepts issuers of Entra that stand for all its tenants: anybody can make a tenant.
  if (!URL.canParse(server.issuer) || new URL(server.issuer).href !== issuer.href)
    throw new Error(`it calls itself ${server.issuer}`)
  const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication =
    secret === undefined
      ? library.None()
      : supported.includes('client_secret_post')
        ? library.ClientSecretPost(secret)
        : library.ClientSecretBasic(secret)
  const configuration = new library.Configuration(
    server,
    id,
    {
      [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      ...(secret !== undefined && { client_secret: secret }),
    },
    authentication,
  )
  configuration[library.customFetch] = fetch
  configuration.timeout = OPENID_TIMEOUT_SECONDS
  for (const extend of execute) extend(configuration)
  // Without it, the library trusts an ID token without looking at its signature.
  library.enableNonRepudiationChecks(configuration)
  return configuration
}

/** A provider's configuration, which is kept for an hour. A failure is not kept. */
export class DiscoveredProvider {
  readonly #provider: OpenIdProvider
  readonly #network: PublicNetwork | undefined
  #found: Promise<Configuration> | undefined
  #at = 0
  #keys: { readonly at: string; readonly get: JWTVerifyGetKey } | undefined

  constructor(provider: OpenIdProvider, network?: PublicNetwork) {
    this.#provider = provider
    this.#network = network
  }

  get(): Promise<Configuration> {
    if (this.#found !== undefined && Date.now() - this.#at < REFRESH_MS) return this.#found
    const found = discover(this.#provider, this.#network)
    this.#found = found
    this.#at = Date.now()
    found.catch(() => {
      if (this.#found === found) this.#found = undefined
    })
    return found
  }

  /** Asks the provider anew at the next request. */
  forget(): void {
    this.#found = undefined
  }

  /** Finds the provider's public keys at this address, asks for new ones at most every 30 seconds. */
  async keys(address: string): Promise<JWTVerifyGetKey> {
    if (this.#keys?.at !== address) {
      const { createRemoteJWKSet, customFetch } = await import('jose')
      const get = createRemoteJWKSet(new URL(address), {
        timeoutDuration: OPENID_TIMEOUT_SECONDS * 1000,
        [customFetch]: boundedFetch(this.#network) as never,
      })
      this.#keys = { at: address, get }
    }
    return this.#keys.get
  }
}
