import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { violations } from '../../harness/axe.ts'
import { browserMissing, type TestBrowsing } from '../../harness/browser.ts'
import { uploadFile } from '../../harness/upload.ts'
import { Browsers } from './browsers.ts'

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let browsers: Browsers
beforeAll(async () => {
  if (browserMissing) return
  browsers = await Browsers.start()
})
afterAll(() => browsers?.close())

const owner = () => browsers.world.client(browsers.url, 'desdemona')
const allow = (enable_spectator_access: boolean) =>
  owner().ok(owner().patch('/realm', { enable_spectator_access }))
const channel = (name: string) => browsers.world.channelId(name)
const articles = (page: Page) => page.getByRole('log').getByRole('article')

async function fillLogIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('hamlet@demo.test')
  await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

describe.skipIf(browserMissing)('without an account', () => {
  let visitor: TestBrowsing
  let page: Page
  /** Answers of the server that refuse something. */
  const refusals: string[] = []
  let first: number

  beforeAll(async () => {
    if (browserMissing) return
    visitor = await browsers.chromium.open()
    page = visitor.page
    page.on('response', (response) => {
      if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`)
    })
    first = await browsers.send('hamlet', 'balcony', 'It **holds** two people')
    await browsers.send('cordelia', 'balcony', 'And one lute?')
  })

  test('people log in where nothing is web-public', async () => {
    await page.goto(`${browsers.url}/#narrow/channel/${channel('Verona')}-Verona`)
    await page.getByLabel('Password').waitFor()
    await allow(true)
    await page.goto(`${browsers.url}/`)
    await page.getByLabel('Password').waitFor()
    expect(await page.getByRole('link', { name: 'Read public channels' }).count()).toBe(0)
  })

  test('people find the channels that everybody can read, and read them', async () => {
    await owner().ok(
      owner().patch(`/streams/${channel('Verona')}`, {
        is_private: false,
        is_web_public: true,
        history_public_to_subscribers: true,
      }),
    )
    await page.goto(`${browsers.url}/login`)
    await page.getByRole('link', { name: 'Read public channels without an account' }).click()
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Channels that everybody can read' }).waitFor()
    expect(await main.getByRole('listitem').count()).toBe(1)
    expect(await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').count()).toBe(2)
    await main.getByRole('link', { name: 'Verona' }).click()
    await articles(page).getByText('holds').waitFor()
    expect(await articles(page).locator('strong').first().textContent()).toBe('holds')
    await articles(page).getByText('King Hamlet').waitFor()
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'balcony' })
      .click()
    await page.waitForURL(/topic\/balcony$/)
    await articles(page).getByText('And one lute?').waitFor()
  })

  test('people see pictures and nothing to write or change', async () => {
    const hamlet = browsers.world.client(browsers.url, 'hamlet')
    const url = await uploadFile(hamlet, { name: 'pixel.png', type: 'image/png', bytes: PIXEL })
    const id = await browsers.send('hamlet', 'pictures', `[pixel.png](${url})`)
    await hamlet.ok(hamlet.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await page.goto(`${browsers.url}/#narrow/channel/${channel('Verona')}-Verona/topic/pictures/near/${id}`)
    const message = articles(page).first()
    await message.waitFor()
    const link = message.getByRole('link', { name: /pixel\.png/ }).first()
    const answer = await page.request.get(new URL((await link.getAttribute('href'))!, browsers.url).href)
    expect(answer.status()).toBe(200)
    await message.hover()
    expect(await page.getByRole('toolbar').count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Add a reaction' }).count()).toBe(0)
    expect(await message.getByRole('button', { name: /tada/ }).isDisabled()).toBe(true)
    await page.getByRole('log').focus()
    for (const key of ['c', 'x', 'r', '+', ':', 'e', 'R', 'i']) await page.keyboard.press(key)
    expect(await page.locator('dialog[open], [popover]:popover-open').count()).toBe(0)
    expect(page.url()).toMatch(new RegExp(`near/${id}$`))
  })

  test('a search finds only what is web-public', async () => {
    const hamlet = browsers.world.client(browsers.url, 'hamlet')
    await hamlet.ok(
      hamlet.post('/messages', {
        type: 'channel',
        to: 'Denmark',
        topic: 'ghost',
        content: 'two people walk',
      }),
    )
    await page.getByRole('combobox').fill('people')
    await page.getByRole('option', { name: 'Search messages for' }).click()
    await page.waitForURL(/search\/people/)
    await articles(page).getByText('two people').waitFor()
    expect(await articles(page).count()).toBe(1)
    await page.getByRole('combobox').fill('ham')
    expect(await page.getByRole('option').allTextContents()).toEqual([
      expect.stringContaining('Search messages'),
    ])
    await page.keyboard.press('Escape')
  })

  test('new messages appear without a click', async () => {
    await page.clock.install()
    await page.goto(`${browsers.url}/#narrow/channel/${channel('Verona')}-Verona/topic/balcony`)
    await page.reload()
    await articles(page).getByText('And one lute?').waitFor()
    await browsers.send('zoe', 'balcony', 'No more than one')
    await page.clock.fastForward('01:01')
    await articles(page).getByText('No more than one').waitFor()
    expect(await articles(page).count()).toBe(3)
    const hamlet = browsers.world.client(browsers.url, 'hamlet')
    await hamlet.ok(hamlet.patch(`/messages/${first}`, { content: 'It holds *three*' }))
    await page.clock.fastForward('01:01')
    await articles(page).locator('em').waitFor()
    await page.clock.resume()
  })

  test('axe finds nothing, and the page fits a phone', async () => {
    for (const hash of ['#inbox', `#narrow/channel/${channel('Verona')}-Verona/topic/balcony`, '#recent']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(`${browsers.url}/${hash}`)
        await page.getByRole('main').getByRole('heading').first().waitFor()
        expect(await violations(page)).toBe('')
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${browsers.url}/#conversations`)
    await page.getByRole('link', { name: 'Verona' }).waitFor()
    expect(await violations(page)).toBe('')
    await page.getByRole('link', { name: 'Verona' }).click()
    await page.getByText('You are reading without an account').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('nothing was refused: the page asks only for what spectators may have', () => {
    expect(refusals).toEqual([])
    expect(visitor.faults).toEqual([])
  })

  test.each([
    ['a channel that is not web-public', () => `#narrow/channel/${channel('Denmark')}-Denmark`],
    ['direct messages', () => `#narrow/dm/${browsers.world.userId('cordelia')}-dm`],
    ['the drafts', () => '#drafts'],
  ])('%s need an account, and logging in leads there', async (_name, hash) => {
    const { page } = await browsers.chromium.open()
    await page.goto(`${browsers.url}/${hash()}`)
    await page.getByText('You need an account to see this').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click()
    await page.getByLabel('Password').fill('wrong')
    await page.getByLabel('E-mail address').fill('hamlet@demo.test')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Your username or password is incorrect').waitFor()
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    expect(new URL(page.url()).hash).toBe(hash())
    await page.context().close()
  })

  test('who logs in to take part comes back to the same message, and writes', async () => {
    const hash = `#narrow/channel/${channel('Verona')}-Verona/topic/balcony/near/${first}`
    await page.goto(`${browsers.url}/${hash}`)
    await articles(page).first().waitFor()
    await page.getByRole('link', { name: 'Log in to take part' }).click()
    await fillLogIn(page)
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.fill('Here I am')
    await box.press('Control+Enter')
    await articles(page).getByText('Here I am').waitFor()
    expect(new URL(page.url()).hash).toBe(hash)
  })

  test('the log-in page comes again once the organization allows no spectators', async () => {
    await allow(false)
    const { page } = await browsers.chromium.open()
    await page.goto(`${browsers.url}/#narrow/channel/${channel('Verona')}-Verona`)
    await page.getByLabel('Password').waitFor()
    await page.context().close()
  })
})
