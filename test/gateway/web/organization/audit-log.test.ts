import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { button, type TwoAdministrators, twoAdministrators } from './two-administrators.ts'

let world: TwoAdministrators
beforeAll(async () => {
  if (!browserMissing) world = await twoAdministrators()
})
afterAll(() => world?.web.close())

describe.skipIf(browserMissing)('the audit log', () => {
  const choice = (name: string) => world.page.getByRole('combobox', { name })
  const sentences = () => world.page.locator('.audit li .about > span').allInnerTexts()

  test('says in sentences who changed what, from which value to which', async () => {
    const { page, web } = world
    const iago = web.world.client(web.url, 'iago')
    const { realm_user_groups } = await iago.ok(
      iago.post('/register', { fetch_event_types: ['realm_user_groups'] }),
    )
    const group = (name: string): number =>
      realm_user_groups.find((one: { name: string }) => one.name === name).id
    const change = (name: string) =>
      iago.ok(iago.patch('/realm', { can_create_public_channel_group: { new: group(name) } }))
    await change('role:members')
    await change('role:moderators')
    for (const message_content_edit_limit_seconds of [600, 3600, '"unlimited"'])
      await iago.ok(iago.patch('/realm', { message_content_edit_limit_seconds }))
    await iago.ok(iago.patch(`/users/${web.world.userId('hamlet')}`, { role: 300 }))
    const subscriptions = [{ name: 'rehearsals' }]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions }))
    const principals = [web.world.userId('hamlet'), web.world.userId('zoe')]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions, principals }))
    await iago.ok(iago.post('/user_groups/create', { name: 'players', description: '', members: [] }))
    await world.open('audit-log', page)
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.getByText('created the group “players”.').waitFor()
    const all = await sentences()
    expect(all).toContainEqual(
      expect.stringMatching(/^Iago changed “.*public channels.*” from Members to Moderators\.$/),
    )
    expect(all).toContainEqual(
      expect.stringMatching(/^Iago changed “Role” of the account of .*Hamlet.* from Member to Moderator\.$/),
    )
    expect(all).toContainEqual(expect.stringMatching(/^Iago subscribed King Hamlet and Zoe to .rehearsals/))
    expect(all.filter((one) => one.includes('Time to edit'))).toEqual([
      expect.stringMatching(/ from 1 hour to No limit\.$/),
      expect.stringMatching(/ from 10 minutes to 1 hour\.$/),
    ])
    expect(await violations(page)).toBe('')
  })

  test('quotes the names of a list where one of them has a comma, which would read as two', async () => {
    const { page, web } = world
    const iago = web.world.client(web.url, 'iago')
    const zoe = web.world.userId('zoe')
    await iago.ok(iago.patch(`/users/${zoe}`, { full_name: 'Zoe, Empress' }))
    const subscriptions = [{ name: 'masque' }]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions }))
    const principals = [web.world.userId('hamlet'), zoe]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions, principals }))
    await page.getByText('Iago subscribed “King Hamlet” and “Zoe, Empress” to').waitFor()
    await iago.ok(iago.patch(`/users/${zoe}`, { full_name: 'Zoe' }))
  })

  test('is filtered by person and by kind, and fetches older changes', async () => {
    const { page, web } = world
    await choice('Kind').selectOption('User groups')
    await expect.poll(sentences).toEqual(['Iago created the group “players”.'])
    await choice('Changed by').selectOption({ label: 'Desdemona' })
    await page.getByRole('heading', { name: 'No changes' }).waitFor()
    const [{ realm_id }] = await web.world.sql('SELECT realm_id FROM audit_entry LIMIT 1')
    await web.world.sql(
      `INSERT INTO audit_entry (realm_id, acting_user_id, kind, action, object_name, new_value)
       SELECT $1, $2, 'domain', 'created', 'd' || n || '.test', '{}' FROM generate_series(1, 120) n`,
      [realm_id, web.world.userId('desdemona')],
    )
    await choice('Kind').selectOption('Allowed domains')
    await expect.poll(async () => (await sentences()).length).toBe(50)
    await button(page, 'Show older changes').click()
    await expect.poll(async () => (await sentences()).length).toBe(100)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await sentences()).length).toBe(120)
    await button(page, 'Show older changes').waitFor({ state: 'detached' })
    expect((await sentences()).at(-1)).toBe('Desdemona created the allowed domain d1.test.')
  })

  test('is downloaded as a file that spreadsheets take for text', async () => {
    const { page, web } = world
    await web.world.sql(
      `UPDATE audit_entry SET new_value = '=1+"1"' WHERE kind = 'domain' AND object_name = 'd120.test'`,
    )
    const downloading = page.waitForEvent('download')
    await button(page, 'Download as CSV').click()
    const file = readFileSync(await (await downloading).path(), 'utf8').split('\r\n')
    expect(file).toHaveLength(122)
    expect(file[0]).toBe(
      '\uFEFF"Time","Changed by","Change","Kind","Id","Property","Former value","New value"',
    )
    expect(file[1]).toMatch(
      /^"[\d-]+T[\d:.]+Z","Desdemona","Desdemona created the allowed domain d120\.test\.","Allowed domains","","","","'=1\+""1"""$/,
    )
  })

  test('is filtered by days, and shows new changes by itself', async () => {
    const { page, web } = world
    await choice('Kind').selectOption('Everything')
    await choice('Changed by').selectOption({ label: 'Everybody' })
    const iago = web.world.client(web.url, 'iago')
    await iago.ok(iago.post('/user_groups/create', { name: 'late players', description: '', members: [] }))
    await page.getByText('Iago created the group “late players”.').waitFor()
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByRole('heading', { name: 'No changes' }).waitFor()
    await page.getByLabel('To', { exact: true }).fill('')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByText('Iago created the group “late players”.').waitFor()
    await choice('Kind').selectOption('Log-ins')
    await page
      .getByText(/^Desdemona logged in with .+ from 127\.0\.0\.1, by password\.$/)
      .first()
      .waitFor()
    expect(await violations(page)).toBe('')
    await page.getByLabel('From', { exact: true }).fill('')
    await choice('Changed by').selectOption({ label: 'Desdemona' })
    await choice('Kind').selectOption('Allowed domains')
  })

  test('names devices in the language of the reader, and in English where a former version wrote the entry', async () => {
    const { page, web } = world
    const desdemona = web.world.client(web.url, 'desdemona')
    const [{ realm_id }] = await web.world.sql('SELECT realm_id FROM audit_entry LIMIT 1')
    const device = { device: 'the mobile app on Android', address: '192.0.2.7', method: 'password' }
    const named = { ...device, program: 'mobile_app', system: 'Android' }
    for (const value of [device, named])
      await web.world.sql(
        `INSERT INTO audit_entry (realm_id, acting_user_id, kind, action, object_id, object_name, new_value)
         VALUES ($1, $2, 'log_in', 'created', $2, 'Desdemona', $3)`,
        [realm_id, web.world.userId('desdemona'), JSON.stringify(value)],
      )
    await desdemona.ok(desdemona.patch('/settings', { default_language: 'de' }))
    await page.reload()
    await page.locator('html[lang="de"] .audit').waitFor()
    const [first, second] = await sentences()
    expect([first, second]).toEqual([
      'Desdemona hat sich angemeldet: mobile App unter Android von 192.0.2.7 (Passwort).',
      'Desdemona hat sich angemeldet: the mobile app on Android von 192.0.2.7 (Passwort).',
    ])
    await desdemona.ok(desdemona.patch('/settings', { default_language: 'en' }))
    await page.reload()
    await page.locator('html[lang="en"] .audit').waitFor()
    await choice('Changed by').selectOption({ label: 'Desdemona' })
    await choice('Kind').selectOption('Allowed domains')
  })

  test('fits phones', async () => {
    const { page } = world
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByText('Desdemona created the allowed domain d120.test.').waitFor()
    const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(await isTooWide()).toBe(false)
    const opens = button(page, 'Filters (2)')
    expect(await choice('Kind').isVisible()).toBe(false)
    expect((await opens.boundingBox())!.height).toBeLessThan(50)
    await opens.focus()
    await page.keyboard.press('Enter')
    await choice('Kind').selectOption('Everything')
    await button(page, 'Filters (1)').waitFor()
    expect(await isTooWide()).toBe(false)
    expect(await violations(page)).toBe('')
    await choice('Kind').selectOption('Allowed domains')
    await opens.click()
    await choice('Kind').waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('is no page of members', async () => {
    const page = await world.web.logIn('hamlet')
    await page.goto(`${world.web.url}/#organization/audit-log`)
    await page.getByRole('navigation', { name: 'Pages of the organization' }).waitFor()
    expect(await page.locator('[href="#organization/audit-log"]').count()).toBe(0)
  })
})
