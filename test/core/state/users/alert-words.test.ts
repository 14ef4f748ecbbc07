import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UserId } from '../../../../core/platform/ids.ts'
import { AlertWords } from '../../../../core/state/users/alert-words.ts'
import { DEPTH } from '../../../harness/property.ts'

const someone = 1 as UserId

function alerts(word: string, text: string): boolean {
  const words = new AlertWords()
  words.put(someone, [word])
  return words.alertedBy(text).has(someone)
}

describe('an alert word', () => {
  test.each([
    ['crown', 'crown'],
    ['crown', 'The crown is heavy'],
    ['Crown', 'THE CROWN!'],
    ['crown', 'uneasy lies the head that wears a crown.'],
    ['crown', '(crown), the "crown"; *crown*: `crown`? [crown]'],
    ['crown', '> crown\n> jewels'],
    ['crown', 'the\ncrown\tis'],
    ['crown', 'crowns are no crown'],
    ['crown jewels', 'the crown jewels, all of them'],
    ['c++', 'I know c++ well'],
    ['!important', 'this is !important'],
    ['a, b', 'a, b'],
    ['König', 'der könig!'],
    ['王', '王'],
    ["what's this", "what's this?"],
  ])('%j is found in %j', (word, text) => expect(alerts(word, text)).toBe(true))

  test.each([
    ['crown', 'crowns'],
    ['crown', 'uncrowned'],
    ['crown', 'crown_'],
    ['crown', '@crown'],
    ['crown', 'acrown'],
    ['crown jewels', 'crown  jewels'],
    ['crown jewels', 'crown jewelsmith'],
    ['crown', 'crow'],
    ['crown', ''],
    ['c++', 'c+++'],
    ['.*', 'anything'],
  ])('%j is not found in %j', (word, text) => expect(alerts(word, text)).toBe(false))
})

/** The naive search: every word at every place. */
function naive(words: ReadonlyMap<UserId, readonly string[]>, text: string): Set<UserId> {
  const folded = text.toLowerCase()
  const isIn = (word: string) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      const before = folded[at - 1] ?? ' '
      const after = folded[at + word.length] ?? ' '
      if (/[\s("'.,;[*`>]/.test(before) && /[\s)"'?:.,;\]!*`]/.test(after)) return true
    }
    return false
  }
  const alerted = [...words].filter(([, list]) => list.some((word) => isIn(word.toLowerCase())))
  return new Set(alerted.map(([user]) => user))
}

test('matching finds the same words as a naive search, after any changes', () => {
  const text = (max: number) => fc.string({ unit: fc.constantFrom(...'abA ,.("*?!\n'), maxLength: max })
  const word = text(6).filter((word) => word.trim() === word && word !== '')
  const change = fc.record({ user: fc.integer({ min: 1, max: 4 }), words: fc.array(word, { maxLength: 4 }) })
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 8 }),
      fc.array(text(40), { maxLength: 5 }),
      (changes, texts) => {
        const words = new AlertWords()
        const model = new Map<UserId, readonly string[]>()
        for (const { user, words: list } of changes) {
          const unique = [...new Map(list.map((word) => [word.toLowerCase(), word])).values()]
          words.put(user as UserId, unique)
          model.set(user as UserId, unique)
          expect(words.of(user as UserId)).toEqual(unique)
        }
        for (const text of texts) expect(words.alertedBy(text)).toEqual(naive(model, text))
      },
    ),
    { numRuns: 3_000 * DEPTH },
  )
})

test('a text is read once, whatever the number and the common prefixes of words', () => {
  const words = new AlertWords()
  for (let user = 1; user <= 2_000; user++) {
    words.put(
      user as UserId,
      Array.from({ length: 50 }, (_, n) => `word ${n} of ${user}`),
    )
  }
  words.put(
    0 as UserId,
    Array.from({ length: 100 }, (_, n) => `x${"'".repeat(n)}`.slice(0, 100)).concat("'".repeat(100)),
  )
  const time = (text: string) => {
    const start = performance.now()
    words.alertedBy(text)
    return performance.now() - start
  }
  const texts = ["'".repeat(10_000), '('.repeat(10_000), 'word '.repeat(2_000), "x' ".repeat(3_300)]
  // Generous for a busy machine. Checking each of 100,000 words would take seconds.
  for (const text of texts) expect(Math.min(time(text), time(text), time(text))).toBeLessThan(150)
})
