import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Poller } from '../../../workers/running/poller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * A poller whose polls resolve to the given milliseconds, one after the other. Returns the times of its
 * polls.
 */
function startPolls(...answers: (number | undefined)[]) {
  const begin = performance.now()
  const polls: number[] = []
  const poll = async () => {
    polls.push(performance.now() - begin)
    return answers.shift()
  }
  return { polls, poller: new Poller({ poll, minIntervalMs: 500 }) }
}

test('one call causes one poll at once', async () => {
  const { polls, poller } = startPolls()
  poller.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toEqual([0])
})

test('many calls share a poll, and polls keep their minimum interval', async () => {
  const { polls, poller } = startPolls()
  poller.soon()
  poller.soon()
  await vi.advanceTimersByTimeAsync(100)
  poller.soon()
  poller.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toEqual([0, 500])
})

test('the next poll is when the former poll said, or earlier after a call', async () => {
  const { polls, poller } = startPolls(2_000, 10_000)
  poller.soon()
  await vi.advanceTimersByTimeAsync(3_000)
  poller.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toEqual([0, 2_000, 3_000])
})

test('a call during a poll, which may have read before, causes another poll', async () => {
  let polls = 0
  let finish = () => {}
  const poll = () => {
    polls++
    return new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined)
    })
  }
  const poller = new Poller({ poll, minIntervalMs: 500 })
  poller.soon()
  await vi.advanceTimersByTimeAsync(0)
  poller.soon()
  finish()
  await vi.advanceTimersByTimeAsync(500)
  expect(polls).toBe(2)
})

test('a stopped poller does not poll, even when it stops during a poll', async () => {
  const { polls, poller } = startPolls(1_000)
  poller.soon()
  await vi.advanceTimersByTimeAsync(0)
  poller.stop()
  poller.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toEqual([0])
})
