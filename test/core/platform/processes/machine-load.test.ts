import { spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import {
  busiestPrograms,
  isOverloaded,
  MachineMeter,
} from '../../../../core/platform/processes/machine-load.ts'

test.skipIf(process.platform !== 'linux')(
  'a program that uses a processor is found by its number',
  async () => {
    const busy = spawn(process.execPath, ['-e', 'for (;;);'])
    try {
      await vi.waitFor(
        async () => {
          const found = await busiestPrograms(1_000, 300)
          expect(found.map(({ pid }) => pid)).toContain(busy.pid)
        },
        { timeout: 60_000, interval: 10 },
      )
    } finally {
      busy.kill('SIGKILL')
    }
  },
)

test('a measurement is between no and all processors; programs are looked for on an overloaded machine alone', () => {
  const load = new MachineMeter().take(false)
  expect(load.used).toBeGreaterThanOrEqual(0)
  expect(load.used).toBeLessThanOrEqual(load.processors)
  expect(load.programs).toBe(undefined)
  expect(isOverloaded({ used: 2, processors: 2, wanted: 8 })).toBe(true)
  expect(isOverloaded({ used: 1.2, processors: 2, wanted: 8 })).toBe(false)
  expect(isOverloaded({ used: 2, processors: 2, wanted: 2 })).toBe(false)
})
