import { STATUS_CODES } from 'node:http'
import type { ApiError } from '../../../core/platform/errors.ts'
import { WORTH_COMPRESSING } from './compression.ts'
import { gzipPieces } from './gzip-pieces.ts'
import { type Headers, joinHeaders } from './headers.ts'
import { buffersOf, JsonText, joined, membersOf, type TextPieces } from './json-text.ts'
import { type Body, BUFFERED_BY_SOCKET } from './send-body.ts'
import { SharedText } from './shared-text.ts'

/** The proof of the caller: an API key, or the session of a browser. */
export type ApiCredentialKind = 'key' | 'session'

export interface Reply {
  /** `200 OK`. */
  readonly status: string
  readonly headers: Headers
  readonly body: Body
  /** Whether the body may be sent gzipped. */
  readonly compressible?: boolean
  /** Whether the body is worth compressing, when that is known without reading `body`. */
  readonly isLong?: boolean
  /** Returns the gzipped body, when several responses share it or parts of it. */
  readonly gzipped?: () => Promise<Buffer>
}

/**
 * The headers of every response: caches do not store it, and browsers do not show it as a page. Any web page
 * may read a response that needs an API key, because pages must send the key themselves. Only our own pages
 * may read a response that needs a session, because browsers send its cookie with every request.
 */
const HEADERS = {
  key: joinHeaders(
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
    ['Vary', 'Accept-Encoding'],
    ['Access-Control-Allow-Origin', '*'],
    ['X-Content-Type-Options', 'nosniff'],
  ),
  session: joinHeaders(
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
    ['Vary', 'Accept-Encoding, Cookie'],
    ['X-Content-Type-Options', 'nosniff'],
  ),
} as const

const HEADERS_ALONE = { key: [HEADERS.key], session: [HEADERS.session] } as const

/** The challenge of a 401. Browsers show no log-in dialog for the scheme `Session`. */
const CHALLENGE = { key: 'Basic realm="loquat"', session: 'Session realm="loquat"' } as const

/** Headers that scripts in web pages may read. */
const EXPOSED = 'Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'

/** The success envelope with the fields of an endpoint (spec.md "Conventions" 2 and 3). */
export function success(
  result: unknown,
  ignored: readonly string[],
  headers: Headers,
  credential: ApiCredentialKind = 'key',
): Reply {
  const all = headers.length === 0 ? HEADERS_ALONE[credential] : [HEADERS[credential], ...headers]
  if (result instanceof JsonText) return textReply(enveloped(result, ignored), all)
  const body = successBody(result, ignored)
  return { status: '200 OK', headers: all, body, compressible: true }
}

const BEGINNING = '{"result":"success","msg":""'

/**
 * A reply whose shared pieces are compressed once, and sent without a copy when they are long. A class,
 * because V8 makes a map for each object literal with a getter; the map keeps what the getter refers to until
 * a full collection.
 */
class PiecesReply implements Reply {
  readonly status = '200 OK'
  readonly compressible = true
  readonly headers: Headers
  readonly #pieces: TextPieces
  readonly #length: number

  constructor(pieces: TextPieces, headers: Headers) {
    this.headers = headers
    this.#pieces = pieces
    this.#length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  get isLong(): boolean {
    return this.#length > WORTH_COMPRESSING
  }

  get body(): Body {
    return this.#length > BUFFERED_BY_SOCKET ? buffersOf(this.#pieces) : joined(this.#pieces)
  }

  gzipped(): Promise<Buffer> {
    return gzipPieces(this.#pieces)
  }
}

function textReply(pieces: TextPieces, headers: Headers): Reply {
  return pieces.some((piece) => piece instanceof SharedText)
    ? new PiecesReply(pieces, headers)
    : { status: '200 OK', headers, body: joined(pieces), compressible: true }
}

/** The success envelope of an object. */
function enveloped(object: JsonText, ignored: readonly string[]): TextPieces {
  const members = membersOf(object)
  return members.length === 0 ? [`${beginning(ignored)}}`] : [`${beginning(ignored)},`, ...members, '}']
}

function beginning(ignored: readonly string[]): string {
  return ignored.length === 0
    ? BEGINNING
    : `${BEGINNING},"ignored_parameters_unsupported":${JSON.stringify(ignored)}`
}

/** The success envelope as text. */
export function successBody(result: unknown, ignored: readonly string[] = []): string {
  const fields = JSON.stringify(result ?? {})
  return `${beginning(ignored)}${fields === '{}' ? '}' : `,${fields.slice(1)}`}`
}

/**
 * The error envelope (spec.md "Errors"). `docsUrl` is the place of the reference that explains the error. It
 * travels in a header, because strict clients refuse errors with fields that they do not know.
 */
export function failure(
  error: ApiError,
  headers: Headers = [],
  credential: ApiCredentialKind = 'key',
  docsUrl?: string,
): Reply {
  const all = [HEADERS[credential], ...headers]
  if (credential === 'key') all.push(['Access-Control-Expose-Headers', EXPOSED])
  if (error.status === 401) all.push(['WWW-Authenticate', CHALLENGE[credential]])
  if (docsUrl !== undefined) all.push(['Link', `<${docsUrl}>; rel="help"`])
  all.push(...retryAfter(error))
  const { message: msg, code, extra } = error
  const body = JSON.stringify({ result: 'error', msg, code, ...extra })
  return { status: statusLine(error.status), headers: all, body, compressible: true }
}

/** The beginning of a stream of Server-Sent Events. Proxies pass each piece on at once. */
export const eventStream = (headers: Headers, credential: ApiCredentialKind): Omit<Reply, 'body'> => ({
  status: '200 OK',
  headers: [
    ['Content-Type', 'text/event-stream'],
    ['Cache-Control', 'no-store, no-transform'],
    ['X-Accel-Buffering', 'no'],
    ['X-Content-Type-Options', 'nosniff'],
    credential === 'key' ? ['Access-Control-Allow-Origin', '*'] : ['Vary', 'Cookie'],
    ...headers,
  ],
})

/**
 * The answer to OPTIONS, which is also a CORS preflight. Pages of other sites may call with an API key, not
 * by a session.
 */
export function preflight(allowed: readonly string[], credential: ApiCredentialKind): Reply {
  if (credential === 'session') {
    return { status: '204 No Content', headers: [['Allow', allowed.join(', ')]], body: '' }
  }
  return {
    status: '204 No Content',
    headers: [
      ['Allow', allowed.join(', ')],
      ['Access-Control-Allow-Origin', '*'],
      ['Access-Control-Allow-Methods', allowed.join(', ')],
      ['Access-Control-Allow-Headers', 'Authorization, Content-Type, Last-Event-ID'],
      ['Access-Control-Max-Age', '86400'],
    ],
    body: '',
  }
}

export function plainText(status: number, body: string, headers: Headers = []): Reply {
  const type = ['Content-Type', 'text/plain; charset=utf-8'] as const
  return {
    status: statusLine(status),
    headers: [type, ['X-Content-Type-Options', 'nosniff'], ...headers],
    body,
  }
}

/** An error as plain text, for requests that do not come from clients of the API. Caches do not store it. */
export const plainFailure = (error: ApiError): Reply =>
  plainText(error.status, `${error.message}\n`, [['Cache-Control', 'no-store'], ...retryAfter(error)])

export const plainNotFound = (): Reply => plainText(404, 'Not Found\n', [['Cache-Control', 'no-store']])

/** 302 Found, kept by caches as `cacheControl` says. */
export const redirect = (location: string, cacheControl: string): Reply => ({
  status: '302 Found',
  headers: [
    ['Location', location],
    ['Cache-Control', cacheControl],
  ],
  body: '',
})

/** The Retry-After header of an error that states when to try again; no header for other errors. */
export function retryAfter({ extra }: ApiError): Headers {
  const seconds = extra['retry-after']
  return typeof seconds === 'number' ? [['Retry-After', String(Math.ceil(seconds))]] : []
}

export const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? 'Error'}`
