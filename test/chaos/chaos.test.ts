import { describe, expect, test } from 'vitest'
import { FREEZES } from './one-machine-faults.ts'
import { type ChaosOptions, chaos } from './run.ts'

// The short form of `npm run chaos`. CHAOS_SEED repeats a failed run.
describe('every client gets every event that it should, once and in order', () => {
  const run = async (options: Pick<ChaosOptions, 'faultEveryMs' | 'faults'>) => {
    const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000)
    const { wrong, report } = await chaos({
      seed,
      seconds: 10,
      gateways: 3,
      workers: 2,
      listeners: 24,
      writers: 3,
      ...options,
    })
    expect(wrong, `CHAOS_SEED=${seed} repeats this run\n${report.join('\n')}`).toEqual([])
  }

  test('under all faults', () => run({ faultEveryMs: 1_500 }), 240_000)

  test('when processes are frozen', () => run({ faultEveryMs: 1_000, faults: [...FREEZES] }), 240_000)
})
