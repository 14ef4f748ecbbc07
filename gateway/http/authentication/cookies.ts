import type { Header } from '../reply/headers.ts'

/** The value of a cookie in a Cookie header; undefined without it. Of two with the same name, the first. */
export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/**
 * The name under which a browser keeps a cookie. Browsers accept one with the prefix only over https, from
 * this very host and for all its paths, so other hosts of the domain cannot plant it (RFC 6265bis, section
 * 4.1.3.2).
 */
export const nameOfCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

export interface CookieOptions {
  /** How long a browser keeps it, in seconds; 0 removes it. */
  readonly maxAge: number
  /** The browser sends it over https only. */
  readonly isSecure: boolean
  /** Scripts of our own pages may read it. */
  readonly isReadable?: boolean
  /** No request that another site begins carries it (SameSite=Strict). */
  readonly isStrict?: boolean
}

/**
 * Sets a cookie for this host. Of requests from other sites, only navigations to this one carry it
 * (SameSite=Lax), and with `isStrict` none.
 */
export function setCookie(
  name: string,
  value: string,
  { maxAge, isSecure, isReadable, isStrict }: CookieOptions,
): Header {
  const flags = `${isReadable ? '' : '; HttpOnly'}${isSecure ? '; Secure' : ''}`
  return [
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=${isStrict ? 'Strict' : 'Lax'}${flags}`,
  ]
}
