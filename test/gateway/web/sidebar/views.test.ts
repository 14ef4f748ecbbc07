import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let page: Page
/** The same reader in another browser. */
let other: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet')
  other = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const hamlet = () => web.world.client(web.url, 'hamlet')
const stored = async (): Promise<Body[]> =>
  (await hamlet().ok(hamlet().get('/navigation_views'))).navigation_views
const views = (window: Page) => window.getByRole('navigation').getByRole('list', { name: 'Views' })
const link = (window: Page, name: string) => views(window).getByRole('link', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Show and hide views' })
const open = () => page.getByRole('button', { name: 'Show and hide views' }).click()
const gone = (name: string) => expect.poll(() => link(other, name).count()).toBe(0)

describe.skipIf(browserMissing)('the views of the sidebar', () => {
  test('are hidden and shown again in every browser of the reader, by keyboard too', async () => {
    await page.goto(`${web.url}/#recent`)
    await open()
    const feed = dialog().getByRole('switch', { name: 'Show Combined feed in the sidebar' })
    expect(await feed.isChecked()).toBe(true)
    expect(await violations(page)).toBe('')
    await feed.focus()
    await page.keyboard.press('Space')
    await gone('Combined feed')
    expect(await stored()).toEqual([{ fragment: 'feed', is_pinned: false, name: null }])
    await dialog().getByRole('link', { name: 'Open Combined feed' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.waitForURL(/#feed$/)
    await open()
    await feed.check()
    await link(other, 'Combined feed').waitFor()
    expect(await stored()).toEqual([{ fragment: 'feed', is_pinned: true, name: null }])
    await dialog().getByText('Open a conversation, a channel or a search to add it here.').waitFor()
    await page.keyboard.press('Escape')
  })

  test('of the reader are added, renamed, hidden and removed', async () => {
    await page.goto(web.topic('Verona', 'two houses'))
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await open()
    const name = dialog().getByLabel('Add what is open as a view')
    await name.last().waitFor()
    expect(await name.last().inputValue()).toBe('two houses')
    await name.last().fill('Feud')
    await dialog().getByRole('button', { name: 'Add' }).click()
    await link(other, 'Feud').waitFor()
    await dialog().getByText('Open a conversation, a channel or a search to add it here.').waitFor()
    const [, view] = await stored()
    expect(view).toMatchObject({ is_pinned: true, name: 'Feud' })
    expect(await violations(page)).toBe('')
    const field = dialog().getByLabel('Name of the view Feud')
    await field.fill('Old feud')
    await field.press('Enter')
    await link(other, 'Old feud').click()
    await dialog().getByText('Changed: Feud').waitFor()
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await link(other, 'Feud').waitFor()
    await dialog().getByLabel('Name of the view Feud').fill('Old feud')
    await dialog().getByLabel('Name of the view Feud').press('Enter')
    await link(other, 'Old feud').waitFor()
    await other.waitForURL(/\/topic\/two\.20houses$/)
    await other.locator('.sidebar [aria-current][title="Old feud"]').waitFor()
    await dialog().getByRole('switch', { name: 'Show Old feud in the sidebar' }).click()
    await gone('Old feud')
    expect((await stored())[1]).toMatchObject({ is_pinned: false, name: 'Old feud' })
    const remove = dialog().getByRole('button', { name: 'Remove the view Old feud' })
    const [, hidden] = await stored()
    await remove.click()
    await dialog().getByText('Removed: Old feud').waitFor()
    expect((await stored()).length).toBe(1)
    expect(await violations(page)).toBe('')
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await remove.waitFor()
    expect((await stored())[1]).toEqual(hidden)
    await remove.click()
    await expect.poll(async () => (await stored()).length).toBe(1)
    await name.last().waitFor()
  })

  test('show beside the form why one is refused', async () => {
    await hamlet().ok(
      hamlet().post('/navigation_views', { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Taken' }),
    )
    await dialog().getByRole('switch', { name: 'Show Taken in the sidebar' }).waitFor()
    const name = dialog().getByLabel('Add what is open as a view').last()
    await name.fill('Taken')
    await dialog().getByRole('button', { name: 'Add' }).click()
    await dialog()
      .getByRole('alert')
      .filter({ hasText: /exists/ })
      .waitFor()
    expect(await name.inputValue()).toBe('Taken')
  })
})
