import { TEMPORARY_URL_SECONDS } from '../../config/limits.ts'
import { noSuchUpload } from '../../core/content/uploads/errors.ts'
import { openTemporaryUrl } from '../../core/content/uploads/temporary-url.ts'
import {
  formatsOf,
  type ThumbnailFormat,
  thumbnailKey,
} from '../../core/content/uploads/thumbnail-formats.ts'
import { accessUpload, type ReadableUpload, uploadById } from '../../core/messaging/uploads/access.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Reader } from '../../core/state/users/reader.ts'
import { MAX_SMALL_FILE_BYTES } from '../../storage/small-files.ts'
import {
  headerOf,
  type RawRoute,
  type ReceivedRequest,
  rawRoute,
  type StreamedReply,
} from '../http/raw-route.ts'
import { type Header, joinHeaders } from '../http/reply/headers.ts'
import { plainFailure, type Reply, redirect } from '../http/reply/reply.ts'
import type { Services } from '../services.ts'
import { presentation } from './content.ts'
import { readRange } from './range.ts'

interface ServedFile {
  readonly file: ReadableUpload
  readonly isDownload: boolean
  /** Serves this smaller version of the picture instead of the file. */
  readonly thumbnail?: ThumbnailFormat
}

/** A browser keeps a file, but asks each time whether its user may still read it. */
const CACHE = ['Cache-Control', 'private, no-cache'] as const

/** No script runs, even if a browser takes the bytes for a page. PDF viewers do not work in a sandbox. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'"
const PDF = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"

type FileServices = Pick<Services, 'config' | 'core' | 'storage' | 'smallFiles'>
type FindFile = (realm: RealmState, reader: Reader, path: string) => Promise<ServedFile>

/** The addresses below `/user_uploads/` (spec.md "Uploads"). */
export function fileRoutes(services: FileServices): RawRoute[] {
  const { config, core } = services
  const fileRoute = (pattern: string, find: FindFile) =>
    rawRoute({
      method: 'GET',
      pattern,
      access: 'anyoneOrUser',
      credential: 'either',
      freshness: 'handler',
      headers: ['range', 'if-range', 'if-none-match'],
      renderError: plainFailure,
      handle: async (request) => {
        const { realm, user } = request.identity
        return replyWithFile(services, await find(realm, user, request.path[0] ?? ''), request)
      },
    })
  const readable = async (realm: RealmState, reader: Reader, path: string) =>
    accessUpload(core.db, realm, reader, unescaped(path))

  return [
    fileRoute('/user_uploads/*', async (...args) => ({ file: await readable(...args), isDownload: false })),
    fileRoute('/user_uploads/download/*', async (...args) => ({
      file: await readable(...args),
      isDownload: true,
    })),
    fileRoute('/user_uploads/thumbnail/*', async (realm, reader, path) => {
      const slash = path.lastIndexOf('/')
      const file = await readable(realm, reader, path.slice(0, Math.max(slash, 0)))
      const format = path.slice(slash + 1)
      const thumbnail = file.picture?.isReady && formatsOf(file.picture).find(({ name }) => name === format)
      if (!thumbnail) throw noSuchUpload()
      return { file, isDownload: false, thumbnail }
    }),
    fileRoute('/user_uploads/temporary/*', async (realm, _reader, path) => {
      const id = openTemporaryUrl(config.secretKey, realm.id, path.split('/')[0]!)
      if (id === undefined) throw noSuchUpload()
      return { file: await uploadById(core.db, realm.id, id), isDownload: false }
    }),
  ]
}

async function replyWithFile(
  { storage, smallFiles }: FileServices,
  { file, isDownload, thumbnail }: ServedFile,
  request: ReceivedRequest,
): Promise<Reply | StreamedReply> {
  const key = thumbnail === undefined ? file.storageKey : thumbnailKey(file.storageKey, thumbnail)
  const shown =
    thumbnail === undefined ? file : { name: thumbnail.name, contentType: `image/${thumbnail.format}` }
  const presented = presentation(shown, isDownload)
  if (storage.presign !== undefined) {
    return redirect(await storage.presign(key, TEMPORARY_URL_SECONDS, presented), 'no-store')
  }
  const size = thumbnail === undefined ? file.size : ((await smallFiles.sizeOf(key)) ?? 0)
  const etag = `"${file.id}-${size}"` // neither changes
  const common: readonly Header[] = [
    joinHeaders(
      CACHE,
      ['ETag', etag],
      ['X-Content-Type-Options', 'nosniff'],
      ['Content-Security-Policy', presented.contentType === 'application/pdf' ? PDF : SANDBOX],
      ['Accept-Ranges', 'bytes'],
    ),
  ]
  const known = headerOf(request, 'if-none-match').split(',')
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')) {
    return { status: '304 Not Modified', headers: common, body: '' }
  }
  const ifRange = headerOf(request, 'if-range')
  const range = ifRange === '' || ifRange === etag ? readRange(headerOf(request, 'range'), size) : undefined
  if (range === 'unsatisfiable') {
    const headers: Header[] = [...common, ['Content-Range', `bytes */${size}`]]
    return { status: '416 Range Not Satisfiable', headers, body: '' }
  }
  const length = range === undefined ? size : range.end - range.start + 1
  const headers: Header[] = [
    ...common,
    ['Content-Type', presented.contentType],
    ['Content-Disposition', presented.contentDisposition],
  ]
  if (range !== undefined) headers.push(['Content-Range', `bytes ${range.start}-${range.end}/${size}`])
  const status = range ? '206 Partial Content' : '200 OK'
  if (size <= MAX_SMALL_FILE_BYTES) {
    const bytes = await smallFiles.read(key)
    return { status, headers, body: range ? bytes.subarray(range.start, range.end + 1) : bytes }
  }
  return { status, headers, length, stream: await storage.get(key, range) }
}

/** The path without its escapes. Throws 404 for malformed escapes. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    throw noSuchUpload()
  }
}
