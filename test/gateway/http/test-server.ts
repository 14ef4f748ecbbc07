import { Redis } from 'ioredis'
import { type Logger, pino } from 'pino'
import type { RuntimeConfig } from '../../../config/environment.ts'
import type { Endpoint } from '../../../gateway/http/endpoint/endpoint.ts'
import { HttpServer, type HttpServerOptions } from '../../../gateway/http/server.ts'
import { docsUrlOf } from '../../harness/client.ts'
import { RawConnection } from '../../harness/raw-connection.ts'
import { directoryOf, FakeRealm } from './fake-realm.ts'

export const ME = 'me@example.com'

const CONFIG = {
  nodeEnv: 'test',
  rootUrl: 'http://demo.test',
  secretKey: 'a secret',
  sessionDays: 1,
  trustProxy: false,
  clientAddressHeader: 'x-forwarded-for',
  maxBodyBytes: 1_000_000,
  maxBodyBytesInFlight: 3_000_000,
  rateLimitUserPerMinute: 1_000_000,
  rateLimitAddressPerMinute: 1_000_000,
  rateLimitFilesPerMinute: 1_000_000,
  rateLimitAuthenticationPer30Minutes: 5,
  rateLimitAuthenticationAccountPer30Minutes: 1_000_000,
  rateLimitAuthenticationAddressPer30Minutes: 1_000_000,
} as Partial<RuntimeConfig>

/** A server on a free port, with an organization that has one member, `ME`. */
export class TestServer {
  readonly server: HttpServer
  readonly realm: FakeRealm
  /** The lines logged so far. */
  readonly log: Record<string, unknown>[]
  port = 0

  private constructor(server: HttpServer, realm: FakeRealm, log: Record<string, unknown>[]) {
    this.server = server
    this.realm = realm
    this.log = log
  }

  static async start(
    endpoints: readonly Endpoint[],
    options: { config?: Partial<RuntimeConfig> } & Partial<
      Pick<HttpServerOptions, 'realms' | 'redis' | 'rawRoutes' | 'observers'>
    > = {},
  ): Promise<TestServer> {
    const realm = new FakeRealm()
    realm.put(ME)
    await realm.state.sync()
    const log: Record<string, unknown>[] = []
    const logger: Logger = pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line)) })
    const config = { ...CONFIG, ...options.config } as RuntimeConfig
    const server = new HttpServer({
      realms: directoryOf(realm),
      redis: noRedis(),
      logger,
      endpoints,
      ...options,
      config,
    })
    const started = new TestServer(server, realm, log)
    started.port = await server.listen(0, '127.0.0.1')
    return started
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** A request to the API as `ME`, unless `headers` say otherwise. */
  async call(
    method: string,
    path: string,
    init: { body?: RequestInit['body']; headers?: RequestInit['headers'] } = {},
  ): Promise<Answer> {
    const headers = new Headers({ authorization: this.realm.authorization(ME), ...init.headers })
    if (headers.get('authorization') === '') headers.delete('authorization')
    const response = await fetch(`${this.origin}/api/v1${path}`, { method, body: init.body, headers })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? {} : JSON.parse(text),
      docsUrl: docsUrlOf(response.headers),
    }
  }

  /** A form sent as `ME`. */
  post(path: string, form: Record<string, string> | string): Promise<Answer> {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
    return this.call('POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  }

  /** A connection that has sent `text`, with its newlines replaced by `\r\n`. */
  async send(text: string | Buffer): Promise<RawConnection> {
    const connection = await RawConnection.open(this.origin)
    connection.write(text)
    return connection
  }

  stop(): Promise<void> {
    return this.server.close(0)
  }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into arbitrary JSON
  body: any
  /** The link to the reference in the headers of an error. */
  docsUrl: string | undefined
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A connection that is never opened: limits are counted in memory. */
export function noRedis(): Redis {
  return new Redis({ lazyConnect: true })
}
