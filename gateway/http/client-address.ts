import type { HttpRequest } from 'uWebSockets.js'
import { BlockList, isIP } from 'node:net'

/** Which requests say by a header who sends them: those of proxies that the operator trusts. */
export class ClientAddress {
  readonly #header: string
  readonly #trusted: BlockList | boolean

  /** `header` in lower case; `proxies` as TRUST_PROXY has it: addresses and networks, or true for any. */
  constructor(header: string, proxies: boolean | readonly string[]) {
    this.#header = header
    this.#trusted = typeof proxies === 'boolean' ? proxies : blockListOf(proxies)
  }

  /**
   * The address that a request claims to come from: the last one of the header's last line, which the nearest proxy
   * has added; those before it are anybody's claims. Empty without one. Must be called before the route handler returns.
   */
  claimedBy(request: HttpRequest): string {
    if (this.#trusted === false) return ''
    let last = ''
    request.forEach((name, value) => {
      if (name === this.#header) last = value
    })
    return addressOf(last.slice(last.lastIndexOf(',') + 1).trim())
  }

  /** Whether a request's claim is to be believed: it came from this address. */
  isTrusted(peer: string): boolean {
    if (typeof this.#trusted === 'boolean') return this.#trusted
    const version = isIP(peer)
    return version !== 0 && this.#trusted.check(peer, version === 4 ? 'ipv4' : 'ipv6')
  }
}

function blockListOf(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** An address as a proxy writes it, perhaps in brackets or with a port; empty for anything else. */
function addressOf(text: string): string {
  if (isIP(text) !== 0) return text
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? ''
  return isIP(address) === 0 ? '' : address
}
