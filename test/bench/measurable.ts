import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5
const pauses = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
pauses.enable()

/**
 * Runs inside a measured gateway. On the message `memory` it collects garbage and reports the memory in use,
 * in bytes. On `pause` it reports the longest pause of the event loop since the last report, in milliseconds.
 */
process.on('message', (request) => {
  if (request === 'memory') {
    globalThis.gc?.()
    globalThis.gc?.()
    process.send?.({ memory: process.memoryUsage() })
  }
  if (request === 'pause') {
    process.send?.({ longestPause: Math.max(0, pauses.max / 1e6 - RESOLUTION_MS) })
    pauses.reset()
  }
})
