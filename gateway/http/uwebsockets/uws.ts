import { createRequire } from 'node:module'
import { resolve } from 'node:path'
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
 * another version of Node do not load.) UWS_BINARY names another one, for example upstream's own
 * (docs/packaging.md "The binary of uWebSockets.js"). Throws `ConfigError` when this module is imported and
 * no binary fits.
 */
const uWS: UWebSockets = load()
export default uWS

function load(): UWebSockets {
  const require = createRequire(import.meta.url)
  const { UWS_BINARY: chosen } = process.env
  if (chosen) return loadChosen(require, resolve(chosen))
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

/** Nothing takes the place of a binary that the operator chose. */
function loadChosen(require: NodeJS.Require, path: string): UWebSockets {
  try {
    return require(path)
  } catch (error) {
    throw new ConfigError(`UWS_BINARY: cannot load ${path}: ${String(error).split('\n')[0]}`)
  }
}
