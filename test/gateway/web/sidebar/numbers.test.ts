import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let session: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
  const hamlet = client('hamlet')
  await hamlet.ok(hamlet.post('/mark_all_as_read'))
  const policy = (topic: string, visibility_policy: number) =>
    hamlet.ok(
      hamlet.post('/user_topics', { stream_id: web.world.channelId('Verona'), topic, visibility_policy }),
    )
  await policy('followed', 3)
  await policy('muted', 1)
  for (const [topic, content] of [
    ['plain', 'one'],
    ['plain', 'two'],
    ['followed', 'three'],
    ['muted', 'four'],
    ['muted', '@**King Hamlet** five'],
  ] as const)
    await send({ type: 'channel', to: 'Verona', topic, content })
  await send({ type: 'direct', to: [web.world.userId('hamlet')], content: 'six' })
})
afterAll(() => web?.close())

const client = (name: string) => web.world.client(web.url, name)
const send = (message: Record<string, unknown>) =>
  client('cordelia').ok(client('cordelia').post('/messages', message))

/** The filled numbers of the sidebar's direct conversations and channels, summed, and the inbox's. */
const NUMBERS = `(() => {
  const of = (link) => {
    const count = link?.querySelector('.count:not(.hollow)')
    return count ? Number(count.querySelector('[aria-hidden]:not(.mention-mark)').textContent) : 0
  }
  const links = [...document.querySelectorAll('.sidebar section .sidebar-link:not(.topic)')]
  return {
    title: Number(/^\\((\\d+)\\)/.exec(document.title)?.[1] ?? 0),
    inbox: of(document.querySelector('.sidebar a[href="#inbox"]')),
    places: links.reduce((sum, link) => sum + of(link), 0),
    badge: globalThis.badge,
  }
})()`

async function open(): Promise<Page> {
  const page = await session.context().newPage()
  await page.addInitScript('navigator.setAppBadge = async (count) => { globalThis.badge = count }')
  await page.goto(`${web.url}/#inbox`)
  await page.getByRole('navigation').waitFor()
  return page
}

describe.skipIf(browserMissing)('the number of unread messages', () => {
  test.each([
    [1, 5, 'every message of your conversations'],
    [2, 3, 'mentions and followed topics'],
    [3, 2, 'direct messages and mentions'],
  ])(
    'is one in the title, the badge, the inbox and the sum of the places (choice %i)',
    async (choice, count, meaning) => {
      await client('hamlet').ok(client('hamlet').patch('/settings', { desktop_icon_count_display: choice }))
      const page = await open()
      const same = { title: count, inbox: count, places: count, badge: count }
      await expect.poll(() => page.evaluate(NUMBERS), { timeout: 30_000 }).toEqual(same)
      const tooltip = await page.locator('.sidebar a[href="#inbox"] .count').getAttribute('title')
      expect(tooltip).toContain(meaning)
      await page.close()
    },
  )

  test('is away from the title on wish, and the inbox says so', async () => {
    await client('hamlet').ok(client('hamlet').patch('/settings', { desktop_icon_count_display: 4 }))
    const page = await open()
    await expect
      .poll(() => page.evaluate(NUMBERS), { timeout: 30_000 })
      .toEqual({ title: 0, inbox: 5, places: 5, badge: 0 })
    await client('hamlet').ok(client('hamlet').patch('/settings', { desktop_icon_count_display: 1 }))
    await page.close()
  })
})
