import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorIn } from '../../../../core/platform/text/errors/in-language.ts'
import { LANGUAGES, type Language } from '../../../../core/platform/text/languages.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const iago = web.world.client(web.url, 'iago')
  const subscribers = [web.world.userId('iago')]
  await iago.ok(iago.post('/channels/create', { name: 'cellar', invite_only: true, subscribers }))
})
afterAll(() => web?.close())

const languages = Object.keys(LANGUAGES) as Language[]

test.skipIf(browserMissing).each(languages)(
  'an error of the server is shown in %s, with the name that it is about',
  async (language) => {
    const hamlet = web.world.client(web.url, 'hamlet')
    await hamlet.ok(hamlet.patch('/settings', { default_language: language }))
    const page = await web.logIn('hamlet')
    // The page loads again in the language of the account.
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached', timeout: 20_000 })
    // Hamlet cannot know that the name of the private channel is taken.
    await page.goto(`${web.url}/#channels/new`)
    const form = page.locator('form.new-channel')
    await form.locator('input').first().fill('cellar')
    await form.locator('[type=submit]').click()
    const expected = errorIn(language, "Channel 'cellar' already exists")
    await form.getByText(expected, { exact: true }).first().waitFor({ timeout: 20_000 })
    if (language !== 'en') expect(expected).not.toMatch(/already exists/)
    await page.context().close()
  },
)
