import { expect, test } from 'vitest'
import { askTogether } from '../../../../core/platform/concurrency/ask-together.ts'

/** A source whose runs end when the test says so. */
function source(most: number) {
  const runs: { keys: readonly number[]; end: (error?: Error) => void }[] = []
  const ask = askTogether<number, string>(
    most,
    (keys) =>
      new Promise((resolve, reject) => {
        const found = new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`]))
        runs.push({ keys, end: (error) => (error === undefined ? resolve(found) : reject(error)) })
      }),
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, runs, turn }
}

test('calls during a run share the next one, and each key is asked for once', async () => {
  const { ask, runs, turn } = source(10)
  const first = ask(1)
  await turn()
  const others = [ask(1), ask(2), ask(2), ask(0)]
  await turn()
  expect(runs.map(({ keys }) => keys)).toEqual([[1]])
  runs[0]!.end()
  expect(await first).toBe('value 1')
  await turn()
  expect(runs.map(({ keys }) => keys)).toEqual([[1], [1, 2, 0]])
  runs[1]!.end()
  expect(await Promise.all(others)).toEqual(['value 1', 'value 2', 'value 2', undefined])
})

test('a run has at most as many keys as it may', async () => {
  const { ask, runs, turn } = source(2)
  const all = [1, 2, 3, 4, 5].map((key) => ask(key))
  for (let n = 0; n < 3; n++) {
    await turn()
    runs[n]!.end()
  }
  expect(await Promise.all(all)).toHaveLength(5)
  expect(runs.map(({ keys }) => keys)).toEqual([[1, 2], [3, 4], [5]])
})

test('a run that fails fails its own calls only', async () => {
  const { ask, runs, turn } = source(10)
  const first = ask(1)
  await turn()
  const second = ask(2)
  runs[0]!.end(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await turn()
  runs[1]!.end()
  expect(await second).toBe('value 2')
})
