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
    await field(page, 'Name in addresses').fill('corp')
    await field(page, 'Name on the button').fill('The Corp')
    await field(page, 'Issuer').fill('http://example.com')
    await field(page, 'Client id').fill('loquat')
    await field(page, 'Client secret').fill('a secret of the client')
    await field(page, 'Domains of your company').fill('corp.example\nexample.org')
    await button(page, 'Add, switched off').click()
    await page.getByRole('alert').filter({ hasText: 'The field issuer is not valid.' }).waitFor()
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
    await remove(page, 'Corp & Co')
    await second.getByRole('heading', { name: 'No provider yet' }).waitFor()
  })

  test('is for owners alone', async () => {
    const { other } = world
    await other.evaluate(`location.hash = '#organization/authentication'`)
    await expect.poll(() => other.locator('a[href="#organization/authentication"]').count()).toBe(0)
    await expect.poll(() => other.getByRole('heading', { name: 'Log-in providers' }).count()).toBe(0)
  })
})
