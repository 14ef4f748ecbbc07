import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { Browsers } from './browsers.ts'

const CHANNELS = 120
const nameOf = (n: number) => `channel ${String(n).padStart(3, '0')}`

let browsers: Browsers
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  browsers = await Browsers.start()
  const hamlet = browsers.world.client(browsers.url, 'hamlet')
  const cordelia = browsers.world.client(browsers.url, 'cordelia')
  const subscriptions = Array.from({ length: CHANNELS }, (_, n) => ({ name: nameOf(n) }))
  await hamlet.ok(hamlet.post('/users/me/subscriptions', { subscriptions }))
  for (const n of [1, 60, CHANNELS - 1]) {
    const content = `What is said of ${n}`
    const topic = `topic ${n}`
    await cordelia.ok(cordelia.post('/messages', { type: 'channel', to: nameOf(n), topic, content }))
  }
  page = await browsers.logIn('hamlet')
})
afterAll(() => browsers?.close())

const sidebar = () => page.getByRole('navigation')
const scrollTo = (pixels: number) =>
  page.evaluate(`document.querySelector('.sidebar-lines').scrollTop = ${pixels}`)
const channelLink = (n: number) => sidebar().getByRole('link', { name: nameOf(n) })

describe.skipIf(browserMissing)('a sidebar with many channels', () => {
  test('draws the channels near the visible part only', async () => {
    await channelLink(1).waitFor()
    expect(await channelLink(CHANNELS - 1).count()).toBe(0)
    await scrollTo(1_000_000)
    await channelLink(CHANNELS - 1).waitFor()
    await expect.poll(() => channelLink(50).count()).toBe(0)
    await scrollTo(50 * 28)
    await channelLink(50).waitFor()
  })

  test('shows the topics of the open channel, wherever it is', async () => {
    await scrollTo(0)
    await page.goto(`${browsers.url}/#narrow/channel/${await channelId(60)}-x`)
    await sidebar().getByRole('link', { name: 'topic 60' }).waitFor({ state: 'attached' })
  })

  test('has a list of all channels beside it, which draws the channels near the visible part only', async () => {
    await page.goto(`${browsers.url}/#channels/all`)
    const line = (n: number) => page.getByRole('button', { name: `Unsubscribe from ${nameOf(n)}` })
    await line(0).waitFor()
    expect(await line(CHANNELS - 1).count()).toBe(0)
    await page.evaluate(`document.querySelector('.lines.channels').scrollTop = 1_000_000`)
    await line(CHANNELS - 1).waitFor()
    await page.getByRole('searchbox', { name: 'Filter channels' }).fill('060')
    await line(60).waitFor()
    expect(await page.locator('.channel-line').count()).toBe(1)
  })

  test('counts the unread messages of a channel as they arrive', async () => {
    await page.goto(`${browsers.url}/#inbox`)
    const cordelia = browsers.world.client(browsers.url, 'cordelia')
    const message = { type: 'channel', to: nameOf(1), topic: 'topic 1', content: 'More of it' }
    await sidebar()
      .getByRole('link', { name: `${nameOf(1)} 1 unread message` })
      .waitFor()
    await cordelia.ok(cordelia.post('/messages', message))
    await sidebar()
      .getByRole('link', { name: `${nameOf(1)} 2 unread messages` })
      .waitFor()
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    expect(browsers.opened.flatMap(({ faults }) => faults)).toEqual([])
  })
})

async function channelId(n: number): Promise<number> {
  const hamlet = browsers.world.client(browsers.url, 'hamlet')
  const { stream_id } = await hamlet.ok(hamlet.get('/get_stream_id', { stream: nameOf(n) }))
  return stream_id as number
}
