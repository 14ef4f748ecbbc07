import { createPublicKey, type KeyObject } from 'node:crypto'
import type { JwtProvider } from '../../../../config/jwt-settings.ts'
import { attributesIn } from '../external/claims.ts'
import { issuerHere } from '../external/issuer-here.ts'
import type { ExternalPerson, NoEmail } from '../person.ts'

/** Seconds by which the clocks of this server and of the portal may differ. */
const CLOCK_TOLERANCE_SECONDS = 60
/** A token is of no use this long after it was made, whatever it says itself. */
const MAX_AGE = '10m'
const MAX_SUBJECT_LENGTH = 255

const OF_CURVE: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}

/** How identities name a portal. */
export const issuerOf = (provider: JwtProvider): string => issuerHere('jwt', provider, provider.issuer)

/**
 * The key of a portal, and the algorithms that it may be used with. Tokens do not choose: a public key is
 * never taken for a secret. Undefined without a key.
 */
export function keyOf(
  provider: JwtProvider,
): { key: KeyObject | Uint8Array; algorithms: string[] } | undefined {
  if (provider.public_key !== undefined) {
    const key = createPublicKey(provider.public_key)
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
    if (type === 'rsa') return { key, algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] }
    if (type === 'ed25519') return { key, algorithms: ['EdDSA', 'Ed25519'] }
    const algorithm = OF_CURVE[details?.namedCurve ?? '']
    return algorithm === undefined ? undefined : { key, algorithms: [algorithm] }
  }
  if (provider.secret === undefined) return undefined
  return { key: Buffer.from(provider.secret), algorithms: ['HS256', 'HS384', 'HS512'] }
}

const UNCONFIRMED: NoEmail = {
  kind: 'not confirmed',
  advice: 'confirm the address at the portal, so that email_verified in the token is not false',
}

/**
 * Checks a token: signature, issuer, audience, times, and the nonce of the log-in. Rejects for any other.
 * Loads the library at the first call.
 */
export async function personIn(
  provider: JwtProvider,
  token: string,
  { audience, nonce }: { readonly audience: string; readonly nonce: string },
): Promise<ExternalPerson> {
  const found = keyOf(provider)
  if (found === undefined) throw new Error('the portal has neither a secret nor a usable public key')
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(token, found.key, {
    algorithms: found.algorithms,
    issuer: provider.issuer,
    audience,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: MAX_AGE,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  })
  if (payload.nonce !== nonce) throw new Error('the token is of another log-in')
  const { sub, email, name } = payload
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_LENGTH)
    throw new Error('unusable subject')
  const isMissing = typeof email !== 'string' || email.trim() === ''
  const isConfirmed = payload.email_verified !== false
  return {
    issuer: issuerOf(provider),
    subject: sub,
    email: !isMissing && isConfirmed ? email : undefined,
    ...(isMissing && { noEmail: { kind: 'missing', advice: 'put email into the token' } as const }),
    ...(!isMissing && !isConfirmed && { noEmail: UNCONFIRMED }),
    fullName: typeof name === 'string' ? name.trim() : '',
    attributes: attributesIn(payload, [provider.groups_attribute ?? 'groups']),
  }
}
