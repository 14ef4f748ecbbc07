import { expect, test } from 'vitest'
import { secondsLeft } from '../../../../core/transfer/history/show.ts'

test.each([
  ['nothing is known', { done: 0, total: 0, seconds: 5 }, null],
  ['too little is done', { done: 1, total: 100, seconds: 5 }, null],
  ['a quarter is done', { done: 25, total: 100, seconds: 60 }, 180],
  ['all is done', { done: 100, total: 100, seconds: 60 }, 0],
  ['more than all is done', { done: 120, total: 100, seconds: 60 }, 0],
])('the time left of a phase when %s', (_what, progress, left) => {
  expect(secondsLeft(progress)).toBe(left)
})
