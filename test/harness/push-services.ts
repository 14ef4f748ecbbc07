import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createHttp2Server,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Body } from './client.ts'
import type { Settings } from './world.ts'

/** A response of a push service to a request for one device. */
export interface PushAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Closes the connection and sends no response. */
  readonly hangsUp?: true
  /** Sends the body, but not its end. */
  readonly neverEnds?: true
}

/** A notification that a service accepted for a device. */
export interface Notice {
  readonly token: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Body
}

/** Certificate of `localhost` for tests. A process trusts it when NODE_EXTRA_CA_CERTS names it. */
export const TLS_CERTIFICATE = new URL('../fixtures/tls/localhost.crt', import.meta.url).pathname
export const TLS_KEY = new URL('../fixtures/tls/localhost.key', import.meta.url).pathname

/**
 * Local servers that imitate Google's push service with its token endpoint, and Apple's. They check the
 * credentials of requests and send the responses that a test sets.
 */
export class PushServers {
  readonly settings: Settings
  /** Accepted notifications, in their order. */
  readonly fcm: Notice[] = []
  readonly apns: Notice[] = []
  /** Number of access tokens given. */
  tokensGiven = 0
  /** Open HTTP/2 sessions of Apple's service. */
  readonly sessions: Set<ServerHttp2Session>
  /** Next responses by device token; `*` stands for every device and `token` for the token endpoint. */
  readonly #answers: Map<string, PushAnswer[]>
  readonly #close: () => Promise<void>

  private constructor(
    settings: Settings,
    sessions: Set<ServerHttp2Session>,
    answers: Map<string, PushAnswer[]>,
    close: () => Promise<void>,
  ) {
    this.settings = settings
    this.sessions = sessions
    this.#answers = answers
    this.#close = close
  }

  /** With `tls`, Apple's service requires that its clients trust `TLS_CERTIFICATE`. */
  static async start({ tls = false } = {}): Promise<PushServers> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-push-'))
    const google = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const apple = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const answers = new Map<string, PushAnswer[]>()
    const sessions = new Set<ServerHttp2Session>()
    /** Also connections that are no session: a client may have been killed while it connected. */
    const connections = new Set<Socket>()
    let servers!: PushServers

    const fcm = createServer((request, response) =>
      servers.#answerGoogle(request, response, google.publicKey),
    )
    const onApple = tls
      ? createSecureServer({ cert: await readFile(TLS_CERTIFICATE), key: await readFile(TLS_KEY) })
      : createHttp2Server()
    onApple.on('connection', (socket: Socket) => {
      connections.add(socket)
      socket.on('close', () => connections.delete(socket))
    })
    onApple.on('session', (session: ServerHttp2Session) => {
      sessions.add(session)
      session.on('close', () => sessions.delete(session)).on('error', () => undefined)
    })
    onApple.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) =>
      servers.#answerApple(stream, headers, apple.publicKey),
    )
    const listening = [fcm, onApple].map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
        }),
    )
    const [googlePort, applePort] = await Promise.all(listening)
    const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const account = {
      type: 'service_account',
      project_id: 'loquat-test',
      client_email: 'push@loquat-test.iam.gserviceaccount.com',
      private_key: pem(google.privateKey),
      token_uri: `http://127.0.0.1:${googlePort}/token`,
    }
    await writeFile(join(folder, 'account.json'), JSON.stringify(account))
    await writeFile(join(folder, 'key.p8'), pem(apple.privateKey))
    const settings = {
      FCM_SERVICE_ACCOUNT_FILE: join(folder, 'account.json'),
      FCM_URL: `http://127.0.0.1:${googlePort}`,
      APNS_KEY_FILE: join(folder, 'key.p8'),
      APNS_KEY_ID: 'KEY0123456',
      APNS_TEAM_ID: 'TEAM012345',
      APNS_URL: `${tls ? 'https' : 'http'}://localhost:${applePort}`,
    }
    servers = new PushServers(settings, sessions, answers, async () => {
      for (const session of sessions) session.destroy()
      for (const socket of connections) socket.destroy()
      fcm.closeAllConnections()
      await Promise.all([fcm, onApple].map((server) => new Promise((resolve) => server.close(resolve))))
      await rm(folder, { recursive: true })
    })
    return servers
  }

  /** Sets the next responses for a device. After them, the service accepts notifications again. */
  answer(token: string, ...answers: PushAnswer[]): void {
    this.#answers.set(token, answers)
  }

  /** Returns the number of set responses that are not sent yet. */
  unasked(token: string): number {
    return this.#answers.get(token)?.length ?? 0
  }

  clear(): void {
    this.#answers.clear()
    this.fcm.length = 0
    this.apns.length = 0
    this.tokensGiven = 0
  }

  close(): Promise<void> {
    return this.#close()
  }

  async #answerGoogle(request: IncomingMessage, response: ServerResponse, key: KeyObject): Promise<void> {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    const send = ({ status, headers, body, hangsUp }: PushAnswer) => {
      if (hangsUp) request.socket.destroy()
      else response.writeHead(status, headers).end(JSON.stringify(body ?? {}))
    }
    if (request.url === '/token') {
      const assertion = new URLSearchParams(text).get('assertion')!
      const { claims } = verifyToken(assertion, key, 'RS256')
      if (claims.iss !== 'push@loquat-test.iam.gserviceaccount.com') throw new Error('another account')
      if (claims.scope !== 'https://www.googleapis.com/auth/firebase.messaging')
        throw new Error('another scope')
      this.tokensGiven++
      const given = { access_token: `access-${this.tokensGiven}`, expires_in: 3600, token_type: 'Bearer' }
      return send(this.#next('token') ?? { status: 200, body: given })
    }
    if (request.url !== '/v1/projects/loquat-test/messages:send') return send({ status: 404 })
    const { message } = JSON.parse(text) as Body
    if (Object.values(message.data).some((value) => typeof value !== 'string')) {
      return send(fcmError(400, 'INVALID_ARGUMENT', 'Invalid value at message.data'))
    }
    if (request.headers.authorization !== `Bearer access-${this.tokensGiven}`) {
      return send(fcmError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'))
    }
    const answer = this.#next(message.token)
    if (answer === undefined) this.fcm.push({ token: message.token, headers: request.headers, body: message })
    send(answer ?? { status: 200, body: { name: 'projects/loquat-test/messages/1' } })
  }

  async #answerApple(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, key: KeyObject): Promise<void> {
    stream.on('error', () => undefined)
    const text = (await stream.setEncoding('utf8').toArray()).join('')
    const token = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[':path']))?.[1]
    const send = ({ status, headers: more, body, hangsUp }: PushAnswer) => {
      if (hangsUp) stream.session?.destroy()
      else {
        stream.respond({ ':status': status, ...more })
        stream.end(body === undefined ? '' : JSON.stringify(body))
      }
    }
    const { header, claims } = verifyToken(
      String(headers.authorization).replace(/^bearer /, ''),
      key,
      'ES256',
    )
    if (header.kid !== 'KEY0123456' || claims.iss !== 'TEAM012345') {
      return send({ status: 403, body: { reason: 'InvalidProviderToken' } })
    }
    if (token === undefined) return send({ status: 400, body: { reason: 'BadDeviceToken' } })
    const answer = this.#next(token)
    if (answer === undefined) this.apns.push({ token, headers, body: JSON.parse(text) })
    send(answer ?? { status: 200 })
  }

  #next(token: string): PushAnswer | undefined {
    return (this.#answers.get(token) ?? this.#answers.get('*'))?.shift()
  }
}

/** An error response of Google's service. */
export function fcmError(
  status: number,
  code: string,
  message: string,
  headers?: Readonly<Record<string, string>>,
): PushAnswer {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
  return {
    status,
    headers,
    body: { error: { code: status, status: code, message, details: [{ '@type': type, errorCode: code }] } },
  }
}

/** Returns the parts of a signed token. Throws unless `key` signed it with `alg` within the last hour. */
function verifyToken(token: string, key: KeyObject, alg: string): { header: Body; claims: Body } {
  const [header, claims, signature] = token.split('.')
  const parse = (part: string | undefined): Body => JSON.parse(Buffer.from(part!, 'base64url').toString())
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey(key.export({ type: 'spki', format: 'pem' })), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!isSigned || parse(header).alg !== alg) throw new Error('the token is not signed with the key')
  const { iat } = parse(claims)
  if (Math.abs(iat - Date.now() / 1000) > 3600) throw new Error('the token was issued at another time')
  return { header: parse(header), claims: parse(claims) }
}
