import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { csrfFailed } from '../errors/errors.ts'
import { readCookie } from './cookies.ts'

/** The cookie with the token, which our own pages and scripts read. */
export const CSRF_COOKIE = 'csrftoken'
/** The lifetime of the cookie, in seconds. */
export const CSRF_SECONDS = 365 * 24 * 3600

/** The parts of a request that identify the page from which a browser sent it. */
export interface Origin {
  /** The Cookie header; empty without one. */
  readonly cookie: string
  /** The Origin header; empty without one. */
  readonly origin: string
  /** Without the port. */
  readonly host: string
}

/**
 * CSRF tokens: only our own pages can read the cookie, so a request with the token comes from one of them.
 * The token of a session is derived from the session, so nobody can plant one, and nothing is stored.
 */
export class CsrfTokens {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** The token of a session. */
  ofSession(session: string): string {
    return createHmac('sha256', this.#secret).update(`csrf:${session}`).digest('base64url').slice(0, 32)
  }

  /** The token of a browser without a session: the one in its cookie, or a new one. */
  ofVisitor({ cookie }: Origin): string {
    const existing = readCookie(cookie, CSRF_COOKIE)
    return existing !== undefined && /^[\w-]{32}$/.test(existing)
      ? existing
      : randomBytes(24).toString('base64url')
  }

  /** Throws CSRF_FAILED unless `given` is the token of the session or, without a session, of the cookie. */
  check(request: Origin, session: string | undefined, given: string): void {
    checkOrigin(request)
    const expected =
      session === undefined ? (readCookie(request.cookie, CSRF_COOKIE) ?? '') : this.ofSession(session)
    if (expected === '' || !isSame(expected, given)) throw csrfFailed('CSRF token missing or incorrect')
  }
}

/**
 * Throws CSRF_FAILED for a request that a page of another host caused. Programs other than browsers send no
 * Origin.
 */
export function checkOrigin({ origin, host }: Pick<Origin, 'origin' | 'host'>): void {
  if (origin === '') return
  const own = URL.canParse(origin) ? new URL(origin).hostname : ''
  if (own !== host.toLowerCase()) throw csrfFailed('Origin checking failed')
}

function isSame(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(expected), digest(given))
}
