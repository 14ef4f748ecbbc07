import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directionOf, LANGUAGES, type Language, LOCALES } from '../../../core/platform/text/languages.ts'
import { settingsOf } from '../../../core/state/users/settings.ts'
import { PLURAL_FORMS } from '../../../workers/mail/count.ts'
import { Templates } from '../../../workers/mail/templates.ts'
import { MailTime } from '../../../workers/mail/time.ts'
import { wordsOf as mailWordsOf } from '../../../workers/mail/words.ts'
import { samples } from './samples.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-templates-'))
  await mkdir(join(folder, 'de/note'), { recursive: true })
  await mkdir(join(folder, 'en/note'), { recursive: true })
  await writeFile(join(folder, 'de/note/subject.txt'), 'Am {{when}}')
  for (const file of ['body.html', 'body.txt']) {
    await writeFile(join(folder, 'en/note', file), 'On {{when}}{{#items}}, {{time}}{{/items}}')
  }
  for (const layout of ['en/layout.html', 'en/layout.txt', 'de/layout.html', 'de/layout.txt'])
    await writeFile(join(folder, layout), '{{{body}}}')
})
afterAll(() => rm(folder, { recursive: true }))

test('a time has the language of its sentence, whatever the language of the reader', () => {
  const settings = settingsOf({ default_language: 'de', twenty_four_hour_time: true })
  const time = new MailTime({ settings, timezone: 'Europe/Rome' }, 1_795_190_700)
  const mail = new Templates(folder).render('de', 'note', { when: time, items: [{ time }] })
  expect(mail.subject).toMatch(/^Am 20\. November 2026 um /)
  expect(mail.text).toMatch(/^On November 20, 2026 at .*, November 20, 2026 at /)
  expect(mail.html).toMatch(/^On November 20, 2026 at .*, November 20, 2026 at /)
})

const SHIPPED = new URL('../../../workers/mail/templates/', import.meta.url)
const shipped = (language: string, file: string) =>
  readFileSync(new URL(`${language}/${file}`, SHIPPED), 'utf8')
const namesIn = (language: string) =>
  readdirSync(new URL(`${language}/`, SHIPPED), { recursive: true, encoding: 'utf8' }).sort()
const files = namesIn('en').filter((name) => /\.(?:html|txt)$/.test(name))
const FORM = new RegExp(`\\.(?:${PLURAL_FORMS.join('|')})$`)
/** The names of values and sections in a template. */
const namesOf = (text: string) => [...text.matchAll(/\{\{\{?[#^/&]?\s*([\w.]+)/g)].map(([, name]) => name!)
/**
 * The values and sections that a template reads, without repetition. Each language has plural forms of its
 * own.
 */
const readBy = (text: string) => [...new Set(namesOf(text).map((name) => name.replace(FORM, '')))].sort()
/** What people read, in parts of two words and more, between tags, values and entities. */
const wordsOf = (text: string) =>
  text
    .split(/<[^>]*>|\{\{\{?[^}]*\}?\}\}|&\w+;|\n/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}\s+\p{L}/u.test(part))

const all = Object.keys(LANGUAGES) as Language[]
const languages = all.filter((language) => language !== 'en')

test('there are templates for exactly the languages that people can choose', () => {
  expect(readdirSync(SHIPPED).sort()).toEqual([...all].sort())
})

test.each(languages)('every mail is there in the language %s', (language) => {
  expect(namesIn(language)).toEqual(namesIn('en'))
  const isRtl = directionOf(language) === 'rtl'
  const layout = shipped(language, 'layout.html')
  expect(layout.toLowerCase()).toContain(`<html lang="${language}"${isRtl ? ' dir="rtl"' : ''}>`)
  // Mail programs on the web drop the element html, so the parts of the page say the direction too.
  expect(layout.match(/<(?:body|table|p)\b[^>]* dir="rtl"/g) ?? []).toHaveLength(isRtl ? 4 : 0)
})

test.each(languages.flatMap((language) => files.map((file) => [language, file] as const)))(
  'in the language %s, %s says what the English one says, in other words',
  (language, file) => {
    const [text, english] = [shipped(language, file), shipped('en', file)]
    expect(readBy(text)).toEqual(readBy(english))
    const kept = wordsOf(english).filter((words) => wordsOf(text).includes(words))
    expect(kept).toEqual([])
    const tags = (html: string) =>
      html
        .match(/<[a-z/][^>]*>/g)
        ?.map((tag) =>
          tag.replace(/ lang="[\w-]+"| dir="rtl"/g, '').replace(/(border|padding)-right/, '$1-left'),
        )
        .sort()
    expect(tags(text)).toEqual(tags(english))
  },
)

test.each(languages)(
  'the parts of sentences of %s are not English, and name what the English ones name',
  (language) => {
    const texts = (code: string) => {
      const { reasons, secondFactor, operator, ...words } = mailWordsOf(code)
      const said = {
        others: words.others(3),
        via: words.via('Celia', 'Arden'),
        spoiler: words.spoiler('Arden'),
      }
      return { ...said, ...reasons, ...secondFactor, operator, and: words.and(['Celia', 'Orlando', 'Adam']) }
    }
    const [own, english] = [texts(language), texts('en')]
    for (const [name, text] of Object.entries(english)) {
      const translated = own[name as keyof typeof own]
      if (!(language === 'fr' && name === 'via')) expect(translated, name).not.toBe(text)
      for (const value of text.match(/Celia|Arden|Orlando|Adam|3/g) ?? [])
        expect(translated, name).toContain(value)
    }
  },
)

test.each(all)('the plural forms of %s are complete, and no other ones', (language) => {
  // `many` of French and Spanish is for millions.
  const needed = new Intl.PluralRules(LOCALES[language])
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'zero' && !(form === 'many' && /^(?:fr|es)$/.test(language)))
  for (const file of files) {
    const forms = new Map<string, Set<string>>()
    for (const name of namesOf(shipped(language, file))) {
      const form = FORM.exec(name)?.[0].slice(1)
      if (form === undefined) continue
      const counted = name.replace(FORM, '')
      forms.set(counted, (forms.get(counted) ?? new Set()).add(form))
    }
    for (const [counted, used] of forms)
      expect([...used].sort(), `${file} ${counted}`).toEqual([...needed].sort())
  }
})

test.each(all)('every mail of %s is complete with every number', (language) => {
  const templates = new Templates()
  for (const count of [1, 2, 3, 11, 100, 1_000]) {
    for (const [name, values] of Object.entries(samples(language, count))) {
      const { subject, html, text } = templates.render(language, name, values)
      for (const part of [subject, html, text]) expect(part, name).not.toMatch(/\{\{|undefined|\[object|NaN/)
      // What is missing between two words leaves a gap.
      expect(text.match(/\S {2,}\S| [,.;]/)?.[0] ?? '', `${name}: ${text}`).toMatch(/^(?:|: {2,}\S| ;)$/)
    }
  }
})

test('numbers, times, days and devices are in the language of the mail', () => {
  const of = (language: Language, name: string, count?: number) =>
    new Templates().render(language, name, samples(language, count)[name]!)
  expect(of('de', 'export-finished', 1).text).toContain('Er wird nach 1 Tag gelöscht.')
  expect(of('fr', 'export-finished', 3).text).toContain('après 3 jours.')
  expect(of('ar', 'export-finished', 2).text).toContain('سيُحذف بعد يومين.')
  expect(of('ar', 'export-finished', 3).text).toContain('سيُحذف بعد 3 أيام.')
  expect(of('ar', 'export-finished', 11).text).toContain('سيُحذف بعد 11 يومًا.')
  expect(of('ar', 'organization-deactivated').text).toContain('24 ديسمبر 2026')
  expect(of('es', 'organization-deactivated').text).toContain('24 de diciembre de 2026')
  expect(of('ja', 'password-changed').text).toContain('2026年11月20日 17:05 (Europe/Rome)')
  expect(of('zh-hans', 'password-changed').text).toContain('2026年11月20日 17:05 (Europe/Rome)')
  expect(of('ja', 'new-login').subject).toBe('Arden への新しいログイン：モバイルアプリ（Android）')
  expect(of('en', 'missed-messages', 1).text).toContain('And 1 earlier message.')
})

test('a mail has its language for regions and for tags in other letters, otherwise English', () => {
  const subject = (language: string) =>
    new Templates().render(language, 'digest', samples('en').digest!).subject
  expect(subject('fr-CA')).toBe('Ce que vous avez manqué dans Arden')
  expect(subject('zh-hant')).toBe('What you missed in Arden')
  expect(subject('pt-br')).toBe('What you missed in Arden')
})
