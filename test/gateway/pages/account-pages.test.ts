import '../../harness/product.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { setGrant } from '../../../core/people/accounts/grant-permission.ts'
import { setEmail } from '../../../core/people/credentials/change-email.ts'
import { passwordResetUrl } from '../../../core/people/credentials/reset-password.ts'
import { type LinkTarget, tokenOf } from '../../../core/people/invites/token.ts'
import type { InvitationId, JoinRequestId, RealmId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { Browsing } from '../../harness/browsing.ts'
import { Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'

const GOOD = 'four words of a play'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())

const owner = () => world.client(url, 'desdemona')
const browser = () => new Browsing(url)
const logsIn = async (email: string, password: string) =>
  (await new Client(url).post('/fetch_api_key', { username: email, password })).status
/** Parts of a page: the status, and the errors of its fields. */
const resultOf = ({ status, text }: { status: number; text: string }) => ({
  status,
  wrong: [...text.matchAll(/id="(\w+)-error">([^<]*)/g)].map(([, name, message]) => `${name}: ${message}`),
})
const queued = (name: string) =>
  world.sql<{ data: Record<string, unknown> }>('SELECT data FROM job_outbox WHERE name = $1 ORDER BY id', [
    name,
  ])

describe('/join', () => {
  const path = (target: LinkTarget) => `/join/${tokenOf(world.config.secretKey, realm.id, target)}`
  const invitations = async () => (await owner().ok(owner().get('/invites'))).invites
  async function invited(email: string): Promise<string> {
    await owner().ok(
      owner().post('/invites', { invitee_emails: email, stream_ids: [], invite_expires_in_minutes: 60 }),
    )
    const found = (await invitations()).find((invitation: { email?: string }) => invitation.email === email)
    return path({ kind: 'invitation', id: found.id as InvitationId })
  }
  async function reusable(): Promise<{ path: string; id: number }> {
    const { invite_link: link } = await owner().ok(owner().post('/invites/multiuse', { stream_ids: [] }))
    const found = (await invitations()).find(
      (invitation: { link_url?: string }) => invitation.link_url === link,
    )
    return { path: new URL(link).pathname, id: found.id }
  }
  /** The link in the newest email to an address. */
  async function linkMailedTo(email: string): Promise<string> {
    const [{ id }] = (await world.sql<{ id: number }>(
      'SELECT id FROM join_request WHERE email = $1 ORDER BY id DESC LIMIT 1',
      [email],
    )) as [{ id: number }]
    return path({ kind: 'request', id: id as JoinRequestId })
  }

  test('with an invitation creates an account and logs it in', async () => {
    const link = await invited('rosalind@demo.test')
    const browsing = browser()
    const page = await browsing.get(link)
    expect(page.text).toContain('Desdemona invited you.')
    expect(page.text).toContain('<strong>rosalind@demo.test</strong>')
    const answer = await browsing.submitForm(page.text, {
      full_name: 'Rosalind <of Arden',
      password: GOOD,
      timezone: 'Europe/Paris',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const me = await browsing.json.ok(browsing.json.get('/users/me'))
    expect(me).toMatchObject({ full_name: 'Rosalind <of Arden', timezone: 'Europe/Paris', is_admin: false })
    expect((await browsing.get('/')).status).toBe(200)
    expect(await logsIn('rosalind@demo.test', GOOD)).toBe(200)
    const again = await browser().get(link)
    expect([again.status, again.text.includes('This link has been used')]).toEqual([410, true])
    expect((await browser().submitForm(page.text, {})).status).toBe(403)
  })

  test('gives the account the language chosen before, otherwise the language of the organization', async () => {
    const languages: string[] = []
    for (const chosen of ['ja', undefined, 'xx']) {
      const email = `corin-${chosen}@demo.test`
      const link = await invited(email)
      const browsing = browser()
      if (chosen !== undefined) browsing.cookies.set('language', chosen)
      const answer = await browsing.submit(link, { full_name: `Corin ${chosen}`, password: GOOD })
      expect(answer.status).toBe(303)
      await realm.sync()
      languages.push(realm.users.byEmail(email)!.settings.default_language)
    }
    expect(languages).toEqual(['ja', 'en', 'en'])
  })

  test('explains an invalid name or password, and creates no account', async () => {
    const link = await invited('touchstone@demo.test')
    const attempt = async (full_name: string, password: string) =>
      resultOf(await browser().submit(link, { full_name, password }))
    expect(await attempt('', 'verona')).toEqual({
      status: 422,
      wrong: ['full_name: Name too short!', 'password: This password is easy to guess. Choose a longer one.'],
    })
    expect(await attempt('x'.repeat(101), GOOD)).toMatchObject({ wrong: ['full_name: Name too long!'] })
    expect(await attempt('Touch*stone', GOOD)).toMatchObject({
      wrong: ['full_name: Invalid characters in name!'],
    })
    expect(await attempt('Touchstone', 'four')).toMatchObject({ wrong: ['password: At least 6 characters.'] })
    expect(await attempt('Touchstone', 'four '.repeat(30))).toMatchObject({
      wrong: ['password: At most 100 characters.'],
    })
    expect(await attempt('Touch\0stone', GOOD)).toMatchObject({ status: 400 })
    await realm.sync()
    expect(realm.users.byEmail('touchstone@demo.test')).toBeUndefined()
    // An invalid time zone counts as absent.
    const page = await browser().submit(link, { full_name: 'Touchstone', password: GOOD, timezone: 'Arden' })
    expect(page.status).toBe(303)
    await realm.sync()
    expect(realm.users.byEmail('touchstone@demo.test')!.timezone).toBe('')
  })

  describe('offers groups of channels', () => {
    const groupsPath = '/default_stream_groups'
    const groups = async (): Promise<{ id: number; name: string }[]> => {
      const wanted = { fetch_event_types: ['default_stream_groups'] }
      return (await owner().ok(owner().post('/register', wanted))).realm_default_stream_groups
    }
    const made = async (group_name: string, description: string, stream_names: string[]) => {
      await owner().ok(owner().post(`${groupsPath}/create`, { group_name, description, stream_names }))
      return (await groups()).at(-1)!.id
    }
    const channels = async (browsing: Browsing): Promise<string[]> => {
      const { subscriptions } = await browsing.json.ok(browsing.json.get('/users/me/subscriptions'))
      return subscriptions.map((subscription: { name: string }) => subscription.name).sort()
    }
    const boxes = (text: string) =>
      [...text.matchAll(/name="default_group_(\d+)" value="on"( checked)?/g)].map(([, id, checked]) => [
        Number(id),
        checked !== undefined,
      ])
    let italy: number
    let north: number
    let none: number
    beforeAll(async () => {
      italy = await made('Italy', 'Warm & <sunny>', ['Verona', 'Rome'])
      north = await made('North', '', ['Denmark'])
      none = await made('Empty', '', [])
    })
    afterAll(async () => {
      for (const { id } of await groups()) await owner().ok(owner().delete(`${groupsPath}/${id}`))
    })

    test('which the new account gets when they are ticked', async () => {
      const link = await invited('jaques@demo.test')
      const browsing = browser()
      const page = await browsing.get(link)
      expect(boxes(page.text)).toEqual([
        [italy, false],
        [north, false],
      ])
      expect(page.text).toContain('Warm &amp; &lt;sunny&gt;')
      const ticked = {
        [`default_group_${italy}`]: 'on',
        [`default_group_${none}`]: 'on',
        default_group_0: 'on',
      }
      const again = await browsing.submitForm(page.text, { ...ticked, full_name: 'Jaques', password: 'four' })
      expect([again.status, boxes(again.text)]).toEqual([
        422,
        [
          [italy, true],
          [north, false],
        ],
      ])
      const joined = await browsing.submitForm(again.text, { ...ticked, full_name: 'Jaques', password: GOOD })
      expect(joined.status).toBe(303)
      // The invitation has no default channels.
      expect(await channels(browsing)).toEqual(['Rome', 'Verona'])
    })

    test('with a reusable link too; a removed group causes no error', async () => {
      const { path: link } = await reusable()
      await browser().submit(link, { email: 'adam@demo.test' })
      const gone = await made('Gone', '', ['Venice'])
      const browsing = browser()
      const page = await browsing.get(await linkMailedTo('adam@demo.test'))
      await owner().ok(owner().delete(`${groupsPath}/${gone}`))
      const ticked = { [`default_group_${gone}`]: 'on', [`default_group_${north}`]: 'on' }
      await browsing.submitForm(page.text, { ...ticked, full_name: 'Adam', password: GOOD })
      expect(await channels(browsing)).toContain('Denmark')
      expect(await channels(browsing)).not.toContain('Venice')
    })

    test('not to guests', async () => {
      const email = 'william@demo.test'
      await owner().ok(
        owner().post('/invites', {
          ...{ invitee_emails: email, invite_as: 600, stream_ids: [world.channelId('Verona')] },
        }),
      )
      const invitation = (await invitations()).find(
        (invitation: { email?: string }) => invitation.email === email,
      )
      const link = path({ kind: 'invitation', id: invitation.id as InvitationId })
      const browsing = browser()
      expect(boxes((await browsing.get(link)).text)).toEqual([])
      await browsing.submit(link, {
        ...{ full_name: 'William', password: GOOD, [`default_group_${north}`]: 'on' },
      })
      expect(await channels(browsing)).toEqual(['Verona'])
    })
  })

  test('twice at once creates one account', async () => {
    const link = await invited('celia@demo.test')
    const both = await Promise.all(
      ['Celia', 'Aliena'].map((full_name) => browser().submit(link, { full_name, password: GOOD })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410])
  })

  test('with a reusable link mails a personal one to the given address', async () => {
    const { path: link } = await reusable()
    const confirmation = await browser().submit(link, { email: ' audrey@demo.test ' })
    expect([confirmation.status, confirmation.text.includes('<strong>audrey@demo.test</strong>')]).toEqual([
      200,
      true,
    ])
    const browsing = browser()
    expect(
      (await browsing.submit(await linkMailedTo('audrey@demo.test'), { full_name: 'Audrey', password: GOOD }))
        .status,
    ).toBe(303)
    expect((await browsing.json.get('/users/me')).body.email).toBe('audrey@demo.test')
    expect((await browser().get(await linkMailedTo('audrey@demo.test'))).status).toBe(410)
    expect(resultOf(await browser().submit(link, { email: 'nobody' }))).toEqual({
      status: 422,
      wrong: ['email: Invalid address.'],
    })
    // The page for an address with an account is the same as for any other.
    const pageFor = async (email: string) => {
      const { status, text } = await browser().submit(link, { email })
      return { status, text: text.replaceAll(email, 'ADDRESS') }
    }
    const forMember = await pageFor('hamlet@demo.test')
    expect(forMember).toEqual(await pageFor('nobody@demo.test'))
    expect(forMember.status).toBe(200)
    const statuses = []
    for (let i = 0; i < 4; i++)
      statuses.push((await browser().submit(link, { email: 'corin@demo.test' })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test.each([
    ['unknown', 404, 'does not exist', async () => '/join/i1-forged'],
    [
      'forged',
      404,
      'does not exist',
      async () => (await reusable()).path.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a')),
    ],
    [
      'expired',
      410,
      'has expired',
      async () => {
        const link = await invited('phoebe@demo.test')
        await world.sql(
          "UPDATE invitation SET expires_at = now() - interval '1 minute' WHERE email = 'phoebe@demo.test'",
        )
        return link
      },
    ],
    [
      'revoked',
      410,
      'has been revoked',
      async () => {
        const { path: link, id } = await reusable()
        await owner().ok(owner().delete(`/invites/multiuse/${id}`))
        return link
      },
    ],
  ])('with a link that is %s is refused', async (_, status, reason, link) => {
    const page = await browser().get(await link())
    expect(page.status).toBe(status)
    expect(page.text).toContain(`${reason}</h1>`)
    expect(page.text).toContain('<a href="/login">Log in</a>')
  })

  test('without an invitation works where the organization allows it', async () => {
    expect((await browser().get('/register')).status).toBe(403)
    await owner().ok(owner().patch('/realm', { invite_required: false }))
    const confirmation = await browser().submit('/register', { email: 'orlando@demo.test' })
    expect(confirmation.text).toContain('<strong>orlando@demo.test</strong>')
    const link = await linkMailedTo('orlando@demo.test')
    await owner().ok(owner().patch('/realm', { invite_required: true }))
    expect((await browser().get(link)).status).toBe(403)
    await owner().ok(owner().patch('/realm', { invite_required: false }))
    expect((await browser().submit(link, { full_name: 'Orlando', password: GOOD })).status).toBe(303)
    await owner().ok(owner().patch('/realm', { invite_required: true }))
  })
})

test('one network asks for a limited number of mails to join, to any addresses', async () => {
  const limited = await world.gateway({
    RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES: '3',
    TRUST_PROXY: 'true',
  })
  const from = (address: string) => new Browsing(limited.url, { 'x-forwarded-for': address })
  const { invite_link: link } = await owner().ok(owner().post('/invites/multiuse', { stream_ids: [] }))
  await owner().ok(owner().patch('/realm', { invite_required: false }))
  const statuses: number[] = []
  for (const path of [
    '/register',
    new URL(link).pathname,
    '/register',
    '/register',
    new URL(link).pathname,
  ]) {
    const email = `stranger${statuses.length}@demo.test`
    statuses.push((await from('203.0.113.7').submit(path, { email })).status)
  }
  statuses.push((await from('203.0.113.8').submit('/register', { email: 'guest@demo.test' })).status)
  await owner().ok(owner().patch('/realm', { invite_required: true }))
  expect(statuses).toEqual([200, 200, 200, 429, 429, 200])
  expect(await world.sql("SELECT email FROM join_request WHERE email LIKE 'stranger%'")).toHaveLength(3)
})

test('an address gets five mails an hour from one person to confirm that it belongs to an account, and ten from all', async () => {
  const asked = async (name: string, times: number) => {
    const statuses: number[] = []
    for (let n = 0; n < times; n++) {
      const { status } = await world.client(url, name).patch('/settings', { email: 'pursued@demo.test' })
      statuses.push(status)
    }
    return statuses
  }
  expect(await asked('hamlet', 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await asked('zoe', 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await asked('iago', 1)).toEqual([429])
  const mails = (await queued('confirm-email-change')).filter(
    ({ data }) => data.newEmail === 'pursued@demo.test',
  )
  expect(mails).toHaveLength(10)
})

describe('/accounts/password/reset', () => {
  const PATH = '/accounts/password/reset'
  const link = (name: string, until = Math.floor(Date.now() / 1000) + 60) =>
    new URL(
      passwordResetUrl(
        { core: gateway.core, realm, user: realm.users.get(world.userId(name) as never)! },
        until,
      ),
    ).pathname

  test('has the same response and duration whether an account exists or not', async () => {
    const before = (await queued('password-reset')).length
    const texts = []
    for (const email of ['hamlet@demo.test', 'nobody@demo.test', 'greeter-bot@demo.test']) {
      const { status, text } = await browser().submit(PATH, { email })
      expect(status).toBe(200)
      texts.push(text.replaceAll(email, '…'))
    }
    expect(new Set(texts).size).toBe(1)
    expect(await queued('password-reset')).toHaveLength(before + 3)
    expect((await browser().submit(PATH, { email: 'no address' })).status).toBe(200)
    expect(await queued('password-reset')).toHaveLength(before + 3)
  })

  test('mails an address five times an hour at most', async () => {
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await browser().submit(PATH, { email: 'pestered@demo.test' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('changes the password once and ends the sessions, at all gateways', async () => {
    const old = browser()
    await old.logIn('othello', DEMONSTRATION_PASSWORD)
    const otherBrowser = new Browsing((await world.gateway()).url)
    await otherBrowser.logIn('othello', DEMONSTRATION_PASSWORD)
    const [one, other] = [link('othello'), link('othello', Math.floor(Date.now() / 1000) + 90)]
    const weak = await browser().submit(one, { password: 'password1' })
    expect(resultOf(weak)).toEqual({
      status: 422,
      wrong: ['password: This password is easy to guess. Choose a longer one.'],
    })
    const done = await browser().submit(one, { password: GOOD })
    expect([done.status, done.text.includes('Your password has been changed')]).toEqual([200, true])
    for (const browsing of [old, otherBrowser])
      expect((await browsing.json.get('/users/me')).status).toBe(401)
    expect(await logsIn('othello@demo.test', DEMONSTRATION_PASSWORD)).toBe(401)
    expect(await logsIn('othello@demo.test', GOOD)).toBe(200)
    const events = await queued('password-changed')
    expect(events.at(-1)!.data).toMatchObject({ user: world.userId('othello') })
    for (const each of [one, other]) {
      const used = await browser().get(each)
      expect([used.status, used.text.includes('has been used')]).toEqual([410, true])
    }
  })

  test('is invalid when the address has changed', async () => {
    const path = link('cordelia')
    await gateway.core.changeAsSystem(realm, async (tx) => {
      const user = realm.users.get(world.userId('cordelia') as never)!
      await setEmail(tx, realm, user, 'regan@demo.test', gateway.core.options.rootUrl)
    })
    const { status } = await browser()
      .submit(path, { password: GOOD })
      .catch(() => ({ status: 404 }))
    expect(status).toBe(404)
    expect((await browser().get(path)).status).toBe(404)
    expect(await logsIn('regan@demo.test', GOOD)).toBe(401)
    expect((await browser().get(link('cordelia'))).status).toBe(200)
  })

  test('twice at once changes it once', async () => {
    const path = link('prospero')
    const both = await Promise.all(
      [GOOD, `${GOOD} in five acts`].map((password) => browser().submit(path, { password })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('refuses a link that is expired, forged or of a deactivated account', async () => {
    const status = async (path: string) => (await browser().get(path)).status
    expect(await status(link('cordelia', Math.floor(Date.now() / 1000) - 1))).toBe(410)
    const good = link('cordelia')
    expect(await status(good)).toBe(200)
    // The signature covers the account and the expiry.
    expect(
      await status(good.replace(String(world.userId('cordelia')), String(world.userId('desdemona')))),
    ).toBe(404)
    expect(await status(good.replace(/-(\d{10})-/, '-9999999999-'))).toBe(404)
    expect(await status(`${PATH}/x`)).toBe(404)
    await owner().ok(owner().delete(`/users/${world.userId('cordelia')}`))
    expect(await status(good)).toBe(410)
    await owner().ok(owner().post(`/users/${world.userId('cordelia')}/reactivate`))
    expect(await status(good)).toBe(410)
  })
})

describe('/accounts/confirm_new_email', () => {
  const hamlet = () => world.client(url, 'hamlet')
  async function requestNewEmail(email: string): Promise<string> {
    await hamlet().ok(hamlet().patch('/settings', { email }))
    const { data } = (await queued('confirm-email-change')).at(-1)!
    return `/accounts/confirm_new_email/${data.token}/`
  }
  const address = async () => {
    await realm.sync()
    return realm.users.get(world.userId('hamlet') as never)!.deliveryEmail
  }

  test('changes the address once, after a click on its button', async () => {
    const former = await requestNewEmail('first@demo.test')
    const link = await requestNewEmail('prince@demo.test')
    const page = await browser().get(link)
    expect(page.text).toContain('<strong>prince@demo.test</strong>')
    expect(await address()).toBe('hamlet@demo.test')
    const done = await browser().submit(link)
    expect([done.status, done.text.includes('Your email address is confirmed')]).toEqual([200, true])
    expect(await address()).toBe('prince@demo.test')
    expect((await browser().get(link)).text).toContain('This link has been used')
    expect((await browser().get(link)).status).toBe(410)
    expect((await browser().get(former)).status).toBe(404)
    const back = hamlet()
    back.headers.authorization = new Client(url, {
      email: 'prince@demo.test',
      apiKey: hamlet().credentials!.apiKey,
    }).headers.authorization!
    await back.ok(back.patch('/settings', { email: 'hamlet@demo.test' }))
    const { data } = (await queued('confirm-email-change')).at(-1)!
    await browser().submit(`/accounts/confirm_new_email/${data.token}`)
    expect(await address()).toBe('hamlet@demo.test')
  })

  test('ends with a new password, which the owner of the account sets when somebody else has asked for the change', async () => {
    const shiva = () => world.client(url, 'shiva')
    const GIVEN = 'seven moons over the library'
    const awaited = async (rest = {}): Promise<string> => {
      await shiva().ok(shiva().patch('/settings', { email: 'ariel@demo.test', ...rest }))
      return `/accounts/confirm_new_email/${(await queued('confirm-email-change')).at(-1)!.data.token}`
    }
    const changed = await awaited()
    const passwords = { old_password: DEMONSTRATION_PASSWORD, new_password: GIVEN }
    await shiva().ok(shiva().patch('/settings', passwords))
    const reset = await awaited()
    await realm.sync()
    const user = realm.users.get(world.userId('shiva') as never)!
    const until = Math.floor(Date.now() / 1000) + 60
    const link = new URL(passwordResetUrl({ core: gateway.core, realm, user }, until)).pathname
    expect((await browser().submit(link, { password: GOOD })).status).toBe(200)
    for (const ended of [changed, reset]) expect((await browser().get(ended)).status).toBe(404)
    // All changes of one request stand.
    const together = await awaited({ old_password: GOOD, new_password: GIVEN })
    expect((await browser().get(together)).status).toBe(200)
  })

  test('refuses a link that is expired or forged, and an address that another account has taken', async () => {
    const link = await requestNewEmail('late@demo.test')
    await world.sql("UPDATE confirmation SET expires_at = now() - interval '1 minute'")
    const expired = await browser().get(link)
    expect([expired.status, expired.text.includes('has expired')]).toEqual([410, true])
    expect((await browser().get('/accounts/confirm_new_email/x')).status).toBe(404)
    const taken = await requestNewEmail('free@demo.test')
    await owner().ok(owner().patch(`/users/${world.userId('zoe')}`, { full_name: 'Zoe' }))
    await world.sql("UPDATE confirmation SET email = 'zoe@demo.test' WHERE email = 'free@demo.test'")
    const refused = await browser().submit(taken)
    expect([refused.status, refused.text.includes('Already has an account.')]).toEqual([400, true])
    expect(await address()).toBe('hamlet@demo.test')
  })

  test('refuses while the organization forbids changes of addresses', async () => {
    const link = await requestNewEmail('forbidden@demo.test')
    await owner().ok(owner().patch('/realm', { email_changes_disabled: true }))
    const refused = await browser().submit(link)
    expect([refused.status, refused.text.includes('Email address changes are disabled')]).toEqual([400, true])
    expect(await address()).toBe('hamlet@demo.test')
    await owner().ok(owner().patch('/realm', { email_changes_disabled: false }))
    expect((await browser().submit(link)).status).toBe(200)
    expect(await address()).toBe('forbidden@demo.test')
    await setHamletsAddress('hamlet@demo.test')
  })

  test('is invalid when an administrator has changed the address since', async () => {
    const link = await requestNewEmail('stale@demo.test')
    await setHamletsAddress('set@demo.test')
    const page = await browser().get(link)
    if (page.status === 200) await browser().submit(link)
    expect([page.status, await address()]).toEqual([404, 'set@demo.test'])
    await setHamletsAddress('hamlet@demo.test')
  })

  /** Changes the address as an owner who may. */
  async function setHamletsAddress(new_email: string): Promise<void> {
    await setGrant(gateway.core, realm, 'desdemona@demo.test', 'can_change_user_emails', true)
    await owner().ok(owner().patch(`/users/${world.userId('hamlet')}`, { new_email }))
    await setGrant(gateway.core, realm, 'desdemona@demo.test', 'can_change_user_emails', false)
  }
})
