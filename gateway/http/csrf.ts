import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../core/platform/errors.ts'
import { readCookie } from './cookies.ts'

/** The cookie that pages and scripts of ours read the token from. */
export const CSRF_COOKIE = 'csrftoken'
/** How long a browser keeps it, in seconds. */
export const CSRF_SECONDS = 365 * 24 * 3600

/** The parts of a request that say which page made a browser send it. */
export interface Origin {
  /** The Cookie header; empty without one. */
  readonly cookie: string
  /** The Origin header; empty without one. */
  readonly origin: string
  /** Without the port. */
  readonly host: string
}

/**
 * Tokens that show that a request comes from a page of ours, which alone can read the cookie. With a session it is
 * derived from the session: nobody can plant one, and there is nothing to store.
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

  /** The token that a browser has, or a new one. */
  ofVisitor({ cookie }: Origin): string {
    const had = readCookie(cookie, CSRF_COOKIE)
    return had !== undefined && /^[\w-]{32}$/.test(had) ? had : randomBytes(24).toString('base64url')
  }

  /** Throws CSRF_FAILED unless `given` is the token of the session, or, without one, that of the cookie. */
  check(request: Origin, session: string | undefined, given: string): void {
    checkOrigin(request)
    const expected =
      session === undefined ? (readCookie(request.cookie, CSRF_COOKIE) ?? '') : this.ofSession(session)
    if (expected === '' || !isSame(expected, given)) throw failed('CSRF token missing or incorrect')
  }
}

/** Throws CSRF_FAILED for what a page of another host made a browser send. Programs name no origin. */
export function checkOrigin({ origin, host }: Pick<Origin, 'origin' | 'host'>): void {
  if (origin === '') return
  const own = URL.canParse(origin) ? new URL(origin).hostname : ''
  if (own !== host.toLowerCase()) throw failed('Origin checking failed')
}

const failed = (reason: string): ApiError =>
  new ApiError(`CSRF Error: ${reason}.`, { code: 'CSRF_FAILED', status: 403 })

function isSame(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(expected), digest(given))
}
