import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let session: Page
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const iago = client('iago')
  for (let n = 1; n <= 60; n += 1)
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: `room ${n}` }] }))
  const cordelia = client('cordelia')
  for (const to of ['Denmark', 'Verona'])
    await cordelia.ok(cordelia.post('/messages', { type: 'channel', to, topic: 'news', content: 'unread' }))
  session = await web.logIn('iago')
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const client = (name: string) => web.world.client(web.url, name)
const sidebar = () => page.getByRole('navigation', { name: 'Conversations' })
const link = (name: string) => sidebar().getByRole('link', { name: new RegExp(`^${name}`) })
const fold = (name: string) => sidebar().getByRole('button', { name, exact: true })
const channels = async () =>
  (await client('iago').ok(client('iago').get('/users/me/subscriptions'))).subscriptions as {
    readonly name: string
    readonly stream_id: number
    readonly pin_to_top: boolean
    readonly folder_id: number | null
  }[]
const channel = async (name: string) => (await channels()).find((one) => one.name === name)!

/** Opens a page that has loaded nothing before. */
async function open(hash = '#inbox'): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${web.url}/${hash}`)
  await sidebar().waitFor()
}

describe.skipIf(browserMissing)('the sidebar', () => {
  test('lists names with numbers in the order of the numbers', async () => {
    await open()
    const names = await sidebar().locator('section').last().locator('a.sidebar-link').allInnerTexts()
    const rooms = names.map((name) => name.split('\n')[0]!).filter((name) => name.startsWith('room'))
    expect(rooms.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, n) => `room ${n + 1}`))
  })

  test('scrolls to the channel that is open', async () => {
    const { stream_id } = await channel('room 60')
    await open(`#narrow/channel/${stream_id}-room-60`)
    const isInside = async () => {
      const [row, list] = await Promise.all([link('room 60').boundingBox(), sidebar().boundingBox()])
      return row !== null && list !== null && row.y >= list.y && row.y + row.height <= list.y + list.height
    }
    await expect.poll(isInside, SOON).toBe(true)
  })

  test('folds its parts, sums their unread messages, and remembers it', async () => {
    await open()
    await fold('Channels').click()
    await expect.poll(() => link('Denmark').count(), SOON).toBe(0)
    await open()
    expect(await fold('Channels').getAttribute('aria-expanded')).toBe('false')
    await sidebar()
      .getByRole('heading', { name: /^Channels/ })
      .locator('.count')
      .waitFor()
    expect(await violations(page)).toBe('')
    await fold('Channels').focus()
    await page.keyboard.press('Enter')
    await link('Denmark').waitFor()
  })

  test('shows only what has unread messages', async () => {
    await open()
    await link('room 7').waitFor()
    await sidebar().getByRole('button', { name: 'Only with unread messages' }).click()
    await expect.poll(() => link('room 7').count(), SOON).toBe(0)
    await link('Denmark').waitFor()
    await open()
    expect(await link('room 7').count()).toBe(0)
    await sidebar().getByRole('button', { name: 'Only with unread messages' }).click()
    await link('room 7').waitFor()
  })

  test('groups channels by folders, takes them by dragging, and pins them', async () => {
    const owner = client('desdemona')
    const { channel_folder_id: id } = await owner.ok(
      owner.post('/channel_folders/create', { name: 'Rooms', description: '' }),
    )
    const { stream_id } = await channel('room 1')
    await owner.ok(owner.patch(`/streams/${stream_id}`, { folder_id: id }))
    await open()
    const folder = sidebar()
      .locator('section')
      .filter({ has: page.getByRole('button', { name: 'Rooms', exact: true }) })
    await folder.getByRole('link', { name: /^room 1$/ }).waitFor()
    await link('Denmark').dragTo(fold('Rooms'))
    await expect.poll(async () => (await channel('Denmark')).folder_id, SOON).toBe(id)
    await folder.getByRole('link', { name: /^Denmark/ }).waitFor()
    await link('Denmark').dragTo(fold('Channels'))
    await expect.poll(async () => (await channel('Denmark')).folder_id, SOON).toBe(null)
    await link('Denmark').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin to the top' }).click()
    await fold('Pinned').waitFor()
    await link('general').dragTo(fold('Pinned'))
    await expect.poll(async () => (await channel('general')).pin_to_top, SOON).toBe(true)
  })

  test('puts folders into another order by dragging', async () => {
    const owner = client('desdemona')
    const { channel_folder_id: id } = await owner.ok(
      owner.post('/channel_folders/create', { name: 'Attic', description: '' }),
    )
    const { stream_id } = await channel('room 2')
    await owner.ok(owner.patch(`/streams/${stream_id}`, { folder_id: id }))
    await open()
    await fold('Attic').dragTo(fold('Rooms'))
    const order = async () =>
      (await owner.ok(owner.get('/channel_folders'))).channel_folders.map((one: { name: string }) => one.name)
    await expect.poll(async () => (await order()).slice(0, 2), SOON).toEqual(['Attic', 'Rooms'])
  })

  test('is as wide as the reader wants it, by keys and by the pointer', async () => {
    await open()
    const edge = () => page.getByRole('separator', { name: 'Width of the list of conversations' })
    const width = async () => Math.round((await sidebar().boundingBox())!.width)
    const before = await width()
    await edge().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(width, SOON).toBe(before + 16)
    const box = (await edge().boundingBox())!
    await page.mouse.move(box.x + 3, 400)
    await page.mouse.down()
    await page.mouse.move(360, 400)
    await page.mouse.up()
    await expect.poll(width, SOON).toBe(360)
    await open()
    expect(await width()).toBe(360)
    await edge().dblclick()
    await expect.poll(width, SOON).toBe(before)
  })
})

describe.skipIf(browserMissing)('the size of text', () => {
  test('is what the reader chose, and so is the distance between lines', async () => {
    await open('#settings/preferences')
    const style = () =>
      page.evaluate<string[]>(
        '[getComputedStyle(document.body).fontSize, getComputedStyle(document.body).lineHeight]',
      )
    await expect.poll(style, SOON).toEqual(['15px', '22px'])
    await page.getByRole('combobox', { name: 'Size of text' }).selectOption('20')
    await page.getByRole('combobox', { name: 'Distance between lines' }).selectOption('110')
    await expect.poll(async () => (await style())[0], SOON).toBe('18.75px')
    await expect.poll(async () => Number.parseFloat((await style())[1]!), SOON).toBeCloseTo(21.6, 0)
    await open()
    await expect.poll(async () => (await style())[0], SOON).toBe('18.75px')
  })
})

describe.skipIf(browserMissing)('a new direct message', () => {
  test('goes to several people, and to those of a group', async () => {
    await open()
    await sidebar().getByRole('button', { name: 'New message' }).click()
    const dialog = page.getByRole('dialog', { name: 'New message' })
    await dialog.getByRole('combobox', { name: 'To' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('button', { name: 'Open the conversation' }).click()
    await dialog.getByRole('alert').getByText('Choose somebody first.').waitFor()
    const field = dialog.getByRole('combobox', { name: 'To' })
    for (const name of ['Zoe', 'Cordelia']) {
      await field.fill(name)
      await page.getByRole('option').first().waitFor()
      await field.press('Enter')
      await dialog.getByRole('listitem').filter({ hasText: name }).waitFor()
    }
    expect(await violations(page)).toBe('')
    await dialog.getByRole('button', { name: 'Leave out Zoe' }).click()
    await field.fill('Hamlet')
    await page.getByRole('option').first().waitFor()
    await field.press('Enter')
    await dialog.getByRole('button', { name: 'Open the conversation' }).click()
    const ids = ['hamlet', 'cordelia'].map((name) => web.world.userId(name)).sort((a, b) => a - b)
    await page.waitForURL(new RegExp(`#narrow/dm/${ids.join(',')}`))
    await page
      .getByRole('main')
      .getByRole('heading', { name: /Cordelia.*Hamlet|Hamlet.*Cordelia/ })
      .waitFor()
  })
})
