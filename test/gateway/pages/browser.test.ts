import '../../harness/product.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { CreationLinks } from '../../../core/organization/settings/creation-link.ts'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import { Gateway } from '../../../gateway/gateway.ts'
import { mailConfirmEmailChangeJob } from '../../../workers/jobs/mails/mail-confirm-email-change.ts'
import { mailConfirmToJoinJob } from '../../../workers/jobs/mails/mail-confirm-to-join.ts'
import { mailInvitationJob } from '../../../workers/jobs/mails/mail-invitation.ts'
import { mailPasswordResetJob } from '../../../workers/jobs/mails/mail-password-reset.ts'
import { Mailer } from '../../../workers/mail/mailer.ts'
import { JobWorker } from '../../../workers/running/worker.ts'
import { browserMissing, TestBrowser, type TestBrowsing } from '../../harness/browser.ts'
import { TestMailServer } from '../../harness/smtp.ts'
import { silent, World } from '../../harness/world.ts'

const GOOD = 'four words of a play'

/** Expected texts of each page. */
const LOOK = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  return {
    language: document.documentElement.lang,
    headings: all('h1').length,
    landmarks: all('header, main, footer').length,
    unlabelled: all('input:not([type=hidden]), select').filter((one) => !one.labels.length).map(({ name }) => name),
    dangling: all('[aria-describedby]')
      .flatMap((one) => one.getAttribute('aria-describedby').split(' '))
      .filter((id) => document.getElementById(id) === null),
    background: getComputedStyle(document.body).backgroundColor,
  }
})()`

/** Users with their browsers and real mails: the same steps with and without scripts. */
const MODES = [
  {
    mode: 'with scripts',
    javaScriptEnabled: true,
    person: 'hamlet',
    forgetful: 'prospero',
    subdomain: 'arden',
  },
  {
    mode: 'without scripts',
    javaScriptEnabled: false,
    person: 'othello',
    forgetful: 'cordelia',
    subdomain: 'athens',
  },
] as const

let world: World
let gateway: Gateway
let mails: TestMailServer
let chromium: TestBrowser
let url: string
const opened: TestBrowsing[] = []

beforeAll(async () => {
  if (browserMissing) return
  const port = await freePort()
  url = `http://localhost:${port}`
  mails = await TestMailServer.start()
  world = await World.create({ ROOT_URL: url, OPEN_REALM_CREATION: 'true', ...mails.settings })
  gateway = await Gateway.open(world.config, silent)
  await gateway.listen(port, '127.0.0.1')
  const sink = new BullSink(world.config.redisUrl)
  const mailer = new Mailer(world.config)
  const worker = new JobWorker(gateway.core, silent, sink, world.config)
  const jobs = [mailConfirmEmailChangeJob, mailConfirmToJoinJob, mailInvitationJob, mailPasswordResetJob]
  await worker.start(jobs.map((job) => job(mailer)))
  chromium = await TestBrowser.start()
  world.onClose(async () => {
    await chromium.close()
    await worker.stop()
    mailer.close()
    await sink.close()
    await gateway.close()
    await mails.close()
  })
})
afterAll(() => world?.close())

describe.skipIf(browserMissing).each(MODES)(
  '$mode',
  ({ javaScriptEnabled, person, forgetful, subdomain }) => {
    async function browse(): Promise<Page> {
      const browsing = await chromium.open({ javaScriptEnabled })
      opened.push(browsing)
      return browsing.page
    }
    const client = (name: string) => world.client(url, name)
    /** The link in the newest email to an address. */
    async function linkTo(address: string): Promise<string> {
      const received = await mails.to(address)
      return /https?:\/\/\S+\/(?:join|accounts)\/\S+/.exec(received.at(-1)!.mail.text!)![0]
    }
    /** The heading of the web client, or of the page that it shows without scripts. */
    const HOME = javaScriptEnabled ? 'Inbox' : 'Loquat needs JavaScript'
    const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
    async function expectLoggedIn(page: Page, email: string): Promise<void> {
      expect(await title(page)).toBe(HOME)
      if (javaScriptEnabled) expect(await page.locator('#account-menu').textContent()).toContain(email)
    }
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    async function logIn(page: Page, email: string, password: string): Promise<void> {
      await page.goto(`${url}/login`)
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password').fill(password)
      await press(page, 'Log in')
    }
    /** Opens a link that is not valid; the page says why in its heading or below it. */
    async function ended(page: Page, link: string, status: number, reason: string): Promise<void> {
      const response = await page.goto(link)
      expect(response!.status()).toBe(status)
      expect(await title(page)).toMatch(/^This (link|invitation) /)
      expect(await page.getByRole('main').textContent()).toContain(reason)
    }

    test('a user logs in and out', async () => {
      const page = await browse()
      await page.goto(url)
      expect(page.url()).toBe(`${url}/login`)
      await logIn(page, `${person}@demo.test`, 'wrong')
      expect(await page.getByRole('alert').textContent()).toBe('Your username or password is incorrect')
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(`${person}@demo.test`)
      await logIn(page, `${person}@demo.test`, DEMONSTRATION_PASSWORD)
      expect(page.url()).toBe(`${url}/`)
      expect(await title(page)).toBe(HOME)
      const cookies = await page.context().cookies()
      expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).sort()).toEqual([
        ['csrftoken', false, 'Lax'],
        ['device', true, 'Lax'],
        ['sessionid', true, 'Lax'],
      ])
      if (!javaScriptEnabled) return
      await press(page, 'Your account')
      await press(page, 'Log out')
      await page.waitForURL(`${url}/login`)
      expect(await title(page)).toBe('Log in')
      await page.goBack()
      await page.goto(url)
      expect(page.url()).toBe(`${url}/login`)
    })

    test('who opens an unknown address reads that there is no page', async () => {
      const page = await browse()
      const response = await page.goto(`${url}/nowhere/at/all`)
      expect([response!.status(), await title(page)]).toEqual([404, 'Page not found'])
      const picture = await fetch(`${url}/nowhere.png`, { headers: { accept: 'image/*' } })
      expect([picture.status, await picture.text()]).toEqual([404, 'Not Found\n'])
    })

    test.each([
      ['/%23narrow/channel/2-Verona/topic/a%20b/near/15', '/#narrow/channel/2-Verona/topic/a%20b/near/15'],
      ['/%23channels/2/Verona', '/#channels/2/Verona'],
      ['/%23narrow/near/15?utm_source=mail', '/#narrow/near/15?utm_source=mail'],
      ['/%2523narrow%252Fnear%252F15', '/#narrow%2Fnear%2F15'],
      ['/%252523narrow/topic/a%252520b', '/#narrow/topic/a%20b'],
      ['/%23//evil.example', '/#//evil.example'],
      ['/a%23narrow', null],
      ['/%2423narrow', null],
    ])('the address %s, whose sign # a mail program has encoded, leads to %s', async (address, meant) => {
      for (const accept of ['text/html', '*/*']) {
        const answer = await fetch(url + address, { redirect: 'manual', headers: { accept } })
        expect([answer.status, answer.headers.get('location')]).toEqual([meant === null ? 404 : 303, meant])
      }
    })

    test('a user joins with an invitation', async () => {
      const owner = client('desdemona')
      await owner.ok(owner.post('/invites', { invitee_emails: `viola@${subdomain}.test`, stream_ids: [] }))
      const group = { group_name: `Italy of ${subdomain}`, description: 'Warm', stream_names: ['Verona'] }
      await owner.ok(owner.post('/default_stream_groups/create', group))
      const link = await linkTo(`viola@${subdomain}.test`)
      const page = await browse()
      await page.goto(link)
      expect(await page.getByRole('main').textContent()).toContain('Desdemona invited you.')
      await page.getByLabel('Name').fill('Viola')
      await page.getByLabel('Password').fill('abcdef')
      await page.getByLabel('Time zone').selectOption('Europe/Tirane')
      await page.getByLabel(group.group_name).check()
      expect(await page.evaluate(LOOK)).toMatchObject({ unlabelled: [], dangling: [] })
      await press(page, 'Join')
      const password = page.getByLabel('Password')
      expect(await password.getAttribute('aria-invalid')).toBe('true')
      const ids = (await password.getAttribute('aria-describedby'))!.split(' ')
      expect(await page.locator(`[id="${ids[0]}"]`).textContent()).toContain('This password is easy to guess')
      expect(await page.getByLabel('Name').inputValue()).toBe('Viola')
      expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Tirane')
      expect(await page.getByLabel(group.group_name).isChecked()).toBe(true)
      await password.fill(GOOD)
      await press(page, 'Join')
      await expectLoggedIn(page, `viola@${subdomain}.test`)
      await ended(page, link, 410, 'This link has been used')
      expect(await page.getByRole('main').textContent()).toContain('ask for a new invitation')
    })

    test('an invitation that was revoked, or has expired, says what to do', async () => {
      const owner = client('desdemona')
      const page = await browse()

      const { invite_link: shared } = await owner.ok(owner.post('/invites/multiuse', {}))
      await page.goto(shared)
      await page.getByLabel('E-mail address').waitFor()
      const { invites } = await owner.ok(owner.get('/invites'))
      const { id } = invites.find(
        (one: { is_multiuse: boolean; link_url?: string }) => one.link_url === shared,
      )
      await owner.ok(owner.delete(`/invites/multiuse/${id}`))
      await ended(page, shared, 410, 'This invitation has been revoked')
      expect(await page.getByRole('main').textContent()).toContain('Ask the person who sent it to you')

      await owner.ok(
        owner.post('/invites', { invitee_emails: `sebastian@${subdomain}.test`, stream_ids: [] }),
      )
      const late = await linkTo(`sebastian@${subdomain}.test`)
      await world.sql(
        `UPDATE invitation SET expires_at = now() - interval '1 minute' WHERE email LIKE 'sebastian@%'`,
      )
      await ended(page, late, 410, 'This link has expired')
      expect(await page.getByRole('main').textContent()).toContain('Ask the person who sent it to you')
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
      expect(page.url()).toBe(`${url}/login`)
    })

    test('a user joins with a reusable link and the mail after it', async () => {
      const owner = client('desdemona')
      const { invite_link: reusable } = await owner.ok(owner.post('/invites/multiuse', { stream_ids: [] }))
      const page = await browse()
      await page.goto(reusable)
      await page.getByLabel('E-mail address').fill(`olivia@${subdomain}.test`)
      await press(page, 'Send link')
      expect(await title(page)).toBe('Check your email')
      await page.goto(await linkTo(`olivia@${subdomain}.test`))
      await page.getByLabel('Name').fill('Olivia')
      await page.getByLabel('Password').fill(GOOD)
      await press(page, 'Join')
      expect(await title(page)).toBe(HOME)
      await ended(page, `${url}/join/i1-${'x'.repeat(32)}`, 404, 'This link does not exist')
    })

    test('a user sets a new password', async () => {
      const page = await browse()
      await page.goto(`${url}/login`)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel('E-mail address').fill(`${forgetful}@demo.test`)
      await press(page, 'Send link')
      expect(await page.getByRole('main').textContent()).toContain(
        `If ${forgetful}@demo.test has an account here`,
      )
      const link = await linkTo(`${forgetful}@demo.test`)
      await page.goto(link)
      await page.getByLabel('New password').fill(GOOD)
      await press(page, 'Change password')
      expect(await title(page)).toBe('Your password has been changed')
      await page.getByRole('link', { name: 'Log in' }).click()
      await logIn(page, `${forgetful}@demo.test`, GOOD)
      expect(await title(page)).toBe(HOME)
      await ended(page, link, 410, 'This link has been used')
    })

    test('a user confirms a changed address', async () => {
      const changing = client(person)
      await changing.ok(changing.patch('/settings', { email: `${person}@elsinore.test` }))
      const link = await linkTo(`${person}@elsinore.test`)
      const page = await browse()
      await page.goto(link)
      expect(await title(page)).toBe('Confirm your new email address')
      await press(page, 'Confirm email address')
      expect(await title(page)).toBe('Your email address is confirmed')
      await logIn(page, `${person}@elsinore.test`, DEMONSTRATION_PASSWORD)
      expect(await title(page)).toBe(HOME)
      await ended(page, link, 410, 'This link has been used')
      const change = client('iago')
      await change.ok(change.patch('/settings', { email: `late@${subdomain}.test` }))
      const late = await linkTo(`late@${subdomain}.test`)
      await world.sql("UPDATE confirmation SET expires_at = now() - interval '1 minute'")
      await ended(page, late, 410, 'This link has expired.')
    })

    test('an owner creates the first organization and logs in there', async () => {
      const links = new CreationLinks(gateway.core.redis, world.config.secretKey)
      const link = `${url}/new/${await links.issue()}`
      const page = await browse()
      await page.goto(link)
      await page.getByLabel('Name of the organization').fill('Forest of Arden')
      await page.getByLabel('Address', { exact: true }).fill(subdomain)
      await page.getByLabel('E-mail address').fill('duke@arden.test')
      await page.getByLabel('Name', { exact: true }).fill('Duke Senior')
      await page.getByLabel('Password').fill(GOOD)
      await press(page, 'Create organization')
      expect(await title(page)).toBe('Forest of Arden is ready')
      await page.getByRole('main').getByRole('link').click()
      expect(page.url()).toBe(`${url.replace('localhost', `${subdomain}.localhost`)}/login`)
      await page.getByLabel('E-mail address').fill('duke@arden.test')
      await page.getByLabel('Password').fill(GOOD)
      await press(page, 'Log in')
      await expectLoggedIn(page, 'duke@arden.test')
      await ended(page, link, 410, 'This link has been used')
    })

    test('no page violated its Content-Security-Policy', () => {
      const own = opened.flatMap(({ faults }) => faults)
      // Browsers report every refused page as failed to load.
      expect(own.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
    })
  },
)

describe.skipIf(browserMissing)('accessible names, contrast and keyboard focus', () => {
  test('are right on every page', async () => {
    const { page } = await chromium.open({ colorScheme: 'dark' })
    for (const path of [
      '/login',
      '/accounts/password/reset',
      '/new',
      '/join/x',
      '/help',
      '/help/administration',
      '/help/administration/de',
      '/help/administration/ar',
    ]) {
      await page.goto(url + path)
      expect(await page.evaluate(LOOK)).toEqual({
        language: /administration\/(\w+)$/.exec(path)?.[1] ?? 'en',
        headings: 1,
        landmarks: 3,
        unlabelled: [],
        dangling: [],
        background: 'rgb(21, 18, 16)',
      })
    }
    await page.goto(`${url}/login`)
    await page.locator('#email:focus').waitFor()
    const reached = []
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate('document.activeElement.textContent || document.activeElement.id'))
    }
    expect(reached).toEqual(['password', 'Log in', 'Forgot your password?', 'Log in with a passkey'])
  })
})
