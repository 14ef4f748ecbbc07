import { type KeyObject, sign } from 'node:crypto'

/** A JSON Web Token (RFC 7519), signed by RS256 or, with an EC key, ES256. */
export function signToken(
  key: KeyObject,
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
): string {
  const alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256'
  const signed = `${encode({ alg, typ: 'JWT', ...header })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
