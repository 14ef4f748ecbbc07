import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnSetting } from '../../../../core/state/settings/own-settings.ts'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
/** An owner. */
let page: Page
/** An administrator, who is no owner. */
let other: Page
/** A member. */
let member: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('desdemona')
  other = await web.logIn('iago')
  member = await web.logIn('hamlet')
})
afterAll(() => web?.close())

async function open(section: string, ...windows: Page[]): Promise<void> {
  for (const window of windows) {
    await window.evaluate(`location.hash = '#organization/${section}'`)
    await window.locator(`nav [aria-current][href="#organization/${section}"]`).waitFor()
  }
}
/** A setting as another person gets it from the server. */
async function stored(name: string): Promise<unknown> {
  const cordelia = web.world.client(web.url, 'cordelia')
  if (isOwnSetting(name)) return (await cordelia.ok(cordelia.get('/realm/own_settings')))[name]
  const state = await cordelia.ok(cordelia.post('/register', { event_types: ['realm'] }))
  return state[`realm_${name}`]
}
const row = (window: Page, name: string) => window.getByLabel(name, { exact: true })

describe.skipIf(browserMissing)('the pages of the organization', () => {
  test('are opened from the menu of the account, and from their list', async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('link', { name: 'Organization', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor()
    const list = page.getByRole('navigation', { name: 'Pages of the organization' })
    await list.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 2, name: 'Messages', exact: true }).waitFor()
    expect(await list.locator('[aria-current]').innerText()).toBe('Settings')
  })

  test('and their settings are found by the words that people know, also those of other products', async () => {
    await open('profile', page)
    const list = page.getByRole('navigation', { name: 'Pages of the organization' })
    const find = list.getByRole('searchbox', { name: 'Find a setting' })
    const links = () => list.getByRole('link').allInnerTexts()
    await find.fill('retention')
    await expect.poll(links).toEqual(['Settings', 'Delete messages after'])
    expect(await violations(page)).toBe('')
    await list.getByRole('link', { name: 'Delete messages after' }).press('Enter')
    await page.locator(':focus').and(page.getByLabel('Delete messages after')).waitFor()
    expect(await page.evaluate('location.hash')).toBe('#organization/settings')
    // On the page that is open already, and on one of several rows.
    await find.fill('GIF')
    await list.getByRole('link', { name: 'GIFs' }).click()
    await page
      .locator(':focus')
      .and(page.getByLabel('GIFs', { exact: true }))
      .waitFor()
    await find.fill('ways log')
    await list.getByRole('link', { name: 'Ways to log in' }).click()
    await page.getByRole('group', { name: 'Ways to log in' }).locator(':focus').waitFor()
    for (const [words, title] of [
      ['slack', 'Bring your history'],
      ['SAML', 'Log-in providers'],
      ['analytics', 'Usage'],
      ['webhook', 'Bots'],
    ] as const) {
      await find.fill(words)
      await expect.poll(links).toEqual([title])
    }
    await find.fill('no such words')
    await list.getByText('No page and no setting has these words.').waitFor()
    await find.fill('')
    await list.getByRole('link', { name: 'Profile', exact: true }).waitFor()
    // A page that the reader does not see is not found.
    await open('profile', member)
    const hers = member.getByRole('navigation', { name: 'Pages of the organization' })
    await hers.getByRole('searchbox').fill('deactiv')
    await expect.poll(() => hers.getByRole('link').allInnerTexts()).toEqual(['People'])
    await hers.getByRole('searchbox').fill('')
  })

  test('are a list on a phone, which leads to a page and back', async () => {
    const phone = await web.logIn('iago', { viewport: { width: 390, height: 844 }, hasTouch: true })
    await phone.goto(`${web.url}/#organization`)
    const list = phone.getByRole('navigation', { name: 'Pages of the organization' })
    await list.getByRole('link', { name: 'Joining and logging in' }).click()
    await phone.getByRole('heading', { level: 1, name: 'Joining and logging in' }).waitFor()
    expect(await list.isVisible()).toBe(false)
    await phone.getByRole('link', { name: 'All pages of the organization' }).click()
    await list.waitFor()
    expect(await phone.getByRole('heading', { level: 2, name: 'About the organization' }).isVisible()).toBe(
      false,
    )
    expect(await violations(phone)).toBe('')
  })
})

describe.skipIf(browserMissing)('settings of the organization', () => {
  test('change at once, for everybody who looks at them', async () => {
    await open('settings', page, other)
    await row(page, 'People can see who has read a message').uncheck()
    await expect.poll(() => row(other, 'People can see who has read a message').isChecked()).toBe(false)
    await row(page, 'What people see of a message’s history').selectOption('Former places')
    await row(page, 'Day of the digest').selectOption('Sunday')
    await row(page, 'GIFs').selectOption('None')
    await expect.poll(() => stored('giphy_rating')).toBe(0)
    expect(await stored('enable_read_receipts')).toBe(false)
    expect(await stored('message_edit_history_visibility_policy')).toBe('moves')
    expect(await stored('digest_weekday')).toBe(6)
  })

  test('that are times have a number and a unit, or no limit', async () => {
    const name = 'Time to edit a message'
    await row(page, name).fill('3')
    await row(page, name).press('Enter')
    await expect.poll(() => stored('message_content_edit_limit_seconds')).toBe(180)
    await row(page, `${name}: unit`).selectOption('hours')
    await expect.poll(() => stored('message_content_edit_limit_seconds')).toBe(10_800)
    await row(page, `${name}: unit`).selectOption('No limit')
    await expect.poll(() => stored('message_content_edit_limit_seconds')).toBe(null)
    await row(other, name).selectOption('minutes')
    await expect.poll(() => stored('message_content_edit_limit_seconds')).toBe(60)
    await row(page, name).fill('soon')
    await row(page, name).press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Enter a whole number.' }).waitFor()
    expect(await stored('message_content_edit_limit_seconds')).toBe(60)
    await row(page, 'Delete messages after').selectOption('days')
    await expect.poll(() => stored('message_retention_days')).toBe(1)
    await row(page, 'Delete messages after: unit').selectOption('No limit')
    await expect.poll(() => stored('message_retention_days')).toBe(-1)
  })

  test('show the sentence of the server beside the field, and keep what is typed', async () => {
    const name = 'Address of the Jitsi server'
    await row(page, name).fill('nowhere')
    await row(page, name).press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: `“${name}” cannot have this value.` })
      .waitFor()
    expect(await row(page, name).inputValue()).toBe('nowhere')
    await row(page, name).fill('https://meet.example.com')
    await row(page, name).press('Enter')
    await expect.poll(() => stored('jitsi_server_url')).toBe('https://meet.example.com')
    await row(page, name).fill('')
    await row(page, name).press('Enter')
    await expect.poll(() => stored('jitsi_server_url')).toBe(null)
  })

  test('that somebody changes meanwhile do not replace what is being typed', async () => {
    await open('profile', page, other)
    await row(page, 'Name').pressSequentially('!')
    await row(other, 'Name').fill('Globe Theatre')
    await row(other, 'Name').press('Enter')
    await expect.poll(() => stored('name')).toBe('Globe Theatre')
    await page.getByRole('banner').getByText('Globe Theatre').waitFor()
    expect(await row(page, 'Name').inputValue()).toMatch(/^!/)
    await row(page, 'Name').press('Escape')
    await expect.poll(() => row(page, 'Name').inputValue()).toBe('Globe Theatre')
    await row(page, 'Description').fill('We play *every night*.')
    await row(page, 'Description').press('Control+Enter')
    await expect.poll(() => stored('description')).toBe('We play *every night*.')
  })

  test('of owners are shown to other administrators, who read who may change them', async () => {
    await open('joining', page, other)
    await row(page, 'Days until a new member is a full member').fill('7')
    await row(page, 'Days until a new member is a full member').press('Enter')
    await expect.poll(() => stored('waiting_period_threshold')).toBe(7)
    const fixed = row(other, 'Days until a new member is a full member')
    await expect.poll(() => fixed.inputValue()).toBe('7')
    expect(await fixed.getAttribute('readonly')).not.toBeNull()
    await other.getByText('Owners can change this: Desdemona.').first().waitFor()
    expect(await row(other, 'People need an invitation to join').isDisabled()).toBe(true)
    await row(other, 'Language of new people').selectOption('Deutsch')
    await expect.poll(() => stored('default_language')).toBe('de')
    await row(page, 'E-mail and password').uncheck()
    await page.getByRole('alert').filter({ hasText: 'At least one' }).waitFor()
    await expect.poll(() => row(page, 'E-mail and password').isChecked()).toBe(true)
  })

  test('that only this server has change for everybody who looks at them too', async () => {
    await open('joining', page, other)
    const days = (window: Page) => row(window, 'Days to set up the second factor')
    await days(page).fill('30')
    await days(page).press('Enter')
    await expect.poll(() => stored('two_factor_grace_days')).toBe(30)
    await expect.poll(() => days(other).inputValue()).toBe('30')
    const who = (window: Page) => row(window, 'Who needs a second factor')
    await who(page).selectOption('Owners')
    await expect.poll(() => stored('two_factor_required_role')).toBe(100)
    await expect.poll(() => who(other).inputValue()).toBe('100')
    await who(page).selectOption('Nobody')
    await expect.poll(() => who(other).inputValue()).toBe('0')
    expect(await stored('two_factor_required_since')).toBe(0)
  })

  test('that only this server has are asked for again when the server did not answer', async () => {
    const late = await web.logIn('hamlet')
    const address = '**/json/realm/own_settings'
    await late.route(address, (route) => route.abort())
    await open('joining', late)
    await late.getByText('The server did not answer.').waitFor()
    await late.unroute(address)
    await late.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => row(late, 'Days to set up the second factor').inputValue()).toBe('30')
    await late.context().close()
  })

  test('are read by members, who change nothing', async () => {
    await open('settings', member)
    await member.getByText(/^Administrators can change this: .*Iago/).waitFor()
    expect(
      await member.locator('.part :is(input, select, textarea):not(:disabled, [readonly])').count(),
    ).toBe(0)
    expect(await violations(member)).toBe('')
    // The refusals above, and the request without an answer.
    const isExpected = (fault: string) => /400 \(Bad Request\)|ERR_FAILED/.test(fault)
    expect(web.faults.filter((fault) => !isExpected(fault))).toEqual([])
  })
})
