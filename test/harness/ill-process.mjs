// A test imports this before a gateway or worker. The clock of the process is CLOCK_AHEAD_MS ahead. SIGUSR2
// puts the clock right, and blocks the event loop for BLOCKED_MS.
const blockedMs = Number(process.env.BLOCKED_MS ?? 0)
let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)

const now = Date.now
Date.now = () => now() + aheadMs

process.on('SIGUSR2', () => {
  aheadMs = 0
  const till = performance.now() + blockedMs
  while (performance.now() < till);
})
