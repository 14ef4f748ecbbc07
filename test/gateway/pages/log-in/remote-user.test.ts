import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { diagnose } from '../../../../cli/doctor/diagnose.ts'
import { ConfigError, loadConfig } from '../../../../config/environment.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, demonstration, setRealm } from '../../routes/changes.ts'

const OTP = 'a5'.repeat(32)
const entry = (name: string, more: Record<string, unknown> = {}) => ({
  ...{ kind: 'remote-user', name, display_name: `The proxy ${name}` },
  ...{ header: 'X-Remote-User', proxies: ['127.0.0.1'], domain: 'demo.test', ...more },
})
const portal = {
  kind: 'jwt',
  name: 'portal',
  display_name: 'Portal',
  portal: 'https://portal.test',
  issuer: 'p',
}

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let lines: string[] = []

beforeAll(async () => {
  const providers = [
    entry('near', { email_header: 'X-Remote-Email', name_header: 'X-Remote-Name' }),
    entry('groups', { groups_attribute: 'X-Remote-Groups', roles: ['mods = moderator'] }),
    entry('far', { proxies: ['10.0.0.0/8', '2001:db8::1'] }),
    entry('elsewhere', { organizations: ['elsewhere'] }),
    { ...portal, secret: 'a shared secret of 32 characters or more' },
  ]
  world = await World.create({ LOG_IN_PROVIDERS: JSON.stringify(providers) })
  const into = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  gateway = await Gateway.open(world.config, pino({ level: 'warn' }, into))
  url = `http://127.0.0.1:${await gateway.listen(0, '127.0.0.1')}`
  realm = await demonstration(world, gateway.core)
  await setRealm(gateway.core, realm, { invite_required: false })
})
afterAll(async () => {
  await gateway.close()
  await world.close()
})
afterEach(async () => {
  lines = []
  await world.sql('DELETE FROM external_identity')
})

/** Begins a log-in. Returns the address that the proxy guards. */
async function begin(browsing: Browsing, name: string, query = ''): Promise<string> {
  const { text, status } = await browsing.submit(`/login/with/remote-${name}${query}`)
  const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to the proxy: ${status} ${text}`)
  const { pathname, search } = new URL(to)
  return pathname + search
}
/** Logs in with the headers that the proxy adds. */
async function logIn(headers: Record<string, string>, name = 'near', query = '') {
  const browsing = new Browsing(url)
  const answer = await browsing.request('GET', await begin(browsing, name, query), undefined, headers)
  return { browsing, answer, status: answer.status, location: answer.headers.get('location') }
}
const me = async (browsing: Browsing) => (await browsing.json.get('/users/me')).body

describe('a person whom the proxy names', () => {
  test('joins the account with the address, and gets one where anybody may join', async () => {
    const { browsing, location } = await logIn({ 'x-remote-user': 'hamlet' }, 'near', '?next=/help')
    expect([location, (await me(browsing)).user_id]).toEqual(['/help', world.userId('hamlet')])
    const headers = {
      ...{ 'x-remote-user': 'rosencrantz', 'x-remote-email': 'r@demo.test' },
      'x-remote-name': Buffer.from('Rosencräntz').toString('latin1'),
    }
    const found = await me((await logIn(headers)).browsing)
    expect([found.full_name, found.delivery_email]).toEqual(['Rosencräntz', 'r@demo.test'])
    const mods = await logIn({ 'x-remote-user': 'guildenstern', 'x-remote-groups': 'x; mods' }, 'groups')
    expect((await me(mods.browsing)).role).toBe(Role.moderator)
  })

  test('comes to an app by its one-time pad', async () => {
    const { location } = await logIn({ 'x-remote-user': 'hamlet' }, 'near', `?mobile_flow_otp=${OTP}`)
    expect(location).toMatch(/^zulip:\/\/login\?/)
    const client = new Client(url)
    const settings = await client.ok(client.get('/server_settings'))
    expect(settings.authentication_methods.remoteuser).toBe(true)
    const names = settings.external_authentication_methods.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['browser', 'remote-near', 'remote-groups', 'remote-far', 'jwt-portal'])
  })
})

describe('a forged header', () => {
  test('is refused from an address that is no proxy, whatever the request claims', async () => {
    const claims: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '10.0.0.1' },
      { 'x-real-ip': '10.0.0.1', forwarded: 'for=10.0.0.1' },
    ]
    for (const more of claims) {
      const { status, browsing } = await logIn({ 'x-remote-user': 'desdemona', ...more }, 'far')
      expect(status).toBe(401)
      expect(browsing.cookies.has('sessionid')).toBe(false)
    }
    expect(lines.join('')).toContain('does not come from one of the proxies')
    expect(await world.sql('SELECT FROM external_identity')).toEqual([])
  })

  test('of the browser beside the one of the proxy is refused', async () => {
    const browsing = new Browsing(url)
    const path = await begin(browsing, 'near')
    const { request } = await import('node:http')
    const status = await new Promise((done, failed) => {
      const headers = ['Cookie', browsing.cookie, 'X-Remote-User', 'desdemona', 'x-remote-user', 'hamlet']
      const host = ['Host', new URL(url).host]
      request(url + path, { headers: [...host, ...headers] }, (answer) => {
        answer.resume()
        done(answer.statusCode)
      })
        .on('error', failed)
        .end()
    })
    expect(status).toBe(401)
    expect(lines.join('')).toContain('more than once')
  })

  test('is of no use elsewhere, without a log-in that has begun, twice, or in another browser', async () => {
    const headers = { 'x-remote-user': 'desdemona' }
    for (const path of [
      '/login',
      '/',
      '/login/with/remote-near',
      '/login/with/remote-near/callback',
      '/api/v1/users/me',
    ]) {
      const browsing = new Browsing(url)
      await browsing.request('GET', path, undefined, headers)
      expect([path, browsing.cookies.has('sessionid')]).toEqual([path, false])
    }
    const [one, other] = [new Browsing(url), new Browsing(url)]
    const path = await begin(one, 'near')
    expect((await other.request('GET', path, undefined, headers)).status).toBe(400)
    const again = await begin(one, 'near')
    expect((await one.request('GET', again, undefined, headers)).status).toBe(303)
    expect((await new Browsing(url).request('GET', again, undefined, headers)).status).toBe(400)
    expect(await logIn(headers, 'elsewhere').catch((error: Error) => error.message)).toMatch(/no way|no form/)
    const foreign = await anotherOrganization(gateway.core, url)
    expect(
      (await new Browsing(foreign.url).request('GET', await begin(other, 'near'), undefined, headers)).status,
    ).toBe(400)
  })

  test('names nobody when it is missing, empty, too long, or not text', async () => {
    for (const value of ['', ' ', 'x'.repeat(256), '\u00ff\u00fe', 'a\tb'])
      expect([value, (await logIn({ 'x-remote-user': value })).status]).toEqual([value, 401])
    expect((await logIn({})).status).toBe(401)
  })
})

describe('LOG_IN_PROVIDERS', () => {
  const load = (providers: unknown) => loadConfig({ LOG_IN_PROVIDERS: JSON.stringify(providers) })

  test('has the providers of all kinds, and names a wrong field', () => {
    expect(load([entry('a'), { ...portal, secret: 's'.repeat(32) }]).logInProviders).toMatchObject([
      { kind: 'remote-user', provider: { name: 'a', header: 'x-remote-user', new_accounts: 'rules' } },
      { kind: 'jwt', provider: { name: 'portal' } },
    ])
    const wrong = [
      [entry('a'), entry('a')],
      [entry('a', { proxies: [] })],
      [entry('a', { proxies: ['everywhere'] })],
      [entry('a', { proxies: true })],
      [entry('a', { header: 'no header' })],
      [entry('a', { unknown: 1 })],
      [entry('A')],
      [{ ...entry('a'), kind: 'magic' }],
      [{ ...entry('a'), kind: 'constructor' }],
      [{ ...entry('a'), kind: 'ldap' }],
      {},
      'no list',
    ]
    for (const providers of wrong)
      expect(() => load(providers), JSON.stringify(providers)).toThrow(ConfigError)
  })

  test('is checked by doctor, without its secrets', async () => {
    const secret = 'a shared secret of 32 characters or more'
    const providers = [entry('near'), { ...portal, portal: 'http://127.0.0.1:1', secret }]
    const rows = await diagnose({ LOG_IN_PROVIDERS: JSON.stringify(providers) }, { only: ['log-in'] })
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows.filter(({ name }) => name.startsWith('Log-in with'))).toMatchObject([
      { name: 'Log-in with remote-user near', status: 'ok' },
      { name: 'Log-in with jwt portal', status: 'warning', found: expect.stringContaining('127.0.0.1:1') },
    ])
  })
})
