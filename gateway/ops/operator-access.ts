import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../core/platform/errors.ts'
import type { RateLimits } from '../http/rate-limits.ts'

/** The user name of whoever runs this server; no organization knows of it. */
export const OPERATOR = 'operator'

/** What the operator's pages judge a request by. */
export interface OperatorClaim {
  readonly method: string
  readonly authorization: string
  readonly address: string
  /** Host, Origin and Sec-Fetch-Site as the client sent them; empty when it did not. */
  readonly host: string
  readonly origin: string
  readonly site: string
}

/** Who may see the pages under /ops: whoever knows OPERATOR_PASSWORD, by HTTP Basic. */
export class OperatorAccess {
  readonly #expected: Buffer | undefined

  constructor(password: string | undefined) {
    this.#expected = password === undefined ? undefined : digest(`${OPERATOR}:${password}`)
  }

  /**
   * Throws 403 when there is no password or a foreign page asks for a change, 401 for wrong credentials, and 429
   * after as many wrong ones from one network as RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: right ones then too,
   * so that guessing on tells nothing.
   */
  check(claim: OperatorClaim, limits: RateLimits): void {
    if (this.#expected === undefined) {
      throw refusal(403, "The operator's pages are closed: set OPERATOR_PASSWORD and start again.")
    }
    if (claim.authorization === '') throw refusal(401, 'The operator has to log in.')
    limits.refuseGuessing(claim.address)
    if (!timingSafeEqual(digest(credentialsOf(claim.authorization)), this.#expected)) {
      limits.takeForGuess(claim.address)
      throw refusal(401, 'These are not the credentials of the operator.')
    }
    if (claim.method !== 'GET' && !isOwnPage(claim)) {
      throw refusal(403, 'A page of another origin may change nothing here.')
    }
  }
}

/**
 * A browser sends the password along with whatever any page asks for. It says whose page that was: by Sec-Fetch-Site
 * where it is safe to say so, and by Origin. What sends neither is no browser.
 */
function isOwnPage({ host, origin, site }: OperatorClaim): boolean {
  if (site !== '' && site !== 'same-origin') return false
  if (origin === '') return true
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** `name:password`; empty for anything that is not HTTP Basic. */
function credentialsOf(authorization: string): string {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(authorization)?.[1]
  return encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const refusal = (status: number, message: string) => new ApiError(message, { code: 'OPERATOR', status })
