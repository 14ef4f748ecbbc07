import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let session: Page
let page: Page
const client = (name: string) => web.world.client(web.url, name)
const send = async (name: string, topic: string, content = 'words'): Promise<number> =>
  (await client(name).ok(client(name).post('/messages', { type: 'channel', to: 'Verona', topic, content })))
    .id as number

beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('iago')
})
afterAll(() => web?.close())

/** More messages than are fetched at once to find other conversations. */
const FLOOD = 1020
const TOGETHER = 30
const SOON = { timeout: 20_000 }
const rows = () => page.getByRole('grid', { name: 'Recent conversations' }).getByRole('row')
const row = (name: string) => rows().filter({ hasText: name })
const focusedColumn = () =>
  page.evaluate<string>(`(() => {
    const cell = document.activeElement.closest('[role="gridcell"]')
    const row = cell?.closest('[role="row"]')
    if (!row) return ''
    const column = [...row.children].indexOf(cell)
    return row.querySelector('.name').textContent + ' ' + column
  })()`)

/** Opens a page that has loaded nothing before. */
async function open(hash = '#recent'): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${web.url}/${hash}`)
}

describe.skipIf(browserMissing)('recent conversations', () => {
  test('show who wrote, the last words and the unread messages, and pass axe', async () => {
    await send('zoe', 'a walk', 'by the sea')
    await send('cordelia', 'a walk', 'with **you**')
    await open()
    const walk = row('a walk')
    await walk.getByText('with you').waitFor()
    await walk.getByRole('gridcell', { name: /Cordelia, Lear's daughter and Zoe/ }).waitFor()
    await walk.getByText('2 unread messages').waitFor()
    expect(await violations(page)).toBe('')
    await walk.getByRole('button', { name: 'Mark a walk as read' }).click()
    await expect.poll(() => walk.getByText('unread message').count(), SOON).toBe(0)
  })

  test('arrow keys walk through the cells, and Tab passes the grid', async () => {
    await send('zoe', 'older one')
    await send('zoe', 'newer one')
    await open()
    const link = row('newer one').getByRole('link')
    await link.focus()
    await page.keyboard.press('ArrowDown')
    expect(await focusedColumn()).toBe('older one 0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await focusedColumn()).toBe('older one 2')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    expect(await focusedColumn()).toBe('newer one 4')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focusedColumn, SOON).toBe('newer one 4')
    await page.keyboard.press('Tab')
    expect(await focusedColumn()).toBe('')
    await page.keyboard.press('Shift+Tab')
    expect(await focusedColumn()).toBe('newer one 4')
    await page.keyboard.press('Home')
    // The focus follows its row when another conversation gets a message.
    await send('zoe', 'older one', 'again')
    await expect.poll(async () => (await rows().nth(1).textContent()) ?? '', SOON).toContain('older one')
    expect(await focusedColumn()).toBe('newer one 0')
    await page.keyboard.press('Enter')
    await page.waitForURL(/newer.20one/)
    await page.getByRole('log').getByText('words').first().waitFor()
  })

  test('filters and orders stay over a reload', async () => {
    await send('iago', 'of mine')
    await send('zoe', 'of hers')
    await open()
    await row('of hers').waitFor()
    await page.getByRole('button', { name: 'I took part' }).click()
    await row('of mine').waitFor()
    expect(await row('of hers').count()).toBe(0)
    await page.reload()
    await row('of mine').waitFor()
    expect(await row('of hers').count()).toBe(0)
    await page.getByRole('button', { name: 'I took part' }).click()
    await page.getByRole('combobox', { name: 'Filters' }).selectOption('Only direct messages')
    await expect.poll(() => row('of hers').count(), SOON).toBe(0)
    await page.getByRole('combobox', { name: 'Filters' }).selectOption('Only channels')
    await page.getByRole('searchbox', { name: 'Filter by words' }).fill('VERONA hers')
    await expect.poll(() => row('of mine').count(), SOON).toBe(0)
    await row('of hers').waitFor()
    await page.getByRole('searchbox', { name: 'Filter by words' }).fill('')
    await page.getByRole('columnheader').getByRole('button', { name: 'Conversation' }).click()
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Conversation' }).getAttribute('aria-sort'), SOON)
      .toBe('ascending')
    const names = await rows().locator('.of-row').allTextContents()
    expect(names).toEqual([...names].sort(new Intl.Collator('en-GB', { numeric: true }).compare))
    await page.getByRole('columnheader').getByRole('button', { name: 'Last message' }).click()
    await page.getByRole('combobox', { name: 'Filters' }).selectOption('Channels and direct messages')
  })

  test('a muted topic is hidden until it is asked for', async () => {
    await send('zoe', 'a noise')
    const mute = { stream_id: web.world.channelId('Verona'), topic: 'a noise', visibility_policy: 1 }
    await client('iago').ok(client('iago').post('/user_topics', mute))
    await open()
    await row('older one').waitFor()
    expect(await row('a noise').count()).toBe(0)
    await page.getByRole('button', { name: 'Muted too' }).click()
    await row('a noise').getByText('Muted').waitFor()
    await page.getByRole('button', { name: 'Muted too' }).click()
  })

  test('reach back beyond the newest thousand messages', async () => {
    await send('zoe', 'long ago', 'almost lost')
    for (let sent = 0; sent < FLOOD; sent += TOGETHER)
      await Promise.all(Array.from({ length: TOGETHER }, () => send('zoe', 'a flood')))
    await open()
    await row('a flood').waitFor()
    const older = page.getByRole('button', { name: 'Load older conversations' })
    expect(await row('long ago').count()).toBe(0)
    await older.click()
    await row('long ago').getByText('almost lost').waitFor()
  })
})
