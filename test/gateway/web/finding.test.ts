import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

const messages = (page: Page) => page.getByRole('log').getByRole('article')
const search = (page: Page) => page.getByRole('combobox', { name: 'Search messages, people, channels' })
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name })
async function write(page: Page, topic: string, text: string): Promise<void> {
  await page.goto(web.topic('Verona', topic))
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill(text)
  await box.press('Control+Enter')
  await messages(page).getByText(text).waitFor()
}
/** Takes the focus out of every field. */
const leaveFields = (page: Page) => page.getByRole('log').focus()

test.skipIf(browserMissing)('a link to a conversation works after the log-in page', async () => {
  const hash = new URL(web.topic('Verona', 'kept address')).hash
  const page = await web.logIn('zoe', {}, `/${hash}`)
  await heading(page, /kept address/).waitFor()
  expect(page.url()).toContain(hash)
})

describe.skipIf(browserMissing)('people find', () => {
  let page: Page
  let moon: number
  beforeAll(async () => {
    if (browserMissing) return
    page = await web.logIn('hamlet')
    const hamlet = web.world.client(web.url, 'hamlet')
    const send = { type: 'channel', to: 'Verona', topic: '', content: 'no topic at all' }
    await hamlet.ok(hamlet.post('/messages', send))
    await write(page, 'moonlight', 'By yonder blessed moon I swear')
    // The page shows the message before the server has it.
    const newest = { anchor: 'newest', num_before: 1, num_after: 0 }
    await vi.waitFor(
      async () => {
        const { messages: found } = await hamlet.ok(hamlet.get('/messages', newest))
        const [message] = found as { id: number; content: string }[]
        expect(message!.content).toContain('moon')
        moon = message!.id
      },
      { timeout: 120_000 },
    )
    await write(page, 'orchard', 'The orchard walls are high')
  })

  test('messages by words and operators', async () => {
    await search(page).click()
    await search(page).fill('chan')
    await page.getByRole('option', { name: /^channel:/ }).click()
    await search(page).pressSequentially('Ver')
    await page.getByRole('option', { name: 'channel: Verona' }).click()
    await search(page).pressSequentially('sender:me moon')
    await search(page).press('Enter')
    await messages(page).getByText('By yonder blessed moon').waitFor()
    expect(await messages(page).count()).toBe(1)
    expect(page.url()).toMatch(/#narrow\/channel\/\d+\/sender\/\d+\/search\/moon$/)
    await page.reload()
    await messages(page).getByText('By yonder blessed moon').waitFor()
    expect(await search(page).inputValue()).toBe('channel:Verona sender:"King Hamlet" moon')
  })

  test('no message for unknown words, and the page says so', async () => {
    await search(page).fill('quite unwritten')
    await search(page).press('Enter')
    await page.getByText('No messages match').waitFor()
  })

  test.each([
    ['a message by its id', () => `id:${moon}`, /By yonder blessed moon/],
    ['a conversation without a topic', () => 'channel:Verona topic:""', /no topic at all/],
    ['words beside an operator without a value', () => 'sender:"" yonder', /By yonder blessed moon/],
  ])('%s', async (_name, text, found) => {
    await search(page).fill(text())
    await search(page).press('Enter')
    await messages(page).getByText(found).waitFor()
    expect(await messages(page).count()).toBe(1)
  })

  test('what the server says about a search that it refuses', async () => {
    await search(page).fill('is:moonlit')
    await search(page).press('Enter')
    await page.getByText('Messages could not be loaded').waitFor()
    await page.getByText(/Invalid narrow operator|unknown 'is' operand/i).waitFor()
  })

  test('conversations, people and channels by Ctrl+K', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('orch')
    await page.getByRole('option', { name: /^orchard/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, /orchard/).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('othel')
    await page.getByRole('option', { name: /^Othello/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, /Othello/).waitFor()
  })

  test('their messages with reactions', async () => {
    const id = await page.evaluate<number>(
      "fetch('/json/messages?anchor=newest&num_before=1&num_after=0').then((answer) => answer.json()).then(({ messages }) => messages[0].id)",
    )
    await web.world.client(web.url, 'cordelia').post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    await page.getByRole('link', { name: 'Reactions' }).click()
    await messages(page).getByText('The orchard walls are high').waitFor()
  })

  test('the searched words marked in messages and topics, also after a message changes', async () => {
    const hamlet = web.world.client(web.url, 'hamlet')
    const topic = '<b>tides</b> & currents'
    const send = { type: 'channel', to: 'Verona', topic, content: 'The **tide** rises, `tides` fall.' }
    const { id } = await hamlet.ok(hamlet.post('/messages', send))
    await page.goto(`${web.url}/#narrow/search/tides`)
    const found = page.locator(`[data-id="${id}"]`)
    const marks = page.getByRole('log').locator('mark.found-word')
    await found.waitFor()
    expect(await marks.allInnerTexts()).toEqual(['tides', 'tide', 'tides'])
    expect(await found.locator('.message-content strong mark').innerText()).toBe('tide')
    const link = page.getByRole('log').getByRole('link', { name: topic })
    expect(await link.locator('b').count()).toBe(0)
    await hamlet.ok(hamlet.patch(`/messages/${id}`, { content: 'The tide has turned.' }))
    await found.getByText('The tide has turned.').waitFor()
    await found.locator('mark', { hasText: 'tide' }).waitFor()
    expect(await found.locator('mark').count()).toBe(1)
    await link.click()
    await heading(page, topic).waitFor()
    await found.waitFor()
    expect(await marks.count()).toBe(0)
  })

  test('channels to join', async () => {
    await page.getByRole('link', { name: 'Browse channels' }).click()
    await page.getByRole('searchbox', { name: 'Filter channels' }).fill('verona')
    await page.getByRole('button', { name: 'Unsubscribe from Verona' }).click()
    await page.getByRole('button', { name: 'Subscribe to Verona' }).click()
    await page.getByRole('button', { name: 'Unsubscribe from Verona' }).waitFor()
  })
})

describe.skipIf(browserMissing)('without a mouse', () => {
  let page: Page
  beforeAll(async () => {
    if (browserMissing) return
    page = await web.logIn('iago')
    await write(page, 'keys', 'first of two')
    await write(page, 'keys', 'second of two')
  })

  test('a dialog lists the keys', async () => {
    await leaveFields(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('keys move the focus between messages, and star the focused message', async () => {
    await leaveFields(page)
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('k')
    await expect.poll(focused).toContain('second of two')
    await page.keyboard.press('k')
    await expect.poll(focused).toContain('first of two')
    await page.keyboard.press('Control+s')
    await page.keyboard.press('*')
    await heading(page, 'Starred').waitFor()
    await messages(page).getByText('first of two').waitFor()
  })

  test('typing a letter focuses the composer, and Escape leaves it', async () => {
    await page.goto(web.topic('Verona', 'keys'))
    await messages(page).first().waitFor()
    await leaveFields(page)
    await page.keyboard.press('r')
    await page.keyboard.type('third')
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    expect(await box.inputValue()).toBe('third')
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await heading(page, 'Drafts').waitFor()
  })

  test('n opens the next topic with unread messages', async () => {
    await web.world.client(web.url, 'iago').post('/mark_all_as_read')
    const other = await web.logIn('cordelia')
    await write(other, 'unread by iago', 'news')
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /unread by iago/ })
      .waitFor()
    await page.keyboard.press('n')
    await heading(page, /unread by iago/).waitFor()
  })
})
