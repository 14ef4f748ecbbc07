import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { createOrganization } from '../../../core/organization/settings/create-organization.ts'
import { deactivateRealm, reactivateRealm } from '../../../core/organization/settings/deactivate.ts'
import { changeOwnAccount } from '../../../core/people/accounts/change-own.ts'
import { deactivateUser } from '../../../core/people/accounts/deactivate.ts'
import { reactivateUser } from '../../../core/people/accounts/reactivate.ts'
import { announceLogin } from '../../../core/people/credentials/announce-login.ts'
import { confirmEmailChange } from '../../../core/people/credentials/request-email-change.ts'
import { mailAccountDeactivatedJob } from '../../../workers/jobs/mails/mail-account-deactivated.ts'
import { mailAccountsMergedJob } from '../../../workers/jobs/mails/mail-accounts-merged.ts'
import { mailConfirmEmailChangeJob } from '../../../workers/jobs/mails/mail-confirm-email-change.ts'
import { mailEmailChangedJob } from '../../../workers/jobs/mails/mail-email-changed.ts'
import { mailExportFinishedJob } from '../../../workers/jobs/mails/mail-export-finished.ts'
import { mailNewLoginJob } from '../../../workers/jobs/mails/mail-new-login.ts'
import { mailOrganizationCreatedJob } from '../../../workers/jobs/mails/mail-organization-created.ts'
import { mailOrganizationDeactivatedJob } from '../../../workers/jobs/mails/mail-organization-deactivated.ts'
import { mailPasswordChangedJob } from '../../../workers/jobs/mails/mail-password-changed.ts'
import type { Received } from '../../harness/smtp.ts'
import { core, enqueue, failures, idle, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

const user = (name: string) => realm.users.get(userId(name))!
const login = (name: string) => ({
  user: userId(name),
  at: Date.UTC(2026, 10, 20, 16, 5) / 1000,
  ...{ device: 'Firefox on Linux', program: 'Firefox', system: 'Linux' },
  address: '192.0.2.7',
})
const only = async (address: string): Promise<Received> => {
  const mails = await server.to(address)
  await idle()
  expect(mails).toHaveLength(1)
  return mails[0]!
}

let stop: () => Promise<void>
const start = async (settings = {}) => {
  stop = await work(
    [
      mailAccountDeactivatedJob,
      mailAccountsMergedJob,
      mailConfirmEmailChangeJob,
      mailEmailChangedJob,
      mailExportFinishedJob,
      mailNewLoginJob,
      mailOrganizationCreatedJob,
      mailOrganizationDeactivatedJob,
      mailPasswordChangedJob,
    ],
    settings,
  )
}

describe('a mail', () => {
  test('says whose account was deactivated, by whom and why, in text and in safe HTML', async () => {
    await start()
    await deactivateUser({ core, realm, user: user('iago') }, userId('zoe'), 'Fare <b>thee</b> well!\nI.')
    const { mail, from, header } = await only('zoe@demo.test')
    expect(from).toBe('noreply@localhost')
    expect(mail).toMatchObject({
      subject: 'Your account in Loquat demonstration has been deactivated',
      from: { name: 'Loquat demonstration', address: 'noreply@localhost' },
      to: [{ name: 'Zoe', address: 'zoe@demo.test' }],
    })
    expect(mail.messageId).toMatch(/^<\d+\.[0-9a-f]{24}@localhost>$/)
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('list-unsubscribe')).toBeUndefined()
    expect(mail.text).toContain('Iago adds:\n\nFare <b>thee</b> well!\nI.')
    expect(mail.text).toContain('http://localhost:9991')
    expect(mail.html).toContain('Fare &lt;b&gt;thee&lt;&#x2F;b&gt; well!')
    expect(mail.html).toContain('<html lang="en">')
    await reactivateUser({ core, realm, user: user('iago') }, userId('zoe'))
    await stop()
  })

  test('leaves out an empty comment, and is not sent to a user who is active again', async () => {
    await deactivateUser({ core, realm, user: user('iago') }, userId('zoe'), '')
    await deactivateUser({ core, realm, user: user('iago') }, userId('othello'), '')
    await reactivateUser({ core, realm, user: user('iago') }, userId('othello'))
    await start()
    const { mail } = await only('zoe@demo.test')
    expect(mail.text).not.toContain('adds')
    expect(server.received).toHaveLength(1)
    await reactivateUser({ core, realm, user: user('iago') }, userId('zoe'))
  })

  test('has the link that confirms a new address, and another mail notifies the former address', async () => {
    await changeOwnAccount({ core, realm, user: user('hamlet') }, { settings: {}, email: 'prince@demo.test' })
    const { mail } = await only('prince@demo.test')
    expect(mail.subject).toBe('Confirm your new e-mail address in Loquat demonstration')
    const link = /http:\/\/localhost:9991\/accounts\/confirm_new_email\/([\w-]{32})/
    const token = link.exec(mail.text!)![1]!
    expect(link.exec(mail.html!.replaceAll('&#x2F;', '/'))![1]).toBe(token)
    server.reset()
    await core.changeAsSystem(realm, async (tx) => {
      await confirmEmailChange(tx, realm, token, core.options.rootUrl)
    })
    const told = await only('hamlet@demo.test')
    expect(told.mail.text).toContain('now has the e-mail address prince@demo.test')
    expect(server.received).toHaveLength(1)
  })

  test('tells the founder the address of the organization', async () => {
    const { owner } = await createOrganization(core, {
      name: 'The Globe',
      subdomain: 'globe',
      email: 'will@globe.test',
      fullName: 'Will',
      password: 'all the world is a stage',
    })
    const { mail } = await only(owner.deliveryEmail)
    expect(mail.subject).toBe('Welcome to The Globe')
    expect(mail.text).toContain('You are its owner, with the address will@globe.test.')
    expect(mail.text).toContain('http://globe.localhost:9991\n')
    expect(mail.text).toContain('http://globe.localhost:9991/#organization/invitations')
    expect(mail.html).toContain('Open The Globe</a>')
  })

  test('tells who asked for an export that it is ready', async () => {
    await enqueue('export-finished', { realm: realm.id, user: userId('iago') })
    const { mail } = await only('iago@demo.test')
    expect(mail.subject).toBe('The export of Loquat demonstration is ready')
    expect(mail.text).toContain('http://localhost:9991/#organization/data-exports-admin')
    expect(mail.text).toContain('It is deleted after 7 days.')
  })

  test('tells a person that another account of theirs was merged into theirs', async () => {
    await enqueue('accounts-merged', { realm: realm.id, user: userId('othello'), from: userId('cordelia') })
    const { mail } = await only('othello@demo.test')
    expect(mail.subject).toBe('Your accounts at Loquat demonstration are one now')
    expect(mail.text).toContain(user('cordelia').fullName)
    expect(mail.text).toContain('you log in as othello@demo.test')
  })

  test('tells the owners that their organization is deactivated, and when its data are deleted', async () => {
    await deactivateRealm({ core, realm, user: user('desdemona') }, 30)
    const { mail } = await only('desdemona@demo.test')
    const after = new Date(Date.now() + 30 * 86_400_000)
    const day = after.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
    expect(mail.subject).toBe('Loquat demonstration has been deactivated')
    expect(mail.text).toContain('Desdemona has deactivated Loquat demonstration')
    expect(mail.text).toContain(`will be deleted after ${day} (UTC), for good`)
    expect(server.received).toHaveLength(1)
    await reactivateRealm(core, realm)
    server.reset()
    await deactivateRealm({ core, realm, user: user('desdemona') }, null)
    const kept = await only('desdemona@demo.test')
    expect(kept.mail.text).toContain('Its data stay on the server.')
    await reactivateRealm(core, realm)
  })

  test('is not sent when its link is no longer valid', async () => {
    await stop()
    await changeOwnAccount(
      { core, realm, user: user('cordelia') },
      { settings: {}, email: 'first@demo.test' },
    )
    await changeOwnAccount(
      { core, realm, user: user('cordelia') },
      { settings: {}, email: 'second@demo.test' },
    )
    await start()
    await only('second@demo.test')
    expect(server.received).toHaveLength(1)
  })

  test.each([
    [
      { timezone: '', settings: {} },
      'Time:     November 20, 2026 at 4:05 PM (UTC)',
      'New login to',
      'Firefox on Linux',
    ],
    [
      { timezone: 'Europe/Rome', settings: { twenty_four_hour_time: true } },
      'Time:     November 20, 2026 at 17:05 (Europe/Rome)',
      'New login to',
      'Firefox on Linux',
    ],
    [
      { timezone: 'Asia/Kolkata', settings: { default_language: 'fr' as const } },
      'Heure : 20 novembre 2026 à 21:35 (Asia/Kolkata)',
      'Nouvelle connexion à',
      'Firefox sous Linux',
    ],
    [
      { timezone: 'Europe/Berlin', settings: { default_language: 'de' as const } },
      'Zeit:      20. November 2026 um 17:05 (Europe/Berlin)',
      'Neue Anmeldung bei',
      'Firefox unter Linux',
    ],
  ])(
    'about a login has the time in the reader’s own format and in the language of the mail: %j',
    async (own, when, subject, device) => {
      await changeOwnAccount({ core, realm, user: user('othello') }, own)
      await enqueue('new-login', login('othello'))
      const { mail } = await only('othello@demo.test')
      expect(mail.subject).toMatch(new RegExp(`^${subject} Loquat demonstration.*${device}$`))
      expect(mail.text!.replaceAll('\u202f', ' ')).toContain(when)
      expect(mail.text).toContain('192.0.2.7')
    },
  )

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X) Chrome/140.0 Safari/537.36', 'Chrome on macOS'],
    ['ZulipMobile/27.1 (Android 14)', 'the mobile app on Android'],
    ['curl/8.5.0', 'curl'],
    ['<script>', 'an unknown program'],
    ['', 'an unknown program'],
  ])('reports a login with %j', async (userAgent, device) => {
    const shiva = { ...user('shiva'), dateJoined: '2020-01-01T00:00:00+00:00' }
    await announceLogin({ core, realm, user: shiva }, { userAgent, address: '192.0.2.7' }, 'password')
    const { mail, header } = await only('shiva@demo.test')
    expect(mail.subject).toBe(`New login to Loquat demonstration from ${device}`)
    expect(header('list-unsubscribe')).toContain('.logins..')
  })

  test('about a login that a former build has announced has the English name of the device', async () => {
    const { program, system, ...former } = login('othello')
    await enqueue('new-login', former)
    const { mail } = await only('othello@demo.test')
    expect(mail.subject).toBe('Neue Anmeldung bei Loquat demonstration: Firefox on Linux')
  })

  test('about a login is not sent to a user who has just joined', async () => {
    const newcomer = { ...user('shiva'), dateJoined: new Date().toISOString() }
    await announceLogin(
      { core, realm, user: newcomer },
      { userAgent: 'curl', address: '192.0.2.7' },
      'password',
    )
    expect(await world.sql('SELECT FROM job_outbox WHERE failed_at IS NULL')).toEqual([])
  })

  test('reports a changed password', async () => {
    const newPassword = 'Neither a borrower nor a lender be'
    await changeOwnAccount(
      { core, realm, user: user('shiva') },
      {
        settings: {},
        oldPassword: DEMONSTRATION_PASSWORD,
        newPassword,
      },
    )
    const { mail } = await only('shiva@demo.test')
    expect(mail.subject).toBe('Your password in Loquat demonstration was changed')
    expect(mail.text).toMatch(/was changed on \w+ \d+, \d{4}/)
    expect(mail.text).not.toContain(newPassword)
  })

  test('about a login is sent neither to users who disabled it nor to bots', async () => {
    const settings = { enable_login_emails: false }
    await changeOwnAccount({ core, realm, user: user('prospero') }, { settings })
    await enqueue('new-login', login('prospero'))
    await enqueue('new-login', login('greeter-bot'))
    await enqueue('new-login', login('shiva'))
    await only('shiva@demo.test')
    expect(server.received).toHaveLength(1)
  })
})

describe('a mail server', () => {
  const shiva = 'shiva@demo.test'

  test('that fails temporarily gets the same mail again', async () => {
    server.refuse('rcpt', '450 4.2.1 later', { times: 1 })
    await enqueue('new-login', login('shiva'))
    await only(shiva)
  })

  test('that closes the connection gets the mail again', async () => {
    let times = 0
    server.at('mail', () => {
      if (times++ === 0) server.cut()
    })
    await enqueue('new-login', login('shiva'))
    await only(shiva)
  })

  test.each([
    ['rcpt', '550 5.1.1 no such user'],
    ['data', '554 5.7.1 we do not like this'],
  ] as const)(
    'that refuses a mail permanently at %s does not get it again, and the reason is kept',
    async (stage, answer) => {
      const before = (await failures()).length
      server.refuse(stage, answer, { only: shiva })
      await enqueue('new-login', login('shiva'))
      await enqueue('new-login', login('iago'))
      await only('iago@demo.test') // The other mails are not affected.
      const failed = await failures()
      expect(failed).toHaveLength(before + 1)
      expect(failed.join()).toContain(answer)
      expect(server.received).toHaveLength(1)
    },
  )

  test('that refuses the sender loses no mail: mails are sent when the server accepts the sender again', async () => {
    const before = (await failures()).length
    server.refuse('mail', '550 5.7.1 sender not allowed', { times: 1 })
    await enqueue('new-login', login('shiva'))
    await only(shiva)
    expect(await failures()).toHaveLength(before)
  })

  test('that takes too long causes a timeout and a retry', async () => {
    await stop()
    await start({ SMTP_TIMEOUT_SECONDS: '1' })
    let times = 0
    server.at('rcpt', () => (times++ > 0 ? undefined : new Promise(() => undefined)))
    await enqueue('new-login', login('shiva'))
    await only(shiva)
  })

  test('gets the name, the sender and the password from the settings, or no mail at all', async () => {
    await stop()
    const { TestMailServer } = await import('../../harness/smtp.ts')
    const locked = await TestMailServer.start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'loquat@x' && password === 'a/b?c'
          ? done(null, { user: username })
          : done(new Error('who are you?')),
    })
    await start({
      SMTP_URL: locked.url.replace('//', '//loquat%40x:a%2Fb%3Fc@'),
      SMTP_TLS: 'offered',
      MAIL_FROM: '"The Server" <mail@loquat.example>',
      MAIL_REPLY_TO: 'people@loquat.example',
    })
    await enqueue('new-login', login('shiva'))
    const [{ mail, from }] = (await locked.to(shiva)) as [Received]
    await idle()
    expect(from).toBe('mail@loquat.example')
    expect(mail).toMatchObject({
      from: { name: 'The Server', address: 'mail@loquat.example' },
      replyTo: [{ address: 'people@loquat.example' }],
    })
    expect(mail.messageId).toMatch(/@loquat\.example>$/)
    expect(mail.text).not.toContain('not monitored')
    await stop()
    await locked.close()
  })

  test('without TLS does not get the password', async () => {
    await start({ SMTP_URL: server.url.replace('//', '//me:secret@') })
    await enqueue('new-login', login('shiva'))
    const lines = () =>
      world.redis
        .keys('{jobs}:email:outbox-*')
        .then((keys) => Promise.all(keys.map((key) => world.redis.hgetall(key))))
    const isRefused = async () => (await lines()).some((job) => /STARTTLS/i.test(job.stacktrace ?? ''))
    await expect.poll(isRefused, { timeout: 120_000 }).toBe(true)
    await stop()
    await start()
    await only(shiva)
  })
})

describe('templates', () => {
  let folder: string
  const put = async (file: string, text: string) => {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('of the operator replace shipped ones, by file and by language', async () => {
    folder = await mkdtemp(join(tmpdir(), 'loquat-templates-'))
    await put('en/new-login/subject.txt', 'Mind: {{device}}\n')
    await put('de/new-login/body.txt', 'Jemand ({{address}}) hat sich angemeldet & so.')
    await stop()
    await start({ MAIL_TEMPLATES_DIR: folder })
    await enqueue('new-login', login('othello')) // The reader's language is German.
    await enqueue('new-login', login('shiva'))
    const { mail: german } = (await server.to('othello@demo.test'))[0]!
    const { mail: english } = (await server.to('shiva@demo.test'))[0]!
    await idle()
    expect(german.text).toContain('Jemand (192.0.2.7) hat sich angemeldet & so.')
    expect(english.text).toContain('Somebody has logged in')
    expect([german.subject, english.subject]).toEqual([
      'Neue Anmeldung bei Loquat demonstration: Firefox unter Linux',
      'Mind: Firefox on Linux',
    ])
    await stop()
  })

  test('with unknown variables fail with an error that names them', async () => {
    await put('en/new-login/subject.txt', '{{devise}}')
    await start({ MAIL_TEMPLATES_DIR: folder })
    await enqueue('new-login', login('shiva'))
    const reasons = async () => (await failures()).join()
    await expect
      .poll(reasons, { timeout: 120_000 })
      .toContain('mail template new-login/subject.txt: there is no value devise')
    expect(server.received).toEqual([])
    await stop()
  })
})
