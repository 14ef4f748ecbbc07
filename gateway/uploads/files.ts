import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { TEMPORARY_URL_SECONDS } from '../../config/limits.ts'
import { openTemporaryUrl } from '../../core/content/uploads/temporary-url.ts'
import {
  formatsOf,
  type ThumbnailFormat,
  thumbnailKey,
} from '../../core/content/uploads/thumbnail-formats.ts'
import { accessUpload, noSuchUpload, type Readable, uploadById } from '../../core/messaging/uploads/access.ts'
import { withRoundTrips } from '../../core/platform/round-trips.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Reader } from '../../core/state/users/reader.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Exchange, together } from '../http/exchange.ts'
import { explain } from '../http/failures.ts'
import { plainFailure } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import type { Services } from '../services.ts'
import { presentation } from './content.ts'
import { readRange } from './range.ts'

/** What of a request, beside who speaks, decides on the response. */
interface Conditions {
  readonly range: string
  readonly ifRange: string
  readonly ifNoneMatch: string
}

interface Served {
  readonly file: Readable
  readonly isDownload: boolean
  /** The smaller version of the picture that the file is; all of the file without. */
  readonly thumbnail?: ThumbnailFormat
}

/** Who may read is decided anew each time: a browser keeps a file, and asks whether it may still show it. */
const CACHE = ['Cache-Control', 'private, no-cache'] as const

/** Never runs a script, whatever a browser takes the bytes for. PDF viewers refuse to work in a sandbox. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'"
const PDF = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"

type Find = (realm: RealmState, reader: Reader, path: readonly string[]) => Promise<Served>

/** Serves the addresses below `/user_uploads/`. Add them before the server listens. */
export function serveFiles(http: HttpServer, { config, core, storage }: Services): void {
  const serve = (pattern: string, segments: number, find: Find) => {
    const answer = (method: string) => (response: HttpResponse, request: HttpRequest) => {
      const conditions = {
        range: request.getHeader('range'),
        ifRange: request.getHeader('if-range'),
        ifNoneMatch: request.getHeader('if-none-match'),
      }
      const path = request.getUrl().split('/').slice(segments)
      const exchange = http.begin(response, request, method, pattern)
      void respond(http, core, storage, exchange, conditions, path, find)
    }
    http.route('GET', pattern, answer)
  }
  const readable = async (realm: RealmState, reader: Reader, path: readonly string[]) =>
    accessUpload(core.db, realm, reader, unescaped(path.join('/')))

  serve('/user_uploads/*', 2, async (...asked) => ({ file: await readable(...asked), isDownload: false }))
  serve('/user_uploads/download/*', 3, async (...asked) => ({
    file: await readable(...asked),
    isDownload: true,
  }))
  serve('/user_uploads/thumbnail/*', 3, async (realm, reader, path) => {
    const file = await readable(realm, reader, path.slice(0, -1))
    const thumbnail =
      file.picture?.isReady && formatsOf(file.picture).find(({ name }) => name === path.at(-1))
    if (!thumbnail) throw noSuchUpload()
    return { file, isDownload: false, thumbnail }
  })
  serve('/user_uploads/temporary/*', 3, async (realm, _reader, [token = '']) => {
    const id = openTemporaryUrl(config.secretKey, realm.id, token)
    if (id === undefined) throw noSuchUpload()
    return { file: await uploadById(core.db, realm.id, id), isDownload: false }
  })
}

async function respond(
  http: HttpServer,
  core: Core,
  storage: Storage,
  exchange: Exchange,
  conditions: Conditions,
  path: readonly string[],
  find: Find,
): Promise<void> {
  try {
    const { realm, user } = await http.authentication.identify(exchange, 'anyoneOrUser', {
      credential: 'either',
      freshness: 'handler',
    })
    exchange.realmId = realm.id
    exchange.userId = user?.id
    const served = await withRoundTrips(exchange.roundTrips, () => find(realm, user, path))
    await send(storage, exchange, conditions, served)
  } catch (error) {
    exchange.respond(plainFailure(explain(error, core.log, exchange)))
  }
}

async function send(
  storage: Storage,
  exchange: Exchange,
  { range: asked, ifRange, ifNoneMatch }: Conditions,
  { file, isDownload, thumbnail }: Served,
): Promise<void> {
  const key = thumbnail === undefined ? file.key : thumbnailKey(file.key, thumbnail)
  const shown =
    thumbnail === undefined ? file : { name: thumbnail.name, contentType: `image/${thumbnail.format}` }
  const as = presentation(shown, isDownload)
  if (storage.presign !== undefined) {
    const location = await storage.presign(key, TEMPORARY_URL_SECONDS, as)
    exchange.respond({
      status: '302 Found',
      headers: [
        ['Location', location],
        ['Cache-Control', 'no-store'],
      ],
      body: '',
    })
    return
  }
  const size = thumbnail === undefined ? file.size : ((await storage.stat(key))?.size ?? 0)
  const etag = `"${file.id}-${size}"` // neither changes
  const common = [
    together(
      CACHE,
      ['ETag', etag],
      ['X-Content-Type-Options', 'nosniff'],
      ['Content-Security-Policy', as.contentType === 'application/pdf' ? PDF : SANDBOX],
      ['Accept-Ranges', 'bytes'],
    ),
  ]
  if (ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')) {
    exchange.respond({ status: '304 Not Modified', headers: common, body: '' })
    return
  }
  const range = ifRange === '' || ifRange === etag ? readRange(asked, size) : undefined
  if (range === 'unsatisfiable') {
    const headers = [...common, ['Content-Range', `bytes */${size}`] as const]
    exchange.respond({ status: '416 Range Not Satisfiable', headers, body: '' })
    return
  }
  const length = range === undefined ? size : range.end - range.start + 1
  const headers = [
    ...common,
    ['Content-Type', as.contentType] as const,
    ['Content-Disposition', as.contentDisposition] as const,
    ...(range ? [['Content-Range', `bytes ${range.start}-${range.end}/${size}`] as const] : []),
  ]
  const bytes = await storage.get(key, range)
  exchange.respondWith({ status: range ? '206 Partial Content' : '200 OK', headers }, length, bytes)
}

/** As the address was before a client escaped it. Throws 404 for what no address is. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    throw noSuchUpload()
  }
}
