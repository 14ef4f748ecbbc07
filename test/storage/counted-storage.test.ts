import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Usage } from '../../core/platform/processes/usage.ts'
import { CountedStorage } from '../../storage/counted-storage.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function counted(stat: () => Promise<undefined>) {
  const usage = new Usage()
  const storage = new CountedStorage({ stat, resumable: {} } as unknown as Storage, usage, 'store.example')
  const figures = () =>
    ['operations', 'failures', 'seconds'].map((name) => usage.totals.get(`storage.${name}`) ?? 0)
  return { storage, figures }
}

test('an operation without an answer counts as failed after eight seconds, and once', async () => {
  let fail = (_: unknown) => {}
  const { storage, figures } = counted(
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  const work = storage.stat('x')
  const ended = expect(work).rejects.toBeInstanceOf(StorageError)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(figures()).toEqual([0, 0, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect(figures()).toEqual([1, 1, 8])
  await vi.advanceTimersByTimeAsync(52_000)
  fail(new StorageError('unavailable', new Error('the request timed out')))
  await ended
  expect(figures()).toEqual([1, 1, 8])
})

test('answers count with their time, outages as failed, and missing files do not', async () => {
  const quick = counted(() => Promise.resolve(undefined))
  await quick.storage.stat('x')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(quick.figures()).toEqual([1, 0, 0])
  for (const [failure, failures] of [
    ['unavailable', 1],
    ['missing', 0],
  ] as const) {
    const failing = counted(() => Promise.reject(new StorageError(failure, new Error('no'))))
    await expect(failing.storage.stat('x')).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(failing.figures()).toEqual([1, failures, 0])
  }
})
