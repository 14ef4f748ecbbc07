import type { IDToken, UserInfoResponse } from 'openid-client'
import { mappingIn } from '../../../../config/log-in-provider.ts'
import type { OpenIdProvider } from '../../../../config/openid-providers.ts'
import { type Claims as AnyClaims, attributesIn, claimNamed } from '../external/claims.ts'
import { issuerHere } from '../external/issuer-here.ts'
import type { ExternalPerson, NoEmail } from '../person.ts'

type Claims = Pick<IDToken, 'sub'> & AnyClaims

/** The claim with the groups, unless `groups_attribute` names another. */
const GROUPS = 'groups'

/** Whether the ID token leaves open the address, so that the user info is asked for. */
export const lacksAddress = (token: Claims): boolean =>
  typeof token.email !== 'string' || token.email_verified === undefined

/** Whether the ID token leaves open a claim that the rules of the provider read. */
export function lacksMapped(provider: OpenIdProvider, token: Claims): boolean {
  const { roles, groups, profile_fields: fields, groups_attribute: named = GROUPS } = provider
  const readsGroups = roles.length + groups.length > 0
  const names = fields.flatMap((line) => mappingIn(line)?.theirs ?? [])
  return [...(readsGroups ? [named] : []), ...names].some((name) => claimNamed(token, name) === undefined)
}

/** How identities name the provider. */
export const issuerOf = (provider: OpenIdProvider): string => issuerHere('openid', provider, provider.issuer)

const MISSING: NoEmail = {
  kind: 'missing',
  advice:
    'give the person an address at the provider, and let it send the claim email for the scope email in the ID token or the user info',
}
const UNCONFIRMED: NoEmail = {
  kind: 'not confirmed',
  advice:
    'confirm the address at the provider, so that email_verified is true; assumes_verified_email counts when it sends no email_verified',
}

/** An address and its confirmation count only together, from the same answer. */
export function personIn(
  provider: OpenIdProvider,
  token: IDToken,
  info: UserInfoResponse | undefined,
): ExternalPerson {
  const about: Claims = typeof info?.email === 'string' ? info : token
  const { email, email_verified: verified } = about
  const isConfirmed =
    verified === true || verified === 'true' || (verified === undefined && provider.assumes_verified_email)
  const isMissing = typeof email !== 'string' || email.trim() === ''
  return {
    issuer: issuerOf(provider),
    subject: token.sub,
    email: !isMissing && isConfirmed ? email : undefined,
    ...(isMissing && { noEmail: MISSING }),
    ...(!isMissing && !isConfirmed && { noEmail: UNCONFIRMED }),
    fullName: nameIn({ ...token, ...info }),
    attributes: attributesIn({ ...token, ...info }, [provider.groups_attribute ?? GROUPS]),
  }
}

function nameIn(claims: Claims): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const parts = [text(claims.given_name), text(claims.family_name)].filter((part) => part !== '')
  return text(claims.name) || parts.join(' ') || text(claims.preferred_username)
}
