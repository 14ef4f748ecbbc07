/** Runs inside a measured gateway. On the message `memory` it collects garbage and reports the memory in use, in bytes. */
process.on('message', (request) => {
  if (request !== 'memory') return
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.({ memory: process.memoryUsage() })
})
