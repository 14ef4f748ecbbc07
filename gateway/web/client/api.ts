import type { Credentials } from './credentials.ts'
import { StreamBlocked } from './event-stream.ts'
import type { Answer, Operation, Parameters } from './operations.ts'
import { backoff, pause, upTo } from './pause.ts'
import { type PreparedRequest, prepareRequest } from './request.ts'
import { errorOf, RequestError } from './request-error.ts'

export interface ApiOptions {
  /** The address of the organization: `https://chat.example.com`. Another text is a TypeError. */
  readonly url: string
  readonly credentials: Credentials
  /** Instead of the global `fetch`: for a proxy, or for cookies outside a browser. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Milliseconds until an attempt without an answer fails with TIMEOUT. Default: 30,000. */
  readonly timeoutMs?: number
  /**
   * Whether the call may be repeated when nobody knows whether it was carried out. Default: for GET. Say
   * `true` for calls that do no harm when they are carried out twice.
   */
  readonly isRepeatable?: boolean
  /** The largest number of attempts. Default: 5. */
  readonly attempts?: number
  /** For operations that take a file. */
  readonly file?: Blob
}

/** The parameters may be left out when all are optional. */
type Arguments<O extends Operation> =
  Record<never, never> extends Parameters<O>
    ? [parameters?: Parameters<O>, options?: CallOptions]
    : [parameters: Parameters<O>, options?: CallOptions]

const TIMEOUT_MS = 30_000
const ATTEMPTS = 5
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
/** A server that asks to wait longer than this gets no second attempt, in seconds. */
const LONGEST_WAIT = 90

/** Calls operations of the server, each typed by its declaration. */
export class Api {
  readonly #url: string
  readonly #credentials: Credentials
  readonly #fetch: typeof fetch

  constructor({ url, credentials, fetch: given = globalThis.fetch }: ApiOptions) {
    this.#url = addressOf(url)
    this.#credentials = credentials
    this.#fetch = (input, init) => given(input, init)
  }

  get credentials(): Credentials {
    return this.#credentials
  }

  /** The address of a WebSocket at a path of the server, prefix included. */
  socketAddress(path: string): string {
    return this.#url.replace(/^http/, 'ws') + path
  }

  /**
   * Requests a stream of events, and resolves with its body. Rejects with a RequestError, with StreamBlocked
   * when the answer is no stream, or with the reason of `signal`.
   */
  async stream(query: URLSearchParams, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { kind, prefix } = this.#credentials
    const response = await this.#fetch(`${this.#url}${prefix}/events/stream?${query}`, {
      headers: { ...this.#credentials.headers(false), accept: 'text/event-stream' },
      credentials: kind === 'session' ? 'same-origin' : 'omit',
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw this.#unreachable(error)
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (response.ok && isStream && response.body !== null) return response.body
    const answer = parse(await response.text())
    // A server of an older version does not know the path.
    if (response.ok || response.status === 404 || answer === undefined) throw new StreamBlocked('no stream')
    throw errorOf(response, answer)
  }

  #unreachable(error: unknown): RequestError {
    const message = `The server cannot be reached at ${this.#url}${reasonOf(error)}`
    return new RequestError(message, { code: 'NETWORK_ERROR', cause: error })
  }

  /**
   * Calls an operation: `call('POST /messages', { type: 'channel', … })`. Resolves with the fields of the
   * answer. Repeats the call after a random, growing time when the server asked for it (429 and 503 with
   * Retry-After), and after lost connections when the call is repeatable. Rejects with a RequestError, or
   * with the reason of `signal`.
   */
  async call<O extends Operation>(operation: O, ...[parameters, options]: Arguments<O>): Promise<Answer<O>> {
    const request = prepareRequest(operation, parameters ?? {}, options?.file)
    const { attempts = ATTEMPTS, isRepeatable = request.method === 'GET', signal } = options ?? {}
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#attempt(request, options)) as Answer<O>
      } catch (error) {
        if (attempt >= attempts || !(error instanceof RequestError)) throw error
        if (!error.isRefusedForNow && !(isRepeatable && error.hasUnknownOutcome)) throw error
        const { retryAfter = 0 } = error
        if (retryAfter > LONGEST_WAIT) throw error
        // Everybody whom the server refused comes back within twice the time, not at once.
        const wait = retryAfter * 1000 + upTo(retryAfter * 1000)
        await pause(Math.max(wait, backoff(attempt, FIRST_RETRY_MS, LONGEST_RETRY_MS)), signal)
      }
    }
  }

  async #attempt({ method, path, body }: PreparedRequest, options: CallOptions = {}): Promise<unknown> {
    const { signal, timeoutMs = TIMEOUT_MS } = options
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await this.#fetch(this.#url + this.#credentials.prefix + path, {
        method,
        body,
        headers: this.#credentials.headers(method !== 'GET'),
        credentials: this.#credentials.kind === 'session' ? 'same-origin' : 'omit',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      const answer = parse(await response.text())
      if (!response.ok || answer?.result !== 'success') throw errorOf(response, answer)
      const { result: _, msg: __, ...fields } = answer
      return fields
    } catch (error) {
      if (error instanceof RequestError) throw error
      signal?.throwIfAborted()
      throw timeout.aborted
        ? new RequestError('The server did not answer in time', { code: 'TIMEOUT', cause: error })
        : this.#unreachable(error)
    }
  }
}

/** The address without `/api/v1` and slashes at its end. */
function addressOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError(`"${url}" is not the address of a server, such as https://chat.example.com`)
  }
  return url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

/** The network's error code, in Node: ` (ECONNREFUSED)`. Browsers do not tell. */
function reasonOf(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } }).cause?.code
  return typeof code === 'string' ? ` (${code})` : ''
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
