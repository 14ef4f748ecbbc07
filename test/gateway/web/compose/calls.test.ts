import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let zoom: Server
/** Whether Zoom has ended all connections. */
let hasEnded = false
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  // A Zoom whose person agrees at once.
  zoom = createServer(async (request, response) => {
    const at = new URL(request.url!, 'http://zoom')
    if (at.pathname === '/oauth/authorize') {
      const back = new URL(at.searchParams.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code: 'good', state: at.searchParams.get('state')! }))
      hasEnded = false
      response.writeHead(302, { location: back.href }).end()
      return
    }
    if (hasEnded) return void response.writeHead(401).end('{}')
    const isToken = at.pathname === '/oauth/token'
    const token = { access_token: 'a', refresh_token: 'b', expires_in: 3600 }
    response.end(JSON.stringify(isToken ? token : { join_url: 'https://zoom.example.com/j/123' }))
  })
  await new Promise<void>((resolve) => zoom.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(zoom.address() as AddressInfo).port}`
  web = await WebWorld.create({
    ...{ ZOOM_CLIENT_ID: 'app', ZOOM_CLIENT_SECRET: 'secret', ZOOM_URL: address, ZOOM_API_URL: address },
    BIG_BLUE_BUTTON_URL: 'http://127.0.0.1:9/bigbluebutton',
    BIG_BLUE_BUTTON_SECRET: 'shared with the meeting server',
  })
  page = await web.logIn('hamlet')
})
afterAll(async () => {
  zoom?.close()
  await web?.close()
})

const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const button = () => page.getByRole('button', { name: 'Start a video call' })
const setRealm = (change: Readonly<Record<string, unknown>>) => {
  const owner = web.world.client(web.url, 'desdemona')
  return owner.ok(owner.patch('/realm', change))
}
const typed = () => box().inputValue()

describe.skipIf(browserMissing)('the button that starts a video call', () => {
  test('puts a link to a new room of the chosen Jitsi server where the cursor is', async () => {
    await setRealm({ video_chat_provider: 1 })
    await page.goto(web.topic('Verona', 'a call'))
    await button().waitFor()
    expect(await violations(page)).toBe('')
    await box().fill('Come: ')
    await button().click()
    await expect
      .poll(typed)
      .toMatch(/^Come: \[Join the video call\]\(https:\/\/meet\.jit\.si\/[0-9a-f]{32}\)$/)
    const first = await typed()
    await setRealm({ jitsi_server_url: 'https://calls.example.com/rooms_(new)' })
    await box().fill('')
    // By keys: the toolbar is one tab stop.
    await page.getByRole('button', { name: 'Attach files' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect
      .poll(typed)
      .toMatch(/^\[Join the video call\]\(https:\/\/calls\.example\.com\/rooms_%28new%29\/[0-9a-f]{32}\)$/)
    expect((await typed()).slice(-33)).not.toBe(first.slice(-33))
    await box().press('Control+Enter')
    const link = page.getByRole('log').getByRole('link', { name: 'Join the video call' })
    await link.waitFor()
    const cordelia = web.world.client(web.url, 'cordelia')
    const { messages } = await cordelia.ok(
      cordelia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
    )
    expect(messages[0].content).toContain('href="https://calls.example.com/rooms_%28new%29/')
  })

  test('puts a link to a meeting of the BigBlueButton server, which others can follow', async () => {
    await setRealm({ video_chat_provider: 3 })
    await button().click()
    await expect
      .poll(typed)
      .toMatch(/^\[Join the video call\]\(http:\/\/localhost:\d+\/calls\/bigbluebutton\/join\?\S+\)$/)
    const address = (await typed()).slice('[Join the video call]('.length, -1)
    const answer = await fetch(address, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/login\?next=%2Fcalls/),
    ])
    await box().fill('')
  })

  test('says why the server makes no meeting, and keeps what is typed', async () => {
    const msg = 'BigBlueButton is not configured.'
    await page.route('**/calls/bigbluebutton/create*', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', msg, code: 'BAD_REQUEST' } }),
    )
    await box().fill('Soon')
    await button().click()
    await page.getByRole('alert').filter({ hasText: msg }).waitFor()
    expect(await typed()).toBe('Soon')
    await page.unroute('**/calls/bigbluebutton/create*')
  })

  test('connects a Zoom account in a window of its own, and puts a link to a meeting', async () => {
    await setRealm({ video_chat_provider: 4 })
    await box().fill('')
    const opening = page.waitForEvent('popup')
    await button().click()
    await page.getByRole('alert').filter({ hasText: 'Connect your Zoom account in the new window' }).waitFor()
    await (await opening).getByRole('heading', { name: 'Your Zoom account is connected' }).waitFor()
    await (await opening).close()
    await box().fill('Again: ')
    await button().click()
    await expect.poll(typed).toBe('Again: [Join the video call](https://zoom.example.com/j/123)')
    await box().fill('')
  })

  test('says that Zoom ended the connection, keeps what is typed, and makes a new one', async () => {
    hasEnded = true
    await box().fill('Still here: ')
    const opening = page.waitForEvent('popup')
    await button().click()
    await page.getByRole('alert').filter({ hasText: 'Zoom no longer accepts the connection' }).waitFor()
    await (await opening).getByRole('heading', { name: 'Your Zoom account is connected' }).waitFor()
    await (await opening).close()
    expect(await typed()).toBe('Still here: ')
    await button().click()
    await expect.poll(typed).toBe('Still here: [Join the video call](https://zoom.example.com/j/123)')
    await box().fill('')
  })

  test('is not there without a provider', async () => {
    await setRealm({ video_chat_provider: 0 })
    await expect.poll(() => button().count()).toBe(0)
    await setRealm({ video_chat_provider: 1 })
    await button().waitFor()
  })
})
