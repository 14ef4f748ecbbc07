import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 30_000 }
const client = (name: string) => web.world.client(web.url, name)

async function send(topic: string, content: string): Promise<number> {
  const cordelia = client('cordelia')
  const message = { type: 'channel', to: 'Verona', topic, content }
  return (await cordelia.ok(cordelia.post('/messages', message))).id as number
}
async function isUnread(id: number): Promise<boolean> {
  const hamlet = client('hamlet')
  const asked = { message_ids: [id] }
  const { messages } = await hamlet.ok(hamlet.get('/messages', asked))
  return !messages[0].flags.includes('read')
}

describe.skipIf(browserMissing)('seeing messages', () => {
  test.each([
    ['a search', '#narrow/search/whippoorwill'],
    ['a search in a channel', '#narrow/channel/CHANNEL-Verona/search/whippoorwill'],
    ['mentions', '#narrow/is/mentioned'],
    ['starred messages', '#narrow/is/starred'],
    ['unread messages', '#narrow/is/unread'],
  ])('in %s marks nothing as read, and the view opens at the newest', async (name, hash) => {
    const topic = `birds in ${name}`
    const ids: number[] = []
    for (let n = 0; n < 30; n += 1)
      ids.push(await send(topic, `whippoorwill ${n} ${name} @**King Hamlet**\n\nsings\n\nall night`))
    const hamlet = client('hamlet')
    await hamlet.ok(hamlet.post('/messages/flags', { messages: ids, op: 'add', flag: 'starred' }))
    const page = await session.context().newPage()
    try {
      await page.goto(`${web.url}/${hash.replace('CHANNEL', String(web.world.channelId('Verona')))}`)
      const newest = messageWith(page, `whippoorwill 29 ${name}`)
      await newest.waitFor(SOON)
      await expect
        .poll(async () => {
          const [box, list] = await Promise.all([newest.boundingBox(), page.getByRole('log').boundingBox()])
          return box !== null && list !== null && box.y >= list.y && box.y < list.y + list.height
        }, SOON)
        .toBe(true)
      // A conversation that is seen afterwards is marked.
      const seen = await send('seen', `a seen bird of ${name}`)
      await page.goto(web.topic('Verona', 'seen'))
      await messageWith(page, `a seen bird of ${name}`).waitFor(SOON)
      await expect.poll(() => isUnread(seen), SOON).toBe(false)
      for (const id of ids) expect(await isUnread(id)).toBe(true)
    } finally {
      await page.close()
    }
  })

  test('in a channel or in the feed marks them as read', async () => {
    for (const hash of [`#narrow/channel/${web.world.channelId('Verona')}-Verona`, '#feed']) {
      const hamlet = client('hamlet')
      await hamlet.ok(hamlet.post('/mark_all_as_read'))
      const id = await send('whole', `seen in ${hash}`)
      const page = await session.context().newPage()
      await page.goto(`${web.url}/${hash}`)
      await messageWith(page, `seen in ${hash}`).waitFor(SOON)
      await expect.poll(() => isUnread(id), SOON).toBe(false)
      await page.close()
    }
  })
})
