import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lookout } from '../../workers/lookout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A lookout whose looks resolve to the given milliseconds, one after the other. Returns the times of its looks. */
function watch(...answers: (number | undefined)[]) {
  const begin = performance.now()
  const looks: number[] = []
  const look = async () => {
    looks.push(performance.now() - begin)
    return answers.shift()
  }
  return { looks, lookout: new Lookout({ look, leastMs: 500 }) }
}

test('it looks at once when it is told to, and then no more', async () => {
  const { looks, lookout } = watch()
  lookout.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([0])
})

test('many calls share a look, and looks keep their distance', async () => {
  const { looks, lookout } = watch()
  lookout.soon()
  lookout.soon()
  await vi.advanceTimersByTimeAsync(100)
  lookout.soon()
  lookout.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([0, 500])
})

test('it looks again when the former look said, or earlier when it is told to', async () => {
  const { looks, lookout } = watch(2_000, 10_000)
  lookout.soon()
  await vi.advanceTimersByTimeAsync(3_000)
  lookout.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([0, 2_000, 3_000])
})

test('a call during a look, which may have read before, causes another look', async () => {
  let looks = 0
  let finish = () => {}
  const look = () => {
    looks++
    return new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined)
    })
  }
  const lookout = new Lookout({ look, leastMs: 500 })
  lookout.soon()
  await vi.advanceTimersByTimeAsync(0)
  lookout.soon()
  finish()
  await vi.advanceTimersByTimeAsync(500)
  expect(looks).toBe(2)
})

test('a stopped one looks no more, even when it stops during a look', async () => {
  const { looks, lookout } = watch(1_000)
  lookout.soon()
  await vi.advanceTimersByTimeAsync(0)
  lookout.stop()
  lookout.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([0])
})
