import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
/** An owner. */
let page: Page
/** An administrator, who is no owner. */
let other: Page
const groups = new Map<string, number>()
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const iago = web.world.client(web.url, 'iago')
  await iago.ok(iago.post('/user_groups/create', { name: 'Actors', description: '', members: [] }))
  const { user_groups } = await iago.ok(iago.get('/user_groups'))
  for (const { name, id } of user_groups as { name: string; id: number }[]) groups.set(name, id)
  page = await web.logIn('desdemona')
  other = await web.logIn('iago')
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
  const state = await cordelia.ok(cordelia.post('/register', { event_types: ['realm'] }))
  return state[`realm_${name}`]
}
const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true })
async function add(window: Page, field: string, typed: string, option: string): Promise<void> {
  await window.getByRole('combobox', { name: field, exact: true }).fill(typed)
  await window.getByRole('listbox').getByRole('option', { name: option }).click()
}

describe.skipIf(browserMissing)('permissions', () => {
  const NAME = 'Delete messages of everyone'

  test('are given to roles, groups and people, and taken from them', async () => {
    await open('permissions', page, other)
    await add(page, `${NAME}: add`, 'act', 'Actors')
    await button(other, `${NAME}: remove Actors`).waitFor()
    await add(other, `${NAME}: add`, 'zo', 'Zoe')
    await button(page, `${NAME}: remove Zoe`).waitFor()
    expect(await stored('can_delete_any_message_group')).toEqual({
      direct_members: [web.world.userId('zoe')],
      direct_subgroups: [groups.get('role:administrators')!, groups.get('Actors')!].sort((a, b) => a - b),
    })
    await button(page, `${NAME}: remove Administrators`).click()
    await button(other, `${NAME}: remove Administrators`).waitFor({ state: 'detached' })
    await button(other, `${NAME}: remove Zoe`).click()
    await expect.poll(() => stored('can_delete_any_message_group')).toBe(groups.get('Actors'))
    await button(page, `${NAME}: remove Zoe`).waitFor({ state: 'detached' })
    await button(page, `${NAME}: remove Actors`).click()
    await expect.poll(() => stored('can_delete_any_message_group')).toBe(groups.get('role:nobody'))
    await add(page, `${NAME}: add`, 'moder', 'Moderators')
    await expect.poll(() => stored('can_delete_any_message_group')).toBe(groups.get('role:moderators'))
  })

  test('that must be a role are chosen among the allowed ones', async () => {
    const see = page.getByLabel('See all people', { exact: true })
    expect(await see.locator('option').allInnerTexts()).toEqual(['Members', 'Everyone, guests too'])
    await see.selectOption('Members')
    await expect.poll(() => stored('can_access_all_users_group')).toBe(groups.get('role:members'))
  })

  test('that somebody must have keep the last one, and suggest no role that may not have them', async () => {
    const name = 'Create public channels'
    await page.getByRole('combobox', { name: `${name}: add`, exact: true }).fill('o')
    expect(await page.getByRole('listbox').getByRole('option', { name: 'Nobody' }).count()).toBe(0)
    expect(await page.getByRole('listbox').getByRole('option', { name: 'Everyone' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await button(page, `${name}: remove Members`).count()).toBe(0)
  })

  test('of owners are read by other administrators', async () => {
    expect(await other.getByRole('combobox', { name: 'Create groups: add', exact: true }).count()).toBe(0)
    await other.getByText('Owners can change this: Desdemona.').first().waitFor()
    expect(await violations(page)).toBe('')
    expect(await violations(other)).toBe('')
  })
})

describe.skipIf(browserMissing)('announcements and moderation', () => {
  test('have a channel or none', async () => {
    await open('announcements', page, other)
    const name = 'New people are announced in'
    await add(page, `${name}: choose a channel`, 'ver', 'Verona')
    await button(other, `${name}: none`).waitFor()
    expect(await stored('signup_announcements_stream_id')).toBe(web.world.channelId('Verona'))
    await button(other, `${name}: none`).click()
    await button(page, `${name}: none`).waitFor({ state: 'detached' })
    expect(await stored('signup_announcements_stream_id')).toBe(-1)
  })

  test('send reports to a private channel', async () => {
    await open('moderation', page)
    const name = 'Reported messages are announced in'
    await page.getByRole('combobox', { name: `${name}: choose a channel` }).fill('o')
    expect(await page.getByRole('listbox').getByRole('option', { name: 'Verona' }).count()).toBe(0)
    await add(page, `${name}: choose a channel`, 'core', 'core team')
    await expect.poll(() => stored('moderation_request_channel_id')).toBe(web.world.channelId('core team'))
  })

  test('try out the welcome text', async () => {
    await open('announcements', page)
    const text = page.getByLabel('Welcome text', { exact: true })
    await text.fill('Break a leg!')
    await text.press('Control+Enter')
    await button(page, 'Send it to yourself').click()
    await page.getByRole('link', { name: 'Open the conversation' }).click()
    await page.getByRole('log').getByText('Break a leg!').waitFor()
  })
})

describe.skipIf(browserMissing)('the defaults of new people', () => {
  test('are changed, and new accounts begin with them', async () => {
    await open('defaults', page, other)
    await page.getByLabel('Theme', { exact: true }).selectOption('Dark')
    await expect.poll(() => other.getByLabel('Theme', { exact: true }).inputValue()).toBe('2')
    await other.getByLabel('Enter sends', { exact: true }).check()
    await expect.poll(() => page.getByLabel('Enter sends', { exact: true }).isChecked()).toBe(true)
    const delay = page.getByLabel('Seconds before a mail', { exact: true })
    await delay.fill('0')
    await delay.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'from 1 to 604800' }).waitFor()
    await delay.fill('300')
    await delay.press('Enter')
    const iago = web.world.client(web.url, 'iago')
    const defaults = async () =>
      (await iago.ok(iago.post('/register', { event_types: ['realm_user_settings_defaults'] })))
        .realm_user_settings_defaults
    await expect
      .poll(defaults)
      .toMatchObject({ color_scheme: 2, enter_sends: true, email_notifications_batching_period_seconds: 300 })
    expect(await violations(page)).toBe('')
  })
})

describe.skipIf(browserMissing)('the profile', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  test('has pictures, which are uploaded and removed', async () => {
    await open('profile', page, other)
    for (const [name, field] of [
      ['Icon', 'icon'],
      ['Logo on light ground', 'logo'],
      ['Logo on dark ground', 'night_logo'],
    ] as const) {
      await page
        .getByLabel(name, { exact: true })
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
      if (field === 'icon') await button(page, 'Use this part').click()
      await button(other, `${name}: remove`).waitFor()
      expect(await stored(`${field}_source`)).toBe('U')
      await button(other, `${name}: remove`).click()
      const question = other.getByRole('dialog', { name: `${name}: remove this picture?` })
      await question.getByRole('button', { name: 'Remove', exact: true }).click()
      await button(page, `${name}: remove`).waitFor({ state: 'detached' })
      expect(await stored(`${field}_source`)).not.toBe('U')
    }
    await page
      .getByLabel('Icon', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  })

  test('ends the organization after its name was typed', async () => {
    expect(await other.locator('nav [href="#organization/deactivate"]').count()).toBe(0)
    await open('deactivate', page)
    await button(page, 'Deactivate…').click()
    const dialog = page.getByRole('dialog', { name: /^Deactivate Loquat/ })
    const confirm = dialog.getByRole('button', { name: 'Deactivate', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Loquat demonstration')
    await dialog.getByLabel('Delete the data').selectOption('After 30 days')
    await dialog.getByText(/^After .* all messages, files and accounts are deleted/).waitFor()
    expect(await violations(page)).toBe('')
    await confirm.click()
    const cordelia = web.world.client(web.url, 'cordelia')
    await expect.poll(async () => (await cordelia.get('/users/me')).body.code).toBe('REALM_DEACTIVATED')
    const [row] = await web.world.sql<{ day: string; mails: number }>(
      `SELECT to_char(deletion_date, 'YYYY-MM-DD') AS day,
         (SELECT count(*)::int FROM job_outbox WHERE name = 'organization-deactivated') AS mails
       FROM realm WHERE id = ${web.world.organization.realmId}`,
    )
    const days = (Date.parse(row!.day) - Date.now()) / 86_400_000
    expect([days > 28 && days <= 31, row!.mails > 0]).toEqual([true, true])
  })
})
