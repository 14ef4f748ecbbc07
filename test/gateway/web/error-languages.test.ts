import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorIn } from '../../../core/platform/text/errors/in-language.ts'
import { LANGUAGES, type Language } from '../../../core/platform/text/languages.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

describe.skipIf(browserMissing)('the reason of a refusal', () => {
  test.each(Object.keys(LANGUAGES) as Language[])('is in the language of the page: %s', async (language) => {
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(cordelia.patch('/settings', { default_language: language }))
    const answer = await cordelia.patch('/settings', { full_name: 'Corde*lia' })
    expect(answer.body.msg).toBe('Invalid characters in name!')
    const page = await web.logIn('cordelia')
    // A page in another language starts anew.
    await page.locator(`html[lang="${language}" i] .sidebar`).waitFor()
    await page.evaluate(`location.hash = '#settings/profile'`)
    const name = page.locator('main input[autocomplete="name"]')
    await expect.poll(() => name.inputValue()).toMatch(/^Cordelia/)
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    for (const wrong of ['Corde*lia', 'Corde|lia']) {
      await name.fill(wrong)
      await name.press('Enter')
      await page
        .getByRole('alert')
        .filter({ hasText: errorIn(language, 'Invalid characters in name!') })
        .first()
        .waitFor()
    }
    // The translations are fetched with the first error, once.
    const scripts = fetched.filter((url) => /\.js(?:$|\?)/.test(url))
    if (language === 'en') expect(scripts).toEqual([])
    expect(new Set(scripts).size).toBe(scripts.length)
    await page.context().close()
  })
})
