import type { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { OPENID_STATE_SECONDS } from '../../../../config/limits.ts'
import type { SamlProvider } from '../../../../config/saml-settings.ts'
import { type ProviderMetadata, readMetadata } from './metadata.ts'

/** Milliseconds by which the clocks of this server and of a provider may differ. */
export const CLOCK_TOLERANCE_MS = 60_000

/** The addresses of this server for a provider, in an organization. */
export interface Addresses {
  /** What the server calls itself: the address of its metadata. */
  readonly entityId: string
  /** Where the provider sends answers. */
  readonly consumer: string
  /** Where the provider sends browsers that log out. */
  readonly logOut: string
}

export const addressesOf = (url: string, method: string): Addresses => ({
  entityId: `${url}/login/with/${method}/metadata`,
  consumer: `${url}/login/with/${method}/callback`,
  logOut: `${url}/login/with/${method}/log-out`,
})

/** The metadata is of no use. The message says why. */
export class UnusableMetadata extends Error {}

export interface Service {
  readonly saml: SAML
  readonly metadata: ProviderMetadata
}

/**
 * The library for one request, whose id the provider's answer must name. Rejects when the metadata is of no
 * use. Loads the library at the first call.
 */
export async function serviceFor(
  provider: SamlProvider,
  { entityId, consumer, logOut }: Addresses,
  request: string,
): Promise<Service> {
  const { SAML } = await import('@node-saml/node-saml')
  const metadata = await readMetadata(provider.metadata).catch((error: unknown) => {
    throw new UnusableMetadata((error as Error).message)
  })
  const { private_key: privateKey } = provider
  const saml = new SAML({
    issuer: entityId,
    callbackUrl: consumer,
    audience: entityId,
    entryPoint: metadata.logInAddress,
    ...(metadata.logOutAddress !== undefined &&
      provider.shares_log_outs && {
        logoutUrl: metadata.logOutAddress.requests,
        logoutCallbackUrl: logOut,
      }),
    idpCert: [...metadata.certificates],
    idpIssuer: metadata.entityId,
    ...(privateKey !== undefined && { privateKey, decryptionPvk: privateKey }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    validateInResponseTo: 'always' as ValidateInResponseTo,
    requestIdExpirationPeriodMs: OPENID_STATE_SECONDS * 1000,
    generateUniqueId: () => request,
    cacheProvider: onlyRequest(request),
  })
  return { saml, metadata }
}

/** Knows one request. It works once because the log-in that waits works once. */
const onlyRequest = (request: string) => ({
  saveAsync: async () => null,
  getAsync: async (id: string) => (id === request ? new Date().toISOString() : null),
  removeAsync: async () => null,
})
