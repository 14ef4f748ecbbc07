import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buffersOf, joined } from '../../../../gateway/http/reply/json-text.ts'
import { SharedText } from '../../../../gateway/http/reply/shared-text.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer({ min: 0, max: 70_000 }).map((n) => 'é'.repeat(n)),
)
const piece = fc.oneof(
  text,
  text.map((value) => Buffer.from(value)),
  text.map((value) => new SharedText(value)),
)
const textOf = (one: string | Buffer | SharedText) =>
  one instanceof SharedText ? one.bytes.toString() : one.toString()

test('pieces are joined in their order, in UTF-8', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const whole = pieces.map(textOf).join('')
      expect(joined(pieces).toString() === whole).toBe(true)
      expect(Buffer.concat(buffersOf(pieces)).toString() === whole).toBe(true)
    }),
  )
})
