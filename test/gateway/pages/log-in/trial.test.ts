import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing, type PageAnswer } from '../../../harness/browsing.ts'
import { hasSlapd, TestDirectory } from '../../../harness/directory.ts'
import { TestGitHub } from '../../../harness/github.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { TestSamlProvider } from '../../../harness/saml-provider.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, demonstration, setRealm } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let otherUrl: string
let corp: TestProvider
let owner: Browsing

beforeAll(async () => {
  corp = await TestProvider.start(
    ['corp', 'second', 'a-second'].map((name) => `${ROOT}/login/with/oidc-${name}/callback`),
    { claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'team'] } },
  )
  const proxy = { kind: 'remote-user', name: 'near', display_name: 'The proxy', header: 'X-Remote-User' }
  world = await World.create({
    ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1,::1',
    LOG_IN_PROVIDERS: JSON.stringify([{ ...proxy, proxies: ['127.0.0.1'], domain: 'demo.test' }]),
  })
  const opened = await world.gateway()
  gateway = opened.gateway
  url = opened.url
  realm = await demonstration(world, gateway.core)
  otherUrl = (await anotherOrganization(gateway.core, url)).url
  await setRealm(gateway.core, realm, { invite_required: false })
  owner = await loggedIn('desdemona')
})
afterAll(async () => {
  await world.close()
  await corp.close()
})
afterEach(async () => {
  for (const { id } of (await owner.json.ok(owner.json.get('/realm/log_in_providers'))).providers)
    await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
  await world.sql('DELETE FROM external_identity')
})

async function loggedIn(name: string): Promise<Browsing> {
  const browsing = new Browsing(url)
  await browsing.logIn(name, DEMONSTRATION_PASSWORD)
  return browsing
}
async function add(kind: string, settings: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const given = { kind, name: 'corp', display_name: 'The Corp', enabled: false, settings, ...more }
  return (await owner.json.ok(owner.json.post('/realm/log_in_providers', given))).id as number
}
const addOpenId = (settings: Record<string, unknown> = {}, more?: Record<string, unknown>) =>
  add(
    'openid',
    { issuer: corp.issuer, client_id: 'loquat', client_secret: 'a secret of the client', ...settings },
    more,
  )

let persons = 0
function person(claims: Record<string, unknown>): string {
  const subject = `person-${++persons}`
  corp.people[subject] = { email_verified: true, ...claims }
  return subject
}
const forwardIn = ({ text, status }: PageAnswer): string => {
  const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to the provider: ${status} ${text}`)
  return to
}
/** Begins a trial. Returns the address at the provider. */
const begin = async (browsing = owner, method = 'oidc-corp') =>
  forwardIn(await browsing.submit(`/login/with/${method}/try`))
/** The path to which the provider sends the browser. */
async function returned(to: string, subject: string): Promise<string> {
  const back = new URL(await corp.logIn(to, subject))
  return back.pathname + back.search
}
const tried = async (subject: string) => owner.get(await returned(await begin(), subject))

/** The terms of the page with their values, as text. */
function reportOf({ text }: PageAnswer): Record<string, string> {
  const plain = (html: string) =>
    html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#39;', "'")
      .trim()
  return Object.fromEntries(
    [...text.matchAll(/<dt>([\s\S]*?)<\/dt>\s*<dd>([\s\S]*?)<\/dd>/g)].map(([, term, value]) => [
      plain(term!),
      plain(value!),
    ]),
  )
}
const refusalIn = ({ text }: PageAnswer): string | undefined =>
  /<p class="wrong" role="alert">([^<]*)</.exec(text)?.[1]

/** Everything that a log-in writes. Audit entries of trials are left out. */
async function written(): Promise<string> {
  const tables = ['user_account', 'external_identity', 'invitation', 'group_member', 'subscription']
  const more = ['custom_profile_field_value', 'event_log', 'job_outbox', 'message']
  const counts = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const rows = await world.sql<{ row: unknown }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)
      return [table, rows.map(({ row }) => row)]
    }),
  )
  const audit = await world.sql(
    "SELECT kind, action FROM audit_entry WHERE property IS DISTINCT FROM 'trial'",
  )
  const sessions = (await gateway.core.redis.keys('*session*')).sort()
  return JSON.stringify([counts, audit.length, sessions])
}

describe('a trial', () => {
  test('shows who it is, and joins the account with the address, and changes nothing', async () => {
    await addOpenId()
    const before = await written()
    const page = await tried(person({ email: 'Hamlet@demo.test', name: 'Prince Hamlet' }))
    expect(page.status).toBe(200)
    expect(refusalIn(page)).toBeUndefined()
    expect(page.text).toContain('This person would have been logged in.')
    expect(reportOf(page)).toMatchObject({
      Name: 'Prince Hamlet',
      'E-mail address': 'Hamlet@demo.test',
      Identifier: `person-${persons}`,
      Provider: corp.issuer,
      Account: 'the account of King Hamlet (hamlet@demo.test), which has the confirmed address',
    })
    expect(await written()).toBe(before)
    // The owner is still the owner, and nobody else is logged in.
    expect((await owner.json.ok(owner.json.get('/users/me'))).user_id).toBe(world.userId('desdemona'))
    const { entries } = await owner.json.ok(owner.json.get('/audit_log'))
    expect(entries[0]).toMatchObject({
      ...{ kind: 'log_in_provider', property: 'trial', object_name: 'The Corp' },
      ...{ acting_user_id: world.userId('desdemona'), new_value: '"Hamlet@demo.test"' },
    })
  })

  test('of a new person shows the account that would be made', async () => {
    await addOpenId({ roles: ['chat-admins = moderator', 'nobody = owner'] })
    const before = await written()
    const page = await tried(
      person({ email: 'new@demo.test', name: 'A <b>New</b> One', groups: ['chat-admins'] }),
    )
    expect(page.text).not.toContain('<b>New')
    expect(reportOf(page)).toMatchObject({
      Account: 'a new account for A &lt;bNew&lt;/b One (new@demo.test)',
      Role: 'member → moderator',
    })
    expect(await written()).toBe(before)
    expect(realm.users.byEmail('new@demo.test')).toBeUndefined()
  })

  test('shows role, name, groups and profile fields of a person who has been here before', async () => {
    const id = await addOpenId({}, { enabled: true })
    const hamlet = person({ email: 'hamlet@demo.test', name: 'Hamlet', team: 'Denmark' })
    const visitor = new Browsing(url)
    const to = forwardIn(await visitor.submit('/login/with/oidc-corp'))
    expect((await visitor.get(await returned(to, hamlet))).status).toBe(303)
    const { json } = owner
    const group = { name: 'players', description: '', members: '[]' }
    await json.ok(json.post('/user_groups/create', group))
    await json.ok(json.post('/realm/profile_fields', { name: 'Team', field_type: 1 }))
    corp.people[hamlet] = {
      ...corp.people[hamlet],
      ...{ email_verified: true, name: 'Hamlet the Dane', groups: ['actors'] },
    }
    await json.ok(
      json.patch(`/realm/log_in_providers/${id}`, {
        settings: {
          roles: ['actors = guest', '* = guest'],
          groups: ['actors = players', 'actors = nothing'],
          profile_fields: ['team = Team', 'team = Nowhere'],
          updates_names: true,
        },
        enabled: false,
      }),
    )
    const before = await written()
    const page = await tried(hamlet)
    expect(reportOf(page)).toMatchObject({
      Account: expect.stringContaining('which belongs to this person since an earlier log-in'),
      Role: 'member → guest',
      'New name': 'Hamlet the Dane',
      'Joins the groups': 'players',
      'Profile fields': 'Team: empty → Denmark',
    })
    const plain = page.text.replaceAll(/<[^>]+>/g, '')
    expect(plain).toContain('There is no group nothing here.')
    expect(plain).toContain('There is no profile field Nowhere here')
    expect(await written()).toBe(before)
    expect(realm.users.get(world.userId('hamlet'))).toMatchObject({
      role: Role.member,
      fullName: 'King Hamlet',
    })
  })

  test('says why a person would be refused', async () => {
    await addOpenId({ new_accounts: 'nobody' })
    const before = await written()
    const unconfirmed = await tried(person({ email: 'hamlet@demo.test', email_verified: false }))
    expect(unconfirmed.text).toContain('The Corp does not say that your e-mail address is confirmed.')
    expect(reportOf(unconfirmed)).toMatchObject({ 'E-mail address': 'none that is confirmed' })
    const unknown = await tried(person({ email: 'new@demo.test' }))
    expect(unknown.text).toContain('There is no account for new@demo.test here.')
    corp.tamper = ({ header, claims }) => ({ header, claims: { ...claims, aud: 'somebody else' } })
    const wrong = await tried(person({ email: 'hamlet@demo.test' }))
    corp.tamper = undefined
    expect(refusalIn(wrong)).toContain('The Corp did not log you in.')
    expect(wrong.text).toMatch(/The server has found: <code dir="ltr">[^<]*audience/)
    expect(reportOf(wrong)).toEqual({})
    expect(await written()).toBe(before)
    // Refusals of trials are no refused log-ins.
    const { entries } = await owner.json.ok(owner.json.get('/audit_log'))
    expect(entries.slice(0, 3).map(({ kind }: { kind: string }) => kind)).toEqual(
      Array.from({ length: 3 }, () => 'log_in_provider'),
    )
  })

  test('is in the audit log with its own provider', async () => {
    await addOpenId({}, { name: 'second' })
    const id = await addOpenId({}, { name: 'a-second', display_name: 'Another' })
    const back = await returned(await begin(owner, 'oidc-a-second'), person({ email: 'hamlet@demo.test' }))
    await owner.get(back)
    const { entries } = await owner.json.ok(owner.json.get('/audit_log'))
    expect(entries[0]).toMatchObject({ property: 'trial', object_id: id, object_name: 'Another' })
  })

  test('says that another provider is required of the person', async () => {
    const id = await addOpenId({}, { name: 'second', display_name: 'Second', enabled: true })
    const to = forwardIn(await new Browsing(url).submit('/login/with/oidc-second'))
    expect(to).toContain('oidc-second')
    // The owner has a way left, because the rule is about guests and moderators only by domain.
    await owner.json.ok(
      owner.json.patch(`/realm/log_in_providers/${id}`, {
        settings: { domains: ['elsewhere.test'], required_for_domains: true },
      }),
    )
    await addOpenId()
    const page = await tried(person({ email: 'new@elsewhere.test', name: 'New' }))
    expect(refusalIn(page)).toContain('Your organization requires you to log in with Second.')
  })
})

describe('nobody can abuse a trial', () => {
  test('which is for owners alone', async () => {
    await addOpenId()
    expect((await new Browsing(url).get('/login/with/oidc-corp/try')).headers.get('location')).toBe(
      '/login?next=%2Flogin%2Fwith%2Foidc-corp%2Ftry',
    )
    const iago = await loggedIn('iago')
    const page = await iago.get('/login/with/oidc-corp/try')
    expect([page.status, page.text.includes('<form')]).toEqual([400, false])
    const csrftoken = iago.cookies.get('csrftoken') ?? ''
    const form = new URLSearchParams({ csrftoken }).toString()
    const posted = await iago.request('POST', '/login/with/oidc-corp/try', form)
    expect([posted.status, posted.text.includes('url=')]).toEqual([400, false])
    const elsewhere = new Browsing(otherUrl)
    expect((await elsewhere.get('/login/with/oidc-corp/try')).status).not.toBe(200)
    // Without the token of the form, another site could begin one.
    expect((await owner.request('POST', '/login/with/oidc-corp/try', '')).status).toBe(403)
    for (const name of ['password', 'passkey', 'oidc-none', '__proto__'])
      expect((await owner.get(`/login/with/${name}/try`)).status).toBe(404)
  })

  test('in another browser, twice, or after a log-out', async () => {
    await addOpenId()
    const hamlet = person({ email: 'hamlet@demo.test' })
    const stranger = new Browsing(url)
    const back = await returned(await begin(), hamlet)
    const stolen = await stranger.get(back)
    expect([stolen.status, stranger.cookies.has('sessionid')]).toEqual([404, false])
    expect(stolen.text).not.toContain('hamlet')
    // The stranger has used nothing up.
    expect((await owner.get(back)).text).toContain('This person would have been logged in.')
    expect((await owner.get(back)).status).toBe(404)
    const leaving = await loggedIn('desdemona')
    const late = await returned(await begin(leaving), hamlet)
    await leaving.logOut()
    const answer = await leaving.get(late)
    expect(answer.text).not.toContain('King Hamlet')
    expect(leaving.cookies.has('sessionid')).toBe(false)
  })

  test('to log in, also when the provider is on', async () => {
    await addOpenId({}, { enabled: true })
    const hamlet = person({ email: 'hamlet@demo.test' })
    const back = await returned(await begin(), hamlet)
    // Without the session of the owner, in the same browser.
    owner.cookies.delete('sessionid')
    const answer = await owner.get(back)
    expect([answer.status, owner.cookies.has('sessionid')]).toEqual([400, false])
    expect(answer.text).not.toContain('King Hamlet')
    expect(await world.sql('SELECT FROM external_identity')).toEqual([])
    owner = await loggedIn('desdemona')
  })

  test('and a real log-in shows no report', async () => {
    const id = await addOpenId({}, { enabled: true })
    const hamlet = person({ email: 'hamlet@demo.test' })
    const browsing = new Browsing(url)
    const back = await returned(forwardIn(await browsing.submit('/login/with/oidc-corp')), hamlet)
    await owner.json.ok(owner.json.patch(`/realm/log_in_providers/${id}`, { enabled: false }))
    // The provider was switched off meanwhile.
    expect((await browsing.get(back)).status).toBe(404)
    expect(browsing.cookies.has('sessionid')).toBe(false)
    await owner.json.ok(owner.json.patch(`/realm/log_in_providers/${id}`, { enabled: true }))
    const entered = await browsing.get(back)
    expect([entered.status, entered.text]).toEqual([303, ''])
  })

  test('by an owner who is none any more', async () => {
    await addOpenId()
    const iago = world.userId('iago')
    await owner.json.ok(owner.json.patch(`/users/${iago}`, { role: Role.owner }))
    const second = await loggedIn('iago')
    const back = await returned(await begin(second), person({ email: 'hamlet@demo.test' }))
    await owner.json.ok(owner.json.patch(`/users/${iago}`, { role: Role.administrator }))
    const answer = await second.get(back)
    expect([answer.status, answer.text.includes('King Hamlet')]).toEqual([400, false])
    const { entries } = await owner.json.ok(owner.json.get('/audit_log'))
    expect(entries[0].property).not.toBe('trial')
  })

  test('and two at once are apart', async () => {
    await addOpenId()
    const [one, other] = [person({ email: 'hamlet@demo.test' }), person({ email: 'othello@demo.test' })]
    const [first, second] = [await begin(), await begin()]
    const backs = [await returned(first, one), await returned(second, other)]
    const pages = await Promise.all(backs.map((back) => owner.get(back)))
    expect(pages.map((page) => reportOf(page)['E-mail address'])).toEqual([
      'hamlet@demo.test',
      'othello@demo.test',
    ])
    // Of two requests with one state, one gets the report.
    const twice = await returned(await begin(), one)
    const answers = await Promise.all([owner.get(twice), owner.get(twice)])
    const shown = answers.filter(({ text }) => text.includes('This person would have been logged in.'))
    expect(shown).toHaveLength(1)
  })
})

describe('every kind of provider can be tried', () => {
  test('SAML, whose metadata is there while it is off', async () => {
    const saml = await TestSamlProvider.start()
    await add('saml', { metadata: saml.metadata })
    expect((await new Browsing(url).get('/login/with/saml-corp/metadata')).status).toBe(200)
    const nameId = 'person-of-saml'
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
    saml.people[nameId] = { nameId, format, claims: { email: 'hamlet@demo.test', displayName: 'Hamlet' } }
    const consumer = `${ROOT}/login/with/saml-corp/callback`
    const before = await written()
    const answer = await saml.answer(await begin(owner, 'saml-corp'), consumer, nameId)
    const form = new URLSearchParams({ ...answer }).toString()
    const posted = await new Browsing(url).request('POST', '/login/with/saml-corp/callback', form)
    const back = new URL(posted.headers.get('location')!)
    const page = await owner.get(back.pathname + back.search)
    expect(reportOf(page)).toMatchObject({ Identifier: nameId, 'E-mail address': 'hamlet@demo.test' })
    const altered = await saml.answer(await begin(owner, 'saml-corp'), `${consumer}/x`, nameId)
    const other = new URLSearchParams({ ...altered }).toString()
    const again = await new Browsing(url).request('POST', '/login/with/saml-corp/callback', other)
    const wrong = new URL(again.headers.get('location')!)
    const refused = await owner.get(wrong.pathname + wrong.search)
    expect(refusalIn(refused)).toContain('The Corp did not log you in.')
    expect(refused.text).toContain('The server has found:')
    expect(await written()).toBe(before)
    await saml.close()
  })

  test('JWT', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await add('jwt', { portal: 'https://portal.test/in', issuer: 'portal', public_key: pem })
    const asked = new URL(await begin(owner, 'jwt-corp')).searchParams
    const token = await new SignJWT({ nonce: asked.get('nonce')!, email: 'hamlet@demo.test' })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer('portal')
      .setAudience(asked.get('audience')!)
      .setSubject('seven')
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(privateKey)
    const query = new URLSearchParams({ state: asked.get('state')!, token })
    const page = await owner.get(`/login/with/jwt-corp/callback?${query}`)
    expect(reportOf(page)).toMatchObject({ Identifier: 'seven', Provider: 'portal' })
    expect(await world.sql('SELECT FROM external_identity')).toEqual([])
  })

  test('GitHub', async () => {
    const gitHub = await TestGitHub.start(`${ROOT}/login/with/github-corp/callback`)
    const { id, secret } = gitHub.client
    await add('github', { address: gitHub.address, client_id: id, client_secret: secret })
    const emails = [{ email: 'hamlet@demo.test', primary: true, verified: true }]
    gitHub.people.set(7, { user: { id: 7, login: 'hamlet', name: 'Prince' }, emails })
    const back = new URL(await gitHub.logIn(await begin(owner, 'github-corp'), 7))
    const page = await owner.get(back.pathname + back.search)
    expect(reportOf(page)).toMatchObject({ 'E-mail address': 'hamlet@demo.test' })
    expect(await world.sql('SELECT FROM external_identity')).toEqual([])
    await gitHub.close()
  })

  test('a proxy of the operator, which is in a list of its own', async () => {
    const { of_operator: list } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
    expect(list).toEqual([{ display_name: 'The proxy', trial_address: `${ROOT}/login/with/remote-near/try` }])
    const { pathname, search } = new URL(await begin(owner, 'remote-near'))
    const headers = { 'x-remote-user': 'hamlet' }
    const page = await owner.request('GET', pathname + search, undefined, headers)
    expect(reportOf(page)).toMatchObject({ Identifier: 'hamlet', Provider: 'remote-user:near' })
    const without = new URL(await begin(owner, 'remote-near'))
    const refused = await owner.get(without.pathname + without.search)
    expect(refused.text).toContain('the proxy sends no x-remote-user')
  })

  test.skipIf(!hasSlapd)('a directory, with a name and a password', async () => {
    const directory = await TestDirectory.start()
    await directory.addPerson('hamlet', { displayName: 'Prince Hamlet' })
    await add('ldap', directory.settings({}))
    const before = await written()
    const path = '/login/with/ldap-corp/try'
    const page = await owner.submit(path, { login: 'hamlet', password: 'password of hamlet' })
    expect(reportOf(page)).toMatchObject({ Name: 'Prince Hamlet', 'E-mail address': 'hamlet@demo.test' })
    const wrong = await owner.submit(path, { login: 'hamlet', password: 'wrong' })
    expect(refusalIn(wrong)).toContain('incorrect')
    expect(reportOf(wrong)).toEqual({})
    expect(await written()).toBe(before)
    await directory.close()
  })
})
