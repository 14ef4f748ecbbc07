import { describe, expect, it } from 'vitest'
import { readAddresses } from '../../../../core/people/invites/addresses.ts'
import { checkAddress } from '../../../../core/state/realm/email.ts'

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
