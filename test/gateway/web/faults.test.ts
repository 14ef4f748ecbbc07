import '../../harness/product.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { browserMissing, TestBrowser } from '../../harness/browser.ts'
import { type SpawnedGateway, spawnGateway } from '../../harness/spawn-gateway.ts'
import { World } from '../../harness/world.ts'

let world: World
let url: string
let chromium: TestBrowser
let gateway: SpawnedGateway
beforeAll(async () => {
  if (browserMissing) return
  url = `http://localhost:${await freePort()}`
  world = await World.create({ ROOT_URL: url })
  gateway = await startGateway()
  chromium = await TestBrowser.start()
  world.onClose(() => chromium.close())
})
afterAll(() => world?.close())
afterEach(async () => page?.context().close())

let page: Page
const startGateway = () => spawnGateway(world, { PORT: new URL(url).port })
const kill = async () => {
  gateway.kill('SIGKILL')
  await gateway.exited
}
const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const message = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text })
function openPromise(): { promise: Promise<void>; resolve: () => unknown } {
  const opening = new EventTarget()
  const promise = new Promise<void>((resolve) => opening.addEventListener('open', () => resolve()))
  return { promise, resolve: () => opening.dispatchEvent(new Event('open')) }
}
const away = () => page.getByText('No connection. What you write is kept until Loquat is back.')
const topic = (name: string) => `${url}/#narrow/channel/${world.channelId('Verona')}-Verona/topic/${name}`
const say = (name: string, content: string) => {
  const cordelia = world.client(url, 'cordelia')
  return cordelia.ok(cordelia.post('/messages', { type: 'channel', to: 'Verona', topic: name, content }))
}

/** Opens a page with a clock that the test can advance, and a service worker, at a topic with one message. */
async function open(name: string): Promise<string> {
  const opened = await chromium.open({ serviceWorkers: 'allow' })
  page = opened.page
  await page.clock.install()
  let queue = ''
  page.on('response', async (response) => {
    if (!response.url().endsWith('/json/register')) return
    queue = ((await response.json()) as { queue_id: string }).queue_id
  })
  await say(name, 'Who is there?')
  await logIn(`${url}/login`)
  await page.goto(topic(name))
  await message('Who is there?').waitFor()
  return queue
}

async function logIn(address: string): Promise<void> {
  if (!page.url().startsWith(address)) await page.goto(address)
  await page.getByLabel('E-mail address').fill('hamlet@demo.test')
  await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('navigation').waitFor()
}

/** Advances the page's clock until something shows: attempts to connect are up to a minute apart. */
async function advanceUntil(isShown: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(2000)
      return isShown()
    })
    .toBe(true)
}

describe.skipIf(browserMissing)('the web client', () => {
  test('waits for a server that is away for a minute, sends what was written, and loses nothing', async () => {
    await open('away')
    await box().fill('sent before')
    await box().press('Control+Enter')
    await message('sent before').waitFor()
    await kill()
    await away().waitFor()
    await box().fill('sent while it was away')
    await box().press('Control+Enter')
    await message('sent while it was away').waitFor()
    await box().fill('not finished')
    await page.clock.runFor(60_000)
    await page.goto(topic('elsewhere'))
    await page.getByText('Messages could not be loaded').waitFor()
    expect(await away().isVisible()).toBe(true)

    gateway = await startGateway()
    await advanceUntil(async () => !(await away().isVisible()))
    // The list that could not be loaded loads by itself.
    await page.getByText('No messages yet').waitFor()
    await page.goto(topic('away'))
    await message('sent while it was away').waitFor()
    expect(await box().inputValue()).toBe('not finished')
    await say('away', 'after it')
    await message('after it').waitFor()
    const cordelia = world.client(url, 'cordelia')
    const narrow = [
      { operator: 'channel', operand: 'Verona' },
      { operator: 'topic', operand: 'away' },
    ]
    const { messages } = await cordelia.ok(
      cordelia.get('/messages', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow,
        apply_markdown: false,
      }),
    )
    const expected = ['Who is there?', 'sent before', 'sent while it was away', 'after it']
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(expected)
    for (const text of expected) expect([text, await message(text).count()]).toEqual([text, 1])
  })

  test('goes on after a day of sleep, for which the server does not keep events', async () => {
    const queue = await open('sleep')
    await box().fill('half a thought')
    await page.context().setOffline(true)
    await away().waitFor()
    const hamlet = world.client(url, 'hamlet')
    await hamlet.ok(hamlet.delete('/events', { queue_id: queue }))
    await say('sleep', 'in the night')
    await page.clock.fastForward(24 * 3600_000)
    await page.context().setOffline(false)
    await advanceUntil(async () => !(await away().isVisible()))
    await message('in the night').waitFor()
    await say('sleep', 'in the morning')
    await message('in the morning').waitFor()
    for (const text of ['Who is there?', 'in the night', 'in the morning'])
      expect([text, await message(text).count()]).toEqual([text, 1])
    expect(await box().inputValue()).toBe('half a thought')
  })

  test('says that a message was deleted while one edited it and the server did not keep the events, and keeps the text', async () => {
    const queue = await open('edited')
    const hamlet = world.client(url, 'hamlet')
    const content = 'to be'
    const { id } = await hamlet.ok(
      hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'edited', content }),
    )
    await message('to be').waitFor()
    await message('to be').hover()
    await message('to be').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Edit the message' }).fill('to be or not')
    await page.context().setOffline(true)
    await away().waitFor()
    await hamlet.ok(hamlet.delete('/events', { queue_id: queue }))
    const iago = world.client(url, 'iago')
    await iago.ok(iago.delete(`/messages/${id}`))
    await page.clock.fastForward(24 * 3600_000)
    await page.context().setOffline(false)
    const told = page.getByRole('dialog', { name: 'The message that you were editing is gone' })
    await advanceUntil(() => told.isVisible())
    expect(await told.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('to be or not')
    await told.getByRole('button', { name: 'Discard the text' }).click()
    await message('Who is there?').waitFor()
    expect(await message('to be').count()).toBe(0)
  })

  test('says that the session has ended, and has the text after the next log-in', async () => {
    await open('session')
    await box().fill('a long letter')
    const other = await page.context().newPage()
    await other.goto(`${url}/#inbox`)
    await other.getByRole('button', { name: 'Account' }).click()
    await other.getByRole('button', { name: 'Log out' }).click()
    await other.getByLabel('Password').waitFor()
    await page.getByText('You have been logged out.').waitFor()
    await page.getByText('You have been logged out.').getByRole('link', { name: 'Log in' }).click()
    await logIn(`${url}/login`)
    await message('Who is there?').waitFor()
    await expect.poll(() => box().inputValue()).toBe('a long letter')
  })

  test('says that a channel is gone from which the reader was removed, and shows what was written for it', async () => {
    await open('start')
    const iago = world.client(url, 'iago')
    const subscriptions = [{ name: 'secrets' }]
    const principals = [world.userId('hamlet'), world.userId('iago')]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions, principals, invite_only: true }))
    await page.getByRole('navigation').getByRole('link', { name: 'secrets' }).click()
    await page.getByRole('textbox', { name: 'Topic in secrets' }).fill('plans')
    await box().fill('what I know')
    await iago.ok(
      iago.delete('/users/me/subscriptions', {
        subscriptions: ['secrets'],
        principals: [world.userId('hamlet')],
      }),
    )
    await page.getByText('This channel is not here').waitFor()
    expect(await page.getByLabel('What you wrote here:').inputValue()).toBe('what I know')
  })

  test.each(['before', 'after'])(
    'has each message once, as it is now, when messages come and change %s its own are read',
    async (moment) => {
      const name = `opening ${moment}`
      await open(name)
      const { id: edited } = await say(name, 'as written')
      const { id: deleted } = await say(name, 'not for long')
      const held = openPromise()
      const asked = openPromise()
      await page.route('**/json/messages?*', async (route) => {
        const response = moment === 'after' ? await route.fetch() : undefined
        asked.resolve()
        await held.promise
        await route.fulfill({ response: response ?? (await route.fetch()) })
      })
      await page.reload()
      await asked.promise
      const iago = world.client(url, 'iago')
      await iago.ok(iago.delete(`/messages/${deleted}`))
      const cordelia = world.client(url, 'cordelia')
      await cordelia.ok(cordelia.patch(`/messages/${edited}`, { content: 'as edited' }))
      const unread = await page.title()
      await say(name, 'meanwhile')
      // The page has applied the events.
      await expect.poll(() => page.title()).not.toBe(unread)
      held.resolve()
      await message('meanwhile').waitFor()
      await say(name, 'later')
      await message('later').waitFor()
      for (const text of ['Who is there?', 'as edited', 'meanwhile', 'later'])
        expect([text, await message(text).count()]).toEqual([text, 1])
      for (const text of ['as written', 'not for long'])
        expect([text, await message(text).count()]).toEqual([text, 0])
    },
  )

  test('continues an upload that the server did not finish', async () => {
    await open('upload')
    await kill()
    await away().waitFor()
    const file = { name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('here be lions') }
    await page.locator('input[type=file]').setInputFiles(file)
    await advanceUntil(() => page.getByText('Not uploaded.').isVisible())
    gateway = await startGateway()
    await advanceUntil(async () => (await box().inputValue()).startsWith('[map.txt]('))
    expect((await box().inputValue()).match(/map\.txt\]/g)).toHaveLength(1)
  })
})
