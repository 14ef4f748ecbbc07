import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { violations } from '../axe.ts'

let web: WebWorld
/** The only owner. */
let desdemona: Page
/** An administrator. */
let iago: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  desdemona = await web.logIn('desdemona', { viewport: { width: 1280, height: 900 } })
  iago = await web.logIn('iago')
  for (const page of [desdemona, iago]) page.setDefaultTimeout(30_000)
})
afterAll(() => web?.close())

const as = (name: string) => web.world.client(web.url, name)
const userOf = async (name: string): Promise<Body> => {
  const cordelia = as('cordelia')
  return (await cordelia.ok(cordelia.get(`/users/${web.world.userId(name)}`))).user as Body
}
async function openProfile(page: Page, name: string): Promise<void> {
  await page.evaluate(`location.hash = '#user/${web.world.userId(name)}'`)
  const title = String((await userOf(name)).full_name)
  await page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor()
}

describe.skipIf(browserMissing)('the list of people', () => {
  const lines = () => desdemona.locator('.user-line')

  test('of 10,000 draws the lines near the visible part only, and finds one', async () => {
    const many = await WebWorld.create()
    try {
      await many.world.sql(
        `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
         SELECT realm_id, 'extra' || n || '@demo.test', 'extra' || n || '@demo.test', 'Extra ' || n, 400
         FROM user_account, generate_series(1, 10000) n WHERE id = $1`,
        [many.world.userId('hamlet')],
      )
      const page = await many.logIn('desdemona', { viewport: { width: 1280, height: 900 } })
      await page.evaluate(`location.hash = '#organization/users'`)
      await page.getByText('10010 accounts').waitFor()
      expect(await page.locator('.user-line').count()).toBeLessThan(200)
      await page.getByRole('searchbox', { name: 'Find by name or address' }).fill('extra 9999')
      await page.getByText('1 account', { exact: true }).waitFor()
      await page.locator('.user-line', { hasText: 'extra9999@demo.test' }).waitFor()
    } finally {
      await many.close()
    }
  })

  test('leads to profiles, by role', async () => {
    await desdemona.evaluate(`location.hash = '#organization/users'`)
    await desdemona.getByText('10 accounts').waitFor()
    expect(await violations(desdemona)).toBe('')
    await desdemona.getByRole('searchbox', { name: 'Find by name or address' }).fill('hamlet@')
    await desdemona.getByText('1 account', { exact: true }).waitFor()
    await desdemona.getByRole('searchbox', { name: 'Find by name or address' }).fill('')
    await desdemona.getByLabel('Shown people').selectOption('Guest')
    await desdemona.getByText('1 account', { exact: true }).waitFor()
    await lines().filter({ hasText: 'Polonius' }).click()
    await desdemona.getByRole('heading', { level: 1, name: 'Polonius' }).waitFor()
  })
})

describe.skipIf(browserMissing)('the profile of a person', () => {
  test('says who it is, and what the reader has in common, as that changes', async () => {
    await openProfile(iago, 'hamlet')
    const main = iago.getByRole('main')
    await main.getByRole('link', { name: 'Verona' }).waitFor()
    expect(await main.getByRole('link', { name: 'core team' }).count()).toBe(0)
    const owner = as('desdemona')
    const group = { name: 'stage crew', description: 'x', members: [web.world.userId('hamlet')] }
    await owner.ok(owner.post('/user_groups/create', group))
    await main.getByRole('link', { name: 'stage crew' }).waitFor()
    const venice = { subscriptions: ['Venice'], principals: [web.world.userId('hamlet')] }
    await owner.ok(owner.post('/users/me/subscriptions', { ...venice, subscriptions: [{ name: 'Venice' }] }))
    await main.getByRole('link', { name: 'Venice' }).waitFor()
    expect(await violations(iago)).toBe('')
    await iago.evaluate(`location.hash = '#user/99999'`)
    await main.getByRole('heading', { name: 'This person is not here' }).waitFor()
  })

  test('is changed by administrators, who see each other’s changes', async () => {
    await openProfile(iago, 'hamlet')
    await openProfile(desdemona, 'hamlet')
    const name = iago.getByLabel('Name', { exact: true })
    await name.fill('x'.repeat(100))
    await name.press('Enter')
    await desdemona.getByRole('heading', { level: 1, name: 'x'.repeat(100) }).waitFor()
    await name.fill('Prince <Hamlet>`')
    await name.press('Enter')
    await iago.getByRole('alert').filter({ hasText: 'Invalid characters in name' }).waitFor()
    await name.fill('Prince Hamlet')
    await name.press('Enter')
    await desdemona.getByRole('heading', { level: 1, name: 'Prince Hamlet' }).waitFor()
    await desdemona.getByLabel('Role').selectOption('Moderator')
    await expect.poll(() => iago.getByLabel('Role').inputValue()).toBe('300')
    expect(await userOf('hamlet')).toMatchObject({ full_name: 'Prince Hamlet', role: 300 })
    // Administrators do not make owners.
    expect(await iago.getByLabel('Role').locator('option').allInnerTexts()).not.toContain('Owner')
    await desdemona.getByLabel('E-mail address').fill('prince@demo.test')
    await desdemona.getByLabel('E-mail address').press('Enter')
    await desdemona.getByRole('alert').filter({ hasText: 'email' }).waitFor()
    expect(await violations(desdemona)).toBe('')
  })

  test('has the values of profile fields, which administrators change', async () => {
    const owner = as('desdemona')
    const field = await owner.ok(owner.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }))
    const phone = iago.getByLabel('Phone')
    await phone.fill('1564')
    await phone.press('Enter')
    await expect
      .poll(async () => {
        const cordelia = as('cordelia')
        const path = `/users/${web.world.userId('hamlet')}`
        const answer = await cordelia.ok(cordelia.get(path, { include_custom_profile_fields: true }))
        return (answer.user as Body).profile_data[String(field.id)]?.value
      })
      .toBe('1564')
    await desdemona.locator('.summary').getByText('1564').waitFor()
  })

  test('mails a link for a new password', async () => {
    await iago.getByRole('button', { name: 'Password' }).click()
    await iago.getByText('A link was mailed to hamlet@demo.test.').waitFor()
  })

  test('does not let the last owner go, and says so beside the control', async () => {
    await openProfile(iago, 'desdemona')
    await openProfile(desdemona, 'desdemona')
    for (const page of [iago, desdemona]) {
      await page.getByText('The only owner keeps this role. Make somebody else an owner first.').waitFor()
      expect(await page.getByLabel('Role').isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: 'Deactivate' }).isDisabled()).toBe(true)
    }
    const owner = as('desdemona')
    await owner.ok(owner.patch(`/users/${web.world.userId('iago')}`, { role: 100 }))
    await desdemona.getByText('A lower role also revokes invitations').waitFor()
    await owner.ok(owner.patch(`/users/${web.world.userId('iago')}`, { role: 200 }))
  })

  test('deactivates with a mail, says what ends, and brings the person back', async () => {
    const person = as('iago')
    const invitee = { invitee_emails: 'ann@example.com', stream_ids: [], invite_as: 400 }
    await person.ok(person.post('/invites', invitee))
    await openProfile(desdemona, 'iago')
    await desdemona.getByRole('button', { name: 'Deactivate' }).click()
    const question = desdemona.getByRole('dialog', { name: 'Deactivate Iago?' })
    await question.getByText('The bot Greeter Bot is deactivated too.').waitFor()
    await question.getByText('One invitation of the person is revoked.').waitFor()
    await question.getByLabel('Send the person a mail about it').check()
    await question.getByLabel('Comment in the mail').fill('Thank you, and good night.')
    expect(await violations(desdemona)).toBe('')
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await desdemona.getByRole('button', { name: 'Activate again' }).waitFor()
    expect(await userOf('iago')).toMatchObject({ is_active: false })
    await desdemona.getByRole('button', { name: 'Activate again' }).click()
    await desdemona.getByRole('button', { name: 'Deactivate' }).waitFor()
    expect(await userOf('iago')).toMatchObject({ is_active: true })
  })

  test('offers nothing to administrate to members', async () => {
    const hamlet = await web.logIn('cordelia')
    await hamlet.evaluate(`location.hash = '#user/${web.world.userId('zoe')}'`)
    await hamlet.getByRole('heading', { level: 1, name: 'Zoe' }).waitFor()
    expect(await hamlet.getByRole('heading', { name: 'Administration' }).count()).toBe(0)
  })
})
