import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

let web: WebWorld
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const cordelia = web.world.client(web.url, 'cordelia')
  const send = (content: string) =>
    cordelia.ok(cordelia.post('/messages', { type: 'channel', to: 'Verona', topic: 'overlays', content }))
  await send('a line of hers')
  await send('/poll Which?\none\ntwo')
  await send('/todo List\ntask: words')
  await send(
    '```python\nprint(1)\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```spoiler x\nhidden\n```\n\n$$x^2$$',
  )
})
afterAll(() => web?.close())

describe.skipIf(browserMissing)('in the light and the dark theme axe finds nothing', () => {
  let page: Page
  beforeAll(async () => {
    if (browserMissing) return
    const viewport = { width: 1440, height: 900 }
    page = await web.logIn('hamlet', { colorScheme: 'light', reducedMotion: 'reduce', viewport })
  })
  const openTopic = async () => {
    await page.goto(web.topic('Verona', 'overlays'))
    await messageWith(page, 'a line of hers').waitFor()
  }

  test('in a topic with every kind of content, the members of its channel, and a channel', async () => {
    await openTopic()
    await page.getByRole('complementary', { name: 'People' }).getByRole('link').first().waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.goto(`${web.url}/#narrow/channel/${web.world.channelId('Verona')}-Verona`)
    await messageWith(page, 'a line of hers').waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
  })

  test.each([
    ['all direct messages', '#narrow/is/dm'],
    ['a search', '#narrow/search/line'],
    ['a search without results', '#narrow/search/quiteunwritten'],
    ['a missing channel', '#narrow/channel/999999-gone'],
  ])('in %s', async (_name, hash) => {
    await page.goto(`${web.url}/${hash}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
  })

  test('in a direct conversation', async () => {
    await page.goto(`${web.url}/#narrow/dm/${web.world.userId('cordelia')}-dm`)
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
  })

  test.each([
    ['i', 'menu'],
    ['u', 'dialog'],
    ['<', 'dialog'],
    [':', 'dialog'],
    ['e', 'dialog'],
    ['V', 'dialog'],
  ] as const)('in what %s opens', async (key, role) => {
    await openTopic()
    await messageWith(page, 'a line of hers').focus()
    await page.keyboard.press(key === 'V' ? 'Shift+V' : key)
    await page.getByRole(role).waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole(role).count()).toBe(0)
  })

  test('in the dialogs for moving and deleting, the box for editing and the edit history', async () => {
    const hers = await web.logIn('iago', { colorScheme: 'light', reducedMotion: 'reduce' })
    const iago = web.world.client(web.url, 'iago')
    const content = 'his own line'
    await iago.ok(iago.post('/messages', { type: 'channel', to: 'Verona', topic: 'his', content }))
    await hers.goto(web.topic('Verona', 'his'))
    await messageWith(hers, content).focus()
    await hers.keyboard.press('e')
    const box = hers.getByRole('textbox', { name: 'Edit the message' })
    await box.waitFor()
    expect(await violationsInBothThemes(hers)).toBe('')
    await box.fill(`${content} again`)
    await hers.getByRole('button', { name: 'Save', exact: true }).click()
    await messageWith(hers, `${content} again`).focus()
    for (const [key, name] of [
      ['Shift+H', 'Edit history'],
      ['m', 'Move messages'],
    ] as const) {
      await hers.keyboard.press(key)
      await hers.getByRole('dialog', { name }).waitFor()
      expect(await violationsInBothThemes(hers)).toBe('')
      await hers.keyboard.press('Escape')
      await expect.poll(() => hers.getByRole('dialog').count()).toBe(0)
    }
    await hers.keyboard.press('i')
    await hers.getByRole('menuitem', { name: 'Delete' }).click()
    await hers.getByRole('dialog', { name: 'Delete this message?' }).waitFor()
    expect(await violationsInBothThemes(hers)).toBe('')
  })

  test('in the menu of the account, the search and the snippets', async () => {
    await openTopic()
    await page.getByRole('button', { name: 'Your account' }).click()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Saved snippets' }).click()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.keyboard.press('Escape')
  })

  test('on a phone: the conversations, a topic whose message is tapped, and the sheet', async () => {
    const phone = await web.logIn('hamlet', {
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await phone.goto(`${web.url}/#conversations`)
    await phone.getByRole('navigation').waitFor()
    expect(await violationsInBothThemes(phone)).toBe('')
    await phone.goto(web.topic('Verona', 'overlays'))
    await messageWith(phone, 'a line of hers').tap()
    expect(await violationsInBothThemes(phone)).toBe('')
    await phone.getByRole('button', { name: 'More actions' }).tap()
    await phone.getByRole('dialog', { name: 'Actions for this message' }).waitFor()
    expect(await violationsInBothThemes(phone)).toBe('')
  })
})
