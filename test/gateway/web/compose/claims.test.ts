import type { Page, Route } from 'playwright-core'
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

const SOON = { timeout: 20_000 }
const REASON = 'The play is over'
const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const note = (text: string) => page.locator('.note-line').getByRole('link', { name: text })
const notice = (text: string) => page.locator('.action-notice').getByText(text)
const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: REASON } })

/** Opens a page that has loaded nothing before, and does `instead` with each POST to a path. */
async function open(topic: string, path: string, instead: (route: Route) => unknown): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.route(`**/json/${path}`, (route) =>
    route.request().method() === 'POST' ? instead(route) : route.continue(),
  )
  await page.goto(web.topic('Verona', topic))
  await box().waitFor()
}

/** Chooses by keys that the text goes to a conversation with Cordelia. */
async function writeToCordelia(): Promise<void> {
  await page.getByRole('button', { name: 'Send somewhere else', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Conversation, person or channel' }).pressSequentially('Cordelia')
  await page
    .getByRole('option', { name: /Cordelia/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => box().getAttribute('placeholder'), SOON).toContain('Cordelia')
}

describe.skipIf(browserMissing)('the page says that something was done', () => {
  test('when the server has the message that goes somewhere else', async () => {
    let held: Route | undefined
    await open('claims', 'messages', (route) => {
      held = route
    })
    await box().fill('on its way')
    await writeToCordelia()
    await box().press('Control+Enter')
    await note('Sending to Cordelia').waitFor()
    await expect.poll(() => held !== undefined, SOON).toBe(true)
    expect(await note('Sent to').count()).toBe(0)
    await held!.continue()
    await note('Sent to Cordelia').waitFor()
    await note('Sent to Cordelia').press('Enter')
    await messageWith(page, 'on its way').waitFor()
  })

  test('and when the server refused it, with the reason', async () => {
    await open('claims', 'messages', refuse)
    await box().fill('never sent')
    await writeToCordelia()
    await box().press('Control+Enter')
    await notice(`Cordelia, Lear's daughter: Not sent. ${REASON}`).waitFor()
    await note('Not sent').click()
    await page.getByRole('alert').getByText(`Not sent. ${REASON}`).waitFor()
  })

  test('also when the reader has left the conversation of a message before it is refused', async () => {
    let held: Route | undefined
    await open('claims', 'messages', (route) => {
      held = route
    })
    await box().fill('left behind')
    await box().press('Control+Enter')
    await expect.poll(() => held !== undefined, SOON).toBe(true)
    await page.goto(`${web.url}/#inbox`)
    await box().waitFor({ state: 'detached' })
    await refuse(held!)
    await notice(`Verona › claims: Not sent. ${REASON}`).waitFor()
  })

  test('not when a snippet was refused: the reason stands there', async () => {
    await open('claims', 'saved_snippets', refuse)
    await box().fill('words for later')
    await page.getByRole('button', { name: 'Saved snippets' }).click()
    await page.getByRole('textbox', { name: 'Title of a new snippet' }).fill('Later')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(REASON).waitFor()
  })

  test('not that nothing was, when the answer about a later message is lost', async () => {
    await open('claims', 'scheduled_messages', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await box().fill('in the morning')
    await page.getByRole('button', { name: 'When to send' }).click()
    await page
      .getByRole('button', { name: /^Tomorrow/ })
      .first()
      .click()
    await page.getByRole('alert').getByText('look whether the message is scheduled').waitFor()
    expect(await box().inputValue()).toBe('in the morning')
    const hamlet = web.world.client(web.url, 'hamlet')
    const { scheduled_messages } = await hamlet.ok(hamlet.get('/scheduled_messages'))
    expect(scheduled_messages).toHaveLength(1)
    await box().fill('')
  })
})
