import { createHash, timingSafeEqual } from 'node:crypto'
import type { OwnOrigin } from '../http/authentication/own-origin.ts'
import type { RateLimits } from '../http/limits/rate-limits.ts'
import {
  operatorLogInRequired,
  operatorPagesDisabled,
  otherOrigin,
  wrongOperatorCredentials,
} from './errors.ts'

/** The user name of the operator of the server. It is no account of an organization. */
export const OPERATOR = 'operator'

/** The parts of a request that `OperatorAccess` checks. */
export interface OperatorClaim {
  readonly method: string
  readonly authorization: string
  readonly address: string
  /** Host, Origin and Sec-Fetch-Site as the client sent them; empty when it did not. */
  readonly host: string
  readonly origin: string
  readonly site: string
}

/** Guards the pages under /ops with OPERATOR_PASSWORD, by HTTP Basic. */
export class OperatorAccess {
  readonly #expected: Buffer | undefined

  constructor(password: string | undefined) {
    this.#expected = password === undefined ? undefined : digest(`${OPERATOR}:${password}`)
  }

  /**
   * Throws 403 without a configured password and for a change that a page of another origin requests, 401 for
   * wrong credentials, and 429 after RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES wrong attempts from one
   * network. Right credentials are then refused too, so that further guesses reveal nothing.
   */
  check(claim: OperatorClaim, limits: RateLimits, origins: OwnOrigin): void {
    if (this.#expected === undefined) {
      throw operatorPagesDisabled()
    }
    if (claim.authorization === '') throw operatorLogInRequired()
    limits.refuseGuessing(claim.address)
    if (!timingSafeEqual(digest(credentialsOf(claim.authorization)), this.#expected)) {
      limits.takeForGuess(claim.address)
      throw wrongOperatorCredentials()
    }
    if (claim.method !== 'GET' && !isSameOrigin(claim, origins)) {
      throw otherOrigin()
    }
  }
}

/**
 * Browsers send the password with every request of any page. They name the page's origin by Sec-Fetch-Site,
 * over secure connections, and by Origin. A request with neither header does not come from a browser. After
 * `same-origin`, plain HTTP is accepted too: an operator may come through a tunnel, past the proxy that ends
 * TLS.
 */
function isSameOrigin({ host: authority, origin, site }: OperatorClaim, origins: OwnOrigin): boolean {
  if (site !== '' && site !== 'same-origin') return false
  if (origin === '') return true
  const claim = { origin, authority }
  return origins.isOwn(claim) || (site === 'same-origin' && origins.isOwn(claim, 'http:'))
}

/** `name:password`; empty for other schemes than HTTP Basic. */
function credentialsOf(authorization: string): string {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(authorization)?.[1]
  return encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
