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

const SOON = { timeout: 15_000 }
const client = (name: string) => web.world.client(web.url, name)
const line = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const action = (name: string) => page.getByRole('button', { name, exact: true })

async function send(topic: string, content: string): Promise<number> {
  const message = { type: 'channel', to: 'Verona', topic, content }
  return (await client('cordelia').ok(client('cordelia').post('/messages', message))).id as number
}
async function markAllRead(): Promise<void> {
  await client('hamlet').ok(client('hamlet').post('/mark_all_as_read'))
}
const isRead = async (id: number): Promise<boolean> =>
  (await client('hamlet').ok(client('hamlet').get(`/messages/${id}`))).message.flags.includes('read')

/** Opens a page that has loaded nothing before. */
async function open(hash = '#inbox'): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${web.url}/${hash}`)
}

describe.skipIf(browserMissing)('the inbox', () => {
  test('shows who wrote what last', async () => {
    await markAllRead()
    await send('two lines', 'the **last** words of hers')
    await open()
    const one = line('two lines')
    await one.getByText('the last words of hers').waitFor(SOON)
    await one.getByText("Cordelia, Lear's daughter").waitFor(SOON)
    await send('two lines', 'even later words')
    await one.getByText('even later words').waitFor(SOON)
  })

  test('follows, mutes and marks as read at a line, also by keys', async () => {
    await markAllRead()
    for (const topic of ['to follow', 'to mute', 'to read']) await send(topic, `words ${topic}`)
    await open()
    await line('to follow').hover()
    await action('Follow to follow').click()
    await action('Unfollow to follow').waitFor(SOON)
    await action('Mute to mute').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => line('to mute').count(), SOON).toBe(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: /to read/ })
      .focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => line('to read').count(), SOON).toBe(0)
    expect(await line('to follow').count()).toBe(1)
  })

  test('filters and folds', async () => {
    await markAllRead()
    for (const topic of ['apple tree', 'plum tree']) await send(topic, `words on the ${topic}`)
    await open()
    await line('apple tree').waitFor(SOON)
    const filter = page.getByRole('searchbox', { name: 'Filter conversations' })
    await filter.fill('APPLE')
    await expect.poll(() => line('plum tree').count(), SOON).toBe(0)
    expect(await line('apple tree').count()).toBe(1)
    await filter.fill('no such tree')
    await page.getByText('No conversation fits').waitFor(SOON)
    await filter.fill('')
    await line('plum tree').waitFor(SOON)
    const fold = page.getByRole('main').getByRole('button', { name: 'Verona', exact: true })
    expect(await fold.getAttribute('aria-expanded')).toBe('true')
    await fold.click()
    await expect.poll(() => line('plum tree').count(), SOON).toBe(0)
    expect(await fold.getAttribute('aria-expanded')).toBe('false')
  })

  test.each([390, 1440])('has a field to filter with an outline, %s pixels wide', async (width) => {
    await send('pear tree', 'words on the pear tree')
    await open()
    await page.setViewportSize({ width, height: 800 })
    await line('pear tree').waitFor(SOON)
    const filter = page.getByRole('searchbox', { name: 'Filter conversations' })
    await filter.fill('no such tree')
    await page.getByText('No conversation fits').waitFor(SOON)
    const outline = 'getComputedStyle(document.activeElement).borderTopWidth'
    expect(await page.evaluate<string>(outline)).toBe('1px')
    const [field, button] = [filter, page.getByRole('button', { name: 'Mark all as read' })]
    const [own, beside] = [await field.boundingBox(), await button.boundingBox()]
    expect(beside!.x + beside!.width).toBeLessThanOrEqual(width)
    if (width === 390) expect(own!.width).toBeGreaterThan(300)
  })

  test('marks everything as read once the reader has agreed', async () => {
    await markAllRead()
    const ids = [await send('much', 'one'), await send('more', 'two')]
    await open()
    await line('much').waitFor(SOON)
    await action('Mark all as read').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await isRead(ids[0]!)).toBe(false)
    await action('Mark all as read').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('You are all caught up').waitFor(SOON)
    for (const id of ids) await expect.poll(() => isRead(id), SOON).toBe(true)
  })
})

describe.skipIf(browserMissing)('a conversation in which the reader has scrolled up', () => {
  test('has a button to the first of the new messages', async () => {
    await markAllRead()
    for (let n = 0; n < 40; n += 1) await send('pill', `line ${n} of them\n\nis\n\ntall`)
    await markAllRead()
    await open(web.topic('Verona', 'pill').slice(web.url.length + 1))
    await messageWith(page, 'line 39 of them').waitFor(SOON)
    await page.getByRole('log').hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -600)
        return page.getByRole('button', { name: 'Jump to the newest' }).or(page.locator('.jump')).count()
      }, SOON)
      .toBeGreaterThan(0)
    const top = () => page.evaluate<number>(`document.querySelector('#main [role="log"]').scrollTop`)
    // The list measures the messages that it draws, which moves it.
    let before = Number.NaN
    await expect
      .poll(async () => {
        const last = before
        before = await top()
        return before === last
      }, SOON)
      .toBe(true)
    for (const n of [1, 2, 3]) await send('pill', `a new line ${n}${'\n\nis tall'.repeat(12)}`)
    await page.getByRole('button', { name: '3 new messages' }).click()
    await expect
      .poll(async () => {
        const [first, log] = await Promise.all([
          messageWith(page, 'a new line 1').boundingBox(),
          page.getByRole('log').boundingBox(),
        ])
        return first !== null && log !== null && first.y >= log.y - 2 && first.y < log.y + log.height
      }, SOON)
      .toBe(true)
  })
})
