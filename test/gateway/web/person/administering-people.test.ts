import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '../../../../storage/open-storage.ts'
import { erasePersonJob } from '../../../../workers/jobs/erase-person.ts'
import { exportPersonJob } from '../../../../workers/jobs/export-person.ts'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { silent } from '../../../harness/world.ts'

let web: WebWorld
/** The only owner. */
let desdemona: Page
/** An administrator. */
let iago: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  await web.world.sql(
    `UPDATE user_account SET can_create_users = true, can_change_user_emails = true WHERE email = 'desdemona@demo.test'`,
  )
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

      // Another administrator changes people meanwhile.
      const other = many.world.client(many.url, 'iago')
      const ids = await many.world.sql<{ id: number; name: string }>(
        `SELECT id, full_name AS name FROM user_account WHERE full_name LIKE 'Extra %'`,
      )
      const rename = (from: string, full_name: string) =>
        other.ok(other.patch(`/users/${ids.find(({ name }) => name === from)!.id}`, { full_name }))
      const focused = () => page.evaluate('document.activeElement.textContent')
      const search = page.getByRole('searchbox', { name: 'Find by name or address' })
      await rename('Extra 42', 'Extra 9999 the second')
      await page.getByText('2 accounts', { exact: true }).waitFor()
      expect(await search.inputValue()).toBe('extra 9999')
      expect(await page.evaluate('document.activeElement.type')).toBe('search')

      await search.fill('')
      await page.getByText('10010 accounts').waitFor()
      // The last of a block of 30 lines: somebody new above moves it into the next block.
      await page.locator('.user-lines > div').nth(200).scrollIntoViewIfNeeded()
      const line = page.locator('.user-lines > div').nth(200).locator('.user-line').last()
      await line.focus()
      const name = await focused()
      const top = () => page.evaluate('Math.round(document.activeElement.getBoundingClientRect().top)')
      const before = await top()
      await rename('Extra 9000', 'Aaron the second')
      await expect
        .poll(() => page.locator('.user-lines > div').nth(201).locator('.user-line').first().textContent())
        .toBe(name)
      expect(await focused()).toBe(name)
      expect(await top()).toBe(before)
      expect(await page.locator('.user-line').count()).toBeLessThan(300)

      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      await page.goBack()
      await expect.poll(focused).toBe(name)
      await page.keyboard.press('Tab')
      expect(await focused()).not.toBe(name)
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

describe.skipIf(browserMissing)('the data of a person', () => {
  const runJobs = async () => {
    const storage = await openStorage(web.world.config)
    const { core } = web.gateway
    const jobs = await web.world.sql<{ id: number; name: string; data: never }>(
      "DELETE FROM job_outbox WHERE queue = 'exports' RETURNING id, name, data",
    )
    for (const { name, data } of jobs) {
      const job = name === 'export-person' ? exportPersonJob(storage) : erasePersonJob
      await job.run({ core, data, log: silent, outboxId: undefined, isLastAttempt: false })
    }
    storage.close()
  }

  test('is exported with progress, downloaded, and deleted', async () => {
    await openProfile(iago, 'othello')
    const main = iago.getByRole('main')
    await main.getByRole('button', { name: 'Export the data' }).click()
    await main.getByRole('progressbar', { name: 'Progress: Export by Iago' }).waitFor()
    await main.getByText('Waiting…').waitFor()
    expect(await violations(iago)).toBe('')
    await runJobs()
    const [file] = await Promise.all([
      iago.waitForEvent('download'),
      main.getByRole('link', { name: /^Download the archive/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^export-.*zip$/)
    await main.getByRole('button', { name: /^Delete the archive/ }).click()
    await iago.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await main.getByText('The archive is deleted.').waitFor()
  })

  test('is erased after the name is typed, and every open page shows it', async () => {
    await openProfile(desdemona, 'othello')
    const main = iago.getByRole('main')
    await main.getByRole('button', { name: 'Erase the person…' }).click()
    const dialog = iago.getByRole('dialog')
    await dialog.getByLabel('Delete them too').check()
    const go = dialog.getByRole('button', { name: 'Erase the person' })
    expect(await go.isDisabled()).toBe(true)
    await dialog.getByLabel(/^Type the name/).fill(String((await userOf('othello')).full_name))
    expect(await violations(iago)).toBe('')
    await go.click()
    const name = `Deleted user ${web.world.userId('othello')}`
    await desdemona.getByRole('heading', { level: 1, name }).waitFor()
    await main.getByText('Erased by Iago, messages deleted').waitFor()
    await runJobs()
    await main.getByText('Done', { exact: true }).waitFor()
    expect(await main.getByRole('button', { name: 'Erase the person…' }).count()).toBe(0)
    expect(await main.getByRole('button', { name: 'Activate again' }).count()).toBe(0)
    expect(await userOf('othello')).toMatchObject({ full_name: name, is_active: false })
  })

  test('of an owner is for owners', async () => {
    await openProfile(iago, 'desdemona')
    const main = iago.getByRole('main')
    await main.getByText('Only owners export or erase the data of an owner.').waitFor()
    expect(await main.getByRole('button', { name: 'Export the data' }).isDisabled()).toBe(true)
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
    // Only owners whom the operator allows it change addresses.
    await iago.getByText(/the operator of the server gave the permission.*Who may: Desdemona/).waitFor()
    expect(await iago.getByLabel('E-mail address').isEditable()).toBe(false)
    await desdemona.getByLabel('E-mail address').fill('iago@demo.test')
    await desdemona.getByLabel('E-mail address').press('Enter')
    await desdemona.getByRole('alert').filter({ hasText: 'Already has an account' }).waitFor()
    await desdemona.getByLabel('E-mail address').press('Escape')
    expect(await violations(desdemona)).toBe('')
  })

  test('says why an address is refused, without moving what is being pressed', async () => {
    await openProfile(desdemona, 'prospero')
    const main = desdemona.getByRole('main')
    const field = main.getByLabel('E-mail address')
    const refusal = main.getByRole('alert').filter({ hasText: 'Already has an account' })
    let asked = 0
    desdemona.on('request', (request) => {
      if (request.method() === 'PATCH') asked += 1
    })
    const dialog = desdemona.getByRole('dialog', { name: 'Status of' })
    /** Presses the button, and releases it when the page could have been drawn with the answer. */
    const press = async (whilePressed: () => Promise<unknown>) => {
      const box = (await main.getByRole('button', { name: 'Status' }).boundingBox())!
      await desdemona.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await desdemona.mouse.down()
      await whilePressed()
      await desdemona.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      )
      await desdemona.mouse.up()
      await dialog.waitFor()
      await desdemona.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await field.fill('iago@demo.test')
    await press(() => desdemona.waitForResponse((response) => response.request().method() === 'PATCH'))
    await refusal.waitFor()
    expect(asked).toBe(1)
    // The refused text stays, and leaving the field does not send it again.
    await field.focus()
    await press(async () => {})
    await refusal.waitFor()
    expect([asked, await field.inputValue()]).toEqual([1, 'iago@demo.test'])
    await openProfile(desdemona, 'hamlet')
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

  test('has a status, which administrators change and remove', async () => {
    const status = async () => {
      const cordelia = as('cordelia')
      return (await cordelia.ok(cordelia.get(`/users/${web.world.userId('hamlet')}/status`))).status
    }
    await iago.getByRole('button', { name: 'Status' }).click()
    const dialog = iago.getByRole('dialog', { name: 'Status of Prince Hamlet' })
    await dialog.getByLabel('What the person does').fill('On the battlements')
    await dialog.getByLabel('Remove it').selectOption('In an hour')
    expect(await violations(iago)).toBe('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await desdemona.locator('.summary').getByText('On the battlements').waitFor()
    expect(await status()).toEqual({ status_text: 'On the battlements' })
    const [{ minutes }] = await web.world.sql(
      'SELECT round(extract(epoch FROM clear_at - now()) / 60)::int AS minutes FROM user_status WHERE user_id = $1',
      [web.world.userId('hamlet')],
    )
    expect(minutes).toBeGreaterThan(50)
    expect(minutes).toBeLessThanOrEqual(60)
    await desdemona.getByRole('button', { name: 'Status' }).click()
    await desdemona.getByRole('button', { name: 'Remove the status' }).click()
    await expect.poll(() => iago.locator('.summary').getByText('On the battlements').count()).toBe(0)
    expect(await status()).toEqual({})
  })

  test('is logged out of all browsers, after a question', async () => {
    const his = await web.logIn('hamlet')
    const status = async () => (await his.request.get(`${web.url}/json/users/me`)).status()
    const question = iago.getByRole('dialog', { name: 'Log Prince Hamlet out of all browsers?' })
    await iago.getByRole('button', { name: 'Browsers' }).click()
    expect(await violations(iago)).toBe('')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await status()).toBe(200)
    await iago.getByRole('button', { name: 'Browsers' }).click()
    await question.getByRole('button', { name: 'Log out of all browsers' }).click()
    await expect.poll(status).toBe(401)
    await his.close()
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

describe.skipIf(browserMissing)('an account with a password', () => {
  const open = (page: Page) => page.evaluate(`location.hash = '#organization/users'`)
  const create = (page: Page) => page.getByRole('button', { name: 'Create an account…' })
  const form = (page: Page) => page.getByRole('form', { name: 'Create an account' })
  async function fill(page: Page, email: string, password: string): Promise<void> {
    await form(page).getByLabel('E-mail address').fill(email)
    await form(page).getByLabel('Name').fill('Ophelia')
    await form(page).getByLabel('Password').fill(password)
    await form(page).getByRole('button', { name: 'Create' }).click()
  }

  test('is created by an administrator whom the operator allows it, and logs in', async () => {
    await open(desdemona)
    await create(desdemona).click()
    expect(await violations(desdemona)).toBe('')
    await fill(desdemona, 'ophelia@demo.test', 'short')
    await form(desdemona).getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await fill(desdemona, 'ophelia@demo.test', ' larded with sweet flowers ')
    await desdemona.getByRole('link', { name: 'Ophelia can log in now.' }).click()
    await desdemona.getByRole('heading', { level: 1, name: 'Ophelia' }).waitFor()
    const { members } = await as('cordelia').ok(as('cordelia').get('/users'))
    expect(members.find((one: Body) => one.full_name === 'Ophelia')).toMatchObject({ role: 400 })
    const page = await web.open()
    await page.goto(`${web.url}/login`)
    await page.getByLabel('E-mail address').fill('ophelia@demo.test')
    await page.getByLabel('Password').fill(' larded with sweet flowers ')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation').waitFor({ state: 'attached' })
  })

  test('is not offered to other administrators and to members, who read who may', async () => {
    await open(desdemona)
    await create(desdemona).click()
    await form(desdemona).getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => desdemona.locator(':focus').innerText()).toBe('Create an account…')
    const admin = await web.logIn('iago')
    await open(admin)
    await admin.getByText(/the operator of the server gave the permission.*Who may: Desdemona\./).waitFor()
    expect(await create(admin).isDisabled()).toBe(true)
    expect(await violations(admin)).toBe('')
    const member = await web.logIn('zoe')
    await open(member)
    await create(member).waitFor()
    expect(await create(member).isDisabled()).toBe(true)
    await member.getByText(/^Administrators can change this: /).waitFor()
  })
})
