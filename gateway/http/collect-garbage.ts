import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes copied from sockets until their buffers are collected. */
const COLLECT_AFTER = 4 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
setFlagsFromString('--no-expose-gc')

let copied = 0

/**
 * Notes bytes that were copied into a buffer of their own. V8 hardly sees such buffers, for they are not on its heap,
 * and lets 64 MiB of them lie when nothing else makes garbage, as while a large upload goes by: the young ones are
 * collected after every 4 MiB, which takes a millisecond or two.
 */
export function noteCopied(bytes: number): void {
  copied += bytes
  if (copied < COLLECT_AFTER) return
  copied = 0
  collect({ type: 'minor' })
}
