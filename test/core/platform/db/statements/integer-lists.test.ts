import fc from 'fast-check'
import { prepareValue } from 'pg/lib/utils.js'
import { expect, test } from 'vitest'
import { withIntegerLists } from '../../../../../core/platform/db/statements/integer-lists.ts'

/** The elements of an array literal without quotes. */
const unquoted = (literal: unknown) => String(literal).replaceAll('"', '')

test('lists of integers mean the same to Postgres as those of the driver', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger()), (list) => {
      const [literal] = withIntegerLists([list])
      expect(literal).toBe(unquoted(prepareValue(list)))
    }),
  )
})

test('other values stay as they are', () => {
  const values = [
    1,
    'a',
    null,
    undefined,
    ['1'],
    [1, null],
    [1.5],
    [[1]],
    [Number.NaN],
    new Date(0),
    Buffer.from([1]),
  ]
  for (const [n, value] of withIntegerLists(values).entries()) expect(value).toBe(values[n])
})
