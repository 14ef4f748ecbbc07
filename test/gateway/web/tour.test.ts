import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { Browsers } from './browsers.ts'

let browsers: Browsers
beforeAll(async () => {
  if (!browserMissing) browsers = await Browsers.start()
})
afterAll(() => browsers?.close())

/** Logs a person in who visits for the first time. */
async function firstVisit(name: string, options: BrowserContextOptions = {}): Promise<Page> {
  await browsers.world.sql('DELETE FROM onboarding_step_seen WHERE user_id = $1', [
    browsers.world.userId(name),
  ])
  return browsers.logIn(name, options)
}

const tour = (page: Page) => page.getByRole('complementary', { name: 'First steps' })
const shows = (page: Page, title: string) => tour(page).getByRole('status').getByText(title).waitFor()
const next = (page: Page) => tour(page).getByRole('button', { name: 'Next' }).click()
/** The number of hints that the server still has for a person. */
const left = async (name: string): Promise<number> => {
  const client = browsers.world.client(browsers.url, name)
  const state = await client.ok(client.post('/register', { event_types: ['onboarding_steps'] }))
  return state.onboarding_steps.length
}
const verona = (topic: string) =>
  `${browsers.url}/#narrow/channel/${browsers.world.channelId('Verona')}-Verona/topic/${topic}`

describe.skipIf(browserMissing)('the tour of the first visit', () => {
  test('shows five hints, one at a time, and another browser goes on where it was left', async () => {
    const page = await firstVisit('hamlet')
    await shows(page, 'Start at the inbox')
    expect(await tour(page).getByText('1 of 5').count()).toBe(1)
    // It takes no focus.
    expect(await tour(page).locator(':focus').count()).toBe(0)
    await next(page)
    await shows(page, 'Channels hold topics')
    await next(page)
    await shows(page, 'Pick up where you were')
    await expect.poll(() => left('hamlet')).toBe(7)

    const other = await browsers.logIn('hamlet')
    await shows(other, 'Pick up where you were')
    await next(other)
    await shows(other, 'Go anywhere')
    await shows(page, 'Go anywhere')
    await next(other)
    // The last one is about topics.
    await expect.poll(() => tour(other).getByRole('status').count()).toBe(0)
    await browsers.send('hamlet', 'balcony', 'A first message')
    await other.goto(verona('balcony'))
    await shows(other, 'Follow or mute')
    await tour(other).getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => tour(other).count()).toBe(0)
    await expect.poll(() => tour(page).count()).toBe(0)
  })

  test('covers no page with forms, and begins in the inbox', async () => {
    const page = await firstVisit('desdemona')
    await shows(page, 'Start at the inbox')
    for (const form of [
      'organization/permissions',
      'groups/new',
      'settings/profile',
      'channels/new',
      'begin',
    ]) {
      await page.goto(`${browsers.url}/#${form}`)
      await page.getByRole('main').getByRole('button').first().waitFor()
      await expect.poll(() => tour(page).getByRole('status').count()).toBe(0)
    }
    await page.goto(`${browsers.url}/#inbox`)
    await shows(page, 'Start at the inbox')
    await page.context().close()
  })

  test('does not come again, and its script is not fetched', async () => {
    const page = await browsers.logIn('hamlet')
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.reload()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    await page.goto(verona('balcony'))
    await page.getByRole('log').getByText('A first message').waitFor()
    expect(await tour(page).count()).toBe(0)
    expect(scripts.filter((address) => address.includes('/tour'))).toEqual([])
  })

  test('leaves the list of a search whole, which opens over the hint', async () => {
    const page = await firstVisit('othello')
    await shows(page, 'Start at the inbox')
    await page.getByRole('combobox').first().click()
    const option = page.getByRole('option').first()
    await option.waitFor()
    const covered = await option.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return !element.contains(element.ownerDocument.elementFromPoint(left + 5, top + height / 2))
    })
    expect(covered).toBe(false)
  })

  test('is skipped as a whole by Escape, which stays with the field that has the focus', async () => {
    const page = await firstVisit('cordelia')
    await shows(page, 'Start at the inbox')
    await page.getByRole('combobox').focus()
    await page.keyboard.press('Escape')
    await shows(page, 'Start at the inbox')
    await page.getByRole('main').focus()
    // Keys of the page work beside it.
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => tour(page).count()).toBe(0)
    await expect.poll(() => left('cordelia')).toBe(4)
    await page.reload()
    await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
    expect(await tour(page).count()).toBe(0)
  })

  test('is operated by the keyboard from the beginning of the page', async () => {
    const page = await firstVisit('iago')
    await shows(page, 'Start at the inbox')
    await page.getByRole('button', { name: 'Skip to messages' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await shows(page, 'Channels hold topics')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => tour(page).count()).toBe(0)
    await expect.poll(() => left('iago')).toBe(4)
  })

  test.each([
    ['a desktop', { viewport: { width: 1280, height: 800 } }],
    ['a low window', { viewport: { width: 900, height: 320 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ] as const)('covers nothing that one types in, on %s', async (_name, options) => {
    const page = await firstVisit('zoe', options)
    await shows(page, 'Start at the inbox')
    await page.goto(verona('balcony'))
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.focus()
    await box.pressSequentially('one\ntwo\nthree\nfour\nfive\nsix')
    const covers = () =>
      page.evaluate(`(() => {
        const hint = document.querySelector('.tour .hint')
        if (hint === null || !hint.checkVisibility({ visibilityProperty: true })) return false
        const a = hint.getBoundingClientRect()
        const b = document.querySelector('.composer').getBoundingClientRect()
        const isOutside = a.left < 0 || a.right > innerWidth || a.top < 0 || a.bottom > innerHeight
        return isOutside || (a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top)
      })()`)
    expect(await covers()).toBe(false)
    expect(await box.inputValue()).toContain('six')
    await box.fill('')
    await page.context().close()
  })

  test('axe finds nothing in both themes', async () => {
    const page = await firstVisit('othello', { colorScheme: 'light', reducedMotion: 'reduce' })
    await shows(page, 'Start at the inbox')
    expect(await violationsInBothThemes(page)).toBe('')
    await page.context().close()
  })

  test('is skipped for good, also when the server does not hear of it', async () => {
    const page = await firstVisit('othello')
    await shows(page, 'Start at the inbox')
    await page.route('**/json/users/me/onboarding_steps', (route) => route.abort())
    await tour(page).getByRole('button', { name: 'Skip all' }).click()
    await expect.poll(() => tour(page).getByRole('status').count()).toBe(0)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.getByRole('link', { name: 'Recent conversations' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Recent conversations' }).waitFor()
    expect(await tour(page).getByRole('status').count()).toBe(0)
    await page.unroute('**/json/users/me/onboarding_steps')
    const before = await left('othello')
    await page.reload()
    await expect.poll(() => left('othello')).toBe(before - 5)
    browsers.opened.find((one) => one.page === page)!.faults.length = 0
  })

  test('covers nothing that it explains, and closes when that goes', async () => {
    const page = await firstVisit('othello', { viewport: { width: 1000, height: 420 } })
    for (const title of [
      'Start at the inbox',
      'Channels hold topics',
      'Pick up where you were',
      'Go anywhere',
    ]) {
      await shows(page, title)
      const overlaps = () =>
        page.evaluate<boolean>(`(() => {
          const anchors = { 'Start at the inbox': '.sidebar a[href="#inbox"]', 'Channels hold topics': '.sidebar a[href^="#narrow/channel/"]',
            'Pick up where you were': '.sidebar a[href="#recent"]', 'Go anywhere': '.search-box input' }
          const box = document.querySelector('.hint:not(.hidden)')?.getBoundingClientRect()
          const part = document.querySelector(anchors['${title}']).getBoundingClientRect()
          return box !== undefined && box.left < part.right && box.right > part.left && box.top < part.bottom && box.bottom > part.top
        })()`)
      await expect.poll(overlaps).toBe(false)
      if (title === 'Channels hold topics') {
        await page.evaluate(`document.querySelector('.sidebar').style.display = 'none'`)
        await expect.poll(() => tour(page).getByText(title).count()).toBe(0)
        await page.evaluate(`document.querySelector('.sidebar').style.display = ''`)
        await page.setViewportSize({ width: 1001, height: 420 })
        await shows(page, title)
      }
      await next(page)
    }
  })

  test('no error occurs', () => {
    expect(browsers.opened.flatMap(({ faults }) => faults)).toEqual([])
  })
})
