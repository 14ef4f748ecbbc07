import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LOQUAT_VERSION } from '../../config/version.ts'
import type { Endpoint } from '../http/endpoint/endpoint.ts'
import { headerOf, type RawRoute, rawRoute } from '../http/raw-route.ts'
import { failure } from '../http/reply/reply.ts'
import { encodedReply } from '../static/encoded-reply.ts'
import type { WebFile } from '../static/web-build.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { openApiDocument } from './openapi/document.ts'
import { readRecordedExamples } from './openapi/recorded-examples.ts'
import { ASYNCAPI_PATH, OPENAPI_PATH } from './openapi/served-documents.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const HEADERS = [
  ['Cache-Control', 'public, max-age=300'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'ETag'],
  ['Vary', 'Accept-Encoding'],
] as const

/** The documents that describe the API to programs, below /api/v1. */
export function documentRoutes(endpoints: readonly Endpoint[]): RawRoute[] {
  return [
    documentRoute(OPENAPI_PATH, () => openApiDocument(endpoints, LOQUAT_VERSION, readRecordedExamples())),
    documentRoute(ASYNCAPI_PATH, () => asyncApiDocument(LOQUAT_VERSION)),
  ]
}

/** Serves a document, which the first request makes and compresses for all. */
export function documentRoute(path: string, document: () => object): RawRoute {
  let file: Promise<WebFile> | undefined
  return rawRoute({
    method: 'GET',
    pattern: `/api/v1${path}`,
    access: 'unidentified',
    limit: { counts: 'requests', work: 'A document that is made and compressed once.' },
    headers: ['accept-encoding', 'if-none-match'],
    renderError: (error) => failure(error),
    handle: async (request) => {
      file ??= encoded(document())
      const acceptEncoding = headerOf(request, 'accept-encoding')
      const ifNoneMatch = headerOf(request, 'if-none-match')
      return encodedReply(await file, { acceptEncoding, ifNoneMatch }, HEADERS)
    },
  })
}

async function encoded(document: object): Promise<WebFile> {
  const plain = Buffer.from(JSON.stringify(document))
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzipped(plain, { level: 9 }),
  ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type: 'application/json', etag, plain, br, gzip: gz }
}
