import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { createPerson } from '../../../../core/people/accounts/create-person.ts'
import { tokenOf } from '../../../../core/people/invites/token.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, demonstration, setRealm } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'
const OTHER = 'http://other.localhost:9991'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let other: { url: string; client: Client }
let corp: TestProvider
let owner: Browsing

beforeAll(async () => {
  corp = await TestProvider.start([
    ...['corp', 'second', 'strict'].map((name) => `${ROOT}/login/with/oidc-${name}/callback`),
    `${OTHER}/login/with/oidc-corp/callback`,
  ])
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  const opened = await world.gateway()
  gateway = opened.gateway
  url = opened.url
  realm = await demonstration(world, gateway.core)
  other = await anotherOrganization(gateway.core, url)
  owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
})
afterAll(async () => {
  await world.close()
  await corp.close()
})
afterEach(async () => {
  await setRealm(gateway.core, realm, { authentication_methods: { Email: true }, invite_required: false })
  for (const { id } of await list()) await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
  await world.sql('DELETE FROM external_identity')
})

const list = async () => (await owner.json.ok(owner.json.get('/realm/log_in_providers'))).providers
const credentials = () => ({
  ...{ issuer: corp.issuer, client_id: 'loquat', client_secret: 'a secret of the client' },
})
const add = (more: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) =>
  owner.json.post('/realm/log_in_providers', {
    ...{ kind: 'openid', name: 'corp', display_name: 'The Corp', enabled: true },
    ...{ settings: { ...credentials(), ...settings }, ...more },
  })
const added = async (more?: Record<string, unknown>, settings?: Record<string, unknown>): Promise<number> =>
  (await owner.json.ok(add(more, settings))).id
const change = (id: number, changes: Record<string, unknown>) =>
  owner.json.patch(`/realm/log_in_providers/${id}`, changes)

let persons = 0
function person(email: string, name = 'A Person'): string {
  const subject = `person-${++persons}`
  corp.people[subject] = { email, name, email_verified: true }
  return subject
}
async function logIn(subject: string, name = 'corp', at = url) {
  const browsing = new Browsing(at)
  const { text, status } = await browsing.submit(`/login/with/oidc-${name}`)
  const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to the provider: ${status} ${text}`)
  const back = new URL(await corp.logIn(to, subject))
  const answer = await browsing.get(back.pathname + back.search)
  return { browsing, answer, who: (await browsing.json.get('/users/me')).body.user_id }
}

describe('an owner', () => {
  test('adds a provider, tests it, enables it, and people log in with it', async () => {
    const id = await added({ enabled: false })
    expect((await new Browsing(url).get('/login')).text).not.toContain('The Corp')
    expect((await new Browsing(url).get('/login/with/oidc-corp')).status).toBe(404)
    const tested = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
    expect(tested).toMatchObject({ good: true, found: `${corp.issuer} answers, with 1 key`, advice: null })
    // Nor does it accept any other secret.
    await owner.json.ok(change(id, { settings: { client_secret: 'an old secret' } }))
    expect(await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))).toMatchObject({
      ...{ good: false, found: `${new URL(corp.issuer).host} does not know the client` },
      advice: 'enter the client id and secret that the provider shows now',
    })
    await owner.json.ok(change(id, { settings: { client_secret: 'a secret of the client' } }))
    await owner.json.ok(change(id, { enabled: true }))
    expect((await logIn(person('hamlet@demo.test'))).who).toBe(world.userId('hamlet'))
    const client = new Client(url)
    const { external_authentication_methods: methods } = await client.ok(client.get('/server_settings'))
    expect(methods[1]).toMatchObject({ name: 'oidc-corp', display_name: 'The Corp' })
    // Another process has it too, and so has one that loads the organization anew.
    const second = await world.gateway()
    await expect
      .poll(async () => (await new Browsing(second.url).get('/login')).text)
      .toContain('Log in with The Corp')
  })

  test('sees everything but the secret, which is encrypted at rest', async () => {
    const id = await added()
    const [provider] = await list()
    expect(provider).toMatchObject({
      ...{ id, kind: 'openid', name: 'corp', enabled: true, secrets: ['client_secret'] },
      ...{ return_address: `${ROOT}/login/with/oidc-corp/callback` },
      settings: { issuer: corp.issuer, client_id: 'loquat', new_accounts: 'rules' },
    })
    const kept = await world.sql('SELECT * FROM log_in_provider')
    const logged = await world.sql('SELECT payload FROM event_log')
    const audit = await owner.json.ok(owner.json.get('/audit_log'))
    for (const text of [provider, kept, logged, audit.entries])
      expect(JSON.stringify(text)).not.toContain('a secret of the client')
    expect(audit.entries[0]).toMatchObject({
      ...{ kind: 'log_in_provider', action: 'created', object_id: id, object_name: 'The Corp' },
      acting_user_id: world.userId('desdemona'),
    })
    // A change keeps the secret, unless it names it; null removes it.
    await owner.json.ok(change(id, { settings: { scopes: 'openid email' }, display_name: 'Corp' }))
    expect((await logIn(person('hamlet@demo.test'))).who).toBe(world.userId('hamlet'))
    await owner.json.ok(change(id, { settings: { client_secret: null } }))
    expect((await list())[0]).toMatchObject({ secrets: [], display_name: 'Corp' })
    expect((await logIn(person('othello@demo.test'))).who).toBeUndefined()
  })

  test('does not tell a secret to another address', async () => {
    const id = await added()
    const moved = { issuer: 'https://attacker.example' }
    for (const settings of [moved, { ...moved, client_id: 'other' }]) {
      const { status, body } = await change(id, { settings })
      expect([status, body.code, body.field]).toEqual([400, 'INVALID_PROVIDER_FIELD', 'client_secret'])
    }
    expect((await list())[0]).toMatchObject({ settings: { issuer: corp.issuer } })
    await owner.json.ok(change(id, { settings: { issuer: corp.issuer } }))
    await owner.json.ok(change(id, { settings: { ...moved, client_secret: 'another' } }))
    await owner.json.ok(change(id, { settings: { client_secret: null } }))
    await owner.json.ok(change(id, { settings: { issuer: corp.issuer } }))
  })

  test('tells everybody by an event that the ways to log in have changed', async () => {
    const { json } = owner
    const { queue_id } = await json.ok(json.post('/register', { event_types: ['realm'] }))
    await added()
    const { events } = await json.ok(json.get('/events', { queue_id, last_event_id: -1 }))
    expect(events).toMatchObject([
      { type: 'realm', op: 'update_dict', data: { authentication_methods: { Email: { enabled: true } } } },
    ])
  })

  test.each([
    ['kind', { kind: 'carrier' }, {}, /kind of the provider must be one of openid/],
    ['name', { name: 'A B' }, {}, /name is not valid/],
    ['name', { name: 'x'.repeat(31) }, {}, /name is not valid/],
    ['display_name', { display_name: '' }, {}, /display_name is not valid/],
    ['display_name', { display_name: 'a\u0007' }, {}, /display_name is not valid/],
    ['issuer', {}, { issuer: 'http://example.com' }, /issuer is not valid\. Issuer as/],
    ['issuer', {}, { issuer: 'javascript:alert(1)' }, /issuer is not valid/],
    ['issuer', {}, { issuer: null }, /issuer is not valid/],
    ['client_id', {}, { client_id: 7 }, /client_id is not valid/],
    ['client_id', {}, { client_id: 'x'.repeat(501) }, /client_id is not valid/],
    ['settings', {}, { client_id: 'a\u0000b' }, /null bytes/],
    ['new_accounts', {}, { new_accounts: 'all' }, /new_accounts is not valid/],
    ['required_role', {}, { required_role: 7 }, /required_role is not valid/],
    ['domains', {}, { domains: ['no domain'] }, /domains is not valid/],
    ['icon', {}, { icon: 'javascript:alert(1)' }, /icon is not valid/],
    ['extra', {}, { extra: true }, /extra is not valid\. Providers of the kind openid do not have it/],
    ['organizations', {}, { organizations: ['other'] }, /organizations is not valid/],
    ['__proto__', {}, JSON.parse('{"__proto__": "x"}'), undefined],
  ])('is told what is wrong with %s', async (field, more, settings, text) => {
    const { status, body } = await add(more, settings)
    if (text === undefined) return
    expect([status, body.msg]).toEqual([400, expect.stringMatching(text)])
    if (field !== 'kind' && field !== 'settings')
      expect(body).toMatchObject({ code: 'INVALID_PROVIDER_FIELD', field })
    expect(await list()).toEqual([])
  })

  test('is refused what is too much, twice, or of another type', async () => {
    await added()
    expect((await add()).body.msg).toContain('already a provider of log-ins named corp')
    for (const settings of ['x', '[]', '7', 'null', '{"a": {"b": 1}}', `{"issuer": "${'x'.repeat(40_000)}"}`])
      expect((await owner.json.post('/realm/log_in_providers', { ...plain, settings })).status).toBe(400)
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${i}`, 'x']))
    expect((await add({ name: 'many' }, many)).status).toBeGreaterThanOrEqual(400)
    for (let i = 1; i < 10; i++) await added({ name: `p${i}`, enabled: false })
    expect((await add({ name: 'one-more' })).body.msg).toContain('more than 10 providers')
    // Two at once: one of them has the name.
    await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${(await list())[9].id}`))
    const both = await Promise.all([add({ name: 'twin' }), add({ name: 'twin' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })
  const plain = { kind: 'openid', name: 'corp', display_name: 'Corp' }

  test('of another organization sees and changes nothing of it', async () => {
    const id = await added()
    const { client } = other
    expect((await client.ok(client.get('/realm/log_in_providers'))).providers).toEqual([])
    expect((await client.post(`/realm/log_in_providers/${id}/test`)).body.msg).toContain('no such provider')
    expect((await new Browsing(other.url).get('/login/with/oidc-corp')).status).toBe(404)
    // A copied secret is of no use elsewhere.
    await world.sql(
      `INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings, secrets)
       SELECT $1, kind, name, display_name, is_enabled, settings, secrets FROM log_in_provider`,
      [realm.id + 1],
    )
    await world.sql('DELETE FROM log_in_provider WHERE realm_id <> $1', [realm.id])
  })

  test('must have logged in a moment ago', async () => {
    const stale = world.client(url, 'desdemona')
    const answer = await stale.post('/realm/log_in_providers', { ...plain, settings: credentials() })
    expect([answer.status, answer.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect(await list()).toEqual([])
  })

  test('cannot reach private addresses through the server', async () => {
    const id = await added({}, { issuer: corp.issuer.replace('127.0.0.1', '127.0.0.2') })
    const tested = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
    expect(tested).toMatchObject({ good: false, found: expect.stringContaining('is no public address') })
    const answer = await new Browsing(url).submit('/login/with/oidc-corp')
    expect(answer.status).toBe(503)
  })
})

test('a provider says how many hours a session lasts, also after a second step', async () => {
  await added({}, { session_hours: 9 })
  const hours = async () => {
    const keys = await gateway.core.redis.keys('session:*')
    const values = keys.length === 0 ? [] : await gateway.core.redis.mget(keys)
    return values.map((text) => JSON.parse(text!)).filter(({ user }) => user === world.userId('prospero'))
  }
  const { browsing } = await logIn(person('prospero@demo.test'))
  expect(await hours()).toMatchObject([{ hours: 9 }])
  const { secret, setup } = await browsing.json.ok(browsing.json.post('/users/me/authenticator/begin'))
  await browsing.json.ok(browsing.json.post('/users/me/authenticator', { setup, code: codeOf(secret) }))
  await browsing.logOut()
  const again = await logIn(`person-${persons}`)
  expect(again.answer.headers.get('location')).toBe('/login/second-step')
  await again.browsing.submit('/login/second-step', { code: codeOf(secret, 1) })
  expect(await hours()).toMatchObject([{ hours: 9 }])
  await again.browsing.json.ok(again.browsing.json.delete('/users/me/authenticator'))
  for (const session_hours of [-1, 8_761, 1.5, '8'])
    expect((await add({ name: 'second' }, { session_hours })).body.field ?? 'settings').toMatch(
      /session_hours|settings/,
    )
})

describe('a person without an account', () => {
  test.each([
    ['rules', false, 'new1@demo.test', 'joins'],
    ['rules', true, 'new2@demo.test', 'is refused'],
    ['domains', true, 'new3@Corp.example', 'joins'],
    ['domains', false, 'new4@demo.test', 'is refused'],
    ['domains', false, 'new5@sub.corp.example', 'is refused'],
    ['domains', false, 'new6@corp.example@demo.test', 'is refused'],
    ['invited', false, 'new7@corp.example', 'is refused'],
    ['nobody', false, 'new8@corp.example', 'is refused'],
  ])('by %s, with invitations needed: %s, %s %s', async (mode, invite_required, email, outcome) => {
    await setRealm(gateway.core, realm, { invite_required })
    await added({}, { new_accounts: mode, domains: ['Corp.example'] })
    const { who, answer } = await logIn(person(email))
    expect(who === undefined ? 'is refused' : 'joins').toBe(outcome)
    expect([400, 403].includes(answer.status)).toBe(outcome !== 'joins')
  })
})

test.each([
  ['address', 'hamlet@demo.test', 'joins'],
  ['domains', 'hamlet@demo.test', 'is refused'],
  ['domains', 'ophelia@corp.example', 'joins'],
  ['domains', 'ophelia@corp.example.demo.test', 'is refused'],
  ['nobody', 'ophelia@corp.example', 'is refused'],
  ['nobody', 'new@corp.example', 'is new'],
])('a provider that joins accounts by %s: %s %s', async (existing_accounts, email, outcome) => {
  await setRealm(gateway.core, realm, { invite_required: false })
  const ids = new Map<string, number>()
  for (const one of ['ophelia@corp.example', 'ophelia@corp.example.demo.test'])
    ids.set(
      one,
      (
        realm.users.byEmail(one) ??
        (await createPerson(gateway.core, realm, { email: one, fullName: 'Ophelia' }))
      ).id,
    )
  ids.set('hamlet@demo.test', world.userId('hamlet'))
  await added({}, { existing_accounts, domains: ['corp.example'] })
  const { who, answer } = await logIn(person(email))
  if (outcome === 'is refused') {
    expect([who, answer.status]).toEqual([undefined, 403])
    expect(answer.text).toContain('is not joined to The Corp')
    expect(await world.sql('SELECT FROM external_identity')).toEqual([])
  } else expect(who).toEqual(outcome === 'is new' ? expect.any(Number) : ids.get(email))
})

describe('a required provider', () => {
  const withPassword = (name: string) => new Browsing(url).logIn(name, DEMONSTRATION_PASSWORD)
  const key = (username: string) =>
    new Client(url).post('/fetch_api_key', { username, password: DEMONSTRATION_PASSWORD })

  test('is the only way for people of its domains, on the page and for programs', async () => {
    await added({}, { domains: ['demo.test'], required_for_domains: true, required_role: 0 }).catch(
      () => undefined,
    )
    // The owner has not been there yet, so nothing was changed.
    expect(await list()).toEqual([])
    const id = await added()
    await logIn(person('desdemona@demo.test'))
    await owner.json.ok(change(id, { settings: { domains: ['demo.test'], required_for_domains: true } }))
    const refused = await withPassword('hamlet')
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('requires you to log in with The Corp'),
    ])
    expect((await key('hamlet@demo.test')).body).toMatchObject({ code: 'PASSWORD_AUTH_DISABLED' })
    expect((await logIn(person('hamlet@demo.test'))).who).toBe(world.userId('hamlet'))
    // A wrong password learns nothing about it.
    const guessed = await new Browsing(url).logIn('hamlet', 'wrong')
    expect(guessed.text).not.toContain('The Corp requires')
    expect(guessed.status).toBe(401)
  })

  test('by role leaves others the password, and another provider does not replace it', async () => {
    const id = await added()
    await logIn(person('desdemona@demo.test'))
    await added({ name: 'second' })
    await owner.json.ok(change(id, { settings: { required_role: 200 } }))
    expect((await withPassword('iago')).status).toBe(403)
    expect((await withPassword('hamlet')).status).toBe(303)
    const iago = person('iago@demo.test')
    const elsewhere = await logIn(iago, 'second')
    expect([elsewhere.answer.status, elsewhere.who]).toEqual([403, undefined])
    expect((await logIn(iago)).who).toBe(world.userId('iago'))
    await owner.json.ok(change(id, { enabled: false }))
    expect((await withPassword('iago')).status).toBe(303)
  })

  test('is where an invited person joins, without a password', async () => {
    const id = await added()
    await logIn(person('desdemona@demo.test'))
    await owner.json.ok(change(id, { settings: { domains: ['corp.example'], required_for_domains: true } }))
    await owner.json.ok(
      owner.json.post('/invites', {
        ...{ invitee_emails: 'invited@corp.example', stream_ids: [], invite_as: 400 },
      }),
    )
    const { invites } = await owner.json.ok(owner.json.get('/invites'))
    const link = `/join/${tokenOf(world.config.secretKey, realm.id, { kind: 'invitation', id: invites[0].id })}`
    const visitor = new Browsing(url)
    const page = await visitor.get(link)
    expect(page.text).toContain('Log in with The Corp')
    expect(page.text).not.toContain('type="password"')
    const csrf = /name="csrftoken" value="([^"]+)"/.exec(page.text)![1]!
    const form = { csrftoken: csrf, full_name: 'Invited', password: 'a long enough passphrase' }
    await visitor.request('POST', link, new URLSearchParams(form).toString())
    expect(visitor.cookies.has('sessionid')).toBe(false)
    expect(realm.users.byEmail('invited@corp.example')).toBeUndefined()
    expect((await logIn(person('invited@corp.example'))).who).toEqual(expect.any(Number))
  })
})

describe('the last way to log in', () => {
  const password = (isOn: boolean) => owner.json.patch('/realm', { authentication_methods: { Email: isOn } })

  test('of an owner cannot be turned off, and everything else can', async () => {
    expect((await password(false)).body.msg).toContain('At least one')
    const id = await added()
    const early = await password(false)
    expect([early.status, early.body.code]).toEqual([400, 'NO_WAY_TO_LOG_IN_LEFT'])
    expect((await change(id, { settings: { required_role: 100 } })).body.code).toBe('NO_WAY_TO_LOG_IN_LEFT')
    await logIn(person('desdemona@demo.test'))
    await owner.json.ok(password(false))
    const page = await new Browsing(url).get('/login')
    expect(page.text).not.toContain('type="password"')
    expect(page.text).not.toContain('Forgot your password')
    const client = new Client(url)
    expect(await client.ok(client.get('/server_settings'))).toMatchObject({
      ...{ email_auth_enabled: false, authentication_methods: { password: false, 'openid connect': true } },
    })
    const forged = new Browsing(url)
    const right = { email: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
    expect((await forged.submit('/login', { method: 'password', step: 'check', ...right })).status).toBe(401)
    expect(forged.cookies.has('sessionid')).toBe(false)
    const answer = await client.post('/fetch_api_key', {
      ...{ username: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD },
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED'])
    for (const refused of [
      await owner.json.delete(`/realm/log_in_providers/${id}`),
      await change(id, { enabled: false }),
      await change(id, { settings: { issuer: 'https://elsewhere.example', client_secret: 'another' } }),
    ])
      expect(refused.body.code).toBe('NO_WAY_TO_LOG_IN_LEFT')
    expect((await logIn(person('hamlet@demo.test'))).who).toBe(world.userId('hamlet'))
  })
})
