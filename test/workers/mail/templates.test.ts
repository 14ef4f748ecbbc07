import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsOf } from '../../../core/state/users/settings.ts'
import { Templates } from '../../../workers/mail/templates.ts'
import { MailTime } from '../../../workers/mail/time.ts'

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
/** The values and sections that a template reads, without repetition. */
const readBy = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\{?[#^/&]?\s*([\w.]+)/g)].map(([, name]) => name))].sort()

const languages = readdirSync(SHIPPED).filter((language) => language !== 'en')
test.each(languages)('every mail is there in the language %s', (language) => {
  expect(namesIn(language)).toEqual(namesIn('en'))
  expect(shipped(language, 'layout.html')).toContain(`<html lang="${language}">`)
})

test.each(languages.flatMap((language) => files.map((file) => [language, file] as const)))(
  'in the language %s, %s says what the English one says, in other words',
  (language, file) => {
    const [text, english] = [shipped(language, file), shipped('en', file)]
    expect(readBy(text)).toEqual(readBy(english))
    expect(text).not.toBe(english)
    const tags = (html: string) => html.match(/<[a-z/][^>]*>/g)?.map((tag) => tag.replace(/ lang="\w+"/, ''))
    expect(tags(text)).toEqual(tags(english))
  },
)
