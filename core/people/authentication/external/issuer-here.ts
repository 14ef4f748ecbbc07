import type { ProviderRules } from '../../../../config/log-in-provider.ts'

/** The part of an issuer that counts: discovery takes an address with or without a slash at its end. */
const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')

/**
 * How identities name a provider. Each provider has people of its own, also when two have one issuer: nobody
 * has proved the issuer of a portal or of SAML, and two clients of one provider may have different rules.
 */
export const issuerHere = (
  kind: 'openid' | 'github' | 'jwt' | 'saml',
  { name, is_of_organization: isOfOrganization }: Pick<ProviderRules, 'name' | 'is_of_organization'>,
  issuer: string,
): string => {
  const written = kind === 'openid' ? withoutSlash(issuer) : issuer
  return `${kind}:${isOfOrganization === true ? 'organization' : 'server'}:${name}:${written}`
}

/** The issuer as the provider writes it, without the name that identities add. */
export const bareIssuer = (issuer: string): string =>
  issuer.replace(/^(?:openid|github|jwt|saml):(?:organization|server):[a-z0-9-]+:/, '')
