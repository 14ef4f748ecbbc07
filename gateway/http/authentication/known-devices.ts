import { createHmac, randomBytes } from 'node:crypto'
import type { RealmId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { secretsEqual } from '../../../core/state/users/api-key.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { Source } from '../limits/rate-limits.ts'
import type { Header } from '../reply/headers.ts'
import { networkOf } from '../uwebsockets/remote-address.ts'
import { nameOfCookie, readCookie, setCookie } from './cookies.ts'

const DAY = 24 * 3600
const LIFETIME_SECONDS = 365 * DAY
/** Accounts of one browser, for people who share it. A further one replaces the oldest. */
const MAX_ACCOUNTS = 4
/** User, version of the session, Unix day of the log-in, name of the device, signature. */
const TOKEN = /^(\d{1,10})\.(\d{1,10})\.(\d{1,6})\.([\w-]{22})\.([\w-]{43})$/
const BETWEEN = '~'

/** The parts of a request that name the device and the network that it comes from. */
export interface Sender {
  /** The Cookie header; empty without one. */
  readonly cookie: string
  readonly remoteAddress: string
}

/**
 * The devices on which an account has logged in. Each has a signed cookie, and nothing is stored. Attempts of
 * such a device have limits of their own, so nobody else can use them up. A new password ends the cookies of
 * an account.
 */
export class KnownDevices {
  readonly #secret: string
  readonly #isSecure: boolean
  readonly #cookie: string

  constructor(secret: string, isSecure: boolean) {
    this.#secret = secret
    this.#isSecure = isSecure
    this.#cookie = nameOfCookie('device', isSecure)
  }

  /** The cookie that makes the device of a request known as one of `user`. */
  remember(realm: RealmId, { id, sessionVersion }: UserRecord, cookie: string): Header {
    const claim = `${id}.${sessionVersion}.${today()}.${randomBytes(16).toString('base64url')}`
    const others = this.#tokensIn(cookie).filter((token) => !token.startsWith(`${id}.`))
    const tokens = [`${claim}.${this.#sign(realm, claim)}`, ...others].slice(0, MAX_ACCOUNTS)
    const options = { maxAge: LIFETIME_SECONDS, isSecure: this.#isSecure }
    return setCookie(this.#cookie, tokens.join(BETWEEN), options)
  }

  /** Where an attempt on the account with this address comes from: its known device, or any network. */
  sourceOf(realm: RealmState, address: string, { cookie, remoteAddress }: Sender): Source {
    const user = realm.users.byEmail(address)
    const device = user && this.#deviceOf(realm.record.id, user, cookie)
    return device === undefined ? { network: networkOf(remoteAddress) } : { device }
  }

  #deviceOf(realm: RealmId, { id, sessionVersion }: UserRecord, cookie: string): string | undefined {
    for (const token of this.#tokensIn(cookie)) {
      const [, user, version, day, device, signature] = TOKEN.exec(token) ?? []
      if (user !== String(id) || version !== String(sessionVersion)) continue
      if (today() - Number(day) > LIFETIME_SECONDS / DAY) continue
      const claim = `${user}.${version}.${day}.${device}`
      if (secretsEqual(this.#sign(realm, claim), signature!)) return device
    }
    return undefined
  }

  #tokensIn(cookie: string): string[] {
    const tokens = cookie === '' ? [] : (readCookie(cookie, this.#cookie) ?? '').split(BETWEEN)
    return tokens.filter((token) => TOKEN.test(token)).slice(0, MAX_ACCOUNTS)
  }

  #sign(realm: RealmId, claim: string): string {
    return createHmac('sha256', this.#secret).update(`device:${realm}:${claim}`).digest('base64url')
  }
}

const today = (): number => Math.floor(Date.now() / 1000 / DAY)
