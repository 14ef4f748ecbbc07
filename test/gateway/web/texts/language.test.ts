import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })

test.skipIf(browserMissing)(
  'a reader chooses a language, which every page of the reader then has',
  async () => {
    const page = await web.logIn('cordelia')
    await page.goto(`${web.url}/#inbox`)
    await heading(page, 'Inbox').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByLabel('Language').selectOption('Deutsch')
    await heading(page, 'Eingang').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')

    await page.goto(web.topic('Verona', 'balcony'))
    const box = page.getByRole('textbox', { name: 'Nachricht', exact: true })
    await box.fill('Guten Tag')
    await box.press('Control+Enter')
    await page.getByRole('log').getByText('Guten Tag').waitFor()

    const other = await web.logIn('cordelia')
    // A device that does not know the language yet loads the page once more, which must not meet the next
    // navigation.
    await other.locator('html[lang=de]').waitFor()
    await other.goto(`${web.url}/#drafts`)
    await heading(other, 'Entwürfe').waitFor()
  },
)

test.skipIf(browserMissing)(
  "before the reader's settings are known, the page has the browser's language",
  async () => {
    const page = await web.logIn('zoe', { locale: 'de-DE' })
    // The page loads again once it knows the language of the account.
    await page.locator('html[lang=en]').waitFor()
    await page.route('**/json/register', (route) => route.abort())
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.getByRole('heading', { name: 'Der Server ist nicht erreichbar' }).waitFor()
  },
)

test.skipIf(browserMissing)('the built client opens in every language', async () => {
  const page = await web.logIn('hamlet')
  await page.goto(`${web.url}/#inbox`)
  for (const [language, direction] of [
    ['fr', 'ltr'],
    ['es', 'ltr'],
    ['ar', 'rtl'],
    ['ja', 'ltr'],
    ['zh-hans', 'ltr'],
    ['de', 'ltr'],
  ]) {
    const member = web.world.client(web.url, 'hamlet')
    await member.ok(member.patch('/settings', { default_language: language! }))
    await page.reload()
    await page.locator(`html[lang=${language}][dir=${direction}]`).waitFor()
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  }
})
