import { Agent, fetch } from 'undici'
import { withLocalHosts } from './local-hosts.ts'
import { record } from './recorder.ts'

export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer has
export type Body = any

export interface Answer {
  readonly status: number
  readonly body: Body
  /** The link to the reference in the headers of an error. */
  readonly docsUrl: string | undefined
  readonly headers: Headers
}

/** Parameters by name. Values that are not strings are sent as JSON; `undefined` is not sent. */
export type Parameters = Readonly<Record<string, unknown>>

const agent = new Agent({
  connections: 512,
  bodyTimeout: 120_000,
  headersTimeout: 120_000,
  connect: { lookup: withLocalHosts },
})

/** A client of the API that records every exchange for the contract check. */
export class Client {
  readonly url: string
  readonly credentials: Credentials | undefined
  /** Sent with every request. Tests may add headers. */
  readonly headers: Record<string, string>

  constructor(url: string, credentials?: Credentials, headers: Record<string, string> = {}) {
    this.url = url
    this.credentials = credentials
    this.headers = { 'user-agent': 'LoquatTests/1.0', ...headers }
    if (credentials !== undefined) {
      const pair = `${credentials.email}:${credentials.apiKey}`
      this.headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    }
  }

  get(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<Answer> {
    const query = encode(parameters).toString()
    return this.request('GET', query === '' ? path : `${path}?${query}`, undefined, {}, signal)
  }

  post(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.request('POST', path, encode(parameters).toString())
  }

  put(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.request('PUT', path, encode(parameters).toString())
  }

  patch(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.request('PATCH', path, encode(parameters).toString())
  }

  delete(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.request('DELETE', path, encode(parameters).toString())
  }

  /**
   * Sends a request below /api/v1. Resolves with answers of any status, and rejects only when the connection
   * breaks.
   */
  async request(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${this.prefix}${path}`, {
      method,
      body,
      dispatcher: agent,
      signal,
      headers: {
        ...this.headers,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
    const text = await response.text()
    const parsed = parse(text)
    record(method, `/api/v1${path}`, response.status, parsed)
    return {
      status: response.status,
      body: parsed,
      docsUrl: docsUrlOf(response.headers),
      headers: response.headers as unknown as Headers,
    }
  }

  protected get prefix(): string {
    return '/api/v1'
  }

  /** Returns the body of an answer. Throws unless the request succeeded. */
  async ok(answer: Promise<Answer>): Promise<Body> {
    const { status, body } = await answer
    if (status !== 200 || body.result !== 'success') throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
}

function encode(parameters: Parameters): URLSearchParams {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    encoded.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return encoded
}

/** The place of the reference that explains an error: the only value of its Link header. */
export function docsUrlOf(headers: { get(name: string): string | null }): string | undefined {
  const link = headers.get('link')
  return link === null ? undefined : /^<(.*)>; rel="help"$/.exec(link)![1]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
