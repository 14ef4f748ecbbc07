import { expect, test } from 'vitest'
import { atEndOfTurn } from '../../../../core/platform/concurrency/end-of-turn.ts'
import { countRedis, withRoundTrips } from '../../../../core/platform/log/round-trips.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what is given in one turn is called in its order when the turn ends, with what it gives itself', async () => {
  const called: string[] = []
  atEndOfTurn(() => {
    called.push('first')
    atEndOfTurn(() => called.push('given by the first'))
  })
  await Promise.resolve()
  atEndOfTurn(() => called.push('second'))
  expect(called).toEqual([])
  await turn()
  expect(called).toEqual(['first', 'second', 'given by the first'])
})

test('each counts its round trips for the request that gave it', async () => {
  const requests = [1, 2].map(() => ({ postgres: 0, redis: 0 }))
  for (const [n, trips] of requests.entries()) {
    withRoundTrips(trips, () => atEndOfTurn(() => countRedis(n + 1)))
  }
  await turn()
  expect(requests.map(({ redis }) => redis)).toEqual([1, 2])
})
