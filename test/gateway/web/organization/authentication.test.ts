import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { button, field, remove, type TwoAdministrators, twoAdministrators } from './two-administrators.ts'

let world: TwoAdministrators
let corp: TestProvider
beforeAll(async () => {
  if (browserMissing) return
  corp = await TestProvider.start(['http://localhost:9991/login/with/oidc-corp/callback'])
  world = await twoAdministrators()
})
afterAll(async () => {
  await world?.web.close()
  await corp?.close()
})

describe.skipIf(browserMissing)('the page of log-in providers', () => {
  test('adds one, says what is wrong beside the field, tests it and switches it on', async () => {
    const { page } = world
    await world.open('authentication', page)
    await page.getByRole('heading', { name: 'No provider yet' }).waitFor()
    await button(page, 'Add a provider…').click()
    expect(await violations(page)).toBe('')
    await button(page, 'Another one').click()
    await field(page, 'Name in addresses').fill('corp')
    await field(page, 'Name on the button').fill('The Corp')
    await field(page, 'Issuer').fill('http://example.com')
    await field(page, 'Client id').fill('loquat')
    await field(page, 'Client secret').fill('a secret of the client')
    await field(page, 'Domains of your company').fill('corp.example\nexample.org')
    await button(page, 'Add, switched off').click()
    await page.getByRole('alert').filter({ hasText: 'The field “Issuer” is not valid.' }).waitFor()
    expect(await field(page, 'Issuer').getAttribute('aria-invalid')).toBe('true')
    expect(await violations(page)).toBe('')
    await field(page, 'Issuer').fill(corp.issuer)
    await button(page, 'Add, switched off').click()
    await page.getByText('/login/with/oidc-corp/callback').waitFor()
    await button(page, 'Test this').click()
    await page
      .getByRole('status')
      .filter({ hasText: 'It works' })
      .or(page.getByText('It does not work'))
      .waitFor()
    await page.getByRole('switch', { name: 'People can log in with The Corp' }).click()
    await expect
      .poll(async () => (await world.web.world.sql('SELECT is_enabled, settings FROM log_in_provider'))[0])
      .toMatchObject({ is_enabled: true, settings: { domains: ['corp.example', 'example.org'] } })
    expect(await violations(page)).toBe('')
  })

  test('edits it without the secret, follows the changes of others, and removes it', async () => {
    const { page, web } = world
    const second = await web.logIn('desdemona')
    await world.open('authentication', second)
    await button(second, 'Edit The Corp').click()
    expect(await field(second, 'Client secret').inputValue()).toBe('')
    await field(second, 'Name on the button').fill('Corp & Co')
    await button(second, 'Save').click()
    await page.getByText('Corp & Co').first().waitFor()
    const [row] = await web.world.sql<{ secrets: string | null }>('SELECT secrets FROM log_in_provider')
    expect(row?.secrets).toEqual(expect.any(String))
    // What one types stays, what one has not touched follows, and one chooses where both have changed a
    // field.
    await button(second, 'Edit Corp & Co').click()
    await field(second, 'Client id').fill('loquat of mine')
    await second.getByLabel('Who gets an account at the first log-in').selectOption({ index: 3 })
    await button(page, 'Edit Corp & Co').click()
    await field(page, 'Client id').fill('loquat of theirs')
    await page.getByLabel('Who gets an account at the first log-in').selectOption({ index: 2 })
    await field(page, 'Domains of your company').fill('corp.example')
    await button(page, 'Save').click()
    const form = second.getByRole('form', { name: 'Edit Corp & Co' })
    const choices = form.locator('.saved-meanwhile')
    await choices.filter({ hasText: 'loquat of theirs' }).waitFor()
    expect(await field(second, 'Domains of your company').inputValue()).toBe('corp.example')
    expect(await field(second, 'Client id').inputValue()).toBe('loquat of mine')
    expect(await violations(second)).toBe('')
    await field(second, 'Client id').press('Enter')
    await choices.filter({ hasText: 'loquat of theirs' }).getByRole('button', { name: 'Keep mine' }).click()
    await choices.getByRole('button', { name: 'Use this' }).click()
    await button(second, 'Save').click()
    const settings = async () => (await web.world.sql('SELECT settings FROM log_in_provider'))[0]?.settings
    await expect.poll(settings).toMatchObject({ client_id: 'loquat of mine', domains: ['corp.example'] })
    const chosen = (await settings()) as { new_accounts: string }
    expect(chosen.new_accounts).toBe('invited')
    // One who edits a provider that somebody removes can add it again.
    await button(second, 'Edit Corp & Co').click()
    await field(second, 'Name on the button').fill('Corp again')
    await remove(page, 'Corp & Co')
    await second.getByRole('alert').filter({ hasText: 'Somebody has removed Corp & Co' }).waitFor()
    expect(await violations(second)).toBe('')
    await button(second, 'Add it again').click()
    await page.getByText('Corp again').first().waitFor()
    await remove(page, 'Corp again')
    await second.getByRole('heading', { name: 'No provider yet' }).waitFor()
  })

  test('fills in what is known of a provider, and asks for the rest', async () => {
    const { page, web } = world
    await world.open('authentication', page)
    await button(page, 'Add a provider…').click()
    await button(page, 'Keycloak').press('Enter')
    await field(page, 'Host').fill('login.example.com')
    await field(page, 'Realm at Keycloak').fill('our staff')
    await field(page, 'Name in addresses').fill('staff')
    const address = `${web.world.config.rootUrl}/login/with/oidc-staff/callback`
    await page.getByText(address).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const form = page.getByRole('form', { name: 'Add a provider' })
    await form.getByRole('button', { name: 'Copy the address', exact: true }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
    await field(page, 'Client id').fill('loquat')
    await field(page, 'Client secret').fill('a secret of the client')
    expect(await violations(page)).toBe('')
    // What is typed for one provider is not sent to another.
    expect(await field(page, 'Issuer').isVisible()).toBe(false)
    await page.getByText('More settings').click()
    expect(await field(page, 'Issuer').inputValue()).toBe('https://login.example.com/realms/our%20staff')
    await button(page, 'Add, switched off').click()
    await page.getByText('Keycloak').first().waitFor()
    await expect
      .poll(
        async () =>
          (
            await web.world.sql('SELECT kind, name, display_name, is_enabled, settings FROM log_in_provider')
          )[0],
      )
      .toMatchObject({
        ...{ kind: 'openid', name: 'staff', display_name: 'Keycloak', is_enabled: false },
        settings: { issuer: 'https://login.example.com/realms/our%20staff', client_id: 'loquat' },
      })
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Try a log-in: Keycloak' }).click()
    const trial = await opening
    expect(await trial.getByRole('heading', { level: 1 }).textContent()).toBe('Try to log in with Keycloak')
    expect(await violations(trial)).toBe('')
    await trial.close()
    await remove(page, 'Keycloak')
  })

  test('is for owners alone', async () => {
    const { other } = world
    await other.evaluate(`location.hash = '#organization/authentication'`)
    await expect.poll(() => other.locator('a[href="#organization/authentication"]').count()).toBe(0)
    // The page says who sees it, and nothing else.
    await other.getByRole('heading', { name: 'Log-in providers' }).waitFor()
    expect(await button(other, 'Add a provider…').count()).toBe(0)
    expect(await other.locator('.authentication').count()).toBe(0)
  })
})
