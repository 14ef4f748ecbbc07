import type { HttpRequest, HttpResponse, us_socket_context_t } from 'uWebSockets.js'
import type { Readable } from 'node:stream'
import type { RoundTrips } from '../../../core/platform/log/round-trips.ts'
import type { BodyBudget } from '../body/body-budget.ts'
import { BodyReception } from '../body/body-reception.ts'
import type { BodyStream } from '../body/body-stream.ts'
import type { IncomingBody } from '../body/incoming-body.ts'
import type { SlowBodies } from '../body/slow-bodies.ts'
import { acceptsGzip, compress, WORTH_COMPRESSING } from '../reply/compression.ts'
import type { Header, Headers } from '../reply/headers.ts'
import type { OpenResponseListener } from '../reply/open-answer.ts'
import type { Reply } from '../reply/reply.ts'
import { type Body, bytesOf, endWithoutBody, sendBody, wholeBody } from '../reply/send-body.ts'
import { sendStream } from '../reply/send-stream.ts'
import type { ClientAddress } from '../uwebsockets/client-address.ts'
import { readableAddress } from '../uwebsockets/remote-address.ts'
import type { UpgradeCork } from '../uwebsockets/upgrade-cork.ts'

/** nginx's status for a client that disconnected before the response. It appears in logs and metrics only. */
const CLIENT_CLOSED_REQUEST = 499

/** The server of an exchange: the services of all exchanges, and the counters to which they report. */
export interface ExchangeOwner {
  readonly clientAddress: ClientAddress
  /** The server is closing, so responses end their connections. */
  readonly closing: boolean
  readonly upgradeCork: UpgradeCork
  /** The header that keeps browsers to https; undefined for a server without it. */
  readonly strictTransport: Header | undefined
  readonly bodyBudget: BodyBudget
  readonly slowBodies: SlowBodies
  finished(exchange: Exchange): void
}

/** The headers of a WebSocket handshake. They must be read before the handler first awaits. */
export interface Handshake {
  /** Sec-WebSocket-Key. */
  readonly key: string
  /** Sec-WebSocket-Extensions. */
  readonly extensions: string
  readonly context: us_socket_context_t
}

/** The end of the route whose requests continue a stream of events. */
const EVENT_STREAM = '/events/stream'

let exchanges = 0
const process36 = `${process.pid.toString(36)}${Math.trunc(performance.timeOrigin).toString(36).slice(-5)}`

/**
 * One request and its response on a uWebSockets.js socket. The constructor copies the request, which
 * uWebSockets.js invalidates when the route handler returns. Nothing touches the response once the client has
 * disconnected.
 */
export class Exchange {
  readonly startedAt = performance.now()
  readonly #number = exchanges++
  /** A HEAD request is a GET whose response has no body. */
  readonly method: string
  /** The pattern that matched, never the requested address. */
  readonly route: string
  /** The Host header. */
  readonly authority: string
  /** Without the port. */
  readonly host: string
  readonly authorization: string
  readonly userAgent: string
  readonly query: string
  /** The Cookie header; empty without one. */
  readonly cookie: string
  /** The Origin header and the CSRF token of a browser; empty without a cookie. */
  readonly origin: string
  readonly csrfToken: string
  /** The Sec-Fetch-Site header; empty without a cookie. */
  readonly site: string
  /** The Last-Event-ID header of a request for a stream of events; empty without one. */
  readonly lastEventId: string
  /** Undefined unless they are counted. */
  roundTrips: RoundTrips | undefined
  /** For the log; set once the caller is known. */
  realmId: number | undefined
  userId: number | undefined
  /** Status and body bytes of the response; 0 until it is sent. */
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
  #peer: string | undefined
  #abortCallbacks: (() => void)[] | undefined
  #reception: BodyReception | undefined
  /** The connection is closed. `aborted` is also true when the request was refused before its handler ran. */
  #isGone = false
  #isFinished = false
  #isRefused = false
  #responded = false
  #sending: Readable | undefined

  /** `hasBody`: the request has a body, which may be empty. */
  constructor(
    response: HttpResponse,
    request: HttpRequest,
    method: string,
    route: string,
    owner: ExchangeOwner,
    hasBody: boolean,
  ) {
    this.#response = response
    this.#owner = owner
    this.#isHead = method === 'HEAD'
    this.method = this.#isHead ? 'GET' : method
    this.route = route
    this.authority = request.getHeader('host')
    this.host = withoutPort(this.authority)
    this.authorization = request.getHeader('authorization')
    this.userAgent = request.getHeader('user-agent')
    this.query = request.getQuery() ?? ''
    this.cookie = request.getHeader('cookie')
    this.origin = this.cookie && request.getHeader('origin')
    this.csrfToken = this.cookie && request.getHeader('x-csrftoken')
    this.site = this.cookie && request.getHeader('sec-fetch-site')
    this.lastEventId = route.endsWith(EVENT_STREAM) ? request.getHeader('last-event-id') : ''
    this.#acceptEncoding = request.getHeader('accept-encoding')
    this.#contentType = hasBody ? request.getHeader('content-type') : ''
    this.#contentLength = hasBody ? request.getHeader('content-length') : ''
    this.#claimedAddress = owner.clientAddress.claimedBy(request)
    response.onAborted(() => this.#abort())
  }

  /** Names the request in the log. */
  get id(): string {
    return `${process36}-${this.#number.toString(36)}`
  }

  /** The client has disconnected, or the response has begun. */
  get isOver(): boolean {
    return this.aborted || this.#responded
  }

  get contentType(): string {
    return this.#contentType
  }

  /**
   * The address that the connection comes from: the proxy's, if there is one. Empty when the client had
   * disconnected before the first use.
   */
  get peerAddress(): string {
    if (this.#peer === undefined) {
      if (this.isOver) return ''
      this.#peer = readableAddress(Buffer.from(this.#response.getRemoteAddressAsText()).toString('latin1'))
    }
    return this.#peer
  }

  /** The address of the client; empty when the client had disconnected before the first use. */
  get remoteAddress(): string {
    if (this.#address === undefined) {
      const peer = this.peerAddress
      if (peer === '') return ''
      const isClaimed = this.#claimedAddress !== '' && this.#owner.clientAddress.isTrusted(peer)
      this.#address = isClaimed ? this.#claimedAddress : peer
    }
    return this.#address
  }

  /** Receives the body to be read whole. Must be called before the route handler first awaits. */
  receiveBody(): IncomingBody {
    const declared = this.#contentLength === '' ? Number.NaN : Number(this.#contentLength)
    return this.#beginReception().receiveWhole(declared)
  }

  /**
   * Streams the body. Must be called before the route handler first awaits; the handler discards unread
   * bytes.
   */
  streamBody(): BodyStream {
    const body = this.#beginReception().stream()
    this.onAbort(() => body.cut())
    return body
  }

  #beginReception(): BodyReception {
    this.#reception = new BodyReception(this.#response, this, this.#owner)
    return this.#reception
  }

  /**
   * Runs `callback` once when the client disconnects before the response; at once when the client has
   * disconnected.
   */
  onAbort(callback: () => void): void {
    if (this.aborted) callback()
    else if (!this.#responded) {
      // Room for one, because most requests have one or none.
      if (this.#abortCallbacks === undefined) this.#abortCallbacks = [callback]
      else this.#abortCallbacks.push(callback)
    }
  }

  /** Sends the response. Does nothing when the client has disconnected, and on every call but the first. */
  respond(reply: Reply): void {
    if (this.isOver) return
    this.#responded = true
    this.status = statusOf(reply)
    if (reply.compressible && isLong(reply) && acceptsGzip(this.#acceptEncoding)) {
      const gzipped = reply.gzipped?.() ?? compress(wholeBody(reply.body))
      gzipped.then(
        (compressed) => this.#send(reply, compressed, 'gzip'),
        () => this.#send(reply, reply.body),
      )
    } else this.#send(reply, reply.body)
  }

  /**
   * As `respond`, with a body of `length` bytes from a stream, which is destroyed when the client has
   * disconnected.
   */
  respondWith(reply: Omit<Reply, 'body'>, length: number, body: Readable): void {
    if (this.isOver) {
      body.destroy()
      return
    }
    this.#responded = true
    this.status = statusOf(reply)
    this.bytes = length
    const response = this.#response
    response.cork(() => {
      response.writeStatus(reply.status)
      this.#writeHeaders(reply.headers)
      if (this.#isHead || length === 0) endWithoutBody(response, this.status, length, this.#owner.closing)
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
   * Begins a response of unknown length, whose pieces `listener` sends. It learns at once when the client has
   * disconnected, and when the request asks for the headers only.
   */
  open(reply: Omit<Reply, 'body'>, listener: OpenResponseListener): void {
    if (this.isOver) {
      listener.closed()
      return
    }
    this.onAbort(() => listener.closed())
    this.#responded = true
    this.status = statusOf(reply)
    const response = this.#response
    response.cork(() => {
      response.writeStatus(reply.status)
      this.#writeHeaders(reply.headers)
      if (this.#isHead) response.endWithoutBody()
    })
    if (this.#isHead) {
      this.#finish()
      listener.closed()
      return
    }
    response.onWritable(() => {
      listener.drained()
      return true
    })
    listener.opened({ write: (piece) => this.#write(piece), end: () => this.#endOpen() })
  }

  #writeHeaders(headers: Headers): void {
    for (const [name, value] of headers) this.#response.writeHeader(name, value)
    const { strictTransport } = this.#owner
    if (strictTransport !== undefined) this.#response.writeHeader(...strictTransport)
  }

  #write(piece: string | Buffer): boolean {
    if (this.#isFinished) return false
    this.bytes += Buffer.byteLength(piece)
    let isTaken = false
    this.#response.cork(() => {
      isTaken = this.#response.write(piece)
    })
    return isTaken
  }

  #endOpen(): void {
    if (this.#isFinished) return
    this.#response.cork(() => this.#response.end(undefined, this.#owner.closing))
    this.#finish()
  }

  /**
   * Upgrades the connection to a WebSocket of its route, and runs the route's `open`. Does nothing when the
   * client has disconnected.
   */
  upgrade<UserData>(data: UserData, handshake: Handshake): void {
    if (this.isOver) return
    this.#responded = true
    this.status = 101
    this.#finish()
    const { key, extensions, context } = handshake
    const response = this.#response
    this.#owner.upgradeCork.run(response, () => response.upgrade(data, key, '', extensions, context))
  }

  /**
   * Responds and ends the connection; for the handler the client has disconnected. The response is deferred,
   * because uWebSockets.js would read the bytes that arrived with the request as the next request.
   */
  refuse(reply: Reply): void {
    this.aborted = true
    setImmediate(() => {
      this.#responded = true
      this.#isRefused = true
      if (!this.#isGone) this.status = statusOf(reply)
      this.#send(reply, reply.body)
    })
  }

  #send(reply: Reply, body: Body, encoding?: string): void {
    if (this.#isGone) return
    this.bytes = bytesOf(body)
    // The rest of an unfinished body, and of a refused request, would be read as the next request.
    const close = this.#owner.closing || this.#isRefused || this.#reception?.isPending === true
    const finish = () => this.#finish()
    const { status, bytes } = this
    const { strictTransport } = this.#owner
    const outgoing = { reply, status, strictTransport, body, bytes, encoding, isHead: this.#isHead, close }
    sendBody(this.#response, outgoing, finish)
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
    this.#reception?.release()
    this.#owner.finished(this)
  }
}

const statusOf = ({ status }: Pick<Reply, 'status'>): number =>
  status === '200 OK' ? 200 : Number.parseInt(status, 10)

/**
 * A text has at least one byte for each of its characters, so the bytes of a long one need not be counted.
 */
const isLong = ({ isLong, body }: Reply): boolean =>
  isLong ??
  ((typeof body === 'string' && body.length > WORTH_COMPRESSING) || bytesOf(body) > WORTH_COMPRESSING)

function withoutPort(host: string): string {
  const colon = host.lastIndexOf(':')
  return colon === -1 || host.endsWith(']') ? host : host.slice(0, colon)
}
