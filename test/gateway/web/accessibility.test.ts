import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
let axe: string
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(() => web?.close())

/** The problems that axe finds on a page, each with its elements. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

describe.skipIf(browserMissing).each(['light', 'dark'] as const)(
  'in the %s theme axe finds nothing',
  (colorScheme) => {
    let page: Page
    beforeAll(async () => {
      if (browserMissing) return
      page = await web.logIn('hamlet', { colorScheme, reducedMotion: 'reduce' })
      await page.goto(web.topic('Verona', 'balcony'))
      const box = page.getByRole('textbox', { name: 'Message', exact: true })
      await box.fill('`code`, **words**, #**Verona** and :tada:')
      await box.press('Control+Enter')
      await page.getByRole('log').getByRole('article').locator('strong').first().waitFor()
    })

    test.each([
      ['the inbox', '#inbox'],
      ['recent conversations', '#recent'],
      ['the combined feed', '#feed'],
      ['mentions', '#narrow/is/mentioned'],
      ['reactions', '#narrow/has/reaction/sender/me'],
      ['starred', '#narrow/is/starred'],
      ['drafts', '#drafts'],
      ['scheduled', '#scheduled'],
      ['channels', '#channels'],
      ['the profile', '#settings/profile'],
      ['the account', '#settings/account'],
      ['preferences', '#settings/preferences'],
      ['notifications', '#settings/notifications'],
      ['bots', '#settings/bots'],
      ['an unknown address', '#nowhere'],
    ])('in %s', async (_name, hash) => {
      await page.goto(`${web.url}/${hash}`)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      expect(await violations(page)).toEqual([])
    })

    test('in a topic with completions, the menu of sending and the list of keys', async () => {
      await page.goto(web.topic('Verona', 'balcony'))
      await page.getByRole('log').getByRole('article').first().waitFor()
      expect(await violations(page)).toEqual([])
      const box = page.getByRole('textbox', { name: 'Message', exact: true })
      await box.pressSequentially('@cor')
      await page.getByRole('option').first().waitFor()
      expect(await violations(page)).toEqual([])
      await box.press('Enter')
      await page.getByRole('button', { name: 'When to send' }).click()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await box.fill('')
      await page.getByRole('log').focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
    })
  },
)
