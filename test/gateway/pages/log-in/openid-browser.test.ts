import '../../../harness/product.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../config/embedded/processes.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { violations } from '../../../harness/axe.ts'
import { browserMissing, TestBrowser, type TestBrowsing } from '../../../harness/browser.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { silent, World } from '../../../harness/world.ts'

let world: World
let url: string
let company: TestProvider
let chromium: TestBrowser
const opened: TestBrowsing[] = []

beforeAll(async () => {
  if (browserMissing) return
  const port = await freePort()
  url = `http://localhost:${port}`
  company = await TestProvider.start(
    ['company', 'closed'].map((name) => `${url}/login/with/oidc-${name}/callback`),
  )
  company.people.lear = { email: 'lear@demo.test', email_verified: true, name: 'King Lear' }
  company.people.hamlet = { email: 'hamlet@demo.test', email_verified: true, name: 'Hamlet' }
  const entry = company.entry('company', { display_name: 'The company' })
  const closed = company.entry('closed', { display_name: 'The club', new_accounts: 'nobody' })
  world = await World.create({ ROOT_URL: url, OPENID_PROVIDERS: JSON.stringify([entry, closed]) })
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

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

const expectAccessible = async (page: Page) => expect(await violations(page)).toBe('')

describe.skipIf(browserMissing).each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])('$mode', ({ javaScriptEnabled }) => {
  async function browse(): Promise<Page> {
    const browsing = await chromium.open({ javaScriptEnabled })
    opened.push(browsing)
    return browsing.page
  }
  async function logIn(page: Page, subject: string): Promise<void> {
    await page.getByRole('button', { name: 'Log in with The company' }).click()
    await page.waitForURL(`${company.issuer}/interaction/**`)
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('button', { name: 'Log in at the company' }).click()
  }

  test('a person logs in at the provider and comes back to the page', async () => {
    const page = await browse()
    await page.goto(`${url}/login?next=/help`)
    if (javaScriptEnabled) await expectAccessible(page)
    await logIn(page, 'hamlet')
    await page.waitForURL(`${url}/help`)
    await page.goto(`${url}/login`)
    expect(page.url()).toBe(`${url}/`)
    // The next time the provider asks nothing.
    await page.context().clearCookies({ domain: 'localhost' })
    await page.goto(`${url}/login/with/oidc-company?next=/help`)
    if (javaScriptEnabled) await expectAccessible(page)
    await page.getByRole('button', { name: 'Log in with The company' }).press('Enter')
    await page.waitForURL(`${url}/help`)
  })

  test.runIf(javaScriptEnabled)('the place of an address stays through the log-in', async () => {
    const page = await browse()
    await page.goto(`${url}/#narrow/is/starred`)
    await page.waitForURL(`${url}/login**`)
    await logIn(page, 'hamlet')
    await page.waitForURL(`${url}/#narrow/is/starred`)
    await page.context().clearCookies({ domain: 'localhost' })
    await page.goto(`${url}/login/with/oidc-company?next=/help#administrators`)
    await page.getByRole('button', { name: 'Log in with The company' }).click()
    await page.waitForURL(`${url}/help#administrators`)
  })

  test('a person without an invitation reads why, and what to do', async () => {
    const page = await browse()
    await page.goto(`${url}/login`)
    await logIn(page, 'lear')
    await page.waitForURL(`${url}/login/with/oidc-company/callback**`)
    expect(await heading(page)).toBe('You need an invitation')
    if (javaScriptEnabled) await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the log-in page' }).click()
    expect(await heading(page)).toBe('Log in')
  })

  test('a long address stays inside the narrow page of a refusal', async () => {
    company.people.gloucester = {
      email: 'gloucester.with.a.long.address.for.a.narrow.page@subsidiary.example.com',
      email_verified: true,
    }
    const page = await browse()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/login/with/oidc-closed`)
    await page.getByRole('button', { name: 'Log in with The club' }).click()
    await page.waitForURL(`${company.issuer}/interaction/**`)
    await page.getByLabel('Subject').fill('gloucester')
    await page.getByRole('button', { name: 'Log in at the company' }).click()
    await page.waitForURL(`${url}/login/with/oidc-closed/callback**`)
    expect(await page.getByRole('main').textContent()).toContain('gloucester.with')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  test('the pages have no faults', () => {
    const faults = opened.flatMap(({ faults }) => faults)
    // The status of the refusal, the provider's missing picture, and requests of a page whose cookie is gone.
    const expected = /403|favicon|401 \(Unauthorized\)|HTTP Authentication failed/
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
  })
})
