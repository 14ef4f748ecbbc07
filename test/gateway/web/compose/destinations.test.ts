import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
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
const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
const newest = async (narrow: readonly unknown[]) => {
  const client = web.world.client(web.url, 'hamlet')
  const { messages } = await client.ok(
    client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false }),
  )
  return messages[0]
}
const inTopic = (topic: string) => [
  { operator: 'channel', operand: 'Verona' },
  { operator: 'topic', operand: topic },
]

/** Opens a page that has loaded nothing before. */
async function open(topic: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(web.topic('Verona', topic))
  await box().waitFor()
}

describe.skipIf(browserMissing)('the composer', () => {
  test('sends somewhere else without leaving the conversation', async () => {
    await open('here')
    await box().fill('for another place')
    await tool('Send somewhere else').click()
    const dialog = page.getByRole('dialog', { name: 'Send somewhere else' })
    await dialog.getByRole('combobox').fill('Denmark')
    expect(await violations(page)).toBe('')
    await dialog
      .getByRole('option', { name: /Denmark/ })
      .first()
      .click()
    const topic = page.getByRole('textbox', { name: /Denmark/ })
    await expect.poll(() => box().inputValue(), SOON).toBe('for another place')
    await box().press('Control+Enter')
    await page.getByRole('alert').getByText('topic').waitFor()
    await topic.fill('over there')
    await box().press('Control+Enter')
    await page.getByRole('link', { name: 'Sent to Denmark › over there. Open it.' }).waitFor()
    expect(page.url()).toContain('here')
    await expect.poll(() => box().getAttribute('placeholder'), SOON).toContain('here')
    const there = [
      { operator: 'channel', operand: 'Denmark' },
      { operator: 'topic', operand: 'over there' },
    ]
    await expect.poll(async () => (await newest(there))?.content, SOON).toBe('for another place')
    await page.getByRole('link', { name: /^Sent to Denmark/ }).click()
    await messageWith(page, 'for another place').waitFor()
  })

  test('takes the text back, and to a direct conversation by keys alone', async () => {
    await open('to and fro')
    await box().fill('a secret')
    await box().press('Tab')
    const focused = () => page.evaluate<string>('document.activeElement.ariaLabel')
    await expect.poll(focused, SOON).toBe('Attach files')
    while ((await focused()) !== 'Send somewhere else') await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page
      .getByRole('combobox', { name: 'Conversation, person or channel' })
      .pressSequentially('Cordelia')
    await page
      .getByRole('option', { name: /Cordelia/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => box().getAttribute('placeholder'), SOON).toContain('Cordelia')
    await page.getByRole('button', { name: 'Send it here' }).click()
    await expect.poll(() => box().getAttribute('placeholder'), SOON).toContain('to and fro')
    expect(await box().inputValue()).toBe('a secret')
    await box().fill('')
  })

  test('writes a poll and a to-do list in forms, which leave the draft alone', async () => {
    await open('forms')
    await box().fill('half a thought')
    await tool('New poll').click()
    const poll = page.getByRole('dialog', { name: 'New poll' })
    await poll.getByRole('button', { name: 'Send' }).click()
    await poll.getByRole('alert').getByText('Write the question.').waitFor()
    await poll.getByRole('textbox', { name: 'Question' }).fill('Where to?')
    await poll.getByRole('textbox', { name: 'Option 1' }).fill('Elsinore')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Wittenberg')
    await page.keyboard.press('Enter')
    await page.keyboard.type('nowhere')
    await poll.getByRole('button', { name: 'Remove line 3' }).click()
    expect(await violations(page)).toBe('')
    await poll.getByRole('button', { name: 'Send' }).click()
    const shown = page.getByRole('region', { name: 'Poll' })
    await shown.getByText('Where to?').waitFor()
    expect(await shown.getByRole('button', { name: /Elsinore|Wittenberg|nowhere/ }).count()).toBe(2)
    await tool('New to-do list').click()
    const todo = page.getByRole('dialog', { name: 'New to-do list' })
    await todo.getByRole('textbox', { name: 'Title of the list' }).fill('Before the play')
    await todo.getByRole('textbox', { name: 'Task 1', exact: true }).fill('Learn the lines')
    await todo.getByRole('textbox', { name: 'Description of task 1' }).fill('all of them')
    await todo.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Before the play').waitFor()
    await expect
      .poll(async () => (await newest(inTopic('forms'))).content, SOON)
      .toBe('/todo Before the play\nLearn the lines: all of them')
    expect(await box().inputValue()).toBe('half a thought')
  })

  test('enlarges, and opens the help on formatting', async () => {
    await open('room')
    const height = async () => (await box().boundingBox())!.height
    const before = await height()
    await tool('Large field').click()
    await expect.poll(height, SOON).toBeGreaterThan(before * 5)
    await box().fill('long')
    await box().press('Control+Enter')
    await expect.poll(height, SOON).toBeLessThan(before * 2)
    await tool('Help with formatting').click()
    await page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'Formatting' }).waitFor()
  })

  test('has emoji and mention first on phones', async () => {
    const phone = await web.logIn('hamlet', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await phone.goto(web.topic('Verona', 'here'))
    const tools = phone.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
    await tools.first().waitFor()
    const names = await phone.evaluate<string[]>(
      `[...document.querySelectorAll('[role="toolbar"] button')].map((one) => one.ariaLabel)`,
    )
    expect(names.slice(0, 2)).toEqual(['Emoji', 'Mention somebody'])
    const { x, width } = (await tools.nth(1).boundingBox())!
    expect(x + width).toBeLessThan(390)
    await phone.context().close()
  })
})
