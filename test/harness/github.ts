import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What GitHub says about a person. */
export interface GitHubPerson {
  readonly user: Readonly<Record<string, unknown>>
  readonly emails: readonly Readonly<Record<string, unknown>>[]
  readonly organizations?: readonly Readonly<Record<string, unknown>>[]
  readonly teams?: readonly Readonly<Record<string, unknown>>[]
}

interface Code {
  readonly id: number
  readonly challenge: string
}

/**
 * A server over HTTP that answers as GitHub Enterprise Server does: log-in, token, and the API below /api/v3.
 */
export class TestGitHub {
  readonly client = { id: 'Iv1.loquat', secret: 'a secret of the app' }
  /** By the numbers of their accounts. */
  readonly people = new Map<number, GitHubPerson>()
  /** Answers instead of the right ones, by their paths. */
  answer: Readonly<Record<string, unknown>> | undefined
  readonly address: string
  readonly #back: string
  readonly #server: Server
  readonly #codes = new Map<string, Code>()
  readonly #tokens = new Map<string, number>()

  private constructor(server: Server, back: string) {
    this.#server = server
    this.#back = back
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** `back`: the registered address of the return. */
  static async start(back: string): Promise<TestGitHub> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const hub = new TestGitHub(server, back)
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const { pathname, searchParams } = new URL(request.url!, hub.address)
      const path = pathname.replace('/api/v3', '')
      const [status, body] =
        hub.answer !== undefined && Object.hasOwn(hub.answer, path)
          ? [200, hub.answer[path]]
          : path === '/login/oauth/access_token'
            ? [200, hub.#token(form)]
            : hub.#api(path, searchParams, request.headers.authorization ?? '')
      response.writeHead(status as number, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    })
    return hub
  }

  /**
   * Acts as the browser of a person who agrees, at the address to which the server has sent it. Returns the
   * address to which GitHub sends the browser back.
   */
  async logIn(address: string, id: number): Promise<string> {
    const asked = new URL(address)
    const { client_id, redirect_uri, state, code_challenge } = Object.fromEntries(asked.searchParams)
    if (asked.pathname !== '/login/oauth/authorize') throw new Error(`GitHub has no page ${asked.pathname}`)
    if (client_id !== this.client.id || redirect_uri !== this.#back)
      throw new Error(`GitHub refuses ${address}`)
    const code = randomBytes(10).toString('hex')
    this.#codes.set(code, { id, challenge: code_challenge! })
    return `${redirect_uri}?${new URLSearchParams({ code, state: state! })}`
  }

  #token(form: URLSearchParams): Record<string, unknown> {
    const { client_id, client_secret, code = '', code_verifier = '', redirect_uri } = Object.fromEntries(form)
    if (client_id !== this.client.id || client_secret !== this.client.secret)
      return { error: 'incorrect_client_credentials' }
    const known = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    if (known === undefined || known.challenge !== challenge || redirect_uri !== this.#back)
      return { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
    const token = randomBytes(10).toString('hex')
    this.#tokens.set(token, known.id)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  #api(path: string, query: URLSearchParams, authorization: string): [number, unknown] {
    const id = this.#tokens.get(authorization.replace(/^bearer /i, ''))
    const person = id === undefined ? undefined : this.people.get(id)
    if (person === undefined) return [401, { message: 'Bad credentials' }]
    const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
    const paged = (all: readonly unknown[] = []) => all.slice((page - 1) * size, page * size)
    if (path === '/user') return [200, { id, ...person.user }]
    if (path === '/user/emails') return [200, paged(person.emails)]
    if (path === '/user/orgs') return [200, paged(person.organizations)]
    if (path === '/user/teams') return [200, paged(person.teams)]
    return [404, { message: 'Not Found' }]
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
