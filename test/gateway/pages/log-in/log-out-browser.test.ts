import '../../../harness/product.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../config/embedded/processes.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { browserMissing, TestBrowser } from '../../../harness/browser.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { silent, World } from '../../../harness/world.ts'

let world: World
let url: string
let company: TestProvider
let chromium: TestBrowser

beforeAll(async () => {
  if (browserMissing) return
  const port = await freePort()
  url = `http://localhost:${port}`
  const redirect_uris = [`${url}/login/with/oidc-shared/callback`]
  const client = { client_id: 'loquat', client_secret: 'a secret of the client', redirect_uris }
  company = await TestProvider.start(redirect_uris, {
    clients: [{ ...client, post_logout_redirect_uris: [`${url}/login`] }],
  })
  company.people.hamlet = { email: 'hamlet@demo.test', email_verified: true }
  const shared = company.entry('shared', { display_name: 'Shared', shares_log_outs: true })
  world = await World.create({ ROOT_URL: url, OPENID_PROVIDERS: JSON.stringify([shared]) })
  const gateway = await Gateway.open(world.config, silent)
  await gateway.listen(port, '127.0.0.1')
  chromium = await TestBrowser.start()
  world.onClose(async () => {
    await chromium.close()
    await gateway.close()
    await company.close()
  })
})
afterAll(() => world?.close())

describe.skipIf(browserMissing)('a log-out in the web client', () => {
  test('leads to the log-out of the provider, and back to the log-in page', async () => {
    const { page } = await chromium.open({})
    await page.goto(`${url}/login/with/oidc-shared`)
    await page.getByRole('button', { name: 'Log in with Shared' }).click()
    await page.getByLabel('Subject').fill('hamlet')
    await page.getByRole('button', { name: 'Log in at the company' }).click()
    await page.waitForURL((address) => address.href.startsWith(url) && address.pathname === '/')
    await page.locator('#account-button').click()
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect.poll(() => page.url()).toBe(`${url}/login`)
  })
})
