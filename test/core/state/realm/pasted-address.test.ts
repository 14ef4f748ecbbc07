import { describe, expect, it } from 'vitest'
import { readAddresses } from '../../../../core/people/invites/addresses.ts'
import { checkAddress, isAddress, isSameMailbox } from '../../../../core/state/realm/email.ts'

/** Characters that mail programs, web pages and word processors put around a copied address. */
const invisible = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u2060',
  '\u2066',
  '\u2069',
  '\ufeff',
  '\u00ad',
]
const schemes = ['', 'mailto:', 'MAILTO:', 'mailto: ']

describe.each(invisible.map((mark) => [JSON.stringify(mark), mark] as const))(
  'an address with %s',
  (_, mark) => {
    it('is stored without it', () => {
      for (const scheme of schemes) {
        for (const written of [
          `${mark}${scheme}zoe@example.com`,
          `${scheme}${mark}zoe@example.com${mark}`,
          ` ${mark} ${scheme}zoe@${mark}example.com ${mark} `,
          `${scheme}zoe@example.com${mark}?subject=Hello`.replace(scheme === '' ? '?subject=Hello' : '', ''),
        ]) {
          expect(checkAddress(written)).toBe('zoe@example.com')
          expect(readAddresses(`a@example.com, ${written}\nZoe <${written}>`)).toEqual([
            'a@example.com',
            'zoe@example.com',
          ])
        }
      }
    })
  },
)

it.each(['zoe@', 'mailto:', 'mailto:zoe', 'zoe@example.com?subject=a b', 'a\u0000@example.com', '\u200b'])(
  '%j is no address',
  (written) => expect(() => checkAddress(written)).toThrow(),
)

it('an address with the Kelvin sign, whose lower case is a k, is refused', () => {
  expect(['\u{212A}elvin@example.com', 'a@\u{212A}elvin.com', 'a@b.\u{212A}'].map(isAddress)).toEqual([
    false,
    false,
    false,
  ])
  // No other character has an ASCII letter as its lower case.
  const found: number[] = []
  for (let code = 128; code < 0x110000; code++) {
    const lower = String.fromCodePoint(code).toLowerCase()
    if (/^[a-z]+$/.test(lower)) found.push(code)
  }
  expect(found).toEqual([0x212a])
})

it('two addresses are one mailbox when they differ by the case of ASCII letters alone', () => {
  expect(isSameMailbox('Zoe@Example.com', 'zoe@example.COM')).toBe(true)
  expect(isSameMailbox('\u{C5}se@example.com', '\u{E5}se@example.com')).toBe(false)
})
