import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { Agent, RequestInit, Response } from 'undici'
import { type AddressRule, publicAddresses } from './public-address.ts'
import { type Resolve, resolveForeign } from './resolve.ts'

/** Time limit for a connection. */
export const CONNECTS_WITHIN_MS = 5_000

/** A user-supplied URL leads to an address that is not public. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is no public address`)
  }
}

/**
 * Sends requests to user-supplied URLs, such as webhooks and pages to preview. Checks the IP address inside
 * the lookup of the connection, so that DNS rebinding cannot change it afterwards, and again for each
 * redirect.
 */
export class PublicNetwork {
  readonly #open: () => Promise<Client>
  readonly #isOpen: AddressRule
  readonly #lookup: LookupFunction
  #client: Promise<Client> | undefined

  /**
   * `allowed` are additional addresses and networks in CIDR form that need not be public. `ca` are
   * certificates to trust instead of the default ones.
   */
  constructor(allowed: readonly string[], resolve: Resolve = resolveForeign(), ca?: string) {
    const isOpen = publicAddresses(allowed)
    this.#open = () => openClient(isOpen, resolve, ca)
    this.#isOpen = isOpen
    this.#lookup = judgedLookup(isOpen, resolve)
  }

  /** Like `fetch`; throws `AddressRefused` when the address is not allowed. */
  async fetch(url: string | URL, init: Omit<RequestInit, 'dispatcher'> = {}): Promise<Response> {
    this.#client ??= this.#open()
    const { fetch, agent } = await this.#client
    try {
      return await fetch(url, { ...init, dispatcher: agent })
    } catch (error) {
      const { cause } = error as Error
      throw cause instanceof AddressRefused ? cause : error
    }
  }

  /**
   * Opens a connection for another protocol than HTTP. It ends with `AddressRefused` when the address is not
   * allowed.
   */
  connect(port: number, host: string): Socket {
    const isRefused = isIP(host) !== 0 && !this.#isOpen(host)
    const socket = connect({ port, host, lookup: this.#lookup })
    return isRefused ? socket.destroy(new AddressRefused(host)) : socket
  }

  /** Aborts the requests in flight. */
  async close(): Promise<void> {
    const client = await this.#client
    await client?.agent.destroy()
  }
}

interface Client {
  readonly agent: Agent
  readonly fetch: typeof import('undici').fetch
}

/** Loads undici at the first request, because it takes 6 MiB of memory. */
async function openClient(isOpen: AddressRule, resolve: Resolve, ca: string | undefined): Promise<Client> {
  const { Agent, buildConnector, fetch } = await import('undici')
  const connect = buildConnector({ lookup: judgedLookup(isOpen, resolve), timeout: CONNECTS_WITHIN_MS, ca })
  const agent = new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // An address is connected to without a lookup.
      if (isIP(host) !== 0 && !isOpen(host)) callback(new AddressRefused(host), null)
      else connect(options, callback)
    },
  })
  return { agent, fetch }
}

/** Returns a lookup that keeps only allowed addresses, and fails when there are none. */
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
