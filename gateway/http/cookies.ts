import type { Header } from './exchange.ts'

/** The value of a cookie in a Cookie header; undefined when it is not there. Of two with one name the first. */
export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

export interface CookieOptions {
  /** How long a browser keeps it, in seconds; 0 removes it. */
  readonly maxAge: number
  /** Sent over https alone. */
  readonly isSecure: boolean
  /** Scripts of our own pages may read it. */
  readonly isReadable?: boolean
}

/** Sets a cookie of this host alone, that other sites' requests carry only when they lead a person here. */
export function setCookie(
  name: string,
  value: string,
  { maxAge, isSecure, isReadable }: CookieOptions,
): Header {
  const flags = `${isReadable ? '' : '; HttpOnly'}${isSecure ? '; Secure' : ''}`
  return ['Set-Cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${flags}`]
}
