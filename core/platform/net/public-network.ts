import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch, type RequestInit, type Response } from 'undici'
import { type AddressRule, publicAddresses } from './public-address.ts'

const CONNECTS_WITHIN_MS = 5_000

/** A request was to go where this server asks nothing for strangers. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is no public address`)
  }
}

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The way to servers that strangers name: webhooks, pages to preview. What is connected to is the address that was
 * judged, in the very lookup of the connection, so that a name cannot mean another one a moment later; and it is
 * judged for each redirect again.
 */
export class PublicNetwork {
  readonly #agent: Agent

  /** `allowed`: addresses and networks in CIDR form that may be reached though they are not public. */
  constructor(allowed: readonly string[], resolve: Resolve = dns.lookup) {
    const isOpen = publicAddresses(allowed)
    const connect = buildConnector({ lookup: judgedLookup(isOpen, resolve), timeout: CONNECTS_WITHIN_MS })
    this.#agent = new Agent({
      connect: (options, callback) => {
        const host = options.hostname.replace(/^\[|\]$/g, '')
        // An address is connected to without a lookup.
        if (isIP(host) !== 0 && !isOpen(host)) callback(new AddressRefused(host), null)
        else connect(options, callback)
      },
    })
  }

  /** As `fetch`; throws `AddressRefused` where it does not go. */
  async fetch(url: string | URL, init: Omit<RequestInit, 'dispatcher'> = {}): Promise<Response> {
    try {
      return await fetch(url, { ...init, dispatcher: this.#agent })
    } catch (error) {
      const { cause } = error as Error
      throw cause instanceof AddressRefused ? cause : error
    }
  }

  /** Cuts off what is still on its way. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/** Of the addresses of a name, those that may be reached; an error when there are none. */
function judgedLookup(isOpen: AddressRule, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const open = addresses.filter(({ address }) => isOpen(address))
      const [first] = open
      if (first === undefined) return callback(new AddressRefused(hostname), '', 0)
      if (options.all) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }
}
