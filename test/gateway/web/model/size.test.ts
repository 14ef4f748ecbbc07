import { expect, test } from 'vitest'
import { sizeIn } from '../../../../gateway/web/model/size.ts'

test.each([
  [0, '0 byte'],
  [0.25, '0 byte'],
  [0.75, '1 byte'],
  [1, '1 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_499, '1 kB'],
  [1_300_000, '1.3 MB'],
  [2_000_000_000, '2 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(sizeIn('en-GB', bytes)).toBe(text)
})

test('sizes have the decimal comma of German', () => {
  expect(sizeIn('de-DE', 1_300_000)).toBe('1,3 MB')
})
