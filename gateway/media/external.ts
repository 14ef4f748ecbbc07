import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { Readable } from 'node:stream'
import {
  MAX_EXTERNAL_AT_ONCE_PER_CALLER,
  MAX_EXTERNAL_AT_ONCE_PER_HOST,
  MAX_EXTERNAL_PER_MINUTE_PER_CALLER,
  MAX_EXTERNAL_PER_MINUTE_PER_HOST,
} from '../../config/limits.ts'
import { openExternalAddress } from '../../core/content/media/external-address.ts'
import { getFollowing } from '../../core/platform/net/get.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { type Exchange, together } from '../http/exchange.ts'
import { networkOf } from '../http/remote-address.ts'
import { plainText } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import type { Services } from '../services.ts'
import { TrafficCount } from './traffic.ts'

/** None of them can run a script. */
const TYPES =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|png|webp|x-icon|vnd\.microsoft\.icon)|video\/(?:mp4|ogg|webm))$/

/** In bytes: of a picture, of a film or a part of one, and of what comes without saying how long it is. */
const MAX_PICTURE = 20 * 1024 * 1024
const MAX_FILM = 200 * 1024 * 1024
const MAX_UNMEASURED = 5 * 1024 * 1024

const TIME_LIMIT_MS = 60_000

/** Answers that a gateway is waiting for or passing on at once. */
const TOGETHER = 64

const HEADERS = together(
  ['Cache-Control', 'public, max-age=86400'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'"],
  ['Accept-Ranges', 'bytes'],
)

/** What is passed on. */
interface Content {
  readonly status: string
  readonly type: string
  readonly range: string | null
  readonly length: number
  readonly bytes: Readable
}

/** Why nothing is: clients are told that there is nothing. */
class NotPassedOn extends Error {}

/**
 * Passes on the pictures and films from elsewhere that messages show (`externalAddress`). Add it before the server
 * listens.
 */
export function serveExternalContent(
  http: HttpServer,
  { config, core }: Services,
  network: PublicNetwork,
): void {
  let running = 0
  const callers = new TrafficCount({
    atOnce: MAX_EXTERNAL_AT_ONCE_PER_CALLER,
    perMinute: MAX_EXTERNAL_PER_MINUTE_PER_CALLER,
  })
  const hosts = new TrafficCount({
    atOnce: MAX_EXTERNAL_AT_ONCE_PER_HOST,
    perMinute: MAX_EXTERNAL_PER_MINUTE_PER_HOST,
  })
  const pattern = '/external_content/:signature/:address'
  const answer = (method: string) => (response: HttpResponse, request: HttpRequest) => {
    const [, , signature = '', address = ''] = request.getUrl().split('/')
    const range = request.getHeader('range')
    const exchange = http.begin(response, request, method, pattern)
    const url = openExternalAddress(config.secretKey, signature, address)
    if (url === undefined || !URL.canParse(url))
      return exchange.respond(plainText(404, 'Not Found\n', NO_STORE))
    const busy = (status: number) =>
      exchange.respond(plainText(status, 'Busy\n', [...NO_STORE, ['Retry-After', '5']]))
    if (running >= TOGETHER) return busy(503)
    const [caller, host] = [networkOf(exchange.remoteAddress), new URL(url).host]
    if (!callers.begin(caller)) return busy(429)
    if (!hosts.begin(host)) {
      callers.end(caller)
      return busy(503)
    }
    running++
    void passOn(exchange, network, url, /^bytes=\d*-\d*$/.test(range) ? range : undefined)
      .catch((error) => {
        core.log.debug({ err: error, url }, 'content from elsewhere is not passed on')
        exchange.respond(plainText(404, 'Not Found\n', NO_STORE))
      })
      .finally(() => {
        running--
        callers.end(caller)
        hosts.end(host)
      })
  }
  http.route('GET', pattern, answer)
}

const NO_STORE = [['Cache-Control', 'no-store']] as const

async function passOn(
  exchange: Exchange,
  network: PublicNetwork,
  url: string,
  range: string | undefined,
): Promise<void> {
  const gone = new AbortController()
  exchange.onAbort(() => gone.abort())
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const content = await ask(network, url, range, signal)
  const headers = [
    HEADERS,
    ['Content-Type', content.type] as const,
    ...(content.range === null ? [] : [['Content-Range', content.range] as const]),
  ]
  const over = new Promise<void>((resolve) => content.bytes.once('close', resolve))
  exchange.respondWith({ status: content.status, headers }, content.length, content.bytes)
  await over
}

async function ask(
  network: PublicNetwork,
  url: string,
  range: string | undefined,
  signal: AbortSignal,
): Promise<Content> {
  const headers = {
    accept: 'image/*, video/*',
    'accept-encoding': 'identity',
    'user-agent': 'LoquatImageProxy/1.0',
    ...(range !== undefined && { range }),
  }
  const { response } = await getFollowing(network, url, headers, signal)
  const { status, body } = response
  try {
    if (status !== 200 && status !== 206) throw new NotPassedOn(`status ${status}`)
    const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    if (!TYPES.test(type)) throw new NotPassedOn(`type ${type}`)
    const isMeasured = !response.headers.has('content-encoding')
    const stated = isMeasured ? response.headers.get('content-length') : null
    if (Number(stated) > (type.startsWith('video/') ? MAX_FILM : MAX_PICTURE))
      throw new NotPassedOn('too long')
    const bytes = body === null ? Readable.from([]) : Readable.fromWeb(body as never, { signal })
    const whole = stated === null ? await gathered(bytes) : undefined
    return {
      status: status === 206 ? '206 Partial Content' : '200 OK',
      type,
      range: status === 206 ? response.headers.get('content-range') : null,
      length: whole?.length ?? Number(stated),
      bytes: whole === undefined ? bytes : Readable.from([whole]),
    }
  } catch (error) {
    if (body?.locked === false) await body.cancel().catch(() => undefined)
    throw error
  }
}

async function gathered(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += (chunk as Buffer).length
    if (length > MAX_UNMEASURED) throw new NotPassedOn('too long')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
