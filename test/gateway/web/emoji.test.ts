import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

const client = (name: string) => web.world.client(web.url, name)

/** Opens the topic with an emoji in a message and as its reaction, and collects the requests of the page. */
async function visit(name: string, emojiset: string): Promise<{ page: Page; fetched: string[] }> {
  await client(name).ok(client(name).patch('/settings', { emojiset }))
  const page = await web.logIn(name)
  const fetched: string[] = []
  page.on('response', (response) => {
    if (response.ok()) fetched.push(new URL(response.url()).pathname)
  })
  await page.goto(web.topic('Verona', 'balcony'))
  await page.reload()
  await page.getByRole('log').getByText('a party').waitFor()
  return { page, fetched }
}
const fontOf = (page: Page, selector: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).fontFamily`)
/** How many parts of a font are loaded. */
const loadedParts = (page: Page, family: string) =>
  page.evaluate(
    `[...document.fonts].filter((part) => part.family.includes('${family}') && part.status === 'loaded').length`,
  )

/** The pixels of a drawn emoji that are neither grey nor empty: fonts of an unknown kind draw nothing. */
const colouredPixels = (page: Page, family: string) =>
  page.evaluate(`(() => {
    const pen = new OffscreenCanvas(40, 40).getContext('2d')
    pen.font = '32px "${family}"'
    pen.fillText('🎉', 0, 34)
    const { data } = pen.getImageData(0, 0, 40, 40)
    let count = 0
    for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - data[i + 2]) > 30) count++
    return count
  })()`)

describe.skipIf(browserMissing)('emoji', () => {
  beforeAll(async () => {
    const hamlet = client('hamlet')
    const { id } = await hamlet.ok(
      hamlet.post('/messages', {
        type: 'channel',
        to: 'Verona',
        topic: 'balcony',
        content: 'a party :tada:',
      }),
    )
    await hamlet.ok(hamlet.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' }))
  })

  test.each([
    ['twitter', 'Twemoji'],
    ['google', 'Noto Color Emoji'],
  ])(
    'of the set %s are drawn with its font, of which the page loads the parts it shows',
    async (set, family) => {
      const { page, fetched } = await visit('cordelia', set)
      expect(await fontOf(page, '.message-content .emoji')).toContain(family)
      expect(await fontOf(page, '.reactions .emoji')).toContain(family)
      await expect.poll(() => loadedParts(page, family)).toBeGreaterThan(0)
      expect(await colouredPixels(page, family)).toBeGreaterThan(50)
      expect(await loadedParts(page, family)).toBeLessThan(4)
      if (set === 'twitter') expect(fetched.some((path) => /twemoji-.*\.woff2$/.test(path))).toBe(true)
    },
  )

  test('of the set of text are shown by their names, also in the picker and among completions', async () => {
    const { page } = await visit('othello', 'text')
    await page.getByRole('log').getByText('a party :tada:').waitFor()
    await page.locator('.reactions').getByText(':octopus:').first().waitFor()
    await page.getByRole('button', { name: 'Add a reaction' }).first().click({ force: true })
    await page.getByRole('combobox', { name: 'Search emoji' }).fill('octopus')
    await page.getByRole('option', { name: 'octopus' }).getByText(':octopus:').waitFor()
  })

  describe('that people mean', () => {
    let page: Page
    beforeAll(async () => {
      if (browserMissing) return
      page = await web.logIn('hamlet')
      page.setDefaultTimeout(20_000)
      await page.goto(web.topic('Verona', 'balcony'))
      await page.getByRole('log').getByText('a party').waitFor()
    })

    test.each([
      [':smi', 'smile'],
      [':hea', 'heart'],
      [':chec', 'check'],
      [':fir', 'fire'],
      [':joy', 'joy'],
      [':up', 'up'],
      [':hear-n', 'hear_no_evil'],
      [':party', 'partying_face'],
    ])('by %s come first, in a text and in the picker', async (typed, name) => {
      const box = page.getByRole('textbox', { name: 'Message', exact: true })
      await box.fill('')
      await box.pressSequentially(typed)
      await page.locator('#composer-completions').getByRole('option').first().waitFor()
      await box.press('Enter')
      expect(await box.inputValue()).toBe(`:${name}: `)
      await box.fill('')
      await page.getByRole('button', { name: 'Add a reaction' }).first().click({ force: true })
      const search = page.getByRole('combobox', { name: 'Search emoji' })
      await search.fill(typed.slice(1))
      const first = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option').first()
      await expect.poll(() => first.getAttribute('title')).toBe(`:${name}:`)
      await search.press('Escape')
      await search.waitFor({ state: 'detached' })
    })
  })

  test('change their set while the page is open', async () => {
    const { page } = await visit('zoe', 'text')
    await client('zoe').ok(client('zoe').patch('/settings', { emojiset: 'twitter' }))
    await page.getByRole('log').getByRole('img', { name: 'tada' }).waitFor()
    expect(await page.locator('html').getAttribute('data-emoji')).toBe('twitter')
  })
})
