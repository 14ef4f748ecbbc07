import { expect, test } from 'vitest'
import { readUrlEncoded } from '../../../../gateway/http/body/text-fields.ts'

test.each([1, 1_000, 100_000])('pluses and escapes of %i repetitions become the same characters', (times) => {
  const fields = readUrlEncoded(`a=${'x+%2B+%C3%A4+%zz'.repeat(times)}&b=${'+'.repeat(times)}`)
  expect(fields.get('a')).toBe('x + ä %zz'.repeat(times))
  expect(fields.get('b')).toBe(' '.repeat(times))
})

test('the names of a form have a limit together', () => {
  const form = (fields: number) =>
    Array.from({ length: fields }, (_, n) => `${n}${'x'.repeat(990)}=1`).join('&')
  expect(readUrlEncoded(form(60)).size).toBe(60)
  expect(() => readUrlEncoded(form(70))).toThrow('Too many parameters')
})
