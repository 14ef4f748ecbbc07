import { acceptsEncoding } from '../http/reply/compression.ts'
import type { Headers } from '../http/reply/headers.ts'
import type { Reply } from '../http/reply/reply.ts'
import type { WebFile } from './web-build.ts'

/**
 * Answers with a file in the smallest encoding that the client accepts, or 304 when the client has the file.
 */
export function encodedReply(
  { type, etag, plain, br, gzip }: WebFile,
  request: { readonly acceptEncoding: string; readonly ifNoneMatch: string },
  headers: Headers,
): Reply {
  const common: Headers = [['ETag', etag], ['X-Content-Type-Options', 'nosniff'], ...headers]
  if (isKnownTag(etag, request.ifNoneMatch)) return { status: '304 Not Modified', headers: common, body: '' }
  const accepts = (name: string) => acceptsEncoding(request.acceptEncoding, name)
  const [encoding, body] =
    br !== undefined && accepts('br')
      ? ['br', br]
      : gzip !== undefined && accepts('gzip')
        ? ['gzip', gzip]
        : [undefined, plain]
  const encoded: Headers = encoding === undefined ? [] : [['Content-Encoding', encoding]]
  return { status: '200 OK', headers: [['Content-Type', type], ...encoded, ...common], body }
}

/** Whether the header If-None-Match has the tag. A proxy that compresses marks tags as weak. */
export const isKnownTag = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .includes(etag)
