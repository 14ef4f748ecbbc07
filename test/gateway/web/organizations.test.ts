import '../../harness/product.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { createRealm } from '../../../core/organization/settings/create.ts'
import { createUser } from '../../../core/people/accounts/create.ts'
import { Role } from '../../../core/state/users/record.ts'
import { Gateway } from '../../../gateway/gateway.ts'
import { browserMissing, TestBrowser, type TestBrowsing } from '../../harness/browser.ts'
import { silent, World } from '../../harness/world.ts'

const PASSWORD = 'four words of a play'

let world: World
let chromium: TestBrowser
let visitor: TestBrowsing
/** Addresses of the organizations: the demonstration at the root host, and Globe below it. */
let demonstration: string
let globe: string

beforeAll(async () => {
  if (browserMissing) return
  const port = await freePort()
  demonstration = `http://chat.localhost:${port}`
  globe = `http://globe.chat.localhost:${port}`
  world = await World.create({ ROOT_URL: demonstration })
  const gateway = await Gateway.open(world.config, silent)
  await gateway.listen(port, '127.0.0.1')
  const { core } = gateway
  const realm = (await core.realms.get(await createRealm(core.db, { subdomain: 'globe', name: 'Globe' })))!
  await createUser(core, realm, {
    email: 'burbage@globe.test',
    fullName: 'Burbage',
    role: Role.owner,
    password: PASSWORD,
  })
  await world.sql(
    "INSERT INTO onboarding_step_seen (user_id, step) SELECT id, step FROM user_account, (SELECT DISTINCT step FROM onboarding_step_seen) one WHERE email = 'burbage@globe.test'",
  )
  chromium = await TestBrowser.start({ hasWindows: true })
  visitor = await chromium.open()
  world.onClose(async () => {
    await chromium.close()
    await gateway.close()
  })
})
afterAll(() => world?.close())

async function logIn(context: BrowserContext, site: string, email: string, password: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site}/login`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  return page
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href')
const others = (page: Page) => page.getByRole('navigation', { name: 'Other organizations' })
const stored = (page: Page) =>
  page.evaluate(`(async () => ({
    drafts: Object.entries(localStorage).filter(([key]) => key.startsWith('loquat draft')).map(([, text]) => text),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }))()`) as Promise<{ drafts: string[]; databases: string[]; caches: string[] }>

describe.skipIf(browserMissing)('two organizations in tabs of one browser', () => {
  let here: Page
  let there: Page

  test('have sessions and titles of their own', async () => {
    here = await logIn(visitor.context, demonstration, 'hamlet@demo.test', DEMONSTRATION_PASSWORD)
    there = await logIn(visitor.context, globe, 'burbage@globe.test', PASSWORD)
    await expect.poll(() => here.title()).toContain('Loquat demonstration')
    await expect.poll(() => there.title()).toContain('Globe')
    await here.reload()
    await here.getByRole('button', { name: 'Your account' }).click()
    await here.getByText('hamlet@demo.test').waitFor()
    await here.keyboard.press('Escape')
  })

  test('know each other in the account menu, which opens the other one in a tab', async () => {
    await there.reload()
    await there.getByRole('button', { name: 'Your account' }).click()
    await others(there).getByRole('link', { name: 'Loquat demonstration' }).waitFor()
    expect(await others(there).getByRole('link').count()).toBe(1)
    await there.keyboard.press('Escape')
    await here.getByRole('button', { name: 'Your account' }).click()
    const opened = visitor.context.waitForEvent('page')
    await others(here).getByRole('link', { name: 'Globe' }).click()
    const tab = await opened
    await tab.getByRole('button', { name: 'Your account' }).waitFor()
    expect(new URL(tab.url()).origin).toBe(globe)
    await tab.close()
    await here.keyboard.press('Escape')
  })

  test('have icons that differ', async () => {
    await here.reload()
    await expect.poll(() => icon(here)).toMatch(/^data:image/)
    await expect.poll(() => icon(there)).toMatch(/^data:image/)
    expect(await icon(here)).not.toBe(await icon(there))
  })

  test('share no drafts, files and messages', async () => {
    await there.evaluate(`fetch('/json/users/me/subscriptions', {
      method: 'POST',
      headers: { 'X-CSRFToken': /csrftoken=([^;]*)/.exec(document.cookie)[1] },
      body: new URLSearchParams({ subscriptions: '[{"name":"stage"}]' }),
    })`)
    await there
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'stage' })
      .click()
    await box(there).fill('All the world')
    await here.goto(
      `${demonstration}/#narrow/channel/${world.channelId('Verona')}-Verona/topic/${encodeURIComponent('masks')}`,
    )
    await box(here).fill('A visor for a visor')
    expect((await stored(here)).drafts.join()).toContain('visor')
    expect((await stored(here)).drafts.join()).not.toContain('All the world')
    expect((await stored(there)).drafts.join()).not.toContain('visor')
    await box(here).press('Control+Enter')
    await here.getByRole('log').getByText('A visor').waitFor()
    expect(await there.getByText('A visor').count()).toBe(0)
  })

  test('end separately: logging out of one leaves the other live', async () => {
    await there.getByRole('button', { name: 'Your account' }).click()
    await there.getByRole('button', { name: 'Log out' }).click()
    await there.getByLabel('Password').waitFor()
    await box(here).fill('Still here')
    await box(here).press('Control+Enter')
    await here.getByRole('log').getByText('Still here').waitFor()
    await here.reload()
    await here.getByRole('log').getByText('Still here').waitFor()
    expect(await here.getByText('You have been logged out').count()).toBe(0)
  })

  test('leave the list at the log-out, and by a control beside the name', async () => {
    await here.getByRole('button', { name: 'Your account' }).click()
    await here.getByRole('button', { name: 'Log out' }).waitFor()
    expect(await others(here).count()).toBe(0)
    await here.keyboard.press('Escape')
    await there.getByLabel('E-mail address').fill('burbage@globe.test')
    await there.getByLabel('Password').fill(PASSWORD)
    await there.getByRole('button', { name: 'Log in', exact: true }).click()
    await there.getByRole('button', { name: 'Your account' }).click()
    await others(there).getByRole('link', { name: 'Loquat demonstration' }).waitFor()
    await others(there).getByRole('button', { name: 'Take Loquat demonstration out of this list' }).click()
    await expect.poll(() => others(there).count()).toBe(0)
    await there.reload()
    await there.getByRole('button', { name: 'Your account' }).click()
    await there.getByRole('button', { name: 'Log out' }).waitFor()
    expect(await others(there).count()).toBe(0)
    await there.keyboard.press('Escape')
    // Opening the demonstration puts it back: somebody of this browser is logged in there.
    await here.reload()
    await here.getByRole('button', { name: 'Your account' }).click()
    await others(here).getByRole('link', { name: 'Globe' }).waitFor()
    await here.keyboard.press('Escape')
  })

  test('a forged list leads to no other server', async () => {
    const list = [
      ['evil.test', 'Globe'],
      ['chat.localhost.evil.test', 'Globe'],
      ['x@evil.test', 'Globe'],
      ['evil.test/#', 'Globe'],
      [7, 8],
    ]
    const value = Buffer.from(JSON.stringify(list)).toString('base64url')
    await visitor.context.addCookies([{ name: 'organizations', value, domain: '.chat.localhost', path: '/' }])
    const answer = await here.reload()
    expect(answer!.status()).toBe(200)
    await here.getByRole('button', { name: 'Your account' }).click()
    await here.getByRole('button', { name: 'Log out' }).waitFor()
    expect(await others(here).count()).toBe(0)
  })

  test('no error occurs', () => {
    expect(visitor.faults).toEqual([])
  })
})
