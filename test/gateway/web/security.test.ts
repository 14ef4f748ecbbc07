import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { violations } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { Browsing } from '../../harness/browsing.ts'
import { codeOf } from '../../harness/one-time-code.ts'
import { record } from '../../harness/recorder.ts'
import { VirtualPasskeys } from '../../harness/virtual-passkeys.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

/** Records what the page asks about factors: no other client of the tests has a passkey. */
const recordFactors = (page: Page) =>
  page.on('response', async (response) => {
    const path = /^\/json(\/users\/me\/(?:passkeys|recovery_codes|confirm_identity).*)/.exec(
      new URL(response.url()).pathname,
    )?.[1]
    if (path === undefined) return
    const body: unknown = await response.json()
    record(response.request().method(), `/api/v1${path}`, response.status(), body)
  })

async function open(name: string): Promise<Page> {
  const page = await web.logIn(name)
  recordFactors(page)
  await page.goto(`${web.url}/#settings/security`)
  await page.getByRole('heading', { name: 'Sessions and devices' }).waitFor()
  return page
}
const keepCodes = async (page: Page): Promise<string[]> => {
  const dialog = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  const codes = (await dialog.locator('pre').innerText()).trim().split(/\s+/)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await dialog.waitFor({ state: 'detached' })
  return codes
}
/** The log-in page after the password. */
async function secondStep(name: string): Promise<Page> {
  const page = await web.open()
  await page.goto(`${web.url}/login`)
  await page.getByLabel('E-mail address').fill(`${name}@demo.test`)
  await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  return page
}
const isIn = (page: Page) => page.getByRole('navigation').first().waitFor({ state: 'attached' })
/** As if the log-in was long ago. */
async function growStale(): Promise<void> {
  for (const key of await web.world.redis.keys('session-confirmed:*')) await web.world.redis.del(key)
}

describe.skipIf(browserMissing)('the security page', () => {
  test('sets up an app by QR code, whose code the log-in then asks for', async () => {
    const page = await open('cordelia')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByAltText('QR code for the authenticator app').waitFor()
    const secret = (await page.locator('form code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('The code does not belong to this secret.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Go on' }).click()
    const codes = await keepCodes(page)
    expect(codes).toHaveLength(10)
    await page.getByText('You have 10 codes left.').waitFor()
    expect(await violations(page)).toBe('')

    const app = await secondStep('cordelia')
    expect(await violations(app)).toBe('')
    await app.getByLabel('Code').fill(codeOf(secret, 1))
    await app.getByRole('button', { name: 'Log in', exact: true }).click()
    await isIn(app)
    const lost = await secondStep('cordelia')
    await lost.getByLabel('Code').fill(codes[0]!)
    await lost.getByRole('button', { name: 'Log in', exact: true }).click()
    await isIn(lost)
  })

  test('adds, renames and deletes a passkey, which logs in without a password', async () => {
    const page = await open('othello')
    const device = await VirtualPasskeys.plugInto(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await keepCodes(page)
    await page.getByRole('button', { name: /^Rename: .* on Linux$/ }).click()
    await page.getByLabel('Name of the passkey').fill('My key')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Rename: My key' }).waitFor()
    expect(await violations(page)).toBe('')

    // It also proves who somebody is whose log-in was a while ago.
    await growStale()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    const question = page.getByRole('dialog', { name: 'Make new recovery codes?' })
    await question.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    expect(await keepCodes(page)).toHaveLength(10)

    const other = await web.open()
    await other.goto(`${web.url}/login`)
    const copy = await VirtualPasskeys.plugInto(other)
    await copy.copyFrom(device)
    const before = await other.context().cookies()
    const [sent] = await Promise.all([
      other.waitForRequest((request) => request.method() === 'POST'),
      other.getByRole('button', { name: 'Log in with a passkey' }).click(),
    ])
    await isIn(other)
    // The same answer again, from the same browser and from another one, logs nobody in.
    const replay = async (token: string) => {
      const thief = new Browsing(web.url)
      thief.cookies.set('csrftoken', token)
      const form = new URLSearchParams(sent.postData()!)
      form.set('csrftoken', token)
      const answer = await thief.request('POST', '/login', form.toString())
      return [answer.status, thief.cookies.has('sessionid')]
    }
    expect(await replay(before.find(({ name }) => name === 'csrftoken')!.value)).toEqual([401, false])
    expect(await replay('x'.repeat(32))).toEqual([401, false])

    // With the password, the passkey is the second factor.
    const both = await secondStep('othello')
    await (await VirtualPasskeys.plugInto(both)).copyFrom(copy)
    await both.getByRole('button', { name: 'Use a passkey' }).click()
    await isIn(both)

    await page.getByRole('button', { name: 'Delete: My key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete: My key' }).waitFor({ state: 'detached' })
    const gone = await web.open()
    await gone.goto(`${web.url}/login`)
    await (await VirtualPasskeys.plugInto(gone)).copyFrom(device)
    await gone.getByRole('button', { name: 'Log in with a passkey' }).click()
    await gone.getByText('The passkey was not accepted. Try again.').waitFor()
  })

  test('asks for the password again when the log-in was a while ago', async () => {
    const page = await open('prospero')
    await growStale()
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm who you are' })
    await dialog.locator(':focus').and(dialog.getByLabel('Password')).waitFor()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong password!').waitFor()
    expect(await violations(page)).toBe('')
    await dialog.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByAltText('QR code for the authenticator app').waitFor()
  })

  test('lists the browsers of the reader, and logs out of one and of all others', async () => {
    const others = [1, 2, 3].map(
      () => new Browsing(web.url, { 'user-agent': 'Mozilla/5.0 Firefox/140.0 Linux' }),
    )
    for (const other of others) await other.logIn('zoe', DEMONSTRATION_PASSWORD)
    const page = await open('zoe')
    await page.getByText('This device', { exact: true }).waitFor()
    const logOuts = page.getByRole('button', { name: 'Log out: Firefox on Linux' })
    await expect.poll(() => logOuts.count()).toBe(3)
    const zoe = web.world.client(web.url, 'zoe')
    await zoe.ok(zoe.patch('/settings', { default_language: 'es' }))
    await page.reload()
    await page.getByRole('button', { name: 'Cerrar sesión: Firefox en Linux' }).first().waitFor()
    await zoe.ok(zoe.patch('/settings', { default_language: 'en' }))
    await page.reload()
    await logOuts.first().waitFor()
    await logOuts.first().click()
    await expect.poll(() => logOuts.count()).toBe(2)
    await page.getByRole('button', { name: 'Log out of all others' }).click()
    const question = page.getByRole('dialog', { name: 'Log out of all other devices?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await logOuts.count()).toBe(2)
    await page.getByRole('button', { name: 'Log out of all others' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => logOuts.count()).toBe(0)
    for (const other of others) expect((await other.json.get('/users/me')).status).toBe(401)
    await page.getByText('This device', { exact: true }).waitFor()
  })

  test('is announced on every page while the organization gives people time, and afterwards', async () => {
    const { world, url } = web
    const owner = world.client(url, 'desdemona')
    const require = (change: Record<string, number>) => owner.ok(owner.patch('/realm', change))
    const page = await web.logIn('prospero')
    await page.goto(`${url}/#inbox`)
    await page.locator('.notice-line').waitFor({ state: 'attached' })
    await world.sql("UPDATE user_account SET joined_at = now() - interval '30 days'")
    await require({ two_factor_required_role: 400, two_factor_grace_days: 3 })
    const line = page.getByRole('status').getByText(/^Your organization requires a second factor from /)
    await line.waitFor()
    expect(await violations(page)).toBe('')
    await page.getByRole('button', { name: 'Later' }).click()
    await line.waitFor({ state: 'detached' })
    await page.reload()
    await line.waitFor()
    await page.getByRole('link', { name: 'Set it up' }).click()
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
    await line.waitFor({ state: 'detached' })
    await page.goto(`${url}/#inbox`)
    await line.waitFor()
    await require({ two_factor_grace_days: 0 })
    await page.getByText(/^Your organization requires a second factor\. Without one/).waitFor()
    await page.getByRole('link', { name: 'Set it up' }).click()
    await page.waitForURL(`${url}/login/set-up`)
  })
})
