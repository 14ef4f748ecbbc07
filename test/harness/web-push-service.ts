import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Body } from './client.ts'
import { type PushAnswer, TLS_CERTIFICATE, TLS_KEY } from './push-services.ts'

/** A browser's subscription, with the keys that only the browser has. */
export interface TestSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A push message that the service accepted, as the browser reads it. */
export interface PushMessage {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly data: Body
  /** The public key of the server that sent it, and the server's contact address. */
  readonly serverKey: string
  readonly claims: Body
}

/**
 * A local server that imitates the push service of a browser (RFC 8030), and the browsers that subscribed to
 * it.
 */
export class WebPushService {
  readonly origin: string
  /** Accepted messages, in their order. */
  readonly messages: PushMessage[] = []
  /** Why the service refused requests. */
  readonly faults: string[] = []
  /** Requests that got no response. */
  silences = 0
  readonly #server: Server
  readonly #browsers = new Map<string, { readonly pair: ECDH; readonly auth: Buffer }>()
  readonly #answers = new Map<string, (PushAnswer | 'silence')[]>()

  private constructor(server: Server) {
    this.#server = server
    this.origin = `https://localhost:${(server.address() as AddressInfo).port}`
  }

  /** Its clients must trust `TLS_CERTIFICATE`. */
  static async start(): Promise<WebPushService> {
    let service!: WebPushService
    const server = createServer(
      { cert: await readFile(TLS_CERTIFICATE), key: await readFile(TLS_KEY) },
      (request, response) => void service.#answer(request, response),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    service = new WebPushService(server)
    return service
  }

  /** Subscribes another browser. */
  subscribe(): TestSubscription {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const auth = randomBytes(16)
    const endpoint = `${this.origin}/push/${randomBytes(9).toString('base64url')}`
    this.#browsers.set(endpoint, { pair, auth })
    return { endpoint, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
  }

  /**
   * Sets the next responses to messages for a browser. `silence` never responds. Then messages are accepted
   * again.
   */
  answer(endpoint: string, ...answers: (PushAnswer | 'silence')[]): void {
    this.#answers.set(endpoint, answers)
  }

  clear(): void {
    this.messages.length = 0
    this.faults.length = 0
    this.#answers.clear()
    this.#browsers.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const endpoint = this.origin + request.url
    const answer = this.#answers.get(endpoint)?.shift()
    if (answer === 'silence') {
      this.silences++
      return
    }
    if (answer?.hangsUp) return void request.socket.destroy()
    if (answer?.neverEnds)
      return void response.writeHead(answer.status, answer.headers).write(String(answer.body))
    if (answer !== undefined) {
      response.writeHead(answer.status, answer.headers).end(String(answer.body ?? ''))
      return
    }
    try {
      this.messages.push(this.#read(endpoint, request, body))
      response.writeHead(201, { location: `${this.origin}/message` }).end()
    } catch (error) {
      this.faults.push((error as Error).message)
      response.writeHead(400).end((error as Error).message)
    }
  }

  #read(endpoint: string, { method, headers }: IncomingMessage, body: Buffer): PushMessage {
    const browser = this.#browsers.get(endpoint)
    if (method !== 'POST' || browser === undefined) throw new Error(`${method} of an unknown subscription`)
    if (!/^\d+$/.test(String(headers.ttl))) throw new Error('no TTL')
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding')
    if (body.length > 4096) throw new Error(`${body.length} bytes`)
    if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic)))
      throw new Error('bad topic')
    const { serverKey, claims } = readVapid(String(headers.authorization), this.origin)
    const data = JSON.parse(decrypt(body, browser.pair, browser.auth).toString()) as Body
    return { endpoint, headers, data, serverKey, claims }
  }
}

/** Reads the content encoding aes128gcm (RFC 8188) with the keys of Web Push (RFC 8291). */
function decrypt(body: Buffer, browser: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2) // the delimiter of the last record, before zeros
  return padded.subarray(0, end)
}

/**
 * Reads the Authorization header of VAPID (RFC 8292). Throws unless the key signed the token for this
 * service.
 */
function readVapid(header: string, audience: string): Pick<PushMessage, 'serverKey' | 'claims'> {
  const [, token, serverKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (token === undefined || serverKey === undefined) throw new Error('no VAPID header')
  const point = Buffer.from(serverKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const [head, claimed, signature] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claimed}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(claimed!, 'base64url').toString()) as Body
  const secondsLeft = claims.exp - Date.now() / 1000
  if (!isSigned || claims.aud !== audience) throw new Error('the token is not for this service')
  if (secondsLeft <= 0 || secondsLeft > 86_400) throw new Error('the token is not valid now')
  return { serverKey, claims }
}
