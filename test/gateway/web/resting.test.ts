import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

const MINUTE_MS = 60_000

test.skipIf(browserMissing)(
  'an open page asks the server once a minute: it says that it is open',
  async () => {
    const hamlet = web.world.client(web.url, 'hamlet')
    await hamlet.ok(
      hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'rest', content: 'the rest' }),
    )
    const page = await web.logIn('hamlet')
    await page.clock.install()
    await page.goto(web.topic('Verona', 'rest'))
    await page.reload()
    await messageWith(page, 'the rest').waitFor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    /** What the page asks within a minute of its own clock. */
    const minute = async () => {
      requests.length = 0
      await page.clock.runFor(MINUTE_MS)
      await page.waitForLoadState('networkidle')
      // A long poll ends and begins anew in the server's own time.
      return requests.filter((request) => request !== 'GET /json/events')
    }
    // In the first minute it loads what waits for the first view, such as the copy for reading offline.
    await minute()
    expect(await minute()).toEqual(['POST /json/users/me/presence'])
  },
)
