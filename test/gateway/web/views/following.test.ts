import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const cordelia = () => web.world.client(web.url, 'cordelia')
async function send(topic: string, count: number, name: string): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const message = { type: 'channel', to: 'Verona', topic, content: `${name} ${n} of ${count}` }
    await cordelia().ok(cordelia().post('/messages', message))
  }
}

/** Opens a page that has loaded nothing before. */
async function open(topic: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(web.topic('Verona', topic))
  await page.getByRole('log').getByRole('article').first().waitFor()
}

const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
/** Whether a message is completely in sight. */
async function isInSight(text: string): Promise<boolean> {
  const [message, list] = await Promise.all([
    messageWith(page, text)
      .boundingBox({ timeout: 1000 })
      .catch(() => null),
    page.getByRole('log').boundingBox(),
  ])
  if (message === null || list === null) return false
  return message.y >= list.y - 2 && message.y + message.height <= list.y + list.height + 2
}

describe.skipIf(browserMissing)('a conversation', () => {
  test.each([40, 200])(
    'of %i unread messages shows what its reader sends from above its end',
    async (count) => {
      await send(`above ${count}`, count, 'line')
      await open(`above ${count}`)
      await expect.poll(() => isInSight(`line 1 of ${count}`), SOON).toBe(true)
      await composer().fill('an answer')
      await composer().press('Control+Enter')
      await expect.poll(() => isInSight('an answer'), SOON).toBe(true)
    },
  )

  test('at its end shows the first of many messages that arrive after a lost connection', async () => {
    await send('asleep', 1, 'in the evening')
    await open('asleep')
    await expect.poll(() => isInSight('in the evening 1'), SOON).toBe(true)
    await page.context().setOffline(true)
    await page.getByText('No connection').first().waitFor()
    await send('asleep', 60, 'in the night')
    await page.context().setOffline(false)
    await page.locator('.jump').waitFor()
    await expect.poll(() => isInSight('in the night 1 of 60'), SOON).toBe(true)
    await composer().fill('good morning')
    await composer().press('Control+Enter')
    await expect.poll(() => isInSight('good morning'), SOON).toBe(true)
  })

  test('in a window without the focus follows until the first unseen message is at the top', async () => {
    await send('beside', 1, 'before')
    await open('beside')
    await expect.poll(() => isInSight('before 1'), SOON).toBe(true)
    await page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))")
    await send('beside', 50, 'meanwhile')
    await page.locator('.jump').waitFor()
    expect(await isInSight('meanwhile 1 of 50')).toBe(true)
    await page.evaluate("delete document.hasFocus; dispatchEvent(new Event('focus'))")
    await page.locator('.jump').click()
    await page.keyboard.press('End')
    await expect.poll(() => isInSight('meanwhile 50 of 50'), SOON).toBe(true)
    await send('beside', 30, 'later')
    await expect.poll(() => isInSight('later 30 of 30'), SOON).toBe(true)
  })
})
