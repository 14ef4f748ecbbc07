import { createRequire } from 'node:module'
import { ConfigError } from '../../../config/error.ts'
import { explainMissingBinary, thisMachine } from './missing-binary.ts'

type UWebSockets = typeof import('uWebSockets.js')

/**
 * The maximum of bytes of a request's line and headers; more is answered 431. uWebSockets.js buffers as much
 * until all headers have arrived. It reads the variable when it is loaded. Its default of 4 KiB is too small
 * for a narrow in the address of GET /messages.
 */
export const MAX_HEADER_BYTES = 32 * 1024
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(MAX_HEADER_BYTES)

/**
 * uWebSockets.js. The package `uWebSockets.js` has a binary for every platform, but its binary for Node 20 is
 * older: it never answers requests with one of !#$%&'*+.^_`|~ in a header's name, and most malformed
 * requests. So the binary of another package is loaded where there is one for this platform. (Binaries for
 * another version of Node do not load.) Throws `ConfigError` when this module is imported and no binary fits.
 */
const uWS: UWebSockets = load()
export default uWS

function load(): UWebSockets {
  const require = createRequire(import.meta.url)
  const [node] = process.versions.node.split('.')
  try {
    return require(`@uwsjs/${process.platform}-${process.arch}-${node}`)
  } catch {
    // There is no such package for this machine.
  }
  try {
    return require('uWebSockets.js')
  } catch (error) {
    throw new ConfigError(explainMissingBinary(String(error), thisMachine()))
  }
}
