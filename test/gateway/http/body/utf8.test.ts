import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8Text } from '../../../../gateway/http/body/utf8.ts'

test('a text is as it was encoded, however long it is', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\ufeff', 'é', '€', '😀', '\0', 'a'),
  )
  fc.assert(
    fc.property(piece, fc.constantFrom(0, 1, 300, 5_000), piece, (repeated, times, end) => {
      const text = repeated.repeat(times) + end
      expect(utf8Text(Buffer.from(text))).toBe(text)
    }),
  )
})
