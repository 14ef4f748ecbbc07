import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet', { viewport: { width: 1440, height: 900 } })
})
afterAll(() => web?.close())

const panel = () => page.getByRole('complementary', { name: 'People' })
const member = (name: string | RegExp) => panel().getByRole('link', { name })

describe.skipIf(browserMissing)('the right panel', () => {
  test('shows everybody beside the inbox', async () => {
    await page.goto(`${web.url}/#inbox`)
    await member(/King Hamlet.*active.*you/).waitFor()
    await member(/Cordelia/).waitFor()
    expect(await panel().getByRole('button', { name: 'In this channel' }).count()).toBe(0)
  })

  test('shows the members of a channel, who come and go, with a choice of everybody', async () => {
    await page.goto(web.topic('Verona', 'members'))
    await member(/King Hamlet/).waitFor()
    const iago = web.world.client(web.url, 'iago')
    const cordelia = [web.world.userId('cordelia')]
    await iago.ok(iago.delete('/users/me/subscriptions', { subscriptions: ['Verona'], principals: cordelia }))
    await member(/Cordelia/).waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'Everybody' }).click()
    await member(/Cordelia/).waitFor()
    await panel().getByRole('button', { name: 'In this channel' }).click()
    await member(/Cordelia/).waitFor({ state: 'detached' })
    await iago.ok(
      iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }], principals: cordelia }),
    )
    await member(/Cordelia/).waitFor()
  })

  test('shows who is online first', async () => {
    const cordelia = await web.logIn('cordelia')
    await cordelia.bringToFront()
    const online = panel()
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Online/ }) })
    await online.getByRole('link', { name: /Cordelia.*active/ }).waitFor()
  })

  test('opens a card, whose focus comes back', async () => {
    await member(/Cordelia/).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog', { name: /Cordelia/ })
    await card.getByRole('link', { name: 'Write a direct message' }).waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toMatch(/^About Cordelia/)
  })

  test('draws a hundred of many people at a time, and fetches their ids once', async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => 10_000_000 + i)
    const people = [web.world.userId('hamlet'), ...many]
    let requests = 0
    await page.route('**/json/streams/*/members', (route) => {
      requests++
      return route.fulfill({ json: { result: 'success', msg: '', subscribers: people } })
    })
    await page.route('**/json/register*', async (route) => {
      const response = await route.fetch()
      const state = await response.json()
      const [like] = state.realm_users
      for (const id of many.slice(0, 250))
        state.realm_users.push({ ...like, user_id: id, full_name: `Extra ${id}`, email: `${id}@demo.test` })
      await route.fulfill({ response, json: state })
    })
    await page.reload()
    await member(/Extra 10000000/).waitFor()
    const lines = panel().getByRole('listitem')
    expect(await panel().getByRole('heading', { name: /^Away/ }).textContent()).toContain('250')
    const before = await lines.count()
    expect(before).toBeLessThanOrEqual(200)
    await panel().getByRole('button', { name: 'Show 100 more of 150' }).click()
    await expect.poll(() => lines.count()).toBe(before + 100)
    await page.goto(`${web.url}/#inbox`)
    await page.goto(web.topic('Verona', 'members'))
    await member(/Extra 10000000/).waitFor()
    expect(requests).toBe(1)
    await page.unroute('**/json/streams/*/members')
    await page.unroute('**/json/register*')
  })

  test('says when members cannot be loaded, and tries again', async () => {
    await page.route('**/json/streams/*/members', (route) => route.abort())
    await page.reload()
    await panel().getByText('The members could not be loaded.').waitFor()
    await page.unroute('**/json/streams/*/members')
    await panel().getByRole('button', { name: 'Try again' }).click()
    await member(/King Hamlet/).waitFor()
  })
})
