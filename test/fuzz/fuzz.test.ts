import { expect, test } from 'vitest'
import { fuzz } from './run.ts'
import { startTarget } from './target.ts'

// The short form of `npm run fuzz`. FUZZ_SEED repeats a failed run.
test('no request breaks a gateway, whatever it contains', { timeout: 600_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
  const target = await startTarget()
  try {
    const { wrong, statuses } = await fuzz(target, {
      seed,
      requests: 1500,
      concurrency: 4,
      growth: 64 * 1024 * 1024,
      settleMs: 120_000,
    })
    expect(wrong, `FUZZ_SEED=${seed} fails again`).toEqual([])
    // The requests also reach the code behind validation.
    expect(statuses[200]).toBeGreaterThan(100)
    expect(statuses[400]).toBeGreaterThan(100)
  } finally {
    await target.close()
  }
})
