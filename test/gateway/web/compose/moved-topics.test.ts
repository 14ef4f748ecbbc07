import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let session: Page
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const client = (name: string) => web.world.client(web.url, name)
const begin = async (topic: string, channel = 'Verona'): Promise<number> => {
  const iago = client('iago')
  const message = { type: 'channel', to: channel, topic, content: 'the first line' }
  return (await iago.ok(iago.post('/messages', message))).id as number
}
/** Another person moves a whole topic. */
const move = (id: number, to: { readonly topic?: string; readonly stream_id?: number }) => {
  const iago = client('iago')
  return iago.ok(iago.patch(`/messages/${id}`, { ...to, propagate_mode: 'change_all' }))
}
/** The topics of the server's drafts. */
const draftTopics = async (content: string) => {
  const { drafts } = await client('hamlet').ok(client('hamlet').get('/drafts'))
  const all = drafts as { topic: string; content: string }[]
  return all.flatMap((draft) => (draft.content === content ? draft.topic : []))
}
const newest = async (channel: string, topic: string) => {
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ]
  const query = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false }
  const { messages } = await client('hamlet').ok(client('hamlet').get('/messages', query))
  return messages.at(-1)?.content
}

/** Opens a page that has loaded nothing before. */
async function open(address: string, prepare?: (page: Page) => Promise<void>): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await prepare?.(page)
  await page.goto(address)
}

describe.skipIf(browserMissing)('a text that is not sent yet, whose topic another person moves', () => {
  test('stays in the box, with the focus and the cursor', async () => {
    const id = await begin('a working title')
    await open(web.topic('Verona', 'a working title'))
    await page.getByText('the first line').waitFor(SOON)
    await box().fill('one three')
    for (let n = 0; n < 'three'.length; n++) await box().press('ArrowLeft')
    await page.evaluate(`document.activeElement.dataset.known = 'yes'`)
    await move(id, { topic: 'the title' })
    await page.waitForURL(/the.20title/)
    await page.getByText('the first line').waitFor(SOON)
    await page.keyboard.type('two ')
    await expect.poll(() => box().inputValue()).toBe('one two three')
    // What an input method composes ends with its field.
    expect(await page.locator('textarea[data-known="yes"]:focus').count()).toBe(1)
    await box().press('Control+Enter')
    await expect.poll(() => newest('Verona', 'the title'), SOON).toBe('one two three')
    expect(await newest('Verona', 'a working title')).toBe(undefined)
  })

  test('stays in an open form', async () => {
    const id = await begin('where to')
    await open(web.topic('Verona', 'where to'))
    await page.getByRole('button', { name: 'New poll', exact: true }).click()
    await dialog('New poll').locator(':focus').waitFor()
    await page.keyboard.type('Where to?')
    await move(id, { topic: 'whither' })
    await page.waitForURL(/whither/)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Elsinore')
    await dialog('New poll').getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => newest('Verona', 'whither'), SOON).toBe('/poll Where to?\nElsinore')
  })

  test('goes to another channel with it', async () => {
    const id = await begin('wanderers')
    await open(web.topic('Verona', 'wanderers'))
    await box().pressSequentially('still with ')
    // The server has the text, and moves it too.
    await expect.poll(() => draftTopics('still with'), SOON).toEqual(['wanderers'])
    await move(id, { stream_id: web.world.channelId('Denmark') })
    await page.waitForURL(/Denmark/)
    expect(await box().inputValue()).toBe('still with ')
    await page.keyboard.type('you')
    await expect.poll(() => draftTopics('still with you'), SOON).toEqual(['wanderers'])
    await box().press('Control+Enter')
    await expect.poll(() => newest('Denmark', 'wanderers'), SOON).toBe('still with you')
  })

  test('follows two moves that the page hears of at once', async () => {
    const id = await begin('first of three')
    let socket: WebSocketRoute | undefined
    const waiting: (string | Buffer)[] = []
    let isHeld = false
    await open(web.topic('Verona', 'first of three'), (opened) =>
      opened.routeWebSocket(/./, (route) => {
        socket = route
        route.connectToServer().onMessage((message) => {
          if (isHeld) waiting.push(message)
          else route.send(message)
        })
      }),
    )
    await page.getByText('the first line').waitFor(SOON)
    await box().fill('runs after it')
    isHeld = true
    await move(id, { topic: 'second of three' })
    await move(id, { topic: 'third of three' })
    const moves = () => waiting.join().split('third of three').length - 1
    await expect.poll(moves, SOON).toBeGreaterThan(0)
    for (const message of waiting.splice(0)) socket!.send(message)
    isHeld = false
    await page.waitForURL(/third/)
    expect(await box().inputValue()).toBe('runs after it')
    await box().press('Control+Enter')
    await expect.poll(() => newest('Verona', 'third of three'), SOON).toBe('runs after it')
  })

  test('is a draft of its new place, when something else is shown', async () => {
    const id = await begin('begun')
    await open(web.topic('Verona', 'begun'))
    await box().fill('to be finished later')
    await page.goto(`${web.url}/#inbox`)
    await box().waitFor({ state: 'detached' })
    await expect.poll(() => draftTopics('to be finished later'), SOON).toEqual(['begun'])
    await move(id, { topic: 'begun and moved' })
    await expect.poll(() => draftTopics('to be finished later'), SOON).toEqual(['begun and moved'])
    await page.goto(web.topic('Verona', 'begun and moved'))
    await expect.poll(() => box().inputValue(), SOON).toBe('to be finished later')
    await box().fill('')
  })

  test('goes to its new place, when no page was open', async () => {
    const id = await begin('left alone')
    await open(web.topic('Verona', 'left alone'))
    await page.getByText('the first line').waitFor(SOON)
    await box().fill('written before the move')
    await expect.poll(() => draftTopics('written before the move'), SOON).toEqual(['left alone'])
    for (const each of [page, session]) await each.goto('about:blank')
    await move(id, { topic: 'moved meanwhile' })
    await open(web.topic('Verona', 'moved meanwhile'))
    await expect.poll(() => box().inputValue(), SOON).toBe('written before the move')
    await expect.poll(() => draftTopics('written before the move'), SOON).toEqual(['moved meanwhile'])
    await box().fill('')
  })

  test('written on another device goes to its new place, and is in one place only', async () => {
    const id = await begin('from a phone')
    const hamlet = client('hamlet')
    const to = [web.world.channelId('Verona')]
    const drafts = [{ type: 'stream', to, topic: 'from a phone', content: 'typed on the way' }]
    await hamlet.ok(hamlet.post('/drafts', { drafts }))
    // This browser keeps a copy, which it has not typed.
    await open(web.topic('Verona', 'from a phone'))
    await expect.poll(() => box().inputValue(), SOON).toBe('typed on the way')
    for (const each of [page, session]) await each.goto('about:blank')
    await move(id, { topic: 'followed by a phone' })
    expect(await draftTopics('typed on the way')).toEqual(['followed by a phone'])
    await begin('from a phone')
    await open(web.topic('Verona', 'from a phone'))
    await page.getByText('the first line').waitFor(SOON)
    expect(await box().inputValue()).toBe('')
    await page.goto(web.topic('Verona', 'followed by a phone'))
    await expect.poll(() => box().inputValue(), SOON).toBe('typed on the way')
    expect(await draftTopics('typed on the way')).toEqual(['followed by a phone'])
    await box().fill('')
  })

  test('stays, when no page was open and its topic has kept a message', async () => {
    await begin('divided')
    const id = await begin('divided')
    await open(web.topic('Verona', 'divided'))
    await page.getByText('the first line').nth(1).waitFor(SOON)
    await box().fill('written before the division')
    await expect.poll(() => draftTopics('written before the division'), SOON).toEqual(['divided'])
    await page.goto('about:blank')
    const iago = client('iago')
    await iago.ok(iago.patch(`/messages/${id}`, { topic: 'a part of it', propagate_mode: 'change_one' }))
    const asked = (one: Page) =>
      one.waitForResponse((answer) => answer.url().includes('message_ids') && answer.ok(), SOON)
    let answered: Promise<unknown> = Promise.resolve()
    await open(`${web.url}/#inbox`, async (fresh) => {
      answered = asked(fresh)
    })
    await answered
    await page.goto(web.topic('Verona', 'divided'))
    await expect.poll(() => box().inputValue(), SOON).toBe('written before the division')
    await box().fill('')
  })

  test('goes to its new place from the composer of another conversation', async () => {
    const id = await begin('far away')
    await begin('near by')
    await open(web.topic('Verona', 'near by'))
    await box().fill('greetings')
    await page.getByRole('button', { name: 'Send somewhere else', exact: true }).click()
    await page.keyboard.type('far away')
    await page
      .getByRole('option', { name: /far away/ })
      .first()
      .click()
    await page.getByText('far away', { exact: false }).first().waitFor()
    await move(id, { topic: 'farther away' })
    await page.locator('.destination').getByText('farther away').waitFor(SOON)
    expect(await box().inputValue()).toBe('greetings')
    await box().press('Control+Enter')
    await expect.poll(() => newest('Verona', 'farther away'), SOON).toBe('greetings')
  })

  test('goes to its new place from a channel, where the topic is named', async () => {
    const [renamed, moved] = [await begin('to be renamed'), await begin('to be moved')]
    await open(`${web.url}/#narrow/channel/${web.world.channelId('Verona')}-Verona`)
    const topic = page.getByRole('textbox', { name: 'Topic in Verona' })
    await topic.fill('To be renamed')
    await box().fill('under a new name')
    await move(renamed, { topic: 'was renamed' })
    await expect.poll(() => topic.inputValue(), SOON).toBe('was renamed')
    await topic.fill('to be moved')
    await move(moved, { stream_id: web.world.channelId('Denmark') })
    await page.locator('.destination').getByText('Denmark').waitFor(SOON)
    expect(await box().inputValue()).toBe('under a new name')
    await box().press('Control+Enter')
    await expect.poll(() => newest('Denmark', 'to be moved'), SOON).toBe('under a new name')
    expect(web.faults).toEqual([])
  })
})
