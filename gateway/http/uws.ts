import { createRequire } from 'node:module'

type UWebSockets = typeof import('uWebSockets.js')

/**
 * Bytes of a request's line and headers; more is answered 431. uWebSockets.js keeps so much of a request whose
 * headers have not all come. It reads the variable when it is loaded, and without it takes 4 KiB, which a narrow
 * in the address of GET /messages exceeds.
 */
export const MAX_HEADER_BYTES = 32 * 1024
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(MAX_HEADER_BYTES)

/**
 * uWebSockets.js. The package `uWebSockets.js` has a binary for every platform, but the one for Node 20 is older:
 * it never answers a request with one of !#$%&'*+.^_`|~ in a header's name, nor most malformed ones. So where
 * there is a newer binary for this platform, it is taken. (Binaries for another version of Node do not load.)
 */
const uWS: UWebSockets = load()
export default uWS

function load(): UWebSockets {
  const require = createRequire(import.meta.url)
  const [node] = process.versions.node.split('.')
  try {
    return require(`@uwsjs/${process.platform}-${process.arch}-${node}`)
  } catch {
    return require('uWebSockets.js')
  }
}
