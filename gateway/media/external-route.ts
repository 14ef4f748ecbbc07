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
import {
  headerOf,
  type RawRoute,
  type ReceivedRequest,
  rawRoute,
  type StreamedReply,
} from '../http/raw-route.ts'
import { type Header, joinHeaders } from '../http/reply/headers.ts'
import { plainFailure, plainNotFound, plainText, type Reply } from '../http/reply/reply.ts'
import { networkOf } from '../http/uwebsockets/remote-address.ts'
import type { Services } from '../services.ts'
import { TrafficCount } from './traffic.ts'

/** Types that cannot run a script. */
const TYPES =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|png|webp|x-icon|vnd\.microsoft\.icon)|video\/(?:mp4|ogg|webm))$/

/** In bytes: a picture, a film or a part of one, and content whose length its server does not state. */
const MAX_PICTURE = 20 * 1024 * 1024
const MAX_FILM = 200 * 1024 * 1024
const MAX_UNMEASURED = 5 * 1024 * 1024

const TIME_LIMIT_MS = 60_000

/** Most responses that a gateway waits for or passes on at the same time. */
const MAX_AT_ONCE = 64

const HEADERS = joinHeaders(
  ['Cache-Control', 'public, max-age=86400'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'"],
  ['Accept-Ranges', 'bytes'],
)

/** A response of another server, as it is passed on. */
interface ExternalContent {
  readonly status: string
  readonly type: string
  readonly range: string | null
  readonly length: number
  readonly bytes: Readable
}

/** The response of the other server is not passed on; clients get 404. */
class NotPassedOn extends Error {}

/** Passes on the pictures and films of other servers that messages show (`externalAddress`). */
export function externalContentRoute(
  { config, core }: Pick<Services, 'config' | 'core'>,
  network: PublicNetwork,
): RawRoute {
  const limit = externalTrafficLimit()
  return rawRoute({
    method: 'GET',
    pattern: '/external_content/:signature/:address',
    access: 'unidentified',
    limit: {
      counts: 'files',
      work: 'Addresses that the server signed, with limits of their own (MAX_EXTERNAL_…).',
    },
    headers: ['range'],
    renderError: plainFailure,
    handle: async (request) => {
      const [signature = '', address = ''] = request.path
      const url = openExternalAddress(config.secretKey, signature, address)
      if (url === undefined || !URL.canParse(url)) return plainNotFound()
      const admitted = limit.begin(networkOf(request.exchange.remoteAddress), new URL(url).host)
      if ('status' in admitted) return busy(admitted.status)
      try {
        return await passOn(request, network, url, admitted.end)
      } catch (error) {
        admitted.end()
        core.log.debug({ err: error, url }, 'cannot pass on external content; answering 404')
        return plainNotFound()
      }
    },
  })
}

/** Counts the proxied responses: in all, for each network of callers, and from each host. */
function externalTrafficLimit() {
  let running = 0
  const callers = new TrafficCount({
    atOnce: MAX_EXTERNAL_AT_ONCE_PER_CALLER,
    perMinute: MAX_EXTERNAL_PER_MINUTE_PER_CALLER,
  })
  const hosts = new TrafficCount({
    atOnce: MAX_EXTERNAL_AT_ONCE_PER_HOST,
    perMinute: MAX_EXTERNAL_PER_MINUTE_PER_HOST,
  })
  /** Begins a request that `end` ends, or returns the status to refuse it with. */
  function begin(caller: string, host: string): { end: () => void } | { status: 429 | 503 } {
    if (running >= MAX_AT_ONCE) return { status: 503 }
    if (!callers.begin(caller)) return { status: 429 }
    if (!hosts.begin(host)) {
      callers.end(caller)
      return { status: 503 }
    }
    running++
    return {
      end: () => {
        running--
        callers.end(caller)
        hosts.end(host)
      },
    }
  }
  return { begin }
}

const busy = (status: number): Reply =>
  plainText(status, 'Busy\n', [
    ['Cache-Control', 'no-store'],
    ['Retry-After', '5'],
  ])

/**
 * Runs `end` when the last byte is sent, or the client has disconnected. Throws when there is no response to
 * pass on.
 */
async function passOn(
  request: ReceivedRequest,
  network: PublicNetwork,
  url: string,
  end: () => void,
): Promise<StreamedReply> {
  const requested = headerOf(request, 'range')
  const clientGone = new AbortController()
  request.exchange.onAbort(() => clientGone.abort())
  const signal = AbortSignal.any([clientGone.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const range = /^bytes=\d*-\d*$/.test(requested) ? requested : undefined
  const content = await fetchContent(network, url, range, signal)
  const headers: Header[] = [HEADERS, ['Content-Type', content.type]]
  if (content.range !== null) headers.push(['Content-Range', content.range])
  content.bytes.once('close', end)
  return { status: content.status, headers, length: content.length, stream: content.bytes }
}

async function fetchContent(
  network: PublicNetwork,
  url: string,
  range: string | undefined,
  signal: AbortSignal,
): Promise<ExternalContent> {
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
    const whole = stated === null ? await readAll(bytes) : undefined
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

async function readAll(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += (chunk as Buffer).length
    if (length > MAX_UNMEASURED) throw new NotPassedOn('too long')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
