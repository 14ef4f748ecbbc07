import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { csrfFailed } from '../errors/errors.ts'
import type { Headers } from '../reply/headers.ts'
import { nameOfCookie, readCookie, setCookie } from './cookies.ts'
import type { OwnOrigin, PageClaim } from './own-origin.ts'

/** The cookie with the token, which our own pages and scripts read: this name, over https with a prefix. */
const COOKIE = 'csrftoken'
/** The lifetime of the cookie, in seconds. */
const MAX_AGE_SECONDS = 365 * 24 * 3600

/** The parts of a request that identify the page from which a browser sent it. */
export interface Origin extends PageClaim {
  /** The Cookie header; empty without one. */
  readonly cookie: string
}

/**
 * CSRF tokens: only our own pages can read the cookie, so a request with the token comes from one of them.
 * The token of a session is derived from the session, so nobody can plant one, and nothing is stored.
 */
export class CsrfTokens {
  readonly #secret: string
  readonly #origins: OwnOrigin
  readonly #isSecure: boolean
  readonly #cookie: string

  constructor(secret: string, origins: OwnOrigin, isSecure: boolean) {
    this.#secret = secret
    this.#origins = origins
    this.#isSecure = isSecure
    this.#cookie = nameOfCookie(COOKIE, isSecure)
  }

  /** The token of a session. */
  ofSession(session: string): string {
    return createHmac('sha256', this.#secret).update(`csrf:${session}`).digest('base64url').slice(0, 32)
  }

  /** The token of a browser without a session: the one in its cookie, or a new one. */
  ofVisitor({ cookie }: Pick<Origin, 'cookie'>): string {
    const existing = this.#tokenIn(cookie)
    return existing !== undefined && /^[\w-]{32}$/.test(existing)
      ? existing
      : randomBytes(24).toString('base64url')
  }

  /** Throws CSRF_FAILED unless `given` is the token of the session or, without a session, of the cookie. */
  check(request: Origin, session: string | undefined, given: string): void {
    this.#origins.check(request)
    const expected = session === undefined ? (this.#tokenIn(request.cookie) ?? '') : this.ofSession(session)
    if (expected === '' || !isSame(expected, given)) throw csrfFailed('CSRF token missing or incorrect')
  }

  /**
   * The cookies that give a browser its token; empty to remove it. `cookie` is the Cookie header of the
   * request: nothing is set when the browser has the token, and the name without the prefix, which former
   * versions used over https too, is removed.
   */
  cookies(token: string, cookie: string): Headers {
    const isSecure = this.#isSecure
    const options = { maxAge: token === '' ? 0 : MAX_AGE_SECONDS, isSecure, isReadable: true }
    const isKnown = token !== '' && readCookie(cookie, this.#cookie) === token
    const hasFormer = isSecure && readCookie(cookie, COOKIE) !== undefined
    return [
      ...(isKnown ? [] : [setCookie(this.#cookie, token, options)]),
      ...(hasFormer ? [setCookie(COOKIE, '', { ...options, maxAge: 0 })] : []),
    ]
  }

  /** A form that a former version sent has its token in the cookie without the prefix. */
  #tokenIn(cookie: string): string | undefined {
    return readCookie(cookie, this.#cookie) ?? readCookie(cookie, COOKIE)
  }
}

function isSame(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(expected), digest(given))
}
