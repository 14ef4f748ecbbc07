import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { hasSlapd, PEOPLE, SERVICE, TestDirectory } from '../../../harness/directory.ts'
import { hostileDirectory } from '../../../harness/hostile-directory.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration, setRealm } from '../../routes/changes.ts'

const OTP = 'a5'.repeat(32)
const WRONG = 401

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let directory: TestDirectory
let owner: Browsing

describe.skipIf(!hasSlapd)('log-in with a directory', () => {
  beforeAll(async () => {
    directory = await TestDirectory.start()
    world = await World.create({
      ...{ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1,::1', RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '30' },
    })
    const opened = await world.gateway()
    gateway = opened.gateway
    url = opened.url
    realm = await demonstration(world, gateway.core)
    await setRealm(gateway.core, realm, { invite_required: false })
    owner = new Browsing(url)
    await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
    await directory.addPerson('hamlet', { displayName: 'Prince Hamlet' })
    await directory.addPerson('horatio', { displayName: 'Horatio of Wittenberg' })
  })
  afterAll(async () => {
    await world.close()
    await directory.close()
  })
  afterEach(async () => {
    await setRealm(gateway.core, realm, { authentication_methods: { Email: true } })
    const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
    for (const { id } of providers) await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
    await world.sql('DELETE FROM external_identity')
  })

  const add = (more: Record<string, unknown> = {}, about: Record<string, unknown> = {}) =>
    owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'ldap', name: 'corp', display_name: 'Corp', enabled: true, ...about },
      settings: directory.settings(more),
    })
  const added = async (more?: Record<string, unknown>): Promise<number> => (await owner.json.ok(add(more))).id

  async function logIn(login: string, password = `password of ${login}`, path = '/login') {
    const browsing = new Browsing(url)
    const { text } = await browsing.get(path)
    const forms = [...text.matchAll(/<form method="post">[\s\S]*?<\/form>/g)].map(([form]) => form)
    const form = forms.find((one) => one.includes('value="ldap-corp"'))
    if (form === undefined) throw new Error(`no form of the directory: ${text}`)
    const answer = await browsing.submitForm(form, { login, password }, path)
    return { browsing, answer, status: answer.status, location: answer.headers.get('location') }
  }
  const whoIs = async (browsing: Browsing) => (await browsing.json.get('/users/me')).body.user_id

  describe('by a search', () => {
    test('joins the account with the address, and the identity stays when the address changes', async () => {
      await added()
      for (const login of ['hamlet', ' HAMLET ', 'hamlet@demo.test']) {
        const { browsing, status, location } = await logIn(login, 'password of hamlet', '/login?next=/help')
        expect([status, location]).toEqual([303, '/help'])
        expect(await whoIs(browsing)).toBe(world.userId('hamlet'))
      }
      expect(await world.sql('SELECT user_id, issuer FROM external_identity')).toEqual([
        { user_id: world.userId('hamlet'), issuer: 'ldap:organization:corp' },
      ])
      await directory.replace(`uid=hamlet,${PEOPLE}`, 'mail', 'desdemona@demo.test')
      expect(await whoIs((await logIn('hamlet')).browsing)).toBe(world.userId('hamlet'))
      await directory.replace(`uid=hamlet,${PEOPLE}`, 'mail', 'hamlet@demo.test')
    })

    test('makes an account with the name of the directory', async () => {
      await added()
      await directory.addPerson('osric', { displayName: 'Osric of Elsinore' })
      const { browsing, status } = await logIn('osric')
      expect(status).toBe(303)
      const me = await browsing.json.ok(browsing.json.get('/users/me'))
      expect([me.full_name, me.delivery_email]).toEqual(['Osric of Elsinore', 'osric@demo.test'])
    })

    test('refuses in one way who is unknown, wrong, or comes without a password', async () => {
      await added()
      await logIn('hamlet')
      const answers = [
        await logIn('hamlet', 'wrong'),
        await logIn('nobody', 'wrong'),
        await logIn('hamlet', ''),
        await logIn('', 'password of hamlet'),
        await logIn('hamlet', 'x'.repeat(1001)),
        await logIn('x'.repeat(201), 'password of hamlet'),
        await logIn('hamlet\u0007', 'password of hamlet'),
        await logIn(SERVICE.dn, SERVICE.password),
      ]
      const sentence = /<p class="wrong" role="alert">([^<]*)</.exec(answers[0]!.answer.text)?.[1]
      expect(sentence).toMatch(/incorrect/)
      for (const { status, answer, browsing } of answers) {
        expect([status, /<p class="wrong" role="alert">([^<]*)</.exec(answer.text)?.[1]]).toEqual([
          WRONG,
          sentence,
        ])
        expect(browsing.cookies.has('sessionid')).toBe(false)
      }
      const desdemona = world.client(url, 'desdemona')
      const { entries } = await desdemona.ok(desdemona.get('/audit_log'))
      const refused = entries.filter((one: { action: string }) => one.action === 'refused')
      expect(refused[0]).toMatchObject({
        kind: 'log_in',
        new_value: expect.stringContaining('"method":"Corp"'),
      })
    })

    test('takes no name for a part of a filter or of a name in the directory', async () => {
      await added()
      const attacks = [
        '*',
        'ham*',
        'nobody)(uid=hamlet',
        'nobody)(|(uid=hamlet)',
        '*)(objectClass=*',
        'hamlet)(&',
        '\\2a',
        'ham\\6cet',
        'hamlet,ou=people',
      ]
      for (const login of attacks)
        expect([login, (await logIn(login, 'password of hamlet')).status]).toEqual([login, WRONG])
      // A person whose name has these characters logs in.
      await directory.addPerson('star*(one)', { mail: 'star@demo.test' })
      expect((await logIn('star*(one)')).status).toBe(303)
    })

    test('refuses a name that several people have', async () => {
      await added({ login_attributes: ['uid', 'sn'] })
      await directory.addPerson('twin-1', { sn: 'twin' })
      await directory.addPerson('twin-2', { sn: 'twin' })
      expect((await logIn('twin', 'password of twin-1')).status).toBe(WRONG)
      expect((await logIn('twin-1')).status).toBe(303)
    })

    test('gives roles, groups and profile fields, by memberOf and by a search for groups', async () => {
      const dn = await directory.addPerson('yorick', { departmentNumber: 'Jests' })
      const mods = await directory.addGroup('mods', [dn])
      const desdemona = world.client(url, 'desdemona')
      const group = (
        await desdemona.ok(
          desdemona.post('/user_groups/create', { name: 'jesters', description: '', members: [] }),
        )
      ).group_id
      const field = (
        await desdemona.ok(desdemona.post('/realm/profile_fields', { name: 'Team', hint: '', field_type: 1 }))
      ).id
      const line = `CN=mods, ${mods.slice('cn=mods,'.length)}`
      const rules = {
        roles: [`${line} = moderator`],
        groups: [`${line} = jesters`],
        profile_fields: ['departmentNumber = Team'],
      }
      const id = await added(rules)
      const { browsing } = await logIn('yorick')
      const me = async () => browsing.json.ok(browsing.json.get('/users/me'))
      const { role, user_id, profile_data } = await me()
      expect([role, profile_data[field].value]).toEqual([Role.moderator, 'Jests'])
      const members = async () => (await desdemona.ok(desdemona.get(`/user_groups/${group}/members`))).members
      expect(await members()).toEqual([user_id])
      await directory.remove(mods)
      await directory.replace(dn, 'departmentNumber', 'Graves')
      await logIn('yorick')
      const later = await me()
      expect([later.role, later.profile_data[field].value, await members()]).toEqual([
        Role.member,
        'Graves',
        [],
      ])
      await directory.addGroup('mods', [dn])
      await owner.json.ok(
        owner.json.patch(`/realm/log_in_providers/${id}`, {
          settings: { group_base_dn: mods.slice('cn=mods,'.length), groups_attribute: 'description' },
        }),
      )
      await logIn('yorick')
      expect([(await me()).role, await members()]).toEqual([Role.moderator, [user_id]])
    })

    test('refuses a deactivated person after the right password only', async () => {
      await added()
      await logIn('horatio')
      const [user] = await world.sql<{ user_id: number }>('SELECT user_id FROM external_identity')
      await deactivate(gateway.core, realm, user!.user_id)
      expect((await logIn('horatio', 'wrong')).answer.text).not.toContain('deactivated')
      expect((await logIn('horatio')).answer.text).toContain('deactivated')
    })
  })

  test('without a search people bind themselves, and nobody as somebody else', async () => {
    await added({ bind_as: `uid={login},${PEOPLE}`, bind_dn: undefined, bind_password: undefined })
    expect(await whoIs((await logIn('hamlet')).browsing)).toBe(world.userId('hamlet'))
    for (const login of [`hamlet,${PEOPLE}`, 'hamlet\\', 'hamlet+cn=hamlet', '#04', ' hamlet,ou=x'])
      expect([login, (await logIn(login, 'password of hamlet')).status]).toEqual([login, WRONG])
    await directory.addPerson('a,b+c', { mail: 'comma@demo.test' })
    expect((await logIn('a,b+c')).status).toBe(303)
  })

  describe('encrypted', () => {
    test('by StartTLS and by ldaps, with a certificate that is trusted', async () => {
      const { certificate, secureUrl } = directory
      for (const settings of [
        { starttls: true, certificate },
        { url: secureUrl, certificate },
      ]) {
        const id = await added(settings)
        expect(await whoIs((await logIn('hamlet')).browsing)).toBe(world.userId('hamlet'))
        await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
      }
      for (const settings of [{ starttls: true }, { url: secureUrl }]) {
        const id = await added(settings)
        expect((await logIn('hamlet')).status).toBe(503)
        const found = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
        expect(found).toMatchObject({ good: false, found: expect.stringContaining('not trusted') })
        await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
      }
    })

    test('or on this machine, and nowhere else', async () => {
      const refused = async (settings: Record<string, unknown>) => {
        const { status, body } = await add(settings)
        return [status, body.field]
      }
      expect(await refused({ url: 'ldap://ldap.example.com' })).toEqual([400, 'starttls'])
      expect((await add({ url: 'ldap://ldap.example.com', starttls: true })).status).toBe(200)
      for (const wrong of [
        'http://ldap.example.com',
        'ldap://',
        'ldaps://a:b@c',
        'ldaps://c/dc=x',
        'ldaps://c?x',
      ])
        expect([wrong, ...(await refused({ url: wrong }))]).toEqual([wrong, 400, 'url'])
      expect(await refused({ people_filter: 'objectClass=person' })).toEqual([400, 'people_filter'])
      expect(await refused({ login_attributes: ['a)(b'] })).toEqual([400, 'login_attributes'])
      expect(await refused({ bind_as: 'cn=admin' })).toEqual([400, 'bind_as'])
      expect(await refused({ bind_password: undefined })).toEqual([400, 'bind_password'])
    })
  })

  describe('an app', () => {
    test('gets the key by POST /fetch_api_key, and in a browser by its one-time pad', async () => {
      await added()
      const client = new Client(url)
      const { authentication_methods: methods, external_authentication_methods: external } = await client.ok(
        client.get('/server_settings'),
      )
      expect([methods.ldap, external.length]).toEqual([true, 1])
      const fetched = (username: string, password: string) =>
        client.post('/fetch_api_key', { username, password })
      expect((await client.ok(fetched('hamlet', 'password of hamlet'))).user_id).toBe(world.userId('hamlet'))
      expect((await client.ok(fetched('hamlet@demo.test', DEMONSTRATION_PASSWORD))).user_id).toBe(
        world.userId('hamlet'),
      )
      expect((await fetched('hamlet', 'wrong')).status).toBe(WRONG)
      expect((await fetched('hamlet', '')).status).toBe(WRONG)
      const { location } = await logIn('hamlet', undefined, `/login?mobile_flow_otp=${OTP}`)
      expect(location).toMatch(/^zulip:\/\/login\?/)
    })

    test('is in the audit log by the method that has refused it or let it in', async () => {
      const id = await added()
      const fetch = (username: string, password: string) =>
        new Client(url).post('/fetch_api_key', { username, password })
      const desdemona = world.client(url, 'desdemona')
      const latest = async () => {
        const { entries } = await desdemona.ok(desdemona.get('/audit_log', { kinds: '["log_in"]' }))
        const { action, new_value } = entries[0]
        const { method, reason } = JSON.parse(new_value)
        return [action, method, reason]
      }
      await fetch('hamlet', 'wrong')
      await expect.poll(latest).toEqual(['refused', 'Corp', 'AUTHENTICATION_FAILED'])
      // An address of an account is rather meant for its password.
      await fetch('hamlet@demo.test', 'wrong')
      await expect.poll(latest).toEqual(['refused', 'password', 'AUTHENTICATION_FAILED'])
      await fetch('hamlet', 'password of hamlet')
      await expect.poll(latest).toEqual(['created', 'Corp', undefined])
      await owner.json.ok(
        owner.json.patch(`/realm/log_in_providers/${id}`, {
          settings: { url: 'ldaps://127.0.0.1:1', bind_password: SERVICE.password },
        }),
      )
      expect((await fetch('hamlet@demo.test', 'wrong')).body.code).toBe('PROVIDER_UNAVAILABLE')
      await expect.poll(latest).toEqual(['refused', 'Corp', 'PROVIDER_UNAVAILABLE'])
    })

    test('that is required of a person closes the password', async () => {
      // The owner needs a way that stays.
      const id = await added()
      await directory.addPerson('desdemona')
      expect((await logIn('desdemona')).status).toBe(303)
      await owner.json.ok(
        owner.json.patch(`/realm/log_in_providers/${id}`, {
          settings: { required_for_domains: true, domains: ['demo.test'] },
        }),
      )
      const client = new Client(url)
      const byPassword = await client.post('/fetch_api_key', {
        ...{ username: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD },
      })
      expect([byPassword.status, byPassword.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED'])
      const page = await new Browsing(url).logIn('hamlet', DEMONSTRATION_PASSWORD)
      expect([page.status, page.text]).toEqual([403, expect.stringContaining('log in with Corp')])
      expect((await logIn('hamlet')).status).toBe(303)
    })
  })

  test('counts guesses for each name', async () => {
    await added()
    let status = 0
    for (let tries = 0; tries < 40 && status !== 429; tries++)
      status = (await logIn('ophelia-guessed', `guess ${tries}`)).status
    expect(status).toBe(429)
    expect((await logIn('hamlet')).status).not.toBe(WRONG)
  })

  test('has its form behind the one for passwords, and before all buttons', async () => {
    await added()
    const github = { client_id: 'x', client_secret: 'a secret' }
    const about = { kind: 'github', name: 'hub', display_name: 'GitHub', enabled: true, settings: github }
    await owner.json.ok(owner.json.post('/realm/log_in_providers', about))
    const { text } = await new Browsing(url).get('/login')
    const parts = [
      'name="email"',
      'Forgot your password?',
      'name="login"',
      'Log in with Corp',
      'a passkey',
      'GitHub',
    ]
    const places = parts.map((part) => text.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('another organization knows nothing of it', async () => {
    await added()
    const other = await anotherOrganization(gateway.core, url)
    const { authentication_methods: methods } = await other.client.ok(other.client.get('/server_settings'))
    expect(methods.ldap).toBe(false)
    const browsing = new Browsing(other.url)
    const answer = await browsing.submit('/login', { method: 'ldap-corp', login: 'hamlet', password: 'x' })
    expect(answer.status).toBe(WRONG)
  })

  test('a test tells what is wrong, and changes nothing', async () => {
    const found = async (settings: Record<string, unknown>) => {
      const id = await added(settings)
      const answer = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
      await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
      return [answer.good, `${answer.found}; ${answer.advice}`]
    }
    expect(await found({})).toEqual([true, expect.stringContaining('people are found')])
    expect(await found({ bind_password: 'wrong' })).toEqual([false, expect.stringContaining('bind_dn')])
    expect(await found({ base_dn: 'ou=gone,dc=corp,dc=test' })).toEqual([
      false,
      expect.stringContaining('base_dn'),
    ])
    expect(await found({ people_filter: '(uid=nobody)' })).toEqual([
      false,
      expect.stringContaining('finds nobody'),
    ])
    expect(await found({ id_attribute: 'employeeNumber' })).toEqual([
      false,
      expect.stringContaining('id_attribute'),
    ])
    expect(await found({ email_attribute: 'employeeNumber' })).toEqual([
      false,
      expect.stringContaining('email_attribute'),
    ])
    expect(await found({ url: 'ldap://127.0.0.1:1' })).toEqual([false, expect.stringContaining('of no use')])
    expect(await found({ url: 'ldaps://127.0.0.2' })).toEqual([
      false,
      expect.stringContaining('no public address'),
    ])
    expect(await world.sql('SELECT FROM external_identity')).toEqual([])
  })

  test('a hostile directory costs its organization a log-in, and the server nothing', async () => {
    const hostile = await hostileDirectory()
    await added({ url: hostile.url })
    for (const attack of hostile.attacks) {
      hostile.attack = attack
      const start = Date.now()
      const { status } = await logIn('hamlet')
      expect([attack, status]).toEqual([attack, 503])
      expect(Date.now() - start).toBeLessThan(60_000)
    }
    await hostile.close()
    expect((await new Browsing(url).get('/login')).status).toBe(200)
  }, 120_000)
})
