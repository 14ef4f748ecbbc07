import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { KnownInputs } from '../../../../core/messaging/sending/known-inputs.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function memory(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('an organization takes little memory before much is known', () => {
  const before = memory()
  const known = Array.from({ length: 500 }, () => new KnownInputs({ generation: 1 } as RealmState))
  expect((memory() - before) / known.length).toBeLessThan(10_000)
})
