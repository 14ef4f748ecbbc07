import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddresses } from '../../../../gateway/web/invite/addresses.ts'

describe('a pasted list of addresses', () => {
  test.each<[string, string[], string[]]>([
    ['ann@example.com', ['ann@example.com'], []],
    [
      'ann@example.com, bob@example.com;cy@example.com',
      ['ann@example.com', 'bob@example.com', 'cy@example.com'],
      [],
    ],
    [
      'ann@example.com bob@example.com\tcy@example.com',
      ['ann@example.com', 'bob@example.com', 'cy@example.com'],
      [],
    ],
    ['Ann Archer <ann@example.com>\r\nBob <bob@example.com>', ['ann@example.com', 'bob@example.com'], []],
    [
      '"Archer, Ann" <ann@example.com>, Baker, Bob <bob@example.com>',
      ['ann@example.com', 'bob@example.com'],
      [],
    ],
    [
      'x@example.com, Ann <ann@example.com>; y@example.com',
      ['x@example.com', 'ann@example.com', 'y@example.com'],
      [],
    ],
    ['Ann Archer ann@example.com', ['ann@example.com'], []],
    ['mailto:ann@example.com?subject=x', ['ann@example.com'], []],
    ['ANN@example.com\nann@example.com', ['ann@example.com'], []],
    ['ann@example.com, nobody, bob@', ['ann@example.com'], ['nobody', 'bob@']],
    ['Ann <ann>', [], ['ann']],
    ['a@b@c.test, @x.test, x@, x@.test', [], ['a@b@c.test', '@x.test', 'x@', 'x@.test']],
    [' ,;\n\n ', [], []],
    ['\u200bann@example.com', ['ann@example.com'], []],
  ])('%j', (text, good, wrong) => {
    const found = readAddresses(text)
    expect(found.good.map((one) => one.toLowerCase())).toEqual(good)
    expect(found.wrong).toEqual(wrong)
  })

  test('of any separators and names keeps each address once', () => {
    const address = fc.nat(999).map((n) => `p${n}@example.com`)
    const form = fc.constantFrom(
      (one: string) => one,
      (one: string) => `<${one}>`,
      (one: string) => `Some Body <${one}>`,
      (one: string) => `"Body, Some" <${one}>`,
    )
    const separator = fc.constantFrom(',', ', ', ';', '\n', '\r\n', ' ;\t')
    fc.assert(
      fc.property(fc.array(fc.tuple(address, form, separator), { maxLength: 60 }), (parts) => {
        const text = parts.map(([one, write, after]) => write(one) + after).join('')
        expect(readAddresses(text)).toEqual({ good: [...new Set(parts.map(([one]) => one))], wrong: [] })
      }),
    )
  })
})
