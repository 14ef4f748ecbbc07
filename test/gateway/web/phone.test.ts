import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

let web: WebWorld
let page: Page
let touch: CDPSession
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  touch = await page.context().newCDPSession(page)
  const cordelia = web.world.client(web.url, 'cordelia')
  for (const content of ['a word from Cordelia', 'another word'])
    await cordelia.ok(cordelia.post('/messages', { type: 'channel', to: 'Verona', topic: 'phones', content }))
})
afterAll(() => web?.close())

const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
const sheet = () => page.getByRole('dialog', { name: 'Actions for this message' })

/** Rests a finger on an element until the sheet is open, then lifts it. */
async function press(target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await sheet().waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function openTopic(): Promise<void> {
  await page.goto(web.topic('Verona', 'phones'))
  await messageWith(page, 'a word from Cordelia').waitFor()
}

describe.skipIf(browserMissing)('on a phone', () => {
  test('a long press on a message opens its actions, and the lifted finger presses none', async () => {
    await openTopic()
    await press(messageWith(page, 'a word from Cordelia').getByText('a word from Cordelia'))
    expect(await sheet().getByRole('button', { name: 'Copy link' }).isVisible()).toBe(true)
    await sheet().getByRole('button', { name: ':tada:' }).tap()
    await messageWith(page, 'a word from Cordelia')
      .getByRole('button', { name: /reacted with :tada:/ })
      .waitFor()
    await expect.poll(() => sheet().count()).toBe(0)
  })

  test('a finger that scrolls opens nothing', async () => {
    const { x, y } = (await messageWith(page, 'another word').boundingBox())!
    const at = (dy: number) => [{ x: x + 80, y: y + 10 + dy }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(60) })
    // Longer than a long press: an opened sheet would be there.
    await page.evaluate('new Promise((done) => setTimeout(done, 600))')
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect(await sheet().count()).toBe(0)
  })

  test('the back button closes what is open, and then leaves the view', async () => {
    await page.goto(`${web.url}/#inbox`)
    await openTopic()
    const address = page.url()
    await press(messageWith(page, 'another word').getByText('another word'))
    await page.goBack()
    await expect.poll(() => sheet().count()).toBe(0)
    expect(page.url()).toBe(address)
    // A dialog that follows the sheet is one step back too.
    await press(messageWith(page, 'another word').getByText('another word'))
    await sheet().getByRole('button', { name: 'View source' }).tap()
    await page.getByRole('dialog', { name: 'Source of the message' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(page.url()).toBe(address)
    // A dialog that its button closed leaves no step in the history.
    await press(messageWith(page, 'another word').getByText('another word'))
    await sheet().getByRole('button', { name: 'View source' }).tap()
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect.poll(() => page.evaluate('history.state')).toBe(null)
    await page.goBack()
    await expect.poll(() => page.url()).toBe(`${web.url}/#inbox`)
  })

  test('the back button works while the phone is slow to close what is open', async () => {
    await openTopic()
    const address = page.url()
    await press(messageWith(page, 'another word').getByText('another word'))
    await page.evaluate(`{
      const { close } = HTMLDialogElement.prototype
      HTMLDialogElement.prototype.close = function () {
        HTMLDialogElement.prototype.close = close
        setTimeout(() => close.call(this), 100)
      }
      window.entries = 0
      history.pushState = (...entry) => {
        window.entries++
        History.prototype.pushState.apply(history, entry)
      }
    }`)
    await page.goBack()
    await expect.poll(() => sheet().count()).toBe(0)
    expect(await page.evaluate('window.entries')).toBe(0)
    expect(page.url()).toBe(address)
    await page.evaluate('delete history.pushState')
  })

  test('what opens while the step of the former is removed stays open, and has a step', async () => {
    await openTopic()
    const address = page.url()
    await press(messageWith(page, 'another word').getByText('another word'))
    await sheet().getByRole('button', { name: 'View source' }).tap()
    // The way back begins when the dialog closes, and ends when the next sheet is open.
    await page.evaluate(`{
      history.back = () => {
        delete history.back
        window.stepsBack = 1
      }
      history.pushState = (...entry) => {
        window.stepsBack++
        History.prototype.pushState.apply(history, entry)
      }
    }`)
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect.poll(() => page.evaluate('window.stepsBack')).toBe(1)
    await press(messageWith(page, 'another word').getByText('another word'))
    await page.evaluate('delete history.pushState; history.go(-window.stepsBack)')
    await expect.poll(() => page.evaluate('history.state')).toBe('overlay')
    expect(await sheet().count()).toBe(1)
    await page.goBack()
    await expect.poll(() => sheet().count()).toBe(0)
    expect(page.url()).toBe(address)
  })

  test('the composer stays above a keyboard that covers the page', async () => {
    await openTopic()
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true })
      visualViewport.dispatchEvent(new Event('resize'))`)
    await expect
      .poll(async () => {
        const { y, height } = (await composer().boundingBox())!
        return y + height
      })
      .toBeLessThanOrEqual(500)
    await expect
      .poll(async () => {
        const { y, height } = (await messageWith(page, 'another word').boundingBox())!
        return y + height
      })
      .toBeLessThan(500)
    await page.evaluate(`
      delete visualViewport.height
      visualViewport.dispatchEvent(new Event('resize'))`)
    await expect
      .poll(async () => {
        const { y, height } = (await composer().boundingBox())!
        return y + height
      })
      .toBeGreaterThan(700)
  })

  test('long words wrap, in names and polls, and hide neither times nor votes', async () => {
    const { world, url } = web
    const word = 'Donaudampfschifffahrt'.repeat(4)
    const iago = world.client(url, 'iago')
    await iago.ok(iago.patch(`/users/${world.userId('zoe')}`, { full_name: word }))
    const subscriptions = [{ name: word.slice(0, 60) }]
    const principals = [world.userId('hamlet'), world.userId('zoe')]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions, principals }))
    const zoe = world.client(url, 'zoe')
    for (const content of [`/poll ${word}\n${word}\nshort`, `/todo ${word}\n${word}: ${word}`])
      await zoe.ok(
        zoe.post('/messages', { type: 'channel', to: subscriptions[0]!.name, topic: 'words', content }),
      )
    const beyond = `[...document.querySelectorAll('.message .when, .widget .title, .widget .option, .widget .votes, .task, h2 a')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
      .map((one) => one.outerHTML.slice(0, 120))`
    await page.goto(`${url}/#inbox`)
    await page.getByRole('main').getByRole('link', { name: subscriptions[0]!.name, exact: true }).waitFor()
    expect(await page.evaluate(beyond)).toEqual([])
    await page.getByRole('link', { name: 'words' }).click()
    await page.getByRole('button', { name: 'short 0 votes' }).waitFor()
    expect(await page.evaluate(beyond)).toEqual([])
  })

  test('a swipe from the start of the line shows the conversations', async () => {
    await openTopic()
    const at = (x: number) => [{ x, y: 300 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(60) })
    for (const x of [120, 180, 240, 300])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.getByRole('navigation').waitFor()
    expect(page.url()).toContain('#conversations')
  })
})

const VIEWS = [
  '#conversations',
  '#inbox',
  '#recent',
  '#feed',
  '#narrow/is/starred',
  '#drafts',
  '#scheduled',
  '#reminders',
  '#channels',
  '#channels/folders',
  '#channels/new',
  '#settings/profile',
  '#settings/account',
  '#settings/preferences',
  '#settings/notifications',
  '#settings/alert-words',
  '#settings/topics',
  '#settings/muted-users',
  '#settings/bots',
] as const

/**
 * The visible controls that a finger misses which is 21 pixels from the middle. Links within sentences and
 * headings may be smaller, and so may targets at the edge of a list that scrolls.
 */
const SMALL = `[...document.querySelectorAll('a[href], button, input:not([type=file]), select, [role=button], [role=option]')]
  .filter((one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
  .filter((one) => !one.closest('.message-content p, .skip, .only-heard, h1, h3'))
  .map((one) => (one.closest('label') ?? one))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ one, box: { x, y, width, height } }) => {
    if (width === 0 || height === 0) return false
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    const hits = (dx, dy) => {
      const [px, py] = [middleX + dx, middleY + dy]
      if (py >= innerHeight && one.closest('.settings')) return true
      const found = document.elementFromPoint(px, py)
      return found !== null && (one === found || one.contains(found))
    }
    const isOnScreen = hits(0, 0)
    return isOnScreen && ((width < 44 && !(hits(-21, 0) && hits(21, 0))) || (height < 44 && !(hits(0, -21) && hits(0, 21))))
  })
  .map(({ one, box }) => one.outerHTML.slice(0, 120) + ' ' + Math.round(box.width) + '×' + Math.round(box.height))
  .join('\\n')`

/** The views that scroll sideways within the page. */
const SIDEWAYS = `[...document.querySelectorAll('#main .settings, #main .lines')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.className)
  .join(' ')`

/** Whether the part of a view begins above the end of the line with the names of the parts. */
const COVERED = `(() => {
  const [line, part] = ['nav', '.part'].map((name) => document.querySelector('.settings > ' + name)?.getBoundingClientRect())
  return line !== undefined && part.top < line.bottom
})()`

describe.skipIf(browserMissing)('every view at 320 pixels', () => {
  beforeAll(async () => {
    if (!browserMissing) await page.setViewportSize({ width: 320, height: 640 })
  })

  test.each([...VIEWS, 'topic'])(
    '%s does not scroll sideways, and fingers hit its controls',
    async (hash) => {
      await page.goto(hash === 'topic' ? web.topic('Verona', 'phones') : `${web.url}/${hash}`)
      await page.locator('h1:visible, nav h2:visible').first().waitFor()
      if (hash.startsWith('#settings')) await page.locator(`[aria-current][href="${hash}"]`).waitFor()
      if (hash === 'topic') await messageWith(page, 'another word').waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
      expect(await page.evaluate(SIDEWAYS)).toBe('')
      expect(await page.evaluate(SMALL)).toBe('')
      expect(await page.evaluate(COVERED)).toBe(false)
    },
  )

  test.each(['general', 'personal', 'subscribers'])('%s of a channel fits too', async (part) => {
    await page.goto(`${web.url}/#channels/${web.world.channelId('Verona')}/Verona/${part}`)
    await page.locator(`[aria-current][href$="${part}"]`).waitFor()
    if (part === 'subscribers') await page.getByText('9 subscribers').waitFor()
    expect(await page.evaluate(SIDEWAYS)).toBe('')
    expect(await page.evaluate(SMALL)).toBe('')
  })

  test('the sheet, the menu of the account and the dialogs fit too', async () => {
    await openTopic()
    await press(messageWith(page, 'another word').getByText('another word'))
    expect(await page.evaluate(SMALL)).toBe('')
    await sheet().getByRole('button', { name: 'Forward…' }).tap()
    await page.getByRole('dialog', { name: 'Forward to' }).waitFor()
    expect(await page.evaluate(SMALL)).toBe('')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.goBack()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${web.url}/#conversations`)
    await page.getByRole('button', { name: 'Your account' }).tap()
    await page.locator('#account-menu').waitFor()
    expect(await page.evaluate(SMALL)).toBe('')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    expect(web.faults).toEqual([])
  })
})
