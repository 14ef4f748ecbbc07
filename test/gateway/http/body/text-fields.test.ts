import { expect, test } from 'vitest'
import { readUrlEncoded, textLimit } from '../../../../gateway/http/body/text-fields.ts'

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

test.each([
  ['plain', 'x', 30_000],
  ['escaped', '%41', 30_000],
  ['a plus', '+', 30_000],
  ['a cut escape', '%2', 15_000],
  ['of two bytes, escaped', '%C3%A4', 15_000],
  ['of three bytes', '東', 30_000],
])('a long value has at most three times the characters of its limit: %s', (_, character, times) => {
  const limits = new Map([['a', textLimit(10_000)]])
  const read = (count: number) => readUrlEncoded(`a=${character.repeat(count)}`, limits).get('a')!
  expect(read(times).length).toBeLessThanOrEqual(30_000)
  expect(read(times)).toBe(readUrlEncoded(`a=${character.repeat(times)}`).get('a'))
  expect(() => read(times + 1)).toThrow('a is too long (limit: 10000 characters)')
})

test('a long value has at most 100,000 percent signs that begin no escape', () => {
  const value = '%2'.repeat(100_000)
  expect(readUrlEncoded(`a=${value}%41`).get('a')).toBe(`${value}A`)
  expect(() => readUrlEncoded(`a=${value}%zz`)).toThrow('Malformed percent-encoding in a parameter')
})

test('every pair of characters after a percent sign is decoded as `decodeURIComponent` does it, or kept', () => {
  const filling = 'x'.repeat(5_000)
  for (let code = 0; code < 128; code++) {
    const pair = `7${String.fromCharCode(code)}`
    if (pair === '7&') continue
    const decoded = /^7[\da-f]$/i.test(pair) ? decodeURIComponent(`%${pair}`) : `%${pair.replace('+', ' ')}`
    expect(readUrlEncoded(`a=${filling}%${pair}`).get('a')).toBe(filling + decoded)
  }
})
