import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScheduledTurns } from '../../../workers/running/scheduled-turns.ts'

let turns: ScheduledTurns
let events: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  turns = new ScheduledTurns()
  events = []
})
afterEach(() => {
  vi.useRealTimers()
})

/** A job that takes some time. */
function start(name: string, milliseconds: number): Promise<string> {
  return turns.run(async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    events.push(`${name} ends`)
    return name
  })
}

test('jobs run one after another', async () => {
  const all = Promise.all([start('a', 100), start('b', 100)])
  await vi.advanceTimersByTimeAsync(200)
  expect(await all).toEqual(['a', 'b'])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a job waits for a slow one at most a second, and so do those behind it', async () => {
  start('slow', 60_000)
  start('b', 10)
  start('c', 10)
  await vi.advanceTimersByTimeAsync(999)
  expect(events).toEqual(['slow begins'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(expect.arrayContaining(['b begins', 'c begins']))
})

test('a job that fails lets the next one begin, and its failure reaches its caller', async () => {
  const failing = turns.run(async () => {
    throw new Error('no')
  })
  const next = start('b', 10)
  await expect(failing).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(10)
  expect(await next).toBe('b')
})
