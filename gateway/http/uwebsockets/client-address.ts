import type { HttpRequest } from 'uWebSockets.js'
import { isIP } from 'node:net'
import { AddressList } from '../../../core/platform/net/address-list.ts'

/** Reads the client's address from a header, for requests of proxies that the operator trusts. */
export class ClientAddress {
  readonly #header: string
  readonly #trusted: AddressList | boolean

  /** `header` in lower case; `proxies` as in TRUST_PROXY: addresses and networks, or true for all. */
  constructor(header: string, proxies: boolean | readonly string[]) {
    this.#header = header
    this.#trusted = typeof proxies === 'boolean' ? proxies : new AddressList(proxies)
  }

  /**
   * The address in the header of a request: the last one of the last line, which the nearest proxy added.
   * Clients can forge the others. Returns '' without the header. Must be called before the route handler
   * returns.
   */
  claimedBy(request: HttpRequest): string {
    if (this.#trusted === false) return ''
    let last = ''
    request.forEach((name, value) => {
      if (name === this.#header) last = value
    })
    return addressOf(last.slice(last.lastIndexOf(',') + 1).trim())
  }

  /** Whether the header of a request from this address is trusted. */
  isTrusted(peer: string): boolean {
    return typeof this.#trusted === 'boolean' ? this.#trusted : this.#trusted.has(peer)
  }
}

/** Parses an address that may have brackets or a port. Returns '' for anything else. */
function addressOf(text: string): string {
  if (isIP(text) !== 0) return text
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? ''
  return isIP(address) === 0 ? '' : address
}
