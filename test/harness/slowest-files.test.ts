import { afterEach, expect, test, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import SlowestFiles from './slowest-files.ts'

afterEach(() => vi.restoreAllMocks())

const moduleOf = (name: string, seconds: number) =>
  ({
    relativeModuleId: name,
    diagnostic: () => ({ duration: seconds * 750, collectDuration: seconds * 250 }),
  }) as TestModule

function printedFor(modules: readonly TestModule[]): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  new SlowestFiles().onTestRunEnd(modules)
  return write.mock.calls.map(([text]) => text).join('')
}

test('prints the ten slowest files of a run, the slowest first', () => {
  const modules = Array.from({ length: 12 }, (_, n) => moduleOf(`test/${n}.test.ts`, n))
  const lines = printedFor(modules).trim().split('\n').slice(1)
  expect(lines).toHaveLength(10)
  expect(lines[0]!.trim()).toBe('11.0 s  test/11.test.ts')
  expect(lines[9]!.trim()).toBe('2.0 s  test/2.test.ts')
})

test('prints nothing after a run of a few files', () => {
  expect(printedFor([moduleOf('test/a.test.ts', 1)])).toBe('')
})
