import { expect, test } from 'vitest'
import { BackOff } from '../../../cli/supervisor/back-off.ts'

test('the pause doubles from 250 ms to 10 s', () => {
  const backOff = new BackOff()
  const delays = Array.from({ length: 8 }, () => backOff.delayAfter(0))
  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
})

test('30 seconds without a crash reset the delay, fewer do not', () => {
  const backOff = new BackOff()
  backOff.delayAfter(0)
  expect(backOff.delayAfter(29_999)).toBe(500)
  expect(backOff.delayAfter(30_000)).toBe(250)
  expect(backOff.delayAfter(0)).toBe(500)
})
