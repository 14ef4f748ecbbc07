/** Imported into a gateway that is measured: it collects garbage when asked, and says what is left, in bytes. */
process.on('message', (asked) => {
  if (asked !== 'memory') return
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.({ memory: process.memoryUsage() })
})
