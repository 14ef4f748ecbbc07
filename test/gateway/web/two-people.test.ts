import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { Browsers } from './browsers.ts'

let browsers: Browsers
beforeAll(async () => {
  if (!browserMissing) browsers = await Browsers.start()
})
afterAll(() => browsers?.close())

const messages = (page: Page) => page.getByRole('log').getByRole('article')
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('Control+Enter')
}
const openVerona = (page: Page, topic: string) =>
  page.goto(`${browsers.url}/#narrow/channel/${browsers.world.channelId('Verona')}-Verona/topic/${topic}`)

describe.skipIf(browserMissing)('two people in their browsers', () => {
  let hamlet: Page
  let cordelia: Page
  beforeAll(async () => {
    if (browserMissing) return
    hamlet = await browsers.logIn('hamlet')
    cordelia = await browsers.logIn('cordelia')
  })

  test('write to each other in a topic in real time', async () => {
    await openVerona(hamlet, 'balcony')
    await openVerona(cordelia, 'balcony')
    await hamlet.getByText('No messages yet').waitFor()
    await write(hamlet, 'It **holds** two people')
    await messages(cordelia).getByText('holds').waitFor()
    expect(await messages(cordelia).locator('strong').textContent()).toBe('holds')
    await write(cordelia, 'And one lute?')
    await messages(hamlet).getByText('And one lute?').waitFor()
    // The HTML of the server has replaced the local echo.
    await messages(hamlet).locator('strong').waitFor()
    expect(await messages(hamlet).count()).toBe(2)
    expect(await messages(cordelia).count()).toBe(2)
  })

  test('start a topic in a channel', async () => {
    await hamlet.goto(`${browsers.url}/#narrow/channel/${browsers.world.channelId('Verona')}-Verona`)
    await write(hamlet, 'without a topic')
    await hamlet.getByText('Give the conversation a topic first.').waitFor()
    await hamlet.getByRole('textbox', { name: 'Topic in Verona' }).fill('masks')
    await hamlet.getByRole('textbox', { name: 'Message', exact: true }).press('Control+Enter')
    await hamlet.waitForURL(/\/topic\/masks$/)
    await messages(hamlet).getByText('without a topic').waitFor()
  })

  test('see unread messages until they have read them', async () => {
    await cordelia.goto(`${browsers.url}/#inbox`)
    await hamlet.goto(`${browsers.url}/#narrow/dm/${browsers.world.userId('cordelia')}-dm`)
    await write(hamlet, 'Nothing will come of nothing')
    const line = cordelia.getByRole('main').getByRole('link', { name: /^King Hamlet.*1 unread message/ })
    await line.waitFor()
    await expect.poll(() => cordelia.title()).toMatch(/^\(\d+\) /)
    await cordelia.bringToFront()
    await line.click()
    await messages(cordelia).getByText('Nothing will come of nothing').waitFor()
    await cordelia.goto(`${browsers.url}/#inbox`)
    await expect.poll(() => line.count()).toBe(0)
  })

  test('lose no written text while the server is away', async () => {
    await openVerona(hamlet, 'balcony')
    await messages(hamlet).first().waitFor()
    await hamlet.route('**/json/messages', (route) => route.abort())
    await write(hamlet, 'lost at sea')
    await messages(hamlet).getByText('lost at sea').waitFor()
    await hamlet.unroute('**/json/messages')
    await openVerona(cordelia, 'balcony')
    await messages(cordelia).getByText('lost at sea').waitFor()
    expect(await messages(hamlet).getByText('lost at sea').count()).toBe(1)
  })

  test('keep a message that the server has refused, and send it again', async () => {
    const refusal = { result: 'error', msg: 'The harbour is closed', code: 'BAD_REQUEST' }
    await hamlet.route('**/json/messages', (route) => route.fulfill({ status: 400, json: refusal }))
    await write(hamlet, 'a second letter')
    await hamlet.getByText('Not sent. The harbour is closed').waitFor()
    await hamlet.unroute('**/json/messages')
    await hamlet.getByRole('button', { name: 'Try again' }).click()
    await messages(cordelia).getByText('a second letter').waitFor()
    expect(await messages(hamlet).getByText('a second letter').count()).toBe(1)
  })

  test('read that somebody in a direct conversation is deactivated, and what they wrote, in place of the composer', async () => {
    const { world, url } = browsers
    const box = hamlet.getByRole('textbox', { name: 'Message', exact: true })
    const notice = hamlet.getByText('You cannot write here: the account of Zoe is deactivated.')
    const iago = world.client(url, 'iago')
    const zoe = world.userId('zoe')
    const refused: string[] = []
    hamlet.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await hamlet.goto(`${url}/#narrow/dm/${zoe}-dm`)
    // The server refuses the sign of typing when it arrives after the deactivation.
    await Promise.all([hamlet.waitForResponse('**/json/typing'), box.fill('are you still there?')])
    await iago.ok(iago.delete(`/users/${zoe}`))
    await notice.waitFor()
    expect(await box.count()).toBe(0)
    expect(await hamlet.evaluate('document.activeElement.id')).toBe('main')
    expect(await hamlet.getByLabel('What you wrote here:').inputValue()).toBe('are you still there?')
    await hamlet.reload()
    await notice.waitFor()
    // The draft would have been saved by now.
    await hamlet.waitForTimeout(2000)
    expect(refused).toEqual([])
    await iago.ok(iago.post(`/users/${zoe}/reactivate`))
    await expect.poll(() => box.inputValue()).toBe('are you still there?')
    await box.fill('')
  })

  test('read that they may not write in a channel or to somebody, while an administrator decides so', async () => {
    const { world, url } = browsers
    const box = hamlet.getByRole('textbox', { name: 'Message', exact: true })
    const iago = world.client(url, 'iago')
    const { user_groups } = await iago.ok(iago.get('/user_groups'))
    const group = (name: string) =>
      (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id
    const allow = (name: string) =>
      iago.ok(
        iago.patch(`/streams/${world.channelId('Verona')}`, { can_send_message_group: { new: group(name) } }),
      )
    const allowDirect = (name: string) =>
      iago.ok(iago.patch('/realm', { direct_message_permission_group: { new: group(name) } }))

    await browsers.openTopic(hamlet, 'balcony')
    await box.fill('may I speak?')
    await allow('role:administrators')
    await hamlet.getByText('Only some people may write in this channel.').waitFor()
    expect(await box.count()).toBe(0)
    expect(await hamlet.getByLabel('What you wrote here:').inputValue()).toBe('may I speak?')
    await allow('role:everyone')
    await expect.poll(() => box.inputValue()).toBe('may I speak?')
    await box.fill('')

    await hamlet.goto(`${url}/#narrow/dm/${world.userId('aaron')}-dm`)
    await box.waitFor()
    const hint = hamlet.getByText('Write the first one below.')
    await hint.waitFor()
    await allowDirect('role:nobody')
    await hamlet.getByText('The organization does not allow direct messages between you.').waitFor()
    expect(await hint.count()).toBe(0)
    await hamlet.goto(`${url}/#narrow/dm/${world.userId('hamlet')}-dm`)
    await box.waitFor()
    await allowDirect('role:everyone')
  })

  test('show one pane at a time on a phone', async () => {
    const page = await browsers.logIn('zoe', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    expect(await page.locator('#main').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Verona' }).click()
    await page.getByRole('heading', { level: 1, name: 'Verona' }).waitFor()
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Back to conversations' }).click()
    await page.getByRole('navigation').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    /** The requests that tests above intercept. */
    const expected = /Failed to load resource: (?:net::ERR_FAILED|the server responded with a status of 400)/
    expect(browsers.opened.flatMap(({ faults }) => faults).filter((fault) => !expected.test(fault))).toEqual(
      [],
    )
  })
})
