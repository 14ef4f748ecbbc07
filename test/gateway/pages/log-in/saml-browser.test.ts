import '../../../harness/product.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../config/embedded/processes.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { browserMissing, TestBrowser, type TestBrowsing } from '../../../harness/browser.ts'
import { TestSamlProvider } from '../../../harness/saml-provider.ts'
import { silent, World } from '../../../harness/world.ts'

/** The provider is at another site than the server, so its POST of the answer comes without cookies. */
let world: World
let url: string
let company: TestSamlProvider
let chromium: TestBrowser
const opened: TestBrowsing[] = []

beforeAll(async () => {
  if (browserMissing) return
  const port = await freePort()
  url = `http://localhost:${port}`
  company = await TestSamlProvider.start()
  company.consumer = `${url}/login/with/saml-company/callback`
  company.people.hamlet = { nameId: 'hamlet', claims: { email: 'hamlet@demo.test', displayName: 'Hamlet' } }
  company.people.lear = { nameId: 'lear', claims: { email: 'lear@demo.test', displayName: 'King Lear' } }
  const entry = { kind: 'saml', name: 'company', display_name: 'The company', metadata: company.metadata }
  world = await World.create({ ROOT_URL: url, LOG_IN_PROVIDERS: JSON.stringify([entry]) })
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

describe.skipIf(browserMissing).each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])('$mode', ({ javaScriptEnabled }) => {
  async function browse(): Promise<Page> {
    const browsing = await chromium.open({ javaScriptEnabled })
    opened.push(browsing)
    return browsing.page
  }
  async function logIn(page: Page, person: string): Promise<void> {
    await page.getByRole('button', { name: 'Log in with The company' }).click()
    await page.getByLabel('Person').fill(person)
    await page.getByRole('button', { name: 'Log in at the company' }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
  }

  test('a browser without a session logs in, and comes back to the page', async () => {
    const page = await browse()
    await page.goto(`${url}/login?next=/help`)
    await logIn(page, 'hamlet')
    await page.waitForURL(`${url}/help`)
    await page.goto(`${url}/login`)
    expect(page.url()).toBe(`${url}/`)
  })

  test('a person without an invitation reads why, and logs in as another one then', async () => {
    const page = await browse()
    await page.goto(`${url}/login`)
    await logIn(page, 'lear')
    await page.getByRole('heading', { name: 'You need an invitation' }).waitFor()
    await page.getByRole('link', { name: 'Back to the log-in page' }).click()
    await logIn(page, 'hamlet')
    await page.waitForURL(`${url}/`)
  })

  test('the pages have no faults', () => {
    const faults = opened.flatMap(({ faults }) => faults)
    // The status of the refusal, and the provider's missing picture.
    expect(faults.filter((fault) => !/403|favicon/.test(fault))).toEqual([])
  })
})
