import { expect, test } from 'vitest'
import { chaos } from './run.ts'

// The short form of `npm run chaos`. CHAOS_SEED runs one again that failed.
test('whatever fails, every client is told of everything that is its business, once and in order', async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000)
  const { wrong, report } = await chaos({
    seed,
    seconds: 10,
    gateways: 3,
    workers: 2,
    listeners: 24,
    writers: 3,
    faultEveryMs: 1_500,
  })
  expect(wrong, `CHAOS_SEED=${seed} fails again\n${report.join('\n')}`).toEqual([])
}, 240_000)
