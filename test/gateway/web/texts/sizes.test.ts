import { expect, test } from 'vitest'
import { sizeOf } from '../../../../gateway/web/texts/sizes.ts'

test.each([
  [0, '0 byte'],
  [0.5, '1 byte'],
  [999, '999 byte'],
  [1_300, '1 kB'],
  [1_300_000, '1.3 MB'],
  [5e12, '5,000 GB'],
])('%d bytes read as %s, also between whole bytes, as on the axis of a plot', (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text)
})
