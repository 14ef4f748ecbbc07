import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { violations } from './axe.ts'

let web: WebWorld
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
})
afterAll(() => web?.close())

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

    const verona = (part: string) => `#channels/${web.world.channelId('Verona')}/Verona/${part}`
    test.each<[string, string | (() => string)]>([
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
      ['alert words', '#settings/alert-words'],
      ['topics', '#settings/topics'],
      ['muted people', '#settings/muted-users'],
      ['bots', '#settings/bots'],
      ['the organization', '#organization/profile'],
      ['the settings of the organization', '#organization/settings'],
      ['permissions', '#organization/permissions'],
      ['joining', '#organization/joining'],
      ['announcements', '#organization/announcements'],
      ['moderation', '#organization/moderation'],
      ['defaults of new people', '#organization/defaults'],
      ['linkifiers', '#organization/linkifiers'],
      ['playgrounds', '#organization/playgrounds'],
      ['allowed domains', '#organization/domains'],
      ['profile fields', '#organization/profile-fields'],
      ['default channels', '#organization/default-channels'],
      ['groups of channels', '#organization/channel-groups'],
      ['emoji', '#organization/emoji'],
      ['a channel', () => verona('general')],
      ['the settings of a channel', () => verona('personal')],
      ['the subscribers of a channel', () => verona('subscribers')],
      ['a new channel', '#channels/new'],
      ['an unknown address', '#nowhere'],
    ])('in %s', async (_name, hash) => {
      const address = typeof hash === 'string' ? hash : hash()
      await page.goto(`${web.url}/${address}`)
      if (/^#(?:settings|organization|channels\/\d)/.test(address))
        await page.locator(`[aria-current][href="${address}"]`).waitFor()
      await page.getByRole('main').getByRole('heading').first().waitFor()
      expect(await violations(page)).toBe('')
    })

    test('in the combined feed, where no day is drawn far below its beginning', async () => {
      await page.goto(`${web.url}/#feed`)
      await page.getByRole('main').getByRole('heading', { level: 2, name: 'balcony' }).first().waitFor()
    })

    test('in a topic with completions, the menu of sending and the list of keys', async () => {
      await page.goto(web.topic('Verona', 'balcony'))
      await page.getByRole('log').getByRole('article').first().waitFor()
      expect(await violations(page)).toBe('')
      const box = page.getByRole('textbox', { name: 'Message', exact: true })
      await box.pressSequentially('@cor')
      await page.getByRole('option').first().waitFor()
      expect(await violations(page)).toBe('')
      await box.press('Enter')
      await page.getByRole('button', { name: 'When to send' }).click()
      expect(await violations(page)).toBe('')
      await page.keyboard.press('Escape')
      await box.fill('')
      await page.getByRole('log').focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await violations(page)).toBe('')
      await page.keyboard.press('Escape')
    })
  },
)
