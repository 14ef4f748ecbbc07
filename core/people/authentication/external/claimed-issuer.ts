import type { ProviderRules } from '../../../../config/log-in-provider.ts'

/**
 * How identities name a provider whose issuer nobody has proved: a portal, or the metadata of SAML. Two such
 * providers can claim one issuer, so each has people of its own. OpenID Connect proves its issuer by
 * discovery.
 */
export const claimedIssuer = (
  kind: 'jwt' | 'saml',
  { name, is_of_organization: isOfOrganization }: Pick<ProviderRules, 'name' | 'is_of_organization'>,
  issuer: string,
): string => `${kind}:${isOfOrganization === true ? 'organization' : 'server'}:${name}:${issuer}`

/** The issuer as the provider writes it, without the name that identities add. */
export const bareIssuer = (issuer: string): string =>
  issuer.replace(/^(?:jwt|saml):(?:organization|server):[a-z0-9-]+:/, '')
