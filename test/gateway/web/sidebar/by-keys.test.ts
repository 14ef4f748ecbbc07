import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { keysAlone } from '../keyboard/keys-alone.ts'

let web: WebWorld
let page: Page
let rooms: number
let attic: number
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const owner = client('desdemona')
  const folder = async (name: string) =>
    (await owner.ok(owner.post('/channel_folders/create', { name, description: '' }))).channel_folder_id
  rooms = await folder('Rooms')
  attic = await folder('Attic')
  const cordelia = client('cordelia')
  for (const to of ['desdemona', 'iago'])
    await cordelia.ok(
      cordelia.post('/messages', { type: 'direct', to: [web.world.userId(to)], content: 'unread' }),
    )
  page = await web.logIn('desdemona')
  page.setDefaultTimeout(20_000)
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const CORDELIA = "Cordelia, Lear's daughter"
const client = (name: string) => web.world.client(web.url, name)
const { open, press, reach, enter, isFocused, focused } = keysAlone(
  () => page,
  () => web.url,
)
const sidebar = () => page.getByRole('navigation', { name: 'Conversations' })
const part = (name: string) =>
  sidebar()
    .locator('section')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
const lineIn = (name: string, channel: string) =>
  part(name).getByRole('link', { name: new RegExp(`^${channel}`) })
const menu = () => page.getByRole('menu')

/** A channel as the reader is subscribed to it. */
async function channel(name: string) {
  const { subscriptions } = await client('desdemona').ok(client('desdemona').get('/users/me/subscriptions'))
  return subscriptions.find((one: { readonly name: string }) => one.name === name) as {
    readonly stream_id: number
    readonly pin_to_top: boolean
    readonly folder_id: number | null
  }
}

/** Presses ArrowDown until an item of the open menu has the focus. */
async function reachItem(name: string): Promise<void> {
  await menu().waitFor()
  await expect.poll(focused, SOON).not.toBe('')
  await reach(name, 'ArrowDown')
}

describe.skipIf(browserMissing)('a channel in the sidebar, by keys alone', () => {
  test('is pinned and unpinned by the menu of its line, and Escape leaves it where it is', async () => {
    await open('#inbox')
    await reach(/^Verona/)
    await press('i')
    await reachItem('Pin to the top')
    await press('Escape')
    await expect.poll(() => menu().count(), SOON).toBe(0)
    await isFocused('Verona')
    expect((await channel('Verona')).pin_to_top).toBe(false)
    expect(await part('Pinned').count()).toBe(0)

    await press('i')
    await reachItem('Pin to the top')
    await press('Enter')
    await lineIn('Pinned', 'Verona').waitFor()
    expect((await channel('Verona')).pin_to_top).toBe(true)
    await open('#inbox')
    await lineIn('Pinned', 'Verona').waitFor()
    await reach(/^Verona/)
    await press('i')
    await reachItem('Unpin')
    await press('Enter')
    await lineIn('Channels', 'Verona').waitFor()
    expect((await channel('Verona')).pin_to_top).toBe(false)
  })

  test('moves into a folder and out of it', async () => {
    await open('#inbox')
    for (const [key, folder, id] of [
      ['R', 'Rooms', rooms],
      ['N', 'Channels', null],
    ] as const) {
      await reach(/^Verona/)
      await press('i')
      await reachItem('Settings')
      await press('Enter')
      await page.getByRole('main').getByRole('combobox', { name: 'Folder' }).waitFor()
      await reach(/^Folder/)
      await press(key)
      await lineIn(folder, 'Verona').waitFor()
      expect((await channel('Verona')).folder_id).toBe(id)
    }
  })

  test('has folders before it that change their order', async () => {
    const owner = client('desdemona')
    for (const [name, folder_id] of [
      ['a room', rooms],
      ['under the roof', attic],
    ] as const) {
      await owner.ok(owner.post('/users/me/subscriptions', { subscriptions: [{ name }] }))
      const { stream_id } = await channel(name)
      await owner.ok(owner.patch(`/streams/${stream_id}`, { folder_id }))
    }
    await open('#channels/folders')
    const headings = async () => {
      const all = await sidebar().locator('h2 .fold').allInnerTexts()
      return all.filter((name) => name === 'Rooms' || name === 'Attic')
    }
    await expect.poll(headings, SOON).toEqual(['Rooms', 'Attic'])
    await enter('Move Attic up')
    await expect.poll(headings, SOON).toEqual(['Attic', 'Rooms'])
    await open('#inbox')
    await expect.poll(headings, SOON).toEqual(['Attic', 'Rooms'])
  })
})

describe.skipIf(browserMissing)('direct messages in the sidebar', () => {
  const fold = () => sidebar().getByRole('button', { name: 'Direct messages', exact: true })
  const person = () => part('Direct messages').getByRole('link', { name: new RegExp(CORDELIA) })
  const isOpen = () => fold().getAttribute('aria-expanded')

  test.each([
    ['the mouse', () => fold().click()],
    ['keys', () => enter('Direct messages')],
  ])('fold by %s, with the number of unread ones, and stay so on a fresh page', async (_name, toggle) => {
    await open('#recent')
    await person().waitFor()
    await toggle()
    await expect.poll(() => person().count(), SOON).toBe(0)
    expect(await isOpen()).toBe('false')
    const sum = part('Direct messages').getByRole('heading').locator('.count')
    await sum.getByText('1', { exact: true }).waitFor()
    await open('#recent')
    expect(await isOpen()).toBe('false')
    expect(await person().count()).toBe(0)
    await toggle()
    await person().waitFor()
    await open('#recent')
    await person().waitFor()
    expect(await isOpen()).toBe('true')
  })

  test('fold around the conversation that is open', async () => {
    await open(`#narrow/dm/${web.world.userId('cordelia')}-x`)
    await person().waitFor()
    await fold().click()
    await expect.poll(isOpen, SOON).toBe('false')
    await person().waitFor()
    await fold().click()
    await expect.poll(isOpen, SOON).toBe('true')
  })
})
