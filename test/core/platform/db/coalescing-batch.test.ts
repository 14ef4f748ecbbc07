import { expect, test } from 'vitest'
import { type BatchOptions, CoalescingBatch } from '../../../../core/platform/db/coalescing-batch.ts'

/** A store whose batches the test ends. */
function openStore(options: Pick<BatchOptions<number, number>, 'isAway' | 'sharesTurn'> = {}) {
  const batches: { items: readonly number[]; end(error?: Error): void }[] = []
  const store = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      const end = (error?: Error) =>
        error === undefined ? resolve(items.map((item) => -item)) : reject(error)
      batches.push({ items, end })
    })
  const batch = new CoalescingBatch<number, number>({
    together: (waiting) => Math.min(waiting.length, 3),
    store,
    ...options,
  })
  return { batch, batches }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('the first item begins a batch, and those that arrive while it is stored form the next ones', async () => {
  const { batch, batches } = openStore()
  const stored = [1, 2, 3, 4, 5].map((item) => batch.submit(item))
  expect(batches.map(({ items }) => items)).toEqual([[1]])
  batches[0]!.end()
  await turn()
  expect(batches.at(-1)!.items).toEqual([2, 3, 4])
  batches[1]!.end()
  await turn()
  expect(batches.at(-1)!.items).toEqual([5])
  batches[2]!.end()
  expect(await Promise.all(stored)).toEqual([-1, -2, -3, -4, -5])
})

test('items of one turn can share the first batch', async () => {
  const { batch, batches } = openStore({ sharesTurn: true })
  for (const first of [1, 3]) {
    const stored = [first, first + 1].map((item) => batch.submit(item))
    await turn()
    expect(batches.at(-1)!.items).toEqual([first, first + 1])
    batches.at(-1)!.end()
    expect(await Promise.all(stored)).toEqual([-first, -first - 1])
  }
  expect(batches).toHaveLength(2)
})

test('an error of a batch leaves those who wait alone', async () => {
  const { batch, batches } = openStore()
  const stored = [batch.submit(1)]
  await turn()
  stored.push(batch.submit(2))
  batches[0]!.end(new Error('unknown outcome'))
  await expect(stored[0]).rejects.toThrow('unknown outcome')
  batches[1]!.end()
  expect(await stored[1]).toBe(-2)
})

test('those who wait for a store that is away fail with the batch, and later items are tried', async () => {
  const { batch, batches } = openStore({ isAway: (error) => (error as Error).message === 'away' })
  const stored = [1, 2, 3, 4, 5, 6].map((item) => batch.submit(item))
  const results = Promise.allSettled(stored)
  expect(batches[0]!.items).toEqual([1])
  batches[0]!.end(new Error('away'))
  expect((await results).map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  expect(batches).toHaveLength(1)
  const later = batch.submit(7)
  await turn()
  expect(batches[1]!.items).toEqual([7])
  batches[1]!.end()
  expect(await later).toBe(-7)
})
