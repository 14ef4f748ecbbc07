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
const text = () => composer().inputValue()

/** Opens a page that has loaded nothing before, with the wanted meaning of Enter. */
async function open(topic: string, enter_sends: boolean): Promise<void> {
  await page?.close()
  const hamlet = web.world.client(web.url, 'hamlet')
  await hamlet.ok(hamlet.patch('/settings', { enter_sends }))
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(web.topic('Verona', topic))
  await composer().waitFor()
}

/** Types lines; `breaks` is the key between them. */
async function type(lines: readonly string[], breaks: string): Promise<void> {
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.keyboard.press(breaks)
    await page.keyboard.type(line)
  }
}

describe.skipIf(browserMissing)('Enter in the composer', () => {
  test.each([
    ['bullets', ['- milk', 'bread', '', 'done'], '- milk\n- bread\n\ndone'],
    ['stars', ['* milk', 'bread'], '* milk\n* bread'],
    ['the next number', ['9. milk', 'bread', ''], '9. milk\n10. bread\n11. '],
    ['an indentation', ['  - milk', 'bread'], '  - milk\n  - bread'],
    ['no code', ['```', '- milk', 'bread'], '```\n- milk\nbread'],
    ['lists after code', ['```', 'x', '```', '- milk', 'bread'], '```\nx\n```\n- milk\n- bread'],
    ['lists in quotes', ['```quote', '- milk', 'bread'], '```quote\n- milk\n- bread'],
    ['no other text', ['-milk', '1984.', '1) bread', 'a - b', 'c'], '-milk\n1984.\n1) bread\na - b\nc'],
  ])('continues %s', async (name, lines, expected) => {
    await open(`lists: ${name}`, false)
    await type(lines, 'Enter')
    expect(await text()).toBe(expected)
    await composer().fill('')
  })

  test('ends a list at an empty item, splits an item at the cursor, and is taken back by undo', async () => {
    await open('lists: undo', false)
    await type(['- milk and bread'], 'Enter')
    for (let i = 0; i < ' and bread'.length; i++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('- milk\n-  and bread')
    await page.keyboard.press('Control+z')
    expect(await text()).toBe('- milk and bread')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    expect(await text()).toBe('- milk and bread\n\nx')
    // Before its mark an item moves down whole.
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('\n- milk and bread\n\nx')
    await composer().fill('- ')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('')
    await page.keyboard.press('Control+z')
    expect(await text()).toBe('- ')
    await composer().fill('')
  })

  test('sends where it is to send, and continues a list with Shift', async () => {
    await open('lists: Shift', true)
    await type(['1. milk', 'bread'], 'Shift+Enter')
    expect(await text()).toBe('1. milk\n2. bread')
    await page.keyboard.press('Enter')
    await messageWith(page, 'milk').locator('ol li').nth(1).waitFor(SOON)
    await composer().press('ArrowLeft')
    const box = page.getByRole('textbox', { name: 'Edit the message' })
    await box.waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('wine')
    expect(await box.inputValue()).toBe('1. milk\n2. bread\n3. wine')
    await page.keyboard.press('Enter')
    await messageWith(page, 'wine').locator('ol li').nth(2).waitFor(SOON)
  })

  test('continues a list in an edit, where it does not save', async () => {
    await open('lists: edit', false)
    await type(['* milk'], 'Enter')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, 'milk').locator('li').waitFor(SOON)
    await composer().press('ArrowLeft')
    const box = page.getByRole('textbox', { name: 'Edit the message' })
    await box.waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('bread')
    expect(await box.inputValue()).toBe('* milk\n* bread')
    // With Shift, Enter is a plain end of a line.
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('x')
    expect(await box.inputValue()).toBe('* milk\n* bread\nx')
    await page.keyboard.press('Escape')
  })
})
