import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { uploadFile } from '../../harness/upload.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
/** The address of a file that only Hamlet may read. */
let file: string
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const hamlet = web.world.client(web.url, 'hamlet')
  file = await uploadFile(hamlet, { name: 'letter.txt', type: 'text/plain', bytes: 'to Ophelia' })
})
afterAll(() => web?.close())

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

/** Whether the page is accessible and fits its window. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await violations(page)).toBe('')
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBe(0)
}

const LOOKS = [
  { width: 390, colorScheme: 'dark', locale: 'de-DE' },
  { width: 1440, colorScheme: 'light', locale: 'en-US' },
] as const

describe.skipIf(browserMissing).each(LOOKS)(
  'at $width pixels, $colorScheme, $locale',
  ({ width, ...look }) => {
    const isGerman = look.locale === 'de-DE'
    /** Somebody who has a session, and the language of the browser as the own one. */
    const open = async (name: string) => {
      const person = web.world.client(web.url, name)
      await person.ok(person.patch('/settings', { default_language: isGerman ? 'de' : 'en' }))
      return web.logIn(name, { viewport: { width, height: 844 }, ...look })
    }

    test('somebody else’s file is a page that says so, and leads on', async () => {
      const page = await open('cordelia')
      const answer = await page.goto(web.url + file)
      expect(answer?.status()).toBe(403)
      expect(await heading(page)).toBe(isGerman ? 'Nicht erlaubt' : 'Not allowed')
      expect(await page.locator('main').innerText()).not.toContain('letter')
      await expectWellMade(page)
      await page.getByRole('link', { name: /Loquat demonstration/ }).click()
      await page.waitForURL((address) => address.pathname === '/')
      await page.context().close()
    })

    test('a mistake of the server is a page that blames nobody, and tells no secret', async () => {
      const page = await open('othello')
      await web.world.sql('ALTER TABLE attachment RENAME TO attachment_away')
      try {
        const answer = await page.goto(`${web.url}/user_uploads/1/ab/nowhere.txt`)
        expect(answer?.status()).toBe(500)
      } finally {
        await web.world.sql('ALTER TABLE attachment_away RENAME TO attachment')
      }
      expect(await heading(page)).toBe(isGerman ? 'Etwas ist schiefgegangen' : 'Something went wrong')
      expect(await page.content()).not.toMatch(/attachment|SELECT|at .*\.ts|node_modules/)
      await expectWellMade(page)
      await page.context().close()
    })

    test('an address of nothing is a page', async () => {
      const page = await open('zoe')
      const answer = await page.goto(`${web.url}/nowhere/at/all`)
      expect(answer?.status()).toBe(404)
      // Without a session of an organization the page follows the browser.
      await page.getByRole('link', { name: isGerman ? 'Loquat öffnen' : 'Open Loquat' }).waitFor()
      await expectWellMade(page)
      await page.context().close()
    })
  },
)

describe.skipIf(browserMissing)('without a connection', () => {
  test('a device that keeps nothing says that it is offline, and goes on by itself', async () => {
    const page = await web.logIn('prospero', { serviceWorkers: 'allow' })
    await page.evaluate('navigator.serviceWorker.ready')
    await page.goto(`${web.url}/#settings/preferences`)
    await page.context().setOffline(true)
    await page.evaluate("indexedDB.deleteDatabase('loquat-offline')")
    await page.reload()
    await page.getByText('You are offline').first().waitFor()
    await expectWellMade(page)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await page.context().close()
  })
})
