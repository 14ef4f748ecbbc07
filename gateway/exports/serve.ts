import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { TEMPORARY_URL_SECONDS } from '../../config/limits.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { archiveNamed } from '../../core/transfer/exports/export.ts'
import type { Exchange } from '../http/exchange.ts'
import { explain } from '../http/failures.ts'
import { plainFailure, plainText } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import type { Services } from '../services.ts'

const PATTERN = '/user_exports/:realm/:name'
const NAME = /^[0-9a-f]{48}\.zip$/

/**
 * Serves the archives of exports to whoever has the address, which only administrators are told and nobody guesses:
 * browsers and download managers have no key to show. It ends with the export. Add it before the server listens.
 */
export function serveExports(http: HttpServer, services: Services): void {
  const begin = (method: string) => (response: HttpResponse, request: HttpRequest) => {
    const asked = { realm: Number(request.getParameter(0)), name: request.getParameter(1) ?? '' }
    const exchange = http.begin(response, request, method, PATTERN)
    send(services, exchange, asked).catch((error) => fail(services, exchange, error))
  }
  http.route('GET', PATTERN, begin)
}

async function send(
  { core, storage }: Services,
  exchange: Exchange,
  { realm, name }: { realm: number; name: string },
): Promise<void> {
  const isOne = Number.isInteger(realm) && realm > 0 && realm < 2 ** 31 && NAME.test(name)
  const found = isOne ? await archiveNamed(core.db, realm as RealmId, name) : undefined
  if (found === undefined) {
    exchange.respond(plainText(404, 'Not Found\n', [['Cache-Control', 'no-store']]))
    return
  }
  const as = {
    contentType: 'application/zip',
    contentDisposition: `attachment; filename="export-${name.slice(0, 8)}.zip"`,
  }
  if (storage.presign !== undefined) {
    const location = await storage.presign(found.key, TEMPORARY_URL_SECONDS, as)
    const headers = [
      ['Location', location],
      ['Cache-Control', 'no-store'],
    ] as const
    exchange.respond({ status: '302 Found', headers, body: '' })
    return
  }
  const headers = [
    ['Content-Type', as.contentType],
    ['Content-Disposition', as.contentDisposition],
    ['X-Content-Type-Options', 'nosniff'],
    ['Cache-Control', 'private, no-store'],
    ['Referrer-Policy', 'no-referrer'],
  ] as const
  exchange.respondWith({ status: '200 OK', headers }, found.size, await storage.get(found.key))
}

const fail = ({ core }: Services, exchange: Exchange, error: unknown): void =>
  exchange.respond(plainFailure(explain(error, core.log, exchange)))
