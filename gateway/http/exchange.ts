import type { HttpRequest, HttpResponse, us_socket_context_t } from 'uWebSockets.js'
import type { Readable } from 'node:stream'
import type { RoundTrips } from '../../core/platform/round-trips.ts'
import type { BodyBudget } from './body-budget.ts'
import { type BodySource, BodyStream } from './body-stream.ts'
import type { ClientAddress } from './client-address.ts'
import { acceptsGzip, compress, WORTH_COMPRESSING } from './compression.ts'
import { IncomingBody } from './incoming-body.ts'
import { readableAddress } from './remote-address.ts'
import { sendStream } from './send-stream.ts'
import type { BodyProgress, SlowBodies } from './slow-bodies.ts'
import type { UpgradeCork } from './upgrade-cork.ts'

/** Up to here uWebSockets.js may buffer what the socket does not take; beyond, bytes wait in our one copy. */
const BUFFERED_BY_SOCKET = 64 * 1024

/** nginx's status for a client that left before the response; in logs and metrics only. */
const CLIENT_CLOSED_REQUEST = 499

/** Statuses whose responses have neither a body nor its length (RFC 9110, section 8.6). */
const NO_BODY: ReadonlySet<number> = new Set([204, 304])

export type Header = readonly [name: string, value: string]
export type Headers = readonly Header[]

/** Several headers as one: uWebSockets.js takes them in one call instead of one each. */
export function together(first: Header, ...rest: Header[]): Header {
  let value = first[1]
  for (const [name, more] of rest) value += `\r\n${name}: ${more}`
  return [first[0], value]
}

export interface Reply {
  /** `200 OK`. */
  readonly status: string
  readonly headers: Headers
  readonly body: string | Buffer
  /** Whether the body may be sent gzipped. */
  readonly compressible?: boolean
  /** The body gzipped, when it need not be done for this response alone. */
  readonly gzipped?: () => Promise<Buffer>
}

/** The server's side of an exchange: what it is told, and what it decides. */
export interface ExchangeOwner {
  readonly clientAddress: ClientAddress
  /** Responses end their connections: the server is closing. */
  readonly closing: boolean
  readonly upgradeCork: UpgradeCork
  readonly bodyBudget: BodyBudget
  readonly slowBodies: SlowBodies
  finished(exchange: Exchange): void
}

/** What a request to upgrade carries; must be read before its handler first awaits. */
export interface Handshake {
  /** Sec-WebSocket-Key. */
  readonly key: string
  /** Sec-WebSocket-Extensions. */
  readonly extensions: string
  readonly context: us_socket_context_t
}

let exchanges = 0
const process36 = `${process.pid.toString(36)}${Math.trunc(performance.timeOrigin).toString(36).slice(-5)}`

/**
 * One request and its response on a uWebSockets.js socket. Everything of the request is copied in the
 * constructor, because uWebSockets.js takes it back when the route handler returns; and nothing touches
 * the response once the client has gone.
 */
export class Exchange {
  readonly id = `${process36}-${(exchanges++).toString(36)}`
  readonly startedAt = performance.now()
  /** `GET`, …; a HEAD request is a GET whose `respond` leaves the body out. */
  readonly method: string
  /** The pattern that matched, never the address asked for. */
  readonly route: string
  /** Without the port. */
  readonly host: string
  readonly authorization: string
  readonly userAgent: string
  readonly query: string
  /** The Cookie header; empty without one. */
  readonly cookie: string
  /** Of browsers: the Origin header, and the token that a script of ours sends; empty without a cookie. */
  readonly origin: string
  readonly csrfToken: string
  readonly roundTrips: RoundTrips = { postgres: 0, redis: 0 }
  /** For the log; set once known. */
  realmId: number | undefined
  userId: number | undefined
  /** Status and body bytes of the response, once there is one. */
  status = 0
  bytes = 0
  aborted = false

  readonly #response: HttpResponse
  readonly #owner: ExchangeOwner
  readonly #isHead: boolean
  readonly #acceptEncoding: string
  readonly #contentType: string
  readonly #contentLength: string
  readonly #claimedAddress: string
  #address: string | undefined
  #abortCallbacks: (() => void)[] | undefined
  #bodyPending = false
  #progress: BodyProgress | undefined
  #isPaused = false
  /** The connection is closed; `aborted` may also say that the handler is not to answer. */
  #isGone = false
  #isFinished = false
  #body: IncomingBody | undefined
  #responded = false
  #sending: Readable | undefined

  constructor(
    response: HttpResponse,
    request: HttpRequest,
    method: string,
    route: string,
    owner: ExchangeOwner,
  ) {
    this.#response = response
    this.#owner = owner
    this.#isHead = method === 'HEAD'
    this.method = this.#isHead ? 'GET' : method
    this.route = route
    this.host = withoutPort(request.getHeader('host'))
    this.authorization = request.getHeader('authorization')
    this.userAgent = request.getHeader('user-agent')
    this.query = request.getQuery() ?? ''
    this.cookie = request.getHeader('cookie')
    this.origin = this.cookie && request.getHeader('origin')
    this.csrfToken = this.cookie && request.getHeader('x-csrftoken')
    this.#acceptEncoding = request.getHeader('accept-encoding')
    const hasBody = this.method !== 'GET'
    this.#contentType = hasBody ? request.getHeader('content-type') : ''
    this.#contentLength = hasBody ? request.getHeader('content-length') : ''
    this.#claimedAddress = owner.clientAddress.claimedBy(request)
    response.onAborted(() => this.#abort())
  }

  get contentType(): string {
    return this.#contentType
  }

  /** Address of the client; empty when it had gone before anyone asked. */
  get remoteAddress(): string {
    if (this.#address === undefined) {
      if (this.aborted || this.#responded) return ''
      const peer = readableAddress(Buffer.from(this.#response.getRemoteAddressAsText()).toString('latin1'))
      const isClaimed = this.#claimedAddress !== '' && this.#owner.clientAddress.isTrusted(peer)
      this.#address = isClaimed ? this.#claimedAddress : peer
    }
    return this.#address
  }

  /** The body, to be read whole. Must be called before the route handler first awaits. */
  receiveBody(): IncomingBody {
    const declared = this.#contentLength === '' ? Number.NaN : Number(this.#contentLength)
    const body = new IncomingBody(this.#bodySource(), this.#owner.bodyBudget, declared)
    this.#body = body
    this.#feed(body)
    return body
  }

  /** The body as it comes. Must be called before the route handler first awaits; what is left of it, discarded. */
  streamBody(): BodyStream {
    const body = new BodyStream(this.#bodySource(), this.#owner.bodyBudget)
    this.#feed(body)
    this.onAbort(() => body.cut())
    return body
  }

  #feed(body: IncomingBody | BodyStream): void {
    if (this.aborted) return
    this.#bodyPending = true
    const progress = this.#owner.slowBodies.begin(
      () => this.#renewTimeout(),
      () => this.remoteAddress,
    )
    this.#progress = progress
    this.#response.onData((chunk, isLast) => {
      if (isLast) {
        this.#bodyPending = false
        progress.end()
      }
      body.feed(chunk, isLast)
      // A paused socket may have been read once more. The connection's next request is not part of this body.
      if (isLast) this.#setPaused(false)
      else progress.note(chunk.byteLength)
    })
  }

  #bodySource(): BodySource {
    return { pause: () => this.#setPaused(true), resume: () => this.#setPaused(false) }
  }

  #setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused || this.aborted || this.#responded) return
    this.#isPaused = isPaused
    if (isPaused) this.#response.pause()
    else this.#response.resume()
  }

  /** A connection whose reading begins again has its full time; one that is paused has no end. */
  #renewTimeout(): void {
    if (this.#isPaused) return
    this.#setPaused(true)
    this.#setPaused(false)
  }

  /** Runs `callback` once when the client goes before the response; at once when it already has. */
  onAbort(callback: () => void): void {
    if (this.aborted) callback()
    else if (!this.#responded) {
      this.#abortCallbacks ??= []
      this.#abortCallbacks.push(callback)
    }
  }

  /** Sends the response; does nothing when the client has gone. Only the first call counts. */
  respond(reply: Reply): void {
    if (this.#responded || this.aborted) return
    this.#responded = true
    this.status = Number.parseInt(reply.status, 10)
    const { body } = reply
    if (reply.compressible && body.length > WORTH_COMPRESSING && acceptsGzip(this.#acceptEncoding)) {
      const gzipped = reply.gzipped?.() ?? compress(body)
      gzipped.then(
        (compressed) => this.#send(reply, compressed, 'gzip'),
        () => this.#send(reply, body),
      )
    } else this.#send(reply, body)
  }

  /** As `respond`, with a body of `length` bytes that comes bit by bit; it is destroyed when nobody wants it. */
  respondWith(reply: Omit<Reply, 'body'>, length: number, body: Readable): void {
    if (this.#responded || this.aborted) {
      body.destroy()
      return
    }
    this.#responded = true
    this.status = Number.parseInt(reply.status, 10)
    this.bytes = length
    const response = this.#response
    response.cork(() => {
      response.writeStatus(reply.status)
      for (const [name, value] of reply.headers) response.writeHeader(name, value)
      if (this.#isHead || length === 0) this.#endWithoutBody(length, this.#owner.closing)
    })
    if (this.#isHead || length === 0) {
      body.destroy()
      this.#finish()
      return
    }
    this.#sending = body
    const isGone = () => this.aborted
    sendStream(response, body, length, isGone, () => this.#finish())
  }

  /**
   * Turns the connection into a WebSocket of the route it came by; its `open` runs within. Does nothing when
   * the client has gone.
   */
  upgrade<UserData>(data: UserData, handshake: Handshake): void {
    if (this.#responded || this.aborted) return
    this.#responded = true
    this.status = 101
    this.#finish()
    const { key, extensions, context } = handshake
    const response = this.#response
    this.#owner.upgradeCork.run(response, () => response.upgrade(data, key, '', extensions, context))
  }

  /**
   * Answers and ends the connection; for the handler it is as if the client had gone. Not at once: what came together
   * with the request would be read as the next one, while uWebSockets.js closes a connection that does not wait.
   */
  refuse(reply: Reply): void {
    this.aborted = true
    setImmediate(() => {
      this.#responded = true
      this.#bodyPending = true
      if (!this.#isGone) this.status = Number.parseInt(reply.status, 10)
      this.#send(reply, reply.body)
    })
  }

  #send(reply: Reply, body: string | Buffer, encoding?: string): void {
    if (this.#isGone) return
    this.bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    // A body that is still on its way would be read as the next request.
    const close = this.#owner.closing || this.#bodyPending
    let sent = false
    this.#response.cork(() => {
      const response = this.#response
      if (this.status !== 200) response.writeStatus(reply.status)
      for (const [name, value] of reply.headers) response.writeHeader(name, value)
      if (encoding !== undefined) response.writeHeader('Content-Encoding', encoding)
      if (this.#isHead || NO_BODY.has(this.status)) this.#endWithoutBody(this.bytes, close)
      else if (this.bytes <= BUFFERED_BY_SOCKET || close) response.end(body, close)
      else {
        sent = this.#sendLarge(typeof body === 'string' ? Buffer.from(body) : body)
        return
      }
      sent = true
    })
    if (sent) this.#finish()
  }

  /**
   * Ends the response to a HEAD, or one of a status that has no body. `length` is what a GET would be sent: told of it,
   * uWebSockets.js takes the response for unfinished, and closes the connection at the next request.
   */
  #endWithoutBody(length: number, close: boolean): void {
    if (close) {
      this.#response.endWithoutBody(length, close)
      return
    }
    if (!NO_BODY.has(this.status)) this.#response.writeHeader('Content-Length', String(length))
    this.#response.endWithoutBody()
  }

  /** Whether all of it went out at once; if not, the rest follows as the socket drains. */
  #sendLarge(body: Buffer): boolean {
    const [, done] = this.#response.tryEnd(body, body.length)
    if (done) return true
    this.#response.onWritable((offset) => {
      const [drained, ended] = this.#response.tryEnd(body.subarray(offset), body.length)
      if (ended) this.#finish()
      return drained
    })
    return false
  }

  #abort(): void {
    if (this.#isGone || this.#isFinished) return
    this.#isGone = true
    this.aborted = true
    this.status = CLIENT_CLOSED_REQUEST
    this.#sending?.destroy()
    this.#finish()
    const callbacks = this.#abortCallbacks
    this.#abortCallbacks = undefined
    for (const callback of callbacks ?? []) callback()
  }

  #finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    if (!this.aborted) this.#abortCallbacks = undefined
    this.#body?.release()
    this.#progress?.end()
    this.#owner.finished(this)
  }
}

function withoutPort(host: string): string {
  const colon = host.lastIndexOf(':')
  return colon === -1 || host.endsWith(']') ? host : host.slice(0, colon)
}
