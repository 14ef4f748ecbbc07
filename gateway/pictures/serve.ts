import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { findAvatar } from '../../core/people/users/find-avatar.ts'
import { drawnAt } from '../../core/state/pictures/drawn.ts'
import { isPicturePath, pictureKey } from '../../core/state/pictures/path.ts'
import { realmIcon, realmLogo } from '../../core/state/realm/images.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Reader } from '../../core/state/users/reader.ts'
import { type Exchange, together } from '../http/exchange.ts'
import { explain } from '../http/failures.ts'
import { plainFailure, plainText } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import type { Services } from '../services.ts'
import { draw } from './draw.ts'

/** What is at an address never changes: a new picture has another. */
const HEADERS = [
  together(
    ['Cache-Control', 'public, max-age=31536000, immutable'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "sandbox; default-src 'none'"],
    ['Access-Control-Allow-Origin', '*'],
  ),
]

const API = '/api/v1'

/** Sides of the avatars that are drawn, as of those that are uploaded. */
const SMALL_PIXELS = 100
const MEDIUM_PIXELS = 500

interface Asked {
  /** Segments, the first of which is empty. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** Serves uploaded pictures, and the addresses that lead to whatever picture there is. Add them before the server listens. */
export function servePictures(http: HttpServer, services: Services): void {
  const route = (pattern: string, answer: (exchange: Exchange, path: readonly string[]) => Promise<void>) => {
    const begin = (method: string) => (response: HttpResponse, request: HttpRequest) => {
      const path = request.getUrl().split('/')
      const exchange = http.begin(response, request, method, pattern)
      answer(exchange, path).catch((error) => fail(services, exchange, error))
    }
    http.route('GET', pattern, begin)
  }
  const leading = (pattern: string, find: (realm: RealmState, reader: Reader, asked: Asked) => string) => {
    route(pattern, async (exchange, path) => {
      const { realm, user } = await http.authentication.identify(exchange, 'userOrSpectator', {
        credential: 'either',
      })
      exchange.realmId = realm.id
      exchange.userId = user?.id
      redirect(exchange, find(realm, user, { path, query: new URLSearchParams(exchange.query) }))
    })
  }

  route('/user_avatars/*', (exchange, path) => send(services, exchange, path.slice(2).join('/')))
  for (const prefix of ['', API]) {
    const avatar =
      (isMedium: boolean) =>
      (realm: RealmState, reader: Reader, { path }: Asked) =>
        findAvatar(realm, reader, unescaped(path[prefix.split('/').length + 1] ?? ''), isMedium)
    leading(`${prefix}/avatar/:who`, avatar(false))
    leading(`${prefix}/avatar/:who/medium`, avatar(true))
  }
  leading(`${API}/realm/icon`, ({ record }) => realmIcon(record).url)
  leading(`${API}/realm/logo`, ({ record }, _reader, { query }) => {
    return realmLogo(record, query.get('night') === 'true' ? 'night_logo' : 'logo').url
  })
}

async function send({ storage }: Services, exchange: Exchange, path: string): Promise<void> {
  const drawn = drawnAt(path)
  if (drawn !== undefined) {
    const picture = draw(drawn.seed, drawn.isMedium ? MEDIUM_PIXELS : SMALL_PIXELS)
    const headers = [...HEADERS, ['Content-Type', 'image/png'] as const]
    exchange.respond({ status: '200 OK', headers, body: picture })
    return
  }
  const file = isPicturePath(path) ? await storage.stat(pictureKey(path)) : undefined
  if (file === undefined) {
    exchange.respond(plainText(404, 'Not Found\n', [['Cache-Control', 'no-store']]))
    return
  }
  const type = `image/${path.slice(path.lastIndexOf('.') + 1)}`
  const headers = [...HEADERS, ['Content-Type', type] as const]
  exchange.respondWith({ status: '200 OK', headers }, file.size, await storage.get(pictureKey(path)))
}

/** What is asked for in the query goes on to where the picture is. */
function redirect(exchange: Exchange, url: string): void {
  const query = exchange.query === '' ? '' : `${url.includes('?') ? '&' : '?'}${exchange.query}`
  exchange.respond({
    status: '302 Found',
    headers: [
      ['Location', url + query],
      ['Cache-Control', 'private, no-cache'],
    ],
    body: '',
  })
}

const fail = ({ core }: Services, exchange: Exchange, error: unknown): void =>
  exchange.respond(plainFailure(explain(error, core.log, exchange)))

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
