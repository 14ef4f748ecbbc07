import { csrfFailed } from '../errors/errors.ts'

/** The headers of a request that name its page and its server. */
export interface PageClaim {
  /** The Origin header; empty without one. */
  readonly origin: string
  /** The Sec-Fetch-Site header; empty without one. */
  readonly site: string
  /** The Host header, with its port if it has one. */
  readonly authority: string
}

/** Values of Sec-Fetch-Site for a request that a page of another origin caused. */
const OTHERS: readonly string[] = ['cross-site', 'same-site']

/**
 * Tells this server's pages from others by the Origin header: scheme, host and port. The scheme
 * is ROOT_URL's, because the proxy ends TLS. The host is the one of the request, because each
 * organization has its own. The port is the one in the Host header or, for a proxy that takes it out, the one
 * of ROOT_URL.
 */
export class OwnOrigin {
  readonly #protocol: string
  readonly #port: string

  constructor(rootUrl: string) {
    const { protocol, port } = new URL(rootUrl)
    this.#protocol = protocol
    this.#port = port
  }

  /** The addresses of this server's pages for a request, as scheme, host and port. */
  of(authority: string): string[] {
    const { hostname, origin } = new URL(`${this.#protocol}//${authority}`)
    const behindProxy = `${this.#protocol}//${hostname}${this.#port === '' ? '' : `:${this.#port}`}`
    return [...new Set([origin, behindProxy])]
  }

  /**
   * Throws CSRF_FAILED for a request that a page of another origin caused. Browsers send no Origin with a
   * picture or a script of another site of the same domain, but Sec-Fetch-Site. Programs other than browsers
   * send neither.
   */
  check(claim: PageClaim): void {
    const isOther = claim.origin === '' ? OTHERS.includes(claim.site) : !this.isOwn(claim)
    if (isOther) throw csrfFailed('Origin checking failed')
  }

  /** `protocol` in place of the scheme of ROOT_URL, for a caller who knows it otherwise. */
  isOwn({ origin, authority }: Omit<PageClaim, 'site'>, protocol = this.#protocol): boolean {
    const address = `${protocol}//${authority}`
    if (!URL.canParse(origin) || !URL.canParse(address)) return false
    const page = new URL(origin)
    const own = new URL(address)
    if (page.origin !== origin.toLowerCase() || page.protocol !== protocol) return false
    const hasPort = /:\d+$/.test(authority)
    return page.hostname === own.hostname && (page.port === this.#port || (hasPort && page.port === own.port))
  }
}
