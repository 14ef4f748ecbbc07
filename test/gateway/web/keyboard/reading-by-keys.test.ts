import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 15_000 }
const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
const search = () => page.getByRole('combobox', { name: 'Search messages, people, channels' })
const client = (name: string) => web.world.client(web.url, name)
const focusIsIn = (selector: string) =>
  expect.poll(() => page.evaluate<boolean>(`document.activeElement.closest('${selector}') !== null`), SOON)

async function send(name: string, topic: string, content: string): Promise<number> {
  const message = { type: 'channel', to: 'Verona', topic, content }
  return (await client(name).ok(client(name).post('/messages', message))).id as number
}
/** Opens a page that has loaded nothing before. */
async function open(address: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(address)
}
const enterSends = (enter_sends: boolean) =>
  client('hamlet').ok(client('hamlet').patch('/settings', { enter_sends }))

describe.skipIf(browserMissing)('a conversation that a key has opened', () => {
  test('leaves the focus in its messages: n n n walks on, and other keys work', async () => {
    await client('hamlet').ok(client('hamlet').post('/mark_all_as_read'))
    for (const topic of ['walk a', 'walk b', 'walk c']) await send('cordelia', topic, `a word in ${topic}`)
    await open(`${web.url}/#inbox`)
    await heading('Inbox').waitFor(SOON)
    for (const topic of ['walk a', 'walk b', 'walk c']) {
      await page.keyboard.press('n')
      await heading(topic).waitFor(SOON)
      await messageWith(page, `a word in ${topic}`).waitFor(SOON)
    }
    await focusIsIn('[role="log"]').toBe(true)
    await page.keyboard.press('j')
    await focusIsIn('article').toBe(true)
    await page.keyboard.press('r')
    await focusIsIn('.composer textarea').toBe(true)
    expect(await composer().inputValue()).toBe('')
  })

  test('is followed by the next one of the sidebar: n goes on behind it, through pinned channels first', async () => {
    const hamlet = client('hamlet')
    await hamlet.ok(hamlet.post('/mark_all_as_read'))
    const changes = [{ stream_id: web.world.channelId('Verona'), property: 'pin_to_top', value: true }]
    await hamlet.ok(hamlet.post('/users/me/subscriptions/properties', { subscription_data: changes }))
    await client('cordelia').ok(
      client('cordelia').post('/messages', {
        type: 'channel',
        to: 'Denmark',
        topic: 'below',
        content: 'last',
      }),
    )
    for (const topic of ['walk 9', 'walk 10', 'walk 11']) await send('cordelia', topic, `a word in ${topic}`)
    await open(web.topic('Verona', 'walk 10'))
    await messageWith(page, 'a word in walk 10').waitFor(SOON)
    const unread = async () => {
      const { messages } = await hamlet.ok(
        hamlet.get('/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [
            { operator: 'is', operand: 'unread' },
            { operator: 'topic', operand: 'walk 10' },
          ],
        }),
      )
      return (messages as unknown[]).length
    }
    await expect.poll(unread, SOON).toBe(0)
    await page.getByRole('log').focus()
    for (const topic of ['walk 11', 'below', 'walk 9']) {
      await page.keyboard.press('n')
      await heading(topic).waitFor(SOON)
    }
  })

  test('by Enter on a line of the inbox', async () => {
    await send('cordelia', 'a line', 'read by Enter')
    await open(`${web.url}/#inbox`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /a line/ })
      .focus()
    await page.keyboard.press('Enter')
    await messageWith(page, 'read by Enter').waitFor(SOON)
    await focusIsIn('[role="log"]').toBe(true)
    await page.keyboard.press('a')
    await heading('Combined feed').or(heading('All messages')).waitFor(SOON)
  })

  test('by a click has the focus in the composer', async () => {
    await send('cordelia', 'a click', 'read by a click')
    await open(`${web.url}/#inbox`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /a click/ })
      .click()
    await messageWith(page, 'read by a click').waitFor(SOON)
    await focusIsIn('.composer').toBe(true)
  })
})

describe.skipIf(browserMissing)('the preview', () => {
  test('keeps the focus and the keys', async () => {
    await send('cordelia', 'preview', 'before')
    await open(web.topic('Verona', 'preview'))
    await messageWith(page, 'before').waitFor(SOON)
    await composer().fill('a **bold** word')
    await page.keyboard.press('Alt+p')
    await page.locator('.composer strong', { hasText: 'bold' }).waitFor(SOON)
    await focusIsIn('.composer').toBe(true)
    await page.keyboard.press('Alt+p')
    await composer().waitFor(SOON)
    await page.keyboard.type('!')
    expect(await composer().inputValue()).toBe('a **bold** word!')
    await page.keyboard.press('Alt+p')
    await page.locator('.composer strong', { hasText: 'bold' }).waitFor(SOON)
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, 'a bold word!').waitFor(SOON)
    await focusIsIn('.composer').toBe(true)
    expect(await composer().inputValue()).toBe('')
  })
})

describe.skipIf(browserMissing)('the search field', () => {
  test('is left by Tab as it is, and empties without a search', async () => {
    await open(`${web.url}/#inbox`)
    await search().focus()
    await page.keyboard.type('chan')
    await page.getByRole('option').first().waitFor(SOON)
    await page.keyboard.press('Tab')
    await focusIsIn('.search-box').toBe(false)
    expect(await search().inputValue()).toBe('')
    await search().fill('moon')
    await search().press('Enter')
    await page.getByText('No messages match').waitFor(SOON)
    await search().fill('moon and more')
    await page.keyboard.press('Tab')
    await expect.poll(() => search().inputValue(), SOON).toBe('moon')
  })
})

describe.skipIf(browserMissing)('the jump to a conversation', () => {
  test('does not open behind a dialog', async () => {
    await send('cordelia', 'behind', 'a conversation to jump to')
    await open(`${web.url}/#inbox`)
    await heading('Inbox').waitFor(SOON)
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor(SOON)
    await page.keyboard.press('Escape')
    await expect.poll(() => search().getAttribute('aria-expanded'), SOON).toBe('false')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor(SOON)
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0)
    expect(await search().getAttribute('aria-expanded')).toBe('false')
  })

  test('closes by Escape at the moment when its suggestions show', async () => {
    await open(`${web.url}/#inbox`)
    await heading('Inbox').waitFor(SOON)
    await page.evaluate(`void (window.closed = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role="option"]') === null) return
        observer.disconnect()
        const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
        document.activeElement.dispatchEvent(escape)
        // Whatever the page does after its next frames is done by then.
        setTimeout(resolve, 500)
      }).observe(document, { childList: true, subtree: true })
    }))`)
    await page.keyboard.press('Control+k')
    await page.evaluate('window.closed')
    expect(await search().getAttribute('aria-expanded')).toBe('false')
  })
})

describe.skipIf(browserMissing)('Enter and Escape', () => {
  const box = () => page.getByRole('textbox', { name: 'Edit the message' })

  test('Enter in the edit box is a new line unless Enter sends', async () => {
    await enterSends(false)
    await send('hamlet', 'enter', 'one line')
    await open(web.topic('Verona', 'enter'))
    await messageWith(page, 'one line').waitFor(SOON)
    await composer().press('ArrowLeft')
    await box().waitFor(SOON)
    await page.keyboard.press('Enter')
    await page.keyboard.type('two lines')
    expect(await box().inputValue()).toBe('one line\ntwo lines')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => box().count(), SOON).toBe(0)
    await messageWith(page, 'two lines').waitFor(SOON)
    await enterSends(true)
    await open(web.topic('Verona', 'enter'))
    await messageWith(page, 'two lines').waitFor(SOON)
    await composer().press('ArrowLeft')
    await box().waitFor(SOON)
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('three lines')
    await page.keyboard.press('Enter')
    await messageWith(page, 'three lines').waitFor(SOON)
    await expect.poll(() => box().count(), SOON).toBe(0)
  })

  test('Escape in the composer moves the focus to the message', async () => {
    await send('cordelia', 'escape', 'the older one')
    await send('cordelia', 'escape', 'the newest one')
    await open(web.topic('Verona', 'escape'))
    await messageWith(page, 'the newest one').waitFor(SOON)
    await composer().focus()
    await page.keyboard.press('Escape')
    const text = () => page.evaluate<string>('document.activeElement.closest("article")?.textContent ?? ""')
    await expect.poll(text, SOON).toContain('the newest one')
    await page.keyboard.press('k')
    await expect.poll(text, SOON).toContain('the older one')
    await page.keyboard.press('r')
    await page.keyboard.press('Escape')
    await expect.poll(text, SOON).toContain('the older one')
  })
})
