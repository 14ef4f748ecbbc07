import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Shorter bodies fit a packet as they are. In bytes. */
export const WORTH_COMPRESSING = 1500

/** Whether an Accept-Encoding header allows gzip. */
export function acceptsGzip(acceptEncoding: string): boolean {
  const entry = /(?:^|,)\s*(?:x-)?gzip\s*(;[^,]*)?(?:,|$)/i.exec(acceptEncoding)
  if (entry === null) return false
  return !/;\s*q\s*=\s*0(\.0*)?\s*$/i.test(entry[1] ?? '')
}

const gzipAsync = promisify(gzip)

/** Gzips off the main thread, at the level where JSON stops getting much smaller for its time. */
export function compress(body: string | Buffer): Promise<Buffer> {
  return gzipAsync(body, { level: 3 })
}
