import { readFile } from 'node:fs/promises'
import { ApiError } from '../../core/platform/errors.ts'
import type { Endpoint } from '../http/endpoint/endpoint.ts'
import { notFound } from '../http/errors/errors.ts'
import { groupPage, REFERENCE } from '../http/errors/operation-page.ts'
import { headerOf, type RawRoute, type ReceivedRequest, rawRoute } from '../http/raw-route.ts'
import { acceptsEncoding } from '../http/reply/compression.ts'
import { type Header, joinHeaders } from '../http/reply/headers.ts'
import { failure, plainFailure, type Reply } from '../http/reply/reply.ts'
import { isKnownTag } from '../static/encoded-reply.ts'
import { NOT_FOUND } from './not-found-content.ts'
import { PAGES, type PageFile, readPageFiles } from './page-files.ts'

/** Pages run our own scripts only, and call this server only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS: Header = joinHeaders(
  ['Cache-Control', 'public, no-cache'],
  ['Content-Security-Policy', POLICY],
  ['Referrer-Policy', 'same-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Vary', 'Accept-Encoding'],
)

const PATTERNS = [
  REFERENCE,
  `${REFERENCE}:page`,
  `${REFERENCE}operations/:name`,
  `${REFERENCE}events/:name`,
  `${REFERENCE}guides/:name`,
]

/** The reference for developers: the pages that the build wrote. */
export function referenceRoutes(endpoints: readonly Endpoint[], rootUrl: string): RawRoute[] {
  const files = readPageFiles()
  return [
    rawRoute({
      method: 'GET',
      pattern: REFERENCE.replace(/\/$/, ''),
      access: 'unidentified',
      limit: { counts: 'files', work: 'A constant answer.' },
      renderError: plainFailure,
      handle: () => ({ status: '308 Permanent Redirect', headers: [['Location', REFERENCE]], body: '' }),
    }),
    ...PATTERNS.map((pattern) =>
      rawRoute({
        method: 'GET',
        pattern,
        access: 'unidentified',
        limit: { counts: 'files', work: 'One file of the build.' },
        headers: ['accept', 'accept-encoding', 'if-none-match'],
        renderError: plainFailure,
        handle: (request) => {
          if (request.url === '/api/v1') return failure(notFound())
          if (files === undefined) throw notBuilt()
          const file = files.get(request.url)
          if (file !== undefined) return pageReply(file, request)
          return headerOf(request, 'accept').includes('text/html')
            ? pageReply(files.get(NOT_FOUND)!, request, '404 Not Found')
            : lacksVersion(request, endpoints, rootUrl)
        },
      }),
    ),
  ]
}

/**
 * The answer to a program at an address without a page: it probably means the API, which is below /api/v1.
 */
function lacksVersion({ url }: ReceivedRequest, endpoints: readonly Endpoint[], rootUrl: string): Reply {
  const path = url.replace(/^\/api/, '')
  const isKnown = endpoints.some((endpoint) => endpoint.path === path)
  const page = isKnown ? groupPage(path) : `${REFERENCE}#operations`
  return failure(notFound(isKnown ? `/api/v1${path}` : undefined), [], 'key', rootUrl + page)
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
}

async function pageReply(
  { file, etag }: PageFile,
  request: ReceivedRequest,
  status = '200 OK',
): Promise<Reply> {
  const common: Header[] = [['ETag', etag], HEADERS]
  if (isKnownTag(etag, headerOf(request, 'if-none-match'))) {
    return { status: '304 Not Modified', headers: common, body: '' }
  }
  const accepted = headerOf(request, 'accept-encoding')
  const encoding = (['br', 'gzip'] as const).find((name) => acceptsEncoding(accepted, name))
  const suffix = encoding === undefined ? '' : encoding === 'br' ? '.br' : '.gz'
  const headers: Header[] = [
    ['Content-Type', TYPES[file.split('.').at(-1)!]!],
    ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as const]),
    ...common,
  ]
  return { status, headers, body: await readFile(new URL(`${file}${suffix}`, PAGES)) }
}

const notBuilt = (): ApiError =>
  new ApiError('The reference is not built. Run `npm run build` and start the gateway again.', {
    status: 503,
  })
