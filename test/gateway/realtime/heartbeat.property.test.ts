import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heartbeat } from '../../../gateway/realtime/heartbeat.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Step = 'wait' | 'pause' | 'stop' | number

/** Steps of a session, numbers are milliseconds that pass. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>('wait') },
    { weight: 1, arbitrary: fc.constantFrom<Step>('pause', 'stop') },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 150 }) },
  ),
  { maxLength: 40 },
)

/**
 * Takes the steps one millisecond at a time. `tick` is called after each of them, with the number of
 * heartbeats in it.
 */
function take(
  all: readonly Step[],
  interval: () => number,
  waitsOn: (beats: number) => boolean,
  tick: (beats: number, quietMs: number | undefined) => void,
): void {
  let beats = 0
  let now = 0
  let quietSince: number | undefined
  const heartbeat = new Heartbeat(interval, () => {
    beats++
    return waitsOn(beats)
  })
  for (const step of all) {
    if (step === 'wait') {
      heartbeat.wait(performance.now())
      quietSince = now
    } else if (typeof step === 'string') {
      heartbeat[step]()
      quietSince = undefined
    } else {
      for (let passed = 0; passed < step; passed++) {
        const before = beats
        vi.advanceTimersByTime(1)
        now++
        expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
        tick(beats - before, quietSince === undefined ? undefined : now - quietSince)
        if (beats > before) quietSince = waitsOn(beats) ? now : undefined
      }
    }
  }
  heartbeat.stop()
  expect(vi.getTimerCount()).toBe(0)
}

test('a heartbeat comes exactly when a listener has waited for the interval without a delivery', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 100 }), fc.boolean(), (all, interval, waitsOn) =>
      take(
        all,
        () => interval,
        () => waitsOn,
        (beats, quietMs) => expect(beats).toBe(quietMs === interval ? 1 : 0),
      ),
    ),
  )
})

test('with random intervals a heartbeat comes no earlier than the shortest and no later than the longest', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.integer({ min: 75, max: 100 })), (all, intervals) =>
      take(
        all,
        () => intervals.next().value,
        () => true,
        (beats, quietMs) => {
          if (beats > 0) expect(quietMs).toBeGreaterThanOrEqual(75)
          if (quietMs === undefined) expect(beats).toBe(0)
          else if (beats === 0) expect(quietMs).toBeLessThan(100)
          else expect(beats).toBe(1)
        },
      ),
    ),
  )
})

test('deliveries and polls start no timer while one runs', () => {
  let started = 0
  const heartbeat = new Heartbeat(
    () => {
      started++
      return 100
    },
    () => true,
  )
  for (let poll = 0; poll < 50; poll++) {
    heartbeat.wait(performance.now())
    vi.advanceTimersByTime(1)
    heartbeat.pause()
  }
  expect(started).toBe(1)
  heartbeat.stop()
})
