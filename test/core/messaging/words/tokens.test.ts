import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_WORD_LENGTH, tokensOf } from '../../../../core/messaging/words/tokens.ts'
import { wordsOfHtml, wordsOfText } from '../../../../core/messaging/words/word-list.ts'
import { DEPTH } from '../../../harness/property.ts'

const words = (text: string) => tokensOf(text).map(({ word }) => word)

test('the words of texts without Chinese, Thai and the like are those of Unicode, taken apart at signs', () => {
  // What both take apart in the same way: letters, digits, spaces and punctuation.
  const character = fc.constantFrom(...'abcXYZéßжЩαΩאب019 —“”«»、。!?;:()')
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
      const segments = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike)
      const byUnicode = segments
        .flatMap(({ segment }) => segment.split(/[^\p{L}\p{N}\p{M}]/u))
        .filter((word) => word !== '')
      expect(tokensOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(byUnicode)
    }),
    { numRuns: 400 * DEPTH },
  )
})

test('tokens name places of the text, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      let last = 0
      for (const { word, from, to } of tokensOf(text)) {
        expect(word).not.toBe('')
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(text.length)
        last = from
      }
    }),
    { numRuns: 400 * DEPTH },
  )
})

test('a sign that is struck through is no emoji, composed or not', () => {
  expect([words('\u21ae'), words('\u2194\u0338'), words('\u2194')]).toEqual([[], [], ['\u2194']])
})

test('a composed text and a decomposed one have the same words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(words(text.normalize('NFD'))).toEqual(words(text.normalize('NFC')))
    }),
    { numRuns: 400 * DEPTH },
  )
})

test('a long word is cut, and cutting leaves no half of a character', () => {
  expect(words('a'.repeat(500))).toEqual(['a'.repeat(MAX_WORD_LENGTH)])
  const [word] = words(`a${'𝒳𐐷'.repeat(60)}`)
  expect(word).not.toMatch(/\p{Surrogate}/u)
})

test('every word is a word again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      for (const { word, kind } of tokensOf(text)) if (kind === 'word') expect(words(word)).toEqual([word])
    }),
    { numRuns: 400 * DEPTH },
  )
  expect(words('\ufe77')).toEqual(['\u0640\u064e'])
})

test('identifiers have parts, and hashes have none', () => {
  const others = (text: string) => tokensOf(text)[0]!.others
  expect(others('getUserId')).toEqual(['get', 'user', 'id'])
  expect(others('HTMLParser')).toEqual(['html', 'parser'])
  expect(others('utf8')).toEqual(['utf', '8'])
  expect(others('C++')).toEqual(['c++'])
  for (const plain of ['Word', 'WORD', 'word', '2026', '3f2a9c1b8e7d6a'])
    expect(others(plain)).toBeUndefined()
})

test('a list has the places of words, the parts of identifiers at the same place, and accents without a place', () => {
  expect(wordsOfText('Café or getId, café')).toBe("'cafe':1,4 'café' 'or':2 'getid':3 'get':3 'id':3")
  expect(wordsOfHtml('<p title="x">a &amp; <b>b</b></p>')).toBe("'a':1 'b':2")
  expect(wordsOfText('')).toBe('')
})

test('a list has at most the places that Postgres keeps', () => {
  expect(wordsOfText('x '.repeat(300)).match(/\d+/g)).toHaveLength(255)
  expect(wordsOfHtml('東'.repeat(30_000)).endsWith('255')).toBe(true)
  const many = Array.from({ length: 17_000 }, (_, n) => `w${n}w${n}w${n}`).join(' ')
  expect(wordsOfText(many).match(/:\d+/g)).toHaveLength(16_383)
})
