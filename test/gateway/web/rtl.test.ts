import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

const HEBREW = 'שלום עולם, this is mixed'
const ARABIC = 'مرحبا بالعالم'
const TOPIC = 'נושא חדש'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const cordelia = web.world.client(web.url, 'cordelia')
  for (const content of ['Left to right', HEBREW, `${ARABIC}\n\nThen English`, '- אחד\n- שתיים'])
    await cordelia.ok(cordelia.post('/messages', { type: 'channel', to: 'Verona', topic: TOPIC, content }))
  page = await web.logIn('hamlet', { viewport: { width: 1440, height: 900 } })
})
afterAll(() => web?.close())

/** The direction of a field or name; auto follows its text. */
const directionOf = (element: Locator) =>
  element.evaluate(
    (one) =>
      (
        globalThis as unknown as { getComputedStyle: (of: unknown) => { direction: string } }
      ).getComputedStyle(one).direction,
  )
const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
const openTopic = async () => {
  await page.goto(web.topic('Verona', TOPIC))
  await messageWith(page, HEBREW).waitFor()
}
/** Whether the text of an element begins at its right edge. */
const beginsRight = (selector: string, text: string) =>
  page.evaluate<boolean>(`(() => {
    const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.includes(${JSON.stringify(text)}))
    const range = document.createRange()
    const walker = document.createTreeWalker(found, NodeFilter.SHOW_TEXT)
    const first = walker.nextNode()
    range.setStart(first, 0)
    range.setEnd(first, 1)
    const letter = range.getBoundingClientRect()
    const box = found.getBoundingClientRect()
    return letter.left - box.left > box.right - letter.right
  })()`)

describe.skipIf(browserMissing)('texts from right to left', () => {
  test('have their own direction in messages, paragraph by paragraph', async () => {
    await openTopic()
    expect(await beginsRight('.message-content p', HEBREW)).toBe(true)
    expect(await beginsRight('.message-content p', ARABIC)).toBe(true)
    expect(await beginsRight('.message-content p', 'Left to right')).toBe(false)
    expect(await beginsRight('.message-content p', 'Then English')).toBe(false)
    expect(await beginsRight('.message-content li', 'אחד')).toBe(true)
  })

  test('have their own direction in the composer, the topic and the names of topics', async () => {
    await composer().fill(HEBREW)
    expect(await directionOf(composer())).toBe('rtl')
    await composer().fill('Left')
    expect(await directionOf(composer())).toBe('ltr')
    await composer().fill('')
    for (const place of [page.getByRole('heading', { level: 1 }), page.getByRole('navigation')])
      expect(await directionOf(place.getByText(TOPIC).first())).toBe('rtl')
    await page.goto(`${web.url}/#narrow/channel/${web.world.channelId('Verona')}-Verona`)
    const topic = page
      .getByRole('textbox', { name: 'Topic in Verona' })
      .or(page.getByRole('combobox', { name: 'Topic in Verona' }))
    await topic.fill(TOPIC)
    expect(await directionOf(topic)).toBe('rtl')
    await topic.fill('')
  })
})

/** Texts and controls that overlap, or leave the window. */
const OVERLAPS = `(() => {
  const shown = [...document.querySelectorAll('.top-bar > *, .sidebar, #main, .people-panel')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
  const boxes = shown.map((one) => ({ name: one.className || one.id, box: one.getBoundingClientRect() }))
  const problems = boxes.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1).map(({ name }) => name + ' leaves the window')
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      if (a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 1 && b.box.top < a.box.bottom - 1)
        problems.push(a.name + ' overlaps ' + b.name)
  return problems
})()`
const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!

describe.skipIf(browserMissing)('the page from right to left', () => {
  beforeAll(async () => {
    if (browserMissing) return
    await openTopic()
    await page.evaluate("document.documentElement.dir = 'rtl'")
  })

  test('is mirrored: the conversations right, the people left, messages from the right', async () => {
    const [sidebar, main, people] = [await box('.sidebar'), await box('#main'), await box('.people-panel')]
    expect(people.x).toBe(0)
    expect(main.x).toBe(people.width)
    expect(sidebar.x).toBe(main.x + main.width)
    const face = await box('.message .face')
    const body = await box('.message .body')
    expect(face.x).toBeGreaterThan(body.x + body.width - 1)
    const actions = await box('.composer .send')
    expect(actions.x).toBeLessThan(main.x + main.width / 2)
    expect(await page.evaluate(OVERLAPS)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440)
  })

  test('has its toolbar and menus at the other side, inside the window', async () => {
    await messageWith(page, 'Left to right').hover()
    const toolbar = await box('.message-toolbar')
    const message = (await messageWith(page, 'Left to right').boundingBox())!
    expect(toolbar.x - message.x).toBeLessThan(message.width / 2)
    await page.getByRole('button', { name: 'Your account' }).click()
    const menu = await box('#account-menu')
    expect(menu.x).toBeLessThan(200)
    expect(menu.x).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Escape')
  })

  test('has names at the beginning of their lines, whatever their own direction', async () => {
    const cordelia = web.world.client(web.url, 'cordelia')
    const sent = { type: 'channel', to: 'Verona', topic: 'latin', content: 'unread' }
    await cordelia.ok(cordelia.post('/messages', sent))
    await page.goto(`${web.url}/#inbox`)
    await page.locator('.inbox-line .name', { hasText: 'latin' }).waitFor()
    const gap = (await page.evaluate(`(() => {
      const element = [...document.querySelectorAll('.inbox-line .name')].find((one) => one.textContent.includes('latin'))
      const range = document.createRange()
      range.selectNodeContents(element)
      return element.parentElement.getBoundingClientRect().right - range.getBoundingClientRect().right
    })()`)) as number
    expect(Math.abs(gap)).toBeLessThan(2)
  })

  test.each(['#inbox', '#recent', '#feed', '#drafts', '#channels'])(
    'overlaps nothing in %s',
    async (hash) => {
      await page.goto(`${web.url}/${hash}`)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      expect(await page.evaluate(OVERLAPS)).toEqual([])
    },
  )
})

describe.skipIf(browserMissing)('the page', () => {
  test('at 200 % works without scrolling sideways', async () => {
    const zoomed = await web.logIn('iago', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })
    for (const hash of ['#conversations', '#inbox', '#recent', '#feed', '#channels', '#drafts']) {
      await zoomed.goto(`${web.url}/${hash}`)
      await zoomed.locator('h1:visible, nav h2:visible').first().waitFor()
      expect(await zoomed.evaluate('document.documentElement.scrollWidth')).toBe(640)
    }
    await zoomed.goto(web.topic('Verona', TOPIC))
    await messageWith(zoomed, HEBREW).waitFor()
    const field = zoomed.getByRole('textbox', { name: 'Message', exact: true })
    const { y, height } = (await field.boundingBox())!
    expect(y + height).toBeLessThan(400)
    await field.fill('written at 200 %')
    await field.press('Control+Enter')
    await messageWith(zoomed, 'written at 200 %').waitFor()
  })

  test('moves nothing for people who want less motion', async () => {
    const still = await web.logIn('iago', { reducedMotion: 'reduce' })
    await still.goto(web.topic('Verona', TOPIC))
    await messageWith(still, HEBREW).waitFor()
    const moving = await still.evaluate(`[...document.querySelectorAll('*')].filter((one) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(one)
      const long = (times) => times.split(', ').some((time) => parseFloat(time) > 0.01)
      return long(transitionDuration) || (animationName !== 'none' && long(animationDuration))
    }).map((one) => one.className)`)
    expect(moving).toEqual([])
  })

  test('shows focus, choice and counts in forced colours', async () => {
    const forced = await web.logIn('iago', { forcedColors: 'active', viewport: { width: 1440, height: 900 } })
    await forced.goto(web.topic('Verona', TOPIC))
    await messageWith(forced, HEBREW).waitFor()
    const outline = (selector: string) =>
      forced.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).outlineStyle`,
      )
    expect(await outline('.sidebar-link[aria-current]')).toBe('solid')
    await forced.getByRole('textbox', { name: 'Message', exact: true }).fill('words')
    const send = await forced.evaluate<string>(
      "getComputedStyle(document.querySelector('.composer .send')).borderStyle",
    )
    expect(send).toBe('solid')
    await messageWith(forced, HEBREW).focus()
    await forced.keyboard.press('i')
    await expect
      .poll(() => forced.evaluate('getComputedStyle(document.activeElement).outlineStyle'))
      .toBe('solid')
    await forced.keyboard.press('Escape')
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    expect(web.faults).toEqual([])
  })
})
