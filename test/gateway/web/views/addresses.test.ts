import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('iago')
  const iago = web.world.client(web.url, 'iago')
  for (const to of ['Verona', 'Denmark'])
    await iago.ok(iago.post('/messages', { type: 'channel', to, topic: 'plot', content: `news of ${to}` }))
  const hamlet = web.world.client(web.url, 'hamlet')
  const to = [web.world.userId('iago')]
  await hamlet.ok(hamlet.post('/messages', { type: 'direct', to, content: 'a word with you' }))
})
afterAll(() => web?.close())

const SOON = { timeout: 15_000 }

/** Opens an address in a page that has loaded nothing before. */
async function openFresh<T>(hash: string, look: (page: Page) => Promise<T>): Promise<T> {
  const page = await session.context().newPage()
  try {
    await page.goto(`${web.url}/${hash}`)
    return await look(page)
  } finally {
    await page.close()
  }
}

/** The address with ids in place of names. */
const filled = (hash: string) =>
  hash
    .replace('{verona}', String(web.world.channelId('Verona')))
    .replace('{hamlet}', String(web.world.userId('hamlet')))
    .replace('{iago}', String(web.world.userId('iago')))

describe.skipIf(browserMissing)('an address that clients of this family share opens what it means', () => {
  test.each([
    ['#inbox', 'Inbox'],
    ['#recent', 'Recent conversations'],
    ['#topics', 'Recent conversations'],
    ['#feed', 'Combined feed'],
    ['#all_messages', 'Combined feed'],
    ['#drafts', 'Drafts'],
    ['#scheduled', 'Scheduled'],
    ['#reminders', 'Reminders'],
    ['#channels/subscribed', 'Channels'],
    ['#streams/all', 'Channels'],
    ['#subscriptions', 'Channels'],
    ['#channels/new', 'New channel'],
    ['#streams/{verona}/Verona/subscribers', 'Verona'],
    ['#groups', 'Groups'],
    ['#groups/your', 'Groups'],
    ['#user/{hamlet}', 'King Hamlet'],
    ['#settings', 'Settings'],
    ['#settings/display-settings', 'Settings'],
    ['#organization/user-list-admin', 'Organization'],
    ['#narrow/is/starred', 'Starred'],
    ['#narrow/is/mentioned', 'Mentions'],
    ['#narrow/is/dm', 'All direct messages'],
    ['#narrow/is/unread', 'Search'],
    ['#narrow/is/followed', 'Search'],
    ['#narrow/is/resolved', 'Search'],
    ['#narrow/has/link', 'Search'],
    ['#narrow/channels/public', 'Search'],
    ['#narrow/sender/{iago}', 'Search'],
  ])('%s: %s', async (hash, title) => {
    await openFresh(filled(hash), async (page) => {
      await page.getByRole('heading', { level: 1, name: title }).first().waitFor(SOON)
    })
  })

  test.each([
    ['#narrow/channel/{verona}-Verona', 'news of Verona'],
    ['#narrow/stream/Denmark/topic/plot', 'news of Denmark'],
    ['#narrow/dm/{hamlet}-Hamlet', 'a word with you'],
    ['#narrow/pm-with/hamlet.40demo.2Etest', 'a word with you'],
    ['#narrow/search/news', 'news of Verona'],
    ['#narrow/channel/{verona}/search/news', 'news of Verona'],
    ['#narrow/sender/me', 'news of Denmark'],
    ['#narrow/sender/{hamlet}-Hamlet', 'a word with you'],
    ['#narrow/dm-including/{hamlet}', 'a word with you'],
  ])('%s: the message "%s"', async (hash, text) => {
    await openFresh(filled(hash), (page) => messageWith(page, text).first().waitFor(SOON))
  })

  test.each([
    ['#keyboard-shortcuts', 'Keyboard shortcuts', 'Go to'],
    ['#message-formatting', 'Help', 'Formatting'],
    ['#search-operators', 'Help', 'Search operators'],
    ['#about-zulip', 'Help', 'About'],
    ['#invite', 'Invite people', undefined],
  ])('%s: the dialog %s, above the first view', async (hash, title, section) => {
    await openFresh(hash, async (page) => {
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.waitFor(SOON)
      if (section !== undefined) {
        const heading = dialog.getByRole('heading', { name: section, exact: true })
        await heading.waitFor(SOON)
        const { height } = page.viewportSize()!
        const isSeen = async () => {
          const place = await heading.boundingBox()
          return place !== null && place.y >= 0 && place.y + place.height <= height
        }
        await expect.poll(isSeen, SOON).toBe(true)
      }
      expect(await violationsInBothThemes(page)).toBe('')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor(SOON)
      expect(new URL(page.url()).hash).toBe('')
    })
  })

  test('a dialog that a link opens leaves the conversation below, and Back leads to it', async () => {
    await openFresh(filled('#narrow/channel/{verona}-Verona/topic/plot'), async (page) => {
      await messageWith(page, 'news of Verona').waitFor(SOON)
      const { hash } = new URL(page.url())
      await page.evaluate(`location.hash = '#keyboard-shortcuts'`)
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor(SOON)
      expect(new URL(page.url()).hash).toBe(hash)
      await page.keyboard.press('Escape')
      await page.evaluate(`location.hash = '#inbox'`)
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor(SOON)
      await page.goBack()
      await messageWith(page, 'news of Verona').waitFor(SOON)
    })
  })
})
