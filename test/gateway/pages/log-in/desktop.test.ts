import '../../../harness/product.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { decrypted as decryptedBy, tokenOn } from '../../../harness/app-token.ts'
import { violations } from '../../../harness/axe.ts'
import { browserMissing, TestBrowser } from '../../../harness/browser.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { VirtualPasskeys } from '../../../harness/virtual-passkeys.ts'
import { silent, World } from '../../../harness/world.ts'

/** The User-Agent of the desktop app. */
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ZulipElectron/5.11.1 Chrome/122.0.0.0 Safari/537.36'
const KEY = 'a5'.repeat(32)
const TAKE = '/accounts/login/subdomain/'

let world: World
let gateway: Gateway
let url: string
let company: TestProvider
let chromium: TestBrowser

beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  company = await TestProvider.start([`${url}/login/with/oidc-company/callback`])
  company.people.hamlet = { email: 'hamlet@demo.test', email_verified: true, name: 'Hamlet' }
  const entry = company.entry('company', { display_name: 'The company' })
  world = await World.create({ ROOT_URL: url, OPENID_PROVIDERS: JSON.stringify([entry]) })
  gateway = await Gateway.open(world.config, silent)
  await gateway.listen(port, '127.0.0.1')
  if (!browserMissing) chromium = await TestBrowser.start()
  world.onClose(async () => {
    await chromium?.close()
    await gateway.close()
    await company.close()
  })
})
afterAll(() => world?.close())

const password = { email: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
const decrypted = (hex: string, key = KEY): string => decryptedBy(hex, key)

/** Logs in with the password in a browser that an app opened. Returns the token for the app. */
async function inBrowser(path = `/login?desktop_flow_otp=${KEY}`): Promise<string> {
  const browsing = new Browsing(url)
  const answer = await browsing.submit(path, password)
  expect([answer.status, browsing.cookies.has('sessionid')]).toEqual([200, false])
  return decrypted(tokenOn(answer))
}
/** Hamlet's log-ins in the audit log. */
const logInsOfHamlet = async () => {
  const entries = await world.sql<{ value: string }>(
    `SELECT new_value::text AS value FROM audit_entry WHERE kind = 'log_in' AND object_id = ${world.userId('hamlet')}`,
  )
  return entries.map(({ value }) => value)
}
/** An app whose page waits for the token of a browser. */
async function waitingApp(at = url): Promise<Browsing> {
  const app = new Browsing(at, { 'user-agent': DESKTOP })
  await app.get('/login/in-browser')
  return app
}
const take = async (token: string, at = url) => (await waitingApp(at)).get(TAKE + token)
const isLoggedIn = async (browsing: Browsing) => (await browsing.json.get('/users/me')).status === 200

describe('the token for a desktop app', () => {
  test('logs the app in, at the page that it asked for, and tells of the app', async () => {
    const app = await waitingApp()
    const token = await inBrowser(`/login?desktop_flow_otp=${KEY}&next=/%23narrow/is/starred`)
    expect(await logInsOfHamlet()).toEqual([])
    const taken = await app.get(TAKE + token)
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/#narrow/is/starred'])
    expect(await isLoggedIn(app)).toBe(true)
    const { sessions } = await app.json.ok(app.json.get('/users/me/sessions'))
    const mine = sessions.find((one: { is_current: boolean }) => one.is_current)
    expect(mine.device).toBe('the desktop app on Linux')
    await expect.poll(logInsOfHamlet).toEqual([expect.stringContaining('the desktop app on Linux')])
  })

  test('works once, also when two apps take it at once', async () => {
    const token = await inBrowser()
    const apps = await Promise.all([waitingApp(), waitingApp(), waitingApp()])
    const answers = await Promise.all(apps.map((app) => app.get(TAKE + token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410])
    expect((await Promise.all(apps.map(isLoggedIn))).filter(Boolean)).toHaveLength(1)
    const late = await take(token)
    expect([late.status, late.text.includes('This log-in has ended')]).toEqual([410, true])
  })

  test('is not used up by a look, such as HEAD or what a browser fetches ahead', async () => {
    const [token, app] = [await inBrowser(), await waitingApp()]
    for (const [method, headers] of [
      ['HEAD', {}],
      ['GET', { 'sec-purpose': 'prefetch;prerender' }],
      ['GET', { purpose: 'prefetch' }],
      ['HEAD', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }],
    ] as const) {
      const look = await app.request(method, TAKE + token, undefined, headers)
      expect([method, look.status, look.text]).toEqual([method, 204, ''])
    }
    // A robot that reads links has no cookie of the app.
    expect((await new Browsing(url).get(TAKE + token)).status).toBe(410)
    expect(await isLoggedIn(app)).toBe(false)
    expect((await app.get(TAKE + token)).status).toBe(303)
    expect(await isLoggedIn(app)).toBe(true)
  })

  test('expires, and ends with the sessions and the account of the person', async () => {
    const expiring = await inBrowser()
    const [key] = await world.redis.keys('desktop-log-in:*')
    expect(await world.redis.ttl(key!)).toBeLessThanOrEqual(60)
    expect(key).not.toContain(expiring)
    await world.redis.del(key!)
    expect((await take(expiring)).status).toBe(410)
    const ended = await inBrowser()
    const owner = world.client(url, 'desdemona')
    await owner.ok(owner.delete(`/users/${world.userId('hamlet')}/sessions`))
    expect((await take(ended)).status).toBe(410)
    const gone = await inBrowser()
    await owner.ok(owner.delete(`/users/${world.userId('hamlet')}`))
    expect((await take(gone)).status).toBe(410)
    await owner.ok(owner.post(`/users/${world.userId('hamlet')}/reactivate`))
  })

  test('opens nothing in another organization, and is no other secret', async () => {
    await createRealm(gateway.core.db, { subdomain: 'elsewhere', customHost: null, name: 'Elsewhere' })
    const elsewhere = url.replace('localhost', 'elsewhere.localhost')
    const token = await inBrowser()
    expect((await take(token, elsewhere)).status).toBe(410)
    for (const guess of ['x', 'A'.repeat(43), 'a'.repeat(5_000), '%00']) {
      expect((await take(guess)).status, guess).toBeGreaterThanOrEqual(400)
    }
    // Nor does the token stand for a log-in that waits for its second step.
    const browsing = new Browsing(url)
    browsing.cookies.set('login', token)
    expect((await browsing.get('/login/second-step')).headers.get('location')).toBe('/login')
    expect((await take(token)).status).toBe(303)
  })

  test('logs nobody in where no page waits for it', async () => {
    const token = await inBrowser()
    const lured = new Browsing(url)
    expect((await lured.get(TAKE + token)).status).toBe(410)
    expect(await isLoggedIn(lured)).toBe(false)
    const waiting = await lured.get('/login/in-browser')
    const cookie = waiting.headers.getSetCookie().find((line) => line.startsWith('desktop='))
    expect(cookie).toMatch(/^desktop=1; Path=\/; Max-Age=3600; SameSite=Strict; HttpOnly$/)
    expect((await lured.get(TAKE + token)).status).toBe(303)
    expect(lured.cookies.has('desktop')).toBe(false)
  })

  test('is encrypted with the app’s own key, each time differently', async () => {
    const browsing = new Browsing(url)
    const path = `/login?desktop_flow_otp=${KEY}`
    const [one, two] = [await browsing.submit(path, password), await browsing.submit(path, password)].map(
      tokenOn,
    )
    expect(one!.slice(0, 24)).not.toBe(two!.slice(0, 24))
    expect(() => decrypted(one!, 'b6'.repeat(32))).toThrow()
    expect(() => decrypted(one!.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toThrow()
  })

  test('needs a right key, and no second one', async () => {
    for (const query of ['desktop_flow_otp=5a', `desktop_flow_otp=${'g'.repeat(64)}`]) {
      const refused = await new Browsing(url).get(`/login?${query}`)
      expect([refused.status, refused.text.includes('Invalid OTP')]).toEqual([400, true])
    }
    const both = `/login?mobile_flow_otp=${KEY}&desktop_flow_otp=${KEY}`
    expect((await new Browsing(url).get(both)).status).toBe(400)
  })

  test('needs the consent of somebody who is logged in, and the same person', async () => {
    const browsing = new Browsing(url)
    await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)
    const path = `/login?desktop_flow_otp=${KEY}`
    const asked = await browsing.get(path)
    expect(asked.text).toContain('Continue only')
    const other = await browsing.submitForm(asked.text, { as: String(world.userId('iago')) }, path)
    expect(other.text).not.toContain('id="token"')
    const answer = await browsing.submitForm(asked.text, {}, path)
    expect((await take(decrypted(tokenOn(answer)))).status).toBe(303)
  })
})

describe.skipIf(browserMissing)('a desktop app', () => {
  const contexts: BrowserContext[] = []
  async function open(options = {}) {
    const { context, page } = await chromium.open(options)
    contexts.push(context)
    return { context, page }
  }
  const openApp = () => open({ userAgent: DESKTOP })

  /** Presses what opens the browser in the app, and opens that address in the browser. */
  async function toBrowser(app: Page, press: () => Promise<void>, browser: Page): Promise<void> {
    const opening = app.context().waitForEvent('page')
    await press()
    const opened = await opening
    await expect.poll(() => opened.url()).toContain('desktop_flow_otp=')
    await browser.goto(opened.url())
    await opened.close()
  }
  async function paste(app: Page, browser: Page): Promise<void> {
    const token = await browser.getByLabel('Token').inputValue()
    await app.getByLabel('Token').fill(token)
    await app.waitForURL((address) => address.pathname === '/')
  }
  const whoIs = async (page: Page) => {
    const answer = await page.context().request.get(`${url}/json/users/me`)
    return ((await answer.json()) as { email?: string }).email
  }
  const fillPassword = async (page: Page) => {
    await page.getByLabel('E-mail address').fill(password.email)
    await page.getByLabel('Password').fill(password.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }

  test('logs in at a provider in the browser, and shows the place of its address', async () => {
    const [{ page: app }, { page: browser }] = [await openApp(), await open()]
    await app.goto(`${url}/login#narrow/is/starred`)
    await toBrowser(app, () => app.getByRole('button', { name: 'Log in with The company' }).click(), browser)
    expect(await violations(app)).toBe('')
    await browser.getByRole('button', { name: 'Log in with The company' }).click()
    await browser.waitForURL(`${company.issuer}/interaction/**`)
    await browser.getByLabel('Subject').fill('hamlet')
    await browser.getByRole('button', { name: 'Log in at the company' }).click()
    await browser.getByRole('heading', { name: 'Finish in the app' }).waitFor()
    expect(await violations(browser)).toBe('')
    await app.getByLabel('Token').fill('0123456789')
    await app.getByText('This is not the token for this app.').waitFor()
    await paste(app, browser)
    expect(new URL(app.url()).hash).toBe('#narrow/is/starred')
    expect(await whoIs(app)).toContain('@')
    expect(await whoIs(browser)).toBeUndefined()
  })

  test('is not logged in to another account by a link of another site', async () => {
    const { page } = await openApp()
    await page.goto(`${url}/login/in-browser`)
    const link = `${url}${TAKE}${await inBrowser()}`
    await page.goto(`data:text/html,<a href="${link}">A picture of a cat</a>`)
    await page.getByRole('link').click()
    await page.getByRole('heading', { name: 'This log-in has ended' }).waitFor()
    expect(await whoIs(page)).toBeUndefined()
  })

  test('logs in with the password in the browser, and takes the token from the clipboard itself', async () => {
    const [{ page: app, context }, { page: browser }] = [await openApp(), await open()]
    // Newer apps hand out the key, and a promise for what is copied.
    await context.addInitScript(() => {
      const key = new Uint8Array(32).fill(7)
      const clipboard = globalThis as unknown as { copied: (text: string) => void; electron_bridge: object }
      clipboard.electron_bridge = {
        decrypt_clipboard: (version: number) => ({
          key: version === 1 ? key : undefined,
          pasted: new Promise((resolve) => {
            clipboard.copied = resolve
          }),
        }),
      }
    })
    await app.goto(`${url}/login`)
    await toBrowser(app, () => app.getByRole('link', { name: 'Log in with your browser' }).click(), browser)
    expect(await app.getByLabel('Token').isVisible()).toBe(false)
    await fillPassword(browser)
    await browser.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await browser.getByRole('button', { name: 'Copy' }).press('Enter')
    await browser.getByText('Copied. Go back to the app.').waitFor()
    const copied = await browser.evaluate<string>('navigator.clipboard.readText()')
    const token = decrypted(copied, '07'.repeat(32))
    await app.evaluate(
      (text) => (globalThis as unknown as { copied(text: string): void }).copied(text),
      token,
    )
    await app.waitForURL((address) => address.pathname === '/')
    expect(await whoIs(app)).toContain('@')
  })

  test('logs in with the password and a second factor, and with a passkey', async () => {
    const browsing = new Browsing(url)
    await browsing.logIn('iago', DEMONSTRATION_PASSWORD)
    const { json } = browsing
    const { secret, setup } = await json.ok(json.post('/users/me/authenticator/begin'))
    await json.ok(json.post('/users/me/authenticator', { setup, code: codeOf(secret) }))
    const [{ page: app }, { page: browser }] = [await openApp(), await open()]
    await toBrowser(app, async () => void (await app.goto(`${url}/login/in-browser`)), browser)
    await browser.getByLabel('E-mail address').fill('iago@demo.test')
    await browser.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
    await browser.getByRole('button', { name: 'Log in', exact: true }).click()
    await browser.getByLabel('Code').fill(codeOf(secret, 1))
    await browser.getByRole('button', { name: 'Log in', exact: true }).click()
    await paste(app, browser)
    expect(await whoIs(app)).toContain('@')

    // A passkey of Othello, added in his settings.
    const { page: own } = await open()
    const device = await VirtualPasskeys.plugInto(own)
    await own.goto(`${url}/login`)
    await own.getByLabel('E-mail address').fill('othello@demo.test')
    await own.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
    await own.getByRole('button', { name: 'Log in', exact: true }).click()
    await own.waitForURL((address) => address.pathname === '/')
    await own.goto(`${url}/#settings/security`)
    await own.getByRole('button', { name: 'Add a passkey' }).click()
    await expect.poll(async () => (await device.credentials()).length).toBe(1)
    const [{ page: second }, { page: third }] = [await openApp(), await open()]
    const copy = await VirtualPasskeys.plugInto(third)
    await copy.copyFrom(device)
    await second.goto(`${url}/login`)
    await toBrowser(
      second,
      () => second.getByRole('link', { name: 'Log in with your browser' }).click(),
      third,
    )
    await third.getByRole('button', { name: 'Log in with a passkey' }).click()
    await paste(second, third)
    expect(await whoIs(second)).toContain('@')
  })
})
