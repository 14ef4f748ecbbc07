import type { Locator, Page } from 'playwright-core'
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
  session = await web.logIn('iago')
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const client = (name: string) => web.world.client(web.url, name)
const verona = () => web.world.channelId('Verona')
const sidebar = (): Locator => page.getByRole('navigation', { name: 'Conversations' })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const send = async (topic: string, content = 'words') =>
  (
    await client('cordelia').ok(
      client('cordelia').post('/messages', { type: 'channel', to: 'Verona', topic, content }),
    )
  ).id as number
const flagsOf = async (id: number): Promise<readonly string[]> =>
  (await client('iago').ok(client('iago').get(`/messages/${id}`))).message.flags
const topicOf = async (id: number): Promise<string> =>
  (await client('iago').ok(client('iago').get(`/messages/${id}`))).message.subject

/** Opens a page that has loaded nothing before. */
async function open(hash: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${web.url}/${hash}`)
}
const topicHash = (topic: string) => web.topic('Verona', topic).slice(web.url.length + 1)

describe.skipIf(browserMissing)('the menu of a topic', () => {
  test.each<[string, () => string, () => Locator]>([
    ['the sidebar', () => topicHash('elsewhere'), sidebar],
    ['the inbox', () => '#inbox', () => page.getByRole('main').getByRole('list')],
    ['recent conversations', () => '#recent', () => page.getByRole('main').getByRole('grid')],
    [
      'all topics',
      () => `#channels/${verona()}/Verona/topics`,
      () => page.getByRole('main').getByRole('list'),
    ],
    ['the header', () => topicHash('everywhere'), () => page.getByRole('main')],
  ])('is the same in %s', async (_name, hash, place) => {
    await send('elsewhere')
    const id = await send('everywhere')
    await open(hash())
    const button = place().getByRole('button', { name: 'Menu of everywhere' }).first()
    await button.hover()
    await button.click()
    for (const name of [
      'Follow',
      'Mute',
      'Rename or move…',
      'Mark the topic as resolved',
      'Copy link',
      'All topics',
      'Delete the topic…',
    ])
      await item(name).waitFor()
    await page
      .getByRole('menuitem', { name: /^Mark (all messages as read|the newest message as unread)$/ })
      .waitFor()
    expect(await violations(page)).toBe('')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count(), SOON).toBe(0)
    expect(await topicOf(id)).toBe('everywhere')
  })

  test('renames, resolves, follows, mutes and deletes', async () => {
    const id = await send('first name')
    await open('#inbox')
    const menu = async (name: string, choice: string) => {
      const line = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
      await line.getByRole('link').click({ button: 'right' })
      await item(choice).click()
    }
    await menu('first name', 'Rename or move…')
    const dialog = page.getByRole('dialog', { name: 'Rename or move the topic' })
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('second name')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => topicOf(id), SOON).toBe('second name')
    await menu('second name', 'Mark the topic as resolved')
    await expect.poll(() => topicOf(id), SOON).toBe('✔ second name')
    await menu('✔ second name', 'Follow')
    await page.getByRole('button', { name: 'Unfollow ✔ second name' }).waitFor({ state: 'attached' })
    await menu('✔ second name', 'Delete the topic…')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the topic' }).click()
    await expect.poll(async () => (await client('iago').get(`/messages/${id}`)).status, SOON).toBe(400)
  })

  test('opens by the key of menus of messages, and marks the newest message as unread', async () => {
    const id = await send('by keys')
    await client('iago').ok(
      client('iago').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }),
    )
    await open('#recent')
    await page
      .getByRole('main')
      .getByRole('link', { name: /by keys/ })
      .focus()
    await page.keyboard.press('i')
    await item('Mark the newest message as unread').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => flagsOf(id), SOON).not.toContain('read')
    const focused = 'document.activeElement.getAttribute("href") ?? ""'
    await expect.poll(() => page.evaluate(focused), SOON).toContain('by.20keys')
  })

  test('says why somebody may not do it', async () => {
    const topic = 'not for her'
    await send(topic)
    const hers = await web.logIn('zoe', {}, `/${topicHash(topic)}`)
    await hers
      .getByRole('main')
      .getByRole('button', { name: `Menu of ${topic}` })
      .click()
    const remove = hers.getByRole('menuitem', { name: /^Delete the topic/ })
    await expect.poll(() => remove.getAttribute('aria-disabled'), SOON).toBe('true')
    await hers.context().close()
  })
})

describe.skipIf(browserMissing)('the menu of a direct conversation', () => {
  test('mutes the person and takes it back', async () => {
    const cordelia = web.world.userId('cordelia')
    await client('cordelia').ok(
      client('cordelia').post('/messages', {
        type: 'direct',
        to: [web.world.userId('iago')],
        content: 'psst',
      }),
    )
    await open('#inbox')
    const name = "Cordelia, Lear's daughter"
    const muted = async () => (await client('iago').ok(client('iago').post('/register'))).muted_users.length
    for (const [choice, count] of [
      [`Mute ${name}`, 1],
      [`Unmute ${name}`, 0],
    ] as const) {
      await sidebar()
        .getByRole('link', { name: new RegExp(name) })
        .click({ button: 'right' })
      await item(choice).click()
      await expect.poll(muted, SOON).toBe(count)
    }
    expect(cordelia).toBeGreaterThan(0)
  })
})
