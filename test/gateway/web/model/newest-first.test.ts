import { expect, test } from 'vitest'
import { newestFirst } from '../../../../gateway/web/model/newest-first.ts'

test('the newest are first, equal ones keep their order, and each time is read once', () => {
  const people = Array.from({ length: 10_000 }, (_, id) => ({ id, joined: `2020-01-0${1 + (id % 9)}` }))
  let reads = 0
  const sorted = newestFirst(people, ({ joined }) => {
    reads++
    return Date.parse(joined)
  })
  expect(reads).toBe(10_000)
  const isInOrder = sorted.every((one, n) => {
    const next = sorted[n + 1]
    return next === undefined || one.joined > next.joined || (one.joined === next.joined && one.id < next.id)
  })
  expect(isInOrder).toBe(true)
})
