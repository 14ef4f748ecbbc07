import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP proxy before a service, which can answer in its place. */
export class Front {
  readonly #server: Server
  readonly #target: URL | undefined
  /** Answers requests in the place of the service; a status, or 'silence'. */
  answer: number | 'silence' | undefined
  /** Passes requests to an object store on as signed with the former key of this name. */
  formerKey: string | undefined

  private constructor(target: URL | undefined) {
    this.#target = target
    this.#server = createServer((from, to) => this.#handle(from, to))
  }

  /** Without a target, it answers 200 as long as it is not told otherwise. */
  static async start(target?: string): Promise<Front> {
    const front = new Front(target === undefined ? undefined : new URL(target))
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve))
    return front
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #handle(from: IncomingMessage, to: ServerResponse): void {
    if (this.answer === 'silence') return void from.resume()
    if (this.answer !== undefined || this.#target === undefined) {
      from.resume()
      to.writeHead(this.answer ?? 200, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const { hostname, port } = this.#target
    const onwards = request(
      { hostname, port, method: from.method, path: from.url, headers: this.#headersOf(from) },
      (answer) => {
        to.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(to)
      },
    )
    onwards.on('error', () => to.destroy())
    from.pipe(onwards)
  }

  #headersOf({ headers }: IncomingMessage) {
    const { authorization } = headers
    if (this.formerKey === undefined || authorization === undefined) return headers
    return {
      ...headers,
      authorization: authorization.replace(/Credential=[^/]+/, `Credential=${this.formerKey}`),
    }
  }
}
