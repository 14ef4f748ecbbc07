import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

/** By then the page has loaded what waits for the first view: the copy for reading offline. */
const SETTLED_MS = 31_000
/** With the time before less than the silence after which the page looks for the server, by real time. */
const REST_MS = 55_000

test.skipIf(browserMissing)(
  'an open page asks the server once a minute: it says that it is open',
  async () => {
    const hamlet = web.world.client(web.url, 'hamlet')
    await hamlet.ok(
      hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'rest', content: 'the rest' }),
    )
    const page = await web.logIn('hamlet')
    await page.clock.install()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const rest = async (milliseconds: number) => {
      requests.length = 0
      await page.clock.runFor(milliseconds)
      await page.waitForLoadState('networkidle')
      return [...requests]
    }
    for (const address of [web.topic('Verona', 'rest'), `${web.url}/#inbox`, `${web.url}/#recent`]) {
      await page.goto('about:blank')
      await page.goto(address)
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      const once = (await rest(SETTLED_MS)).filter((request) => !request.startsWith('GET /static/'))
      expect(once, address).toEqual(['GET /json/messages'])
      expect(await rest(REST_MS), address).toEqual(['POST /json/users/me/presence'])
    }
  },
)
