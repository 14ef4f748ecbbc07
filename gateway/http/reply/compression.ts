import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** In bytes. Shorter bodies fit into one packet without compression. */
export const WORTH_COMPRESSING = 1500

/** Whether an Accept-Encoding header allows an encoding. */
export function acceptsEncoding(acceptEncoding: string, name: string): boolean {
  return acceptEncoding.split(',').some((entry) => {
    const [encoding, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return encoding === name && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))
  })
}

/** Whether an Accept-Encoding header allows gzip. */
export const acceptsGzip = (acceptEncoding: string): boolean =>
  acceptsEncoding(acceptEncoding, 'gzip') || acceptsEncoding(acceptEncoding, 'x-gzip')

const gzipAsync = promisify(gzip)

/** Higher levels take much more time and make JSON little smaller. */
export const COMPRESSION_LEVEL = 3

/** Gzips off the main thread. */
export function compress(body: string | Buffer): Promise<Buffer> {
  return gzipAsync(body, { level: COMPRESSION_LEVEL })
}
