import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
/** A member, who is not subscribed to Venice. */
let session: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 30_000 }
const client = (name: string) => web.world.client(web.url, name)
const bar = (page: Page) => page.getByText('You are not subscribed to Venice')
const subscribe = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Subscribe to Venice' })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function send(topic: string, content: string, to = 'Venice'): Promise<number> {
  const iago = client('iago')
  return (await iago.ok(iago.post('/messages', { type: 'channel', to, topic, content }))).id as number
}
async function fresh<T>(address: string, look: (page: Page) => Promise<T>): Promise<T> {
  const page = await session.context().newPage()
  try {
    await page.goto(address)
    return await look(page)
  } finally {
    await page.close()
  }
}

describe.skipIf(browserMissing)('a public channel without a subscription', () => {
  test('is read with a bar that subscribes', async () => {
    await send('gondolas', 'a boat for two')
    await fresh(web.topic('Venice', 'gondolas'), async (page) => {
      await messageWith(page, 'a boat for two').waitFor(SOON)
      await bar(page).waitFor()
      const navigation = page.getByRole('navigation', { name: 'Conversations' })
      await navigation.getByRole('link', { name: 'gondolas' }).waitFor()
      await navigation.getByRole('link', { name: 'Venice' }).waitFor()
    })
    await fresh(`${web.url}/#narrow/channel/${web.world.channelId('Venice')}-Venice`, async (page) => {
      await messageWith(page, 'a boat for two').waitFor(SOON)
      await bar(page).waitFor()
    })
  })

  test('shows new messages and takes those of the reader', async () => {
    await send('canals', 'the first boat')
    await fresh(web.topic('Venice', 'canals'), async (page) => {
      await messageWith(page, 'the first boat').waitFor(SOON)
      await composer(page).fill('a boat of mine')
      await composer(page).press('Control+Enter')
      const own = messageWith(page, 'a boat of mine')
      await own.waitFor(SOON)
      // It has the id that the server gave it, a whole number.
      await expect.poll(() => own.getAttribute('data-id'), SOON).toMatch(/^\d+$/)
      expect(await own.count()).toBe(1)
      await send('canals', 'the next boat')
      await messageWith(page, 'the next boat').waitFor(SOON)
    })
  })

  test('stays as it is when the reader subscribes and unsubscribes', async () => {
    await send('bridges', 'a bridge of sighs')
    await fresh(web.topic('Venice', 'bridges'), async (page) => {
      await messageWith(page, 'a bridge of sighs').waitFor(SOON)
      await composer(page).fill('half a sentence')
      await subscribe(page).click()
      await expect.poll(() => bar(page).count(), SOON).toBe(0)
      await send('bridges', 'a second bridge')
      await messageWith(page, 'a second bridge').waitFor(SOON)
      const hamlet = client('hamlet')
      await hamlet.ok(hamlet.delete('/users/me/subscriptions', { subscriptions: ['Venice'] }))
      await bar(page).waitFor(SOON)
      expect(await messageWith(page, 'a bridge of sighs').count()).toBe(1)
      expect(await composer(page).inputValue()).toBe('half a sentence')
      await send('bridges', 'a third bridge')
      await messageWith(page, 'a third bridge').waitFor(SOON)
    })
  })

  test('is found by the jump to a channel', async () => {
    await fresh(`${web.url}/#inbox`, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor(SOON)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('Venice')
      await page.getByRole('option', { name: /^Venice/ }).click()
      await bar(page).waitFor(SOON)
    })
  })
})

describe.skipIf(browserMissing)('a private channel', () => {
  test('is taken away with the subscription', async () => {
    const iago = client('iago')
    const both = ['iago', 'hamlet'].map((name) => web.world.userId(name))
    await iago.ok(iago.post('/channels/create', { name: 'vault', invite_only: true, subscribers: both }))
    await send('gold', 'under the stone', 'vault')
    const { streams } = await iago.ok(iago.get('/streams', { include_all_active: true }))
    const { stream_id: id } = streams.find(({ name }: { name: string }) => name === 'vault')
    await fresh(`${web.url}/#narrow/channel/${id}-vault/topic/gold`, async (page) => {
      await messageWith(page, 'under the stone').waitFor(SOON)
      const gone = { subscriptions: ['vault'], principals: [web.world.userId('hamlet')] }
      await iago.ok(iago.delete('/users/me/subscriptions', gone))
      await expect.poll(() => messageWith(page, 'under the stone').count(), SOON).toBe(0)
    })
  })
})
