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
  for (const layout of ['layout.html', 'layout.txt'])
    await writeFile(join(folder, 'en', layout), '{{{body}}}')
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
