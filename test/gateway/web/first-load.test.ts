import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

const MOST_BYTES = 300 * 1000
const MOST_REQUESTS = 25

const COMMON = /common-emoji-\d+-[\w-]+\.woff2$/

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

interface Loaded {
  readonly name: string
  bytes: number
}

/** Opens an address in a browser that has kept nothing, and returns what it loads. */
async function load(path: string, content: string, font: RegExp): Promise<readonly Loaded[]> {
  const session = await web.logIn('hamlet', { serviceWorkers: 'block' })
  const cookies = await session.context().cookies()
  const page = await web.open({ serviceWorkers: 'block' })
  await page.context().addCookies(cookies)
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  const loaded = new Map<string, Loaded>()
  protocol.on('Network.requestWillBeSent', ({ requestId, request }) =>
    loaded.set(requestId, { name: request.url.slice(web.url.length), bytes: 0 }),
  )
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId)
    if (one !== undefined) one.bytes = encodedDataLength
  })
  await page.goto(web.url + path)
  await messageWith(page, content).first().waitFor()
  // The style sheet of emoji and the reports of presence come after the messages.
  await expect
    .poll(() => [...loaded.values()].some(({ name }) => name.endsWith('/users/me/presence')))
    .toBe(true)
  await expect
    .poll(() => [...loaded.values()].some(({ name }) => font.test(name)), { timeout: 30_000 })
    .toBe(true)
  await page.waitForLoadState('networkidle')
  await session.context().close()
  await page.context().close()
  return [...loaded.values()]
}

describe.skipIf(browserMissing)('the first load', () => {
  test('takes few requests and bytes, with a common emoji in the conversation', async () => {
    const cordelia = web.world.client(web.url, 'cordelia')
    const content = 'well done :tada: and :+1:'
    await cordelia.ok(cordelia.post('/messages', { type: 'channel', to: 'Verona', topic: 'praise', content }))
    const loaded = await load(web.topic('Verona', 'praise').slice(web.url.length), 'well done', COMMON)
    const table = loaded.map(({ name, bytes }) => `${bytes} ${name}`).join('\n')
    expect(loaded.length, table).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(
      loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      table,
    ).toBeLessThanOrEqual(MOST_BYTES)
    const fonts = loaded.map(({ name }) => name).filter((name) => name.endsWith('.woff2'))
    expect(fonts.filter((name) => /common-emoji-\d+-/.test(name)).length).toBeGreaterThan(0)
    expect(fonts.filter((name) => !/common-emoji-\d+-|inter-latin-wght/.test(name))).toEqual([])
  })

  test('fetches the large font for an emoji that is not common', async () => {
    const cordelia = web.world.client(web.url, 'cordelia')
    const content = 'look, a :t_rex: there'
    await cordelia.ok(
      cordelia.post('/messages', { type: 'channel', to: 'Verona', topic: 'fossils', content }),
    )
    const whole = /\/\d+-[\w-]+\.woff2$/
    const loaded = await load(web.topic('Verona', 'fossils').slice(web.url.length), 'look, a', whole)
    expect(loaded.some(({ name }) => COMMON.test(name))).toBe(false)
  })
})
