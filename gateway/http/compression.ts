import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** In bytes. Shorter bodies fit into one packet without compression. */
export const WORTH_COMPRESSING = 1500

/** Whether an Accept-Encoding header allows gzip. */
export function acceptsGzip(acceptEncoding: string): boolean {
  const entry = /(?:^|,)\s*(?:x-)?gzip\s*(;[^,]*)?(?:,|$)/i.exec(acceptEncoding)
  if (entry === null) return false
  return !/;\s*q\s*=\s*0(\.0*)?\s*$/i.test(entry[1] ?? '')
}

const gzipAsync = promisify(gzip)

/** Gzips off the main thread. Higher levels take much more time and make JSON little smaller. */
export function compress(body: string | Buffer): Promise<Buffer> {
  return gzipAsync(body, { level: 3 })
}
