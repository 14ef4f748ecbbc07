import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mixed, SECONDS } from './file-order.ts'

test('three slow files run first, and one after every six others', () => {
  const others = Array.from({ length: 14 }, (_, index) => index)
  expect(mixed<string | number>(['a', 'b', 'c', 'd', 'e'], others)).toEqual([
    ...['a', 'b', 'c', 0, 1, 2, 3, 4, 5],
    ...['d', 6, 7, 8, 9, 10, 11],
    ...['e', 12, 13],
  ])
})

test('every file runs once, whether the slow ones or the others are more', () => {
  expect(mixed<string | number>(['a', 'b', 'c', 'd', 'e', 'f'], [1])).toEqual([
    'a',
    'b',
    'c',
    1,
    'd',
    'e',
    'f',
  ])
  expect(mixed<string | number>([], [1, 2, 3, 4, 5, 6, 7])).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(mixed<string | number>(['a'], [])).toEqual(['a'])
})

test('the slow files exist', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  expect(Object.keys(SECONDS).filter((file) => !existsSync(root + file))).toEqual([])
})
