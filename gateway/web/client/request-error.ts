import { helpLink } from './help-link.ts'

/**
 * A call that failed. `message` is the server's `msg`, a text for people.
 *
 * Without an answer of the server `status` is 0 and `code` is `NETWORK_ERROR` or `TIMEOUT`: whether the call
 * was carried out is unknown. `NOT_JSON` is the answer of something else, such as a proxy.
 */
export class RequestError extends Error {
  /** The server's code, for programs: `BAD_REQUEST`, `RATE_LIMIT_HIT`. */
  readonly code: string
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** The page of the reference about the operation, for errors of a call that the program made wrongly. */
  readonly docsUrl: string | undefined
  /** The other fields of the answer. */
  readonly extra: Readonly<Record<string, unknown>>
  /** Seconds to wait before the next attempt; undefined when the server named none. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    details: {
      readonly code: string
      readonly status?: number
      readonly docsUrl?: string | undefined
      readonly extra?: Readonly<Record<string, unknown>>
      readonly retryAfter?: number | undefined
      readonly cause?: unknown
    },
  ) {
    super(message, { cause: details.cause })
    this.name = 'RequestError'
    this.code = details.code
    this.status = details.status ?? 0
    this.docsUrl = details.docsUrl
    this.extra = details.extra ?? {}
    this.retryAfter = details.retryAfter
  }

  /** The server did nothing and asks to repeat the call later. */
  get isRefusedForNow(): boolean {
    return (this.status === 429 || this.status === 503) && this.retryAfter !== undefined
  }

  /** The call may have been carried out or not: no answer of the server came, or it failed. */
  get hasUnknownOutcome(): boolean {
    if (this.status === 0 || this.status === 408 || this.code === 'NOT_JSON') return true
    return this.status >= 500 && !this.isRefusedForNow
  }
}

/** The error of an answer with a status other than 2xx. `body` is its JSON, undefined when it has none. */
export function errorOf(
  response: Response,
  body: Readonly<Record<string, unknown>> | undefined,
): RequestError {
  const { status } = response
  if (body?.result !== 'error') {
    return new RequestError(`The server answered ${status} without JSON`, { code: 'NOT_JSON', status })
  }
  const { result: _, msg, code, ...extra } = body
  const seconds = Number(extra['retry-after'] ?? response.headers.get('retry-after') ?? Number.NaN)
  return new RequestError(String(msg), {
    code: String(code),
    status,
    docsUrl: helpLink(response.headers),
    extra,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  })
}
