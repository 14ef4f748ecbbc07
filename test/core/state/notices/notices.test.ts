import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../../core/platform/text/languages.ts'
import { noticeTexts } from '../../../../core/state/notices/texts.ts'

const textsIn = (default_language: string) =>
  noticeTexts({ record: { settings: { default_language } } } as never)
const english = textsIn('en')

type Texts = Readonly<Record<string, unknown>>

/** Values that stand for names, links and numbers, one for each argument. */
const ARGUMENTS = ['«1»', '«2»', '«3»', '«4»']

type Says = (...args: unknown[]) => string

/** What a text says of these arguments. A notice of a move takes an object. */
function said(path: string, text: unknown): string {
  if (typeof text === 'string') return text
  const says = text as Says
  if (/moved/.test(path)) return says({ isAll: false, count: 7 }, '«2»', '«3»')
  return says(...ARGUMENTS.slice(0, says.length))
}

/** Words that several languages share. */
const SAME_WORDS = new Set(['Spam', 'Notes', 'public', 'general'])

/** The texts that say nothing, the same as in English, or leave out an argument that English has. */
function faultsOf(path: string, text: unknown, own: unknown): string[] {
  if (typeof text === 'object' && text !== null)
    return Object.entries(text).flatMap(([key, each]) =>
      faultsOf(`${path}.${key}`, each, (own as Texts)[key]),
    )
  const [expected, given] = [said(path, text), said(path, own)]
  const values = expected.match(/«\d»|7/g) ?? []
  const isSame = expected === given && !SAME_WORDS.has(expected)
  return isSame || given === '' || values.some((value) => !given.includes(value)) ? [path] : []
}

const others = (Object.keys(LANGUAGES) as Language[]).filter((code) => code !== 'en')

test.each(others)('what the server writes in %s says what it says in English, in other words', (language) => {
  expect(faultsOf('', english, textsIn(language))).toEqual([])
})

test('numbers have the plural forms of the language', () => {
  const moved = (language: Language, count: number) =>
    textsIn(language).movedHere({ isAll: false, count }, 'A', 'B')
  expect([1, 2].map((count) => moved('fr', count))).toEqual([
    'B a déplacé ici un message depuis A.',
    'B a déplacé ici 2 messages depuis A.',
  ])
  expect([1, 2, 3, 11, 100].map((count) => moved('ar', count))).toEqual([
    'نقل B رسالة إلى هنا من A.',
    'نقل B رسالتين إلى هنا من A.',
    'نقل B 3 رسائل إلى هنا من A.',
    'نقل B 11 رسالة إلى هنا من A.',
    'نقل B 100 رسالة إلى هنا من A.',
  ])
  expect([1, 2, 3, 11, 100].map((count) => textsIn('ar').forDays(count))).toEqual([
    '**يومًا واحدًا**',
    '**يومين**',
    '**3 أيام**',
    '**11 يومًا**',
    '**100 يوم**',
  ])
  expect(textsIn('en').forDays(1)).toBe('**for 1 day**')
  expect(textsIn('de').forDays(1)).toBe('**1 Tag**')
  expect(textsIn('es').forDays(1)).toBe('**1 día**')
})

test('an organization that speaks a language without texts gets English', () => {
  expect(textsIn('nl')).toBe(english)
  expect(textsIn('zh-hant')).toBe(english)
  expect(textsIn('fr-ca')).toBe(textsIn('fr'))
})
