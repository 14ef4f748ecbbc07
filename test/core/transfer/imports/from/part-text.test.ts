import { expect, test } from 'vitest'
import { PartText } from '../../../../../core/transfer/imports/from/writing/part-text.ts'

test('lines of any characters and lengths are one after the other, also beyond the usual size', () => {
  const part = new PartText(16)
  const lines = ['', 'a', 'ü😀', '\ud800', 'x'.repeat(1_000), '末'.repeat(50)]
  for (const line of lines) part.add(line)
  const expected = Buffer.from(`${lines.join('\n')}\n`)
  expect(part.bytes().equals(expected)).toBe(true)
  expect([part.lines, part.length]).toEqual([lines.length, expected.length])
  part.clear()
  expect([part.lines, part.length]).toEqual([0, 0])
  part.add('again')
  expect(part.bytes().toString()).toBe('again\n')
})
