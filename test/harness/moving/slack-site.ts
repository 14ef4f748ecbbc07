import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PublicNetwork } from '../../../core/platform/net/public-network.ts'

export const TOKEN = 'xoxp-a-token-of-tests'

/** A request as the site has received it. */
export interface Seen {
  readonly address: string
  readonly token: boolean
  readonly range: string | undefined
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Slack's servers on this machine: files and answers by address. */
export class SlackSiteOfTests {
  readonly seen: Seen[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #network = new PublicNetwork(['127.0.0.1'])
  #server: Server | undefined
  #port = 0

  async open(): Promise<void> {
    this.json('https://slack.com/api/auth.test', (request) =>
      hasToken(request) ? { ok: true } : { ok: false, error: 'invalid_auth' },
    )
    this.#server = createServer((request, response) => {
      const address = `https:/${request.url}`
      this.seen.push({ address, token: hasToken(request), range: request.headers.range })
      const answer = this.#answers.get(address)
      if (answer === undefined) response.writeHead(404).end()
      else answer(request, response)
    })
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    await this.#network.close()
    this.#server!.closeAllConnections()
    await new Promise((resolve) => this.#server!.close(resolve))
  }

  /** The former server for an import, whose addresses all lead here. */
  remote(token = TOKEN) {
    return {
      token,
      network: {
        fetch: (url: string | URL, init: object) => {
          const { host, pathname, search } = new URL(url)
          return this.#network.fetch(`http://127.0.0.1:${this.#port}/${host}${pathname}${search}`, init)
        },
      } as Pick<PublicNetwork, 'fetch'>,
      pause: async () => undefined,
    }
  }

  answer(address: string, answer: Answer): void {
    this.#answers.set(address, answer)
  }

  json(address: string, body: (request: IncomingMessage) => unknown): void {
    this.answer(address, (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body(request)))
    })
  }

  /** Serves a file, also from a later byte on. The first `cuts` requests end after half of what they want. */
  file(address: string, bytes: Buffer, type: string, cuts = 0): void {
    let left = cuts
    this.answer(address, (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const rest = bytes.subarray(from)
      const headers = { 'content-type': type, 'content-length': rest.length }
      if (from === 0) response.writeHead(200, headers)
      else
        response.writeHead(206, {
          ...headers,
          'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
        })
      if (left === 0) {
        response.end(rest)
        return
      }
      left -= 1
      response.write(rest.subarray(0, rest.length >> 1), () => setTimeout(() => response.destroy(), 20))
    })
  }
}

const hasToken = ({ headers }: IncomingMessage): boolean => headers.authorization === `Bearer ${TOKEN}`
