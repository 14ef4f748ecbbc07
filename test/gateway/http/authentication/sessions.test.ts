import '../../../harness/product.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import type { Endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { apiRoutes } from '../../../../gateway/routes/index.ts'
import type { Services } from '../../../../gateway/services.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { Refused, Socket } from '../../../harness/socket.ts'
import { uploadFile } from '../../../harness/upload.ts'
import { World } from '../../../harness/world.ts'

let world: World
let gateway: Gateway
let url: string
let otherUrl: string

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  otherUrl = (await world.gateway()).url
})
afterAll(() => world.close())

async function loggedIn(name = 'hamlet', password = DEMONSTRATION_PASSWORD): Promise<Browsing> {
  const browsing = new Browsing(url)
  const answer = await browsing.logIn(name, password)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  return browsing
}
const at = (gatewayUrl: string, { cookies }: Browsing) => {
  const same = new Browsing(gatewayUrl)
  for (const [name, value] of cookies) same.cookies.set(name, value)
  return same
}
let people = 0
/** A new user with a browser. */
async function newcomer(password = 'a quite long passphrase') {
  const realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
  const name = `person${++people}`
  const user = await createUser(gateway.core, realm, {
    email: `${name}@demo.test`,
    fullName: name,
    role: Role.member,
    password,
  })
  await realm.sync()
  const client = new Client(url, { email: user.email, apiKey: realm.apiKeyOf(user) })
  return { user, client, password, name, browsing: await loggedIn(name, password) }
}
const status = async (browsing: Browsing) => (await browsing.json.get('/users/me')).status

describe('logging in', () => {
  test('sets a cookie that scripts cannot read, and a token that scripts can read', async () => {
    const browsing = new Browsing(url)
    const page = await browsing.get('/login')
    const fields = { email: 'HAMLET@demo.test', password: DEMONSTRATION_PASSWORD }
    const answer = await browsing.submitForm(page.text, fields, '/login')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sessionid=[\w-]{43}; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/),
      expect.stringMatching(/^csrftoken=[\w-]{32}; Path=\/; Max-Age=31536000; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w.-]+; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/),
    ])
    const { status, body } = await browsing.json.get('/users/me')
    expect([status, body.user_id]).toEqual([200, world.userId('hamlet')])
    expect((await browsing.get('/')).text).toContain('<div id="app">')
    expect((await browsing.get('/login')).headers.get('location')).toBe('/')
  })

  test('over https restricts the cookies to https and to the host', async () => {
    const secure = await world.gateway({ ROOT_URL: 'https://localhost:9991' })
    const browsing = new Browsing(secure.url)
    const lines = (await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)).headers.getSetCookie()
    expect(lines[0]).toMatch(/^__Host-sessionid=[\w-]{43}; Path=\/; .*HttpOnly; Secure$/)
    expect(lines[1]).toMatch(/^__Host-csrftoken=.*; Path=\/; .*; Secure$/)
    expect(lines[2]).toMatch(/^__Host-device=.*; Path=\/; .*; HttpOnly; Secure$/)
    for (const line of lines) expect(line).not.toContain('Domain')
    expect((await browsing.json.get('/users/me')).status).toBe(200)
  })

  test('keeps no readable id in Redis, and writes only every few minutes that a session is used', async () => {
    const browsing = await loggedIn()
    const [key] = await world.redis.keys('session:*')
    const everything = (await world.redis.keys('*')).join('\n') + (await world.redis.get(key!))
    expect(everything).not.toContain(browsing.cookies.get('sessionid'))
    const name = createHash('sha256').update(browsing.cookies.get('sessionid')!).digest('base64url')
    const own = `session:{realm:${world.organization.realmId}}:${name}`
    await world.redis.expire(own, 1000)
    await browsing.json.get('/users/me')
    expect(await world.redis.ttl(own)).toBeLessThanOrEqual(1000)
    const stored = JSON.parse((await world.redis.get(own))!)
    await world.redis.set(own, JSON.stringify({ ...stored, usedAt: stored.usedAt - 301 }), 'EX', 1000)
    await browsing.json.get('/users/me')
    expect(await world.redis.ttl(own)).toBeGreaterThan(14 * 24 * 3600 - 60)
  })

  test('leads to the requested page, on this server only', async () => {
    const ledTo = async (next: string) => {
      const browsing = new Browsing(url)
      const path = `/login?next=${encodeURIComponent(next)}`
      const page = await browsing.get(path)
      const fields = { email: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
      return (await browsing.submitForm(page.text, fields, path)).headers.get('location')
    }
    expect(await ledTo('/somewhere?a=1')).toBe('/somewhere?a=1')
    const foreigners = [
      ...['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)', '/.//evil.test'],
      ...['/..//evil.test', '/./\\evil.test', '/a/..//evil.test', '/\t/evil.test', '/%2e//evil.test'],
    ]
    for (const foreign of foreigners) {
      expect(await ledTo(foreign)).toBe('/')
    }
  })

  test.each([
    ['a wrong password', 'hamlet@demo.test', 'wrong'],
    ['an unknown address', 'nobody@demo.test', 'wrong'],
    ['a bot', 'greeter-bot@demo.test', 'wrong'],
  ])('with %s reports only that it failed', async (_, email, password) => {
    const browsing = new Browsing(url)
    const answer = await browsing.submit('/login', { email, password })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('<p class="wrong" role="alert">Your username or password is incorrect</p>')
    expect(browsing.cookies.has('sessionid')).toBe(false)
  })

  test('refuses null bytes, invalid UTF-8, and forms without the token', async () => {
    const browsing = new Browsing(url)
    expect((await browsing.submit('/login', { email: 'a\0@demo.test', password: 'x' })).status).toBe(400)
    expect((await browsing.request('POST', '/login', 'email=%FF')).status).toBe(400)
    const fields = 'email=hamlet%40demo.test&password=verona'
    expect((await new Browsing(url).request('POST', '/login', fields)).status).toBe(403)
  })

  test('has a limited number of attempts, for an account and for an address', async () => {
    const strict = await world.gateway({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '2' })
    const guess = (gatewayUrl: string, email: string) =>
      new Browsing(gatewayUrl).submit('/login', { email, password: 'x' })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await guess(strict.url, 'prospero@demo.test')).status)
    expect(statuses).toEqual([401, 401, 429])
    const wary = await world.gateway({
      RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES: '3',
      TRUST_PROXY: 'true',
    })
    const from = async (address: string, username: string, password = 'x') =>
      (
        await new Client(wary.url, undefined, { 'x-forwarded-for': address }).post('/fetch_api_key', {
          username,
          password,
        })
      ).status
    expect(await from('203.0.113.7', 'hamlet@demo.test', DEMONSTRATION_PASSWORD)).toBe(200)
    for (const name of ['a', 'b', 'c']) expect(await from('203.0.113.7', `${name}@x.test`)).toBe(401)
    expect(await from('203.0.113.7', 'hamlet@demo.test', DEMONSTRATION_PASSWORD)).toBe(429)
    expect(await from('203.0.113.8', 'hamlet@demo.test', DEMONSTRATION_PASSWORD)).toBe(200)
  })

  test('to a development server also works with the key of dev_fetch_api_key', async () => {
    const browsing = new Browsing(url)
    const answer = await browsing.request('POST', '/api/v1/dev_fetch_api_key', 'username=iago%40demo.test')
    expect(answer.status).toBe(200)
    expect((await browsing.json.get('/users/me')).body.user_id).toBe(world.userId('iago'))
  })

  test('for an app returns the key, encrypted', async () => {
    const pad = Buffer.from('5a'.repeat(32), 'hex')
    const path = `/login?mobile_flow_otp=${pad.toString('hex')}`
    const browsing = new Browsing(url)
    const page = await browsing.get(path)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' zulip:;")
    const fields = { email: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
    const forApp = await browsing.submitForm(page.text, fields, path)
    const decrypted = (location: string) => {
      const address = new URL(location)
      expect(`${address.protocol}//${address.host}`).toBe('zulip://login')
      const { otp_encrypted_api_key: encrypted, ...rest } = Object.fromEntries(address.searchParams)
      expect(rest).toEqual({
        realm: 'http://localhost:9991',
        email: 'hamlet@demo.test',
        user_id: String(world.userId('hamlet')),
      })
      return Buffer.from(Buffer.from(encrypted!, 'hex').map((byte, i) => byte ^ pad[i]!)).toString()
    }
    const { apiKey } = world.client(url, 'hamlet').credentials!
    expect(decrypted(forApp.headers.get('location')!)).toBe(apiKey)
    expect(browsing.cookies.has('sessionid')).toBe(false)
    // A logged-in user confirms.
    const known = await loggedIn()
    expect(decrypted((await known.submit(path)).headers.get('location')!)).toBe(apiKey)
    // Another user is logged in when the button is pressed.
    const other = await known.submit(path, { as: String(world.userId('iago')) })
    expect([other.status, other.headers.get('location')]).toEqual([200, null])
    expect((await browsing.get('/login?mobile_flow_otp=5a')).status).toBe(400)
  })
})

describe('a session ends', () => {
  test('when its browser logs out, at all gateways; other browsers of the user stay logged in', async () => {
    const [browsing, other] = [await loggedIn(), await loggedIn()]
    const before = at(otherUrl, browsing)
    expect(await status(before)).toBe(200)
    expect((await browsing.logOut()).headers.get('location')).toBe('/login')
    expect([await status(before), await status(browsing), await status(other)]).toEqual([401, 401, 200])
    expect((await before.get('/')).headers.get('location')).toBe('/login')
  })

  test('with the browser that is notified in it, and no other', async () => {
    const subscription = (endpoint: string) => ({
      endpoint: `https://push.example.com/${endpoint}`,
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    })
    const { user, browsing, name, password } = await newcomer()
    const register = ({ json }: Browsing, endpoint: string) =>
      json.ok(json.post('/users/me/web_push_subscription', subscription(endpoint)))
    const registered = async () =>
      (
        await world.sql('SELECT token FROM push_device WHERE user_id = $1 ORDER BY registered_at', [user.id])
      ).map(({ token }) => token.split('/').at(-1))
    const phone = await loggedIn(name, password)
    await register(browsing, 'desk')
    await register(phone, 'phone')
    await browsing.logOut()
    expect(await registered()).toEqual(['phone'])
    const again = await loggedIn(name, password)
    await register(again, 'desk')
    const change = { old_password: password, new_password: 'another long passphrase' }
    await phone.json.ok(phone.json.patch('/settings', change))
    expect(await registered()).toEqual([])
  })

  test('when the password changes', async () => {
    const { client, browsing, password, name } = await newcomer()
    const other = at(otherUrl, browsing)
    await client.ok(
      client.patch('/settings', { old_password: password, new_password: 'another long passphrase' }),
    )
    expect([await status(browsing), await status(other)]).toEqual([401, 401])
    expect((await client.get('/users/me')).status).toBe(200)
    expect(await status(await loggedIn(name, 'another long passphrase'))).toBe(200)
  })

  test('when the key is regenerated', async () => {
    const { client, browsing } = await newcomer()
    await client.ok(client.post('/users/me/api_key/regenerate'))
    expect([await status(browsing), await status(at(otherUrl, browsing))]).toEqual([401, 401])
  })

  test('when the account is deactivated, and is not restored when it is reactivated', async () => {
    const { user, browsing, name, password } = await newcomer()
    const owner = world.client(url, 'desdemona')
    await owner.ok(owner.delete(`/users/${user.id}`))
    expect([await status(browsing), await status(at(otherUrl, browsing))]).toEqual([401, 401])
    const again = await new Browsing(url).submit('/login', { email: user.deliveryEmail, password })
    expect([again.status, again.text.includes('Account is deactivated')]).toEqual([401, true])
    await owner.ok(owner.post(`/users/${user.id}/reactivate`))
    expect(await status(browsing)).toBe(401)
    expect(await status(await loggedIn(name, password))).toBe(200)
  })

  test('when Redis is lost', async () => {
    const browsing = await loggedIn()
    for (const key of await world.redis.keys('session:*')) await world.redis.del(key)
    expect(await status(browsing)).toBe(401)
    expect(await status(await loggedIn())).toBe(200)
  })

  test('when it is forged; sessions of one organization are unknown in another', async () => {
    const browsing = await loggedIn()
    for (const id of ['', 'x', 'A'.repeat(43), `${browsing.cookies.get('sessionid')}x`, '*'.repeat(43)]) {
      const forged = new Browsing(url)
      forged.cookies.set('sessionid', id)
      expect((await forged.json.get('/users/me')).body).toMatchObject({
        code: 'UNAUTHORIZED',
        msg: 'Not logged in: API authentication or user session required',
      })
    }
  })
})

describe('a listener with a session', () => {
  /** A WebSocket and a poll at another gateway, with separate queues. */
  async function openListeners(browsing: Browsing, gatewayUrl = otherUrl) {
    const there = at(gatewayUrl, browsing)
    const register = () => there.json.ok(there.json.post('/register', { event_types: ['message'] }))
    const [queue, polled] = [await register(), await register()]
    const path = `/json/events/ws?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`
    const socket = await Socket.openAt(
      new URL(gatewayUrl.replace('http', 'ws') + path),
      { headers: { cookie: there.cookie } },
      queue.last_event_id,
    )
    const third = await register()
    const { ticket } = await there.json.ok(there.json.post('/events/ticket', { queue_id: third.queue_id }))
    const ticketed = await Socket.open(new Client(gatewayUrl), {
      queueId: third.queue_id,
      lastEventId: third.last_event_id,
      ticket,
    })
    const poll = there.json.get('/events', {
      queue_id: polled.queue_id,
      last_event_id: polled.last_event_id,
    })
    return { socket, ticketed, poll }
  }

  test('ends when the password changes; a listener with an API key continues', async () => {
    const { client, browsing, password } = await newcomer()
    const { socket, ticketed, poll } = await openListeners(browsing)
    const { queue_id, last_event_id } = await client.ok(
      client.post('/register', { event_types: ['message'] }),
    )
    const keyed = await Socket.open(client, { queueId: queue_id, lastEventId: last_event_id })
    await client.ok(client.patch('/settings', { old_password: password, new_password: `new ${password}` }))
    for (const client of [socket, ticketed]) {
      expect(await client.closed).toEqual({ code: 4005, reason: 'session has ended' })
    }
    expect((await poll).body.events).toEqual([])
    expect(keyed.isOpen).toBe(true)
    await keyed.close()
  })

  test('ends when its browser logs out; other sessions and other users continue', async () => {
    const { user, browsing, name, password } = await newcomer()
    const leaving = await openListeners(browsing)
    const staying = [
      await openListeners(await loggedIn(name, password)),
      await openListeners(await loggedIn()),
    ]
    const { json } = at(otherUrl, browsing)
    const queue = await json.ok(json.post('/register', { event_types: ['message'] }))
    const { ticket } = await json.ok(json.post('/events/ticket', { queue_id: queue.queue_id }))

    expect((await browsing.logOut()).headers.get('location')).toBe('/login')
    for (const client of [leaving.socket, leaving.ticketed]) {
      expect(await client.closed).toEqual({ code: 4005, reason: 'session has ended' })
    }
    expect((await leaving.poll).body.events).toEqual([])
    const late = { queueId: queue.queue_id, lastEventId: queue.last_event_id, ticket }
    await expect(Socket.open(new Client(otherUrl), late)).rejects.toMatchObject({ status: 401 })

    const owner = world.client(url, 'desdemona')
    const to = [world.userId('hamlet'), user.id]
    await owner.ok(owner.post('/messages', { type: 'direct', to, content: 'still there?' }))
    for (const { socket, ticketed, poll } of staying) {
      for (const client of [socket, ticketed]) {
        await client.waitFor((event) => event.message?.content === 'still there?')
        await client.close()
      }
      expect((await poll).body.events).toHaveLength(1)
    }
  })

  test('ends soon after the log-out where the notification was lost', async () => {
    const hasty = await world.gateway({ EVENT_QUEUE_LIFETIME_SECONDS: '15' })
    const { browsing } = await newcomer()
    const { socket } = await openListeners(browsing, hasty.url)
    const name = createHash('sha256').update(browsing.cookies.get('sessionid')!).digest('base64url')
    expect(await world.redis.del(`session:{realm:${world.organization.realmId}}:${name}`)).toBe(1)
    expect(await socket.closed).toEqual({ code: 4005, reason: 'session has ended' })
  })

  test.each(['/users/me', '/users/'])('ends when the account is deactivated: DELETE %s', async (path) => {
    const { user, browsing } = await newcomer()
    const { socket, poll } = await openListeners(browsing)
    const owner = await loggedIn('desdemona')
    if (path === '/users/me') await browsing.json.ok(browsing.json.delete(path))
    else await owner.json.ok(owner.json.delete(`${path}${user.id}`))
    expect(await socket.closed).toEqual({ code: 4003, reason: 'account is deactivated' })
    expect((await poll).body.events).toEqual([])
    expect(await status(browsing)).toBe(401)
  })
})

describe('/json', () => {
  test('responds as /api/v1 does, with session authentication only', async () => {
    const browsing = await loggedIn()
    const { json } = browsing
    const sent = await json.ok(
      json.post('/messages', { type: 'channel', to: 'general', topic: 'by page', content: 'hello' }),
    )
    const { messages } = await json.ok(
      json.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
    )
    expect(messages[0].id).toBe(sent.id)
    await json.ok(json.patch(`/messages/${sent.id}`, { content: 'hello again' }))
    await json.ok(json.post(`/messages/${sent.id}/reactions`, { emoji_name: 'tada' }))
    await json.ok(json.delete(`/messages/${sent.id}/reactions`, { emoji_name: 'tada' }))
    const uri = await uploadFile(json, { name: 'a.txt', type: 'text/plain', bytes: 'by page' })
    const file = await browsing.get(uri)
    expect([file.status, file.text]).toEqual([200, 'by page'])
    expect((await new Browsing(url).get(uri)).status).toBe(403)
    const key = world.client(url, 'hamlet').headers.authorization!
    expect((await new Browsing(url, { authorization: key }).json.get('/users/me')).status).toBe(401)
    const api = await browsing.request('GET', '/api/v1/users/me')
    expect(api.status).toBe(401)
  })

  test('cannot be read by another site', async () => {
    const browsing = await loggedIn()
    browsing.headers.origin = 'https://evil.test'
    const answer = await browsing.request('GET', '/json/users/me')
    const preflight = await browsing.request('OPTIONS', '/json/users/me', undefined, {
      'access-control-request-method': 'GET',
    })
    const tus = await browsing.request('OPTIONS', '/api/v1/tus')
    for (const { headers } of [answer, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
    expect(tus.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await browsing.json.post('/typing', {})).body.code).toBe('CSRF_FAILED')
    const unknown = await browsing.request('GET', '/json/nothing')
    expect([unknown.status, JSON.parse(unknown.text).code]).toEqual([404, 'NOT_FOUND'])
    const method = await browsing.request('PUT', '/json/users/me')
    expect([method.status, method.headers.get('www-authenticate')]).toEqual([405, null])
    const nobody = await new Browsing(url).json.get('/users/me')
    expect(nobody.headers.get('www-authenticate')).toBe('Session realm="loquat"')
  })

  test('has queues, polls and WebSockets', async () => {
    const browsing = await loggedIn()
    const { json } = browsing
    const { queue_id, last_event_id } = await json.ok(json.post('/register', { event_types: ['message'] }))
    const path = `/json/events/ws?queue_id=${queue_id}&last_event_id=${last_event_id}`
    const open = (headers: Record<string, string>) =>
      Socket.openAt(new URL(url.replace('http', 'ws') + path), { headers }, last_event_id)
    const { cookie } = browsing
    await expect(open({ cookie, origin: 'https://evil.test' })).rejects.toMatchObject({ status: 403 })
    await expect(open({})).rejects.toBeInstanceOf(Refused)
    const socket = await open({ cookie, origin: url })
    await json.ok(
      json.post('/messages', { type: 'channel', to: 'general', topic: 'by socket', content: 'x' }),
    )
    const event = await socket.waitFor(({ type }) => type === 'message')
    expect(event.message.subject).toBe('by socket')
    await socket.close()
    const poll = await json.ok(json.get('/events', { queue_id, last_event_id }))
    expect(poll.events).toHaveLength(1)
  })

  test('accepts uploads by tus', async () => {
    const browsing = await loggedIn()
    const create = (headers: Record<string, string>) =>
      browsing.request('POST', '/api/v1/tus', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `filename ${Buffer.from('t.txt').toString('base64')}`,
        ...headers,
      })
    expect((await create({ origin: url })).status).toBe(201)
    expect((await create({ origin: 'https://evil.test' })).status).toBe(403)
    expect((await create({ origin: url, 'tus-resumable': '' })).status).toBe(412)
    browsing.cookies.clear()
    expect((await create({})).status).toBe(401)
  })

  describe('has every endpoint', () => {
    const endpoints = apiRoutes({ config: {}, core: {}, queues: {} } as unknown as Services)
    const pathOf = ({ path, params }: Endpoint) =>
      path.replace(/\{(\w+)\}/g, (_, name) => (params[name]!.schema.safeParse(1).success ? '1' : 'x'))
    let owner: Browsing
    beforeAll(async () => {
      owner = await loggedIn('desdemona')
    })

    test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      '%s',
      async (_, endpoint) => {
        const { method, access } = endpoint
        // A stream of a new queue would stay open.
        const path = pathOf(endpoint) + (endpoint.path === '/events/stream' ? '?queue_id=none' : '')
        const body = method === 'GET' ? undefined : ''
        const requested = async (by: Browsing, prefix = '/json', headers: Record<string, string> = {}) => {
          const { status, text } = await by.request(method, prefix + path, body, headers)
          return { status, code: JSON.parse(text).code }
        }
        const isOpen = access === 'anyone' || access === 'anyoneOrUser' || access === 'userOrSpectator'
        if (!isOpen) expect(await requested(new Browsing(url))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
        if (method === 'GET') {
          const { authorization } = world.client(url, 'desdemona').headers
          const byKey = await requested(new Browsing(url), '/api/v1', { authorization: authorization! })
          expect(await requested(owner)).toEqual(byKey)
        } else {
          // An endpoint for bots refuses users before it checks the token.
          const forBots = { status: 400, code: 'BAD_REQUEST' }
          const refused = access === 'bot' ? forBots : { status: 403, code: 'CSRF_FAILED' }
          expect(await requested(owner)).toEqual(refused)
          expect(await requested(owner, '/json', { 'x-csrftoken': 'x'.repeat(32) })).toEqual(refused)
        }
      },
    )
  })
})
