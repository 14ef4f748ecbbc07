import '../harness/product.ts'
import { describe, expect, test } from 'vitest'
import { whyNoNetwork } from './network.ts'
import { FREEZES } from './one-machine-faults.ts'
import { type ChaosOptions, chaos } from './run.ts'

// The short form of `npm run chaos`. CHAOS_SEED repeats a failed run.
/** Why the machine cannot run a cluster. */
const cannot = await whyNoNetwork()

describe('every client gets every event that it should, once and in order', () => {
  const run = async (options: Partial<ChaosOptions> & Pick<ChaosOptions, 'faultEveryMs'>) => {
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

  test.skipIf(cannot !== undefined)(
    `under faults of a cluster${cannot === undefined ? '' : ` (skipped: ${cannot})`}`,
    () =>
      run({
        isCluster: true,
        gateways: 2,
        workers: 1,
        listeners: 10,
        writers: 2,
        seconds: 6,
        faultEveryMs: 1_000,
        maxFaultMs: 1_000,
        faults: ['killGateway', 'cutGateway', 'killRedisMaster', 'killPrimary'],
      }),
    240_000,
  )
})
