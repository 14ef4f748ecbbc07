import { LRUCache } from 'lru-cache'
import { MAX_DRAWINGS_IN_MEMORY } from '../../config/limits.ts'
import { findAvatar } from '../../core/people/users/find-avatar.ts'
import { drawnAt } from '../../core/state/pictures/drawn.ts'
import { isPicturePath, pictureKey } from '../../core/state/pictures/path.ts'
import { realmIcon, realmLogo } from '../../core/state/realm/images.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Reader } from '../../core/state/users/reader.ts'
import { MAX_SMALL_FILE_BYTES } from '../../storage/small-files.ts'
import { type RawRoute, rawRoute, type StreamedReply } from '../http/raw-route.ts'
import { type Header, joinHeaders } from '../http/reply/headers.ts'
import { plainFailure, plainNotFound, type Reply, redirect } from '../http/reply/reply.ts'
import type { Services } from '../services.ts'
import { draw } from './draw.ts'

/** The bytes at an address never change: a new picture has a new address. */
const HEADERS: readonly Header[] = [
  joinHeaders(
    ['Cache-Control', 'public, max-age=31536000, immutable'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "sandbox; default-src 'none'"],
    ['Access-Control-Allow-Origin', '*'],
  ),
]

const API = '/api/v1'

/** Sides of drawn avatars, the same as of uploaded ones. */
const SMALL_PIXELS = 100
const MEDIUM_PIXELS = 500

/** The drawings of a process that were served last. Each is shorter than 2 KiB. */
const drawings = new LRUCache<string, Buffer>({ max: MAX_DRAWINGS_IN_MEMORY })

type PictureServices = Pick<Services, 'storage' | 'smallFiles'>
type FindAddress = (
  realm: RealmState,
  reader: Reader,
  request: { readonly path: readonly string[]; readonly query: URLSearchParams },
) => string

/** Uploaded and drawn pictures, and the addresses that redirect to the current avatar, icon or logo. */
export function pictureRoutes(services: PictureServices): RawRoute[] {
  const picture = rawRoute({
    method: 'GET',
    pattern: '/user_avatars/*',
    access: 'unidentified',
    limit: { counts: 'files', work: 'One drawing or one read of a small file, and both are kept in memory.' },
    renderError: plainFailure,
    handle: ({ path: [name = ''] }) => readPicture(services, name),
  })
  const avatar =
    (isMedium: boolean): FindAddress =>
    (realm, reader, { path: [nameOrId = ''] }) =>
      findAvatar(realm, reader, unescaped(nameOrId), isMedium)
  const avatars = ['', API].flatMap((prefix) => [
    redirectRoute(`${prefix}/avatar/:who`, avatar(false)),
    redirectRoute(`${prefix}/avatar/:who/medium`, avatar(true)),
  ])
  const icon = redirectRoute(`${API}/realm/icon`, ({ record }) => realmIcon(record).url)
  const logo = redirectRoute(`${API}/realm/logo`, ({ record }, _reader, { query }) => {
    return realmLogo(record, query.get('night') === 'true' ? 'night_logo' : 'logo').url
  })
  return [picture, ...avatars, icon, logo]
}

/** Redirects to the address that `find` returns, with the query of the request. */
const redirectRoute = (pattern: string, find: FindAddress): RawRoute =>
  rawRoute({
    method: 'GET',
    pattern,
    access: 'userOrSpectator',
    credential: 'either',
    renderError: plainFailure,
    handle: ({ identity: { realm, user }, path, exchange }) => {
      const url = find(realm, user, { path, query: new URLSearchParams(exchange.query) })
      const query = exchange.query === '' ? '' : `${url.includes('?') ? '&' : '?'}${exchange.query}`
      return redirect(url + query, 'private, no-cache')
    },
  })

async function readPicture(
  { storage, smallFiles }: PictureServices,
  path: string,
): Promise<Reply | StreamedReply> {
  const drawn = drawnAt(path)
  if (drawn !== undefined) {
    let body = drawings.get(path)
    if (body === undefined) {
      body = draw(drawn.seed, drawn.isMedium ? MEDIUM_PIXELS : SMALL_PIXELS)
      drawings.set(path, body)
    }
    return { status: '200 OK', headers: [...HEADERS, ['Content-Type', 'image/png']], body }
  }
  if (!isPicturePath(path)) return plainNotFound()
  const key = pictureKey(path)
  const size = await smallFiles.sizeOf(key)
  if (size === undefined) return plainNotFound()
  const type = `image/${path.slice(path.lastIndexOf('.') + 1)}`
  const common = { status: '200 OK', headers: [...HEADERS, ['Content-Type', type]] } as const
  if (size <= MAX_SMALL_FILE_BYTES) return { ...common, body: await smallFiles.read(key) }
  return { ...common, length: size, stream: await storage.get(key) }
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
