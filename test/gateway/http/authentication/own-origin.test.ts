import '../../../harness/product.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { OwnOrigin } from '../../../../gateway/http/authentication/own-origin.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Socket } from '../../../harness/socket.ts'
import { World } from '../../../harness/world.ts'

let world: World
let url: string
beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
})
afterAll(() => world.close())

describe('an origin is of this server', () => {
  test.each([
    ['https://chat.test', 'https://chat.test', 'chat.test', true],
    ['https://chat.test', 'https://chat.test', 'chat.test:443', true],
    ['https://chat.test', 'https://tea.chat.test', 'tea.chat.test', true],
    ['https://chat.test', 'https://tea.chat.test', 'chat.test', false],
    ['https://chat.test', 'http://chat.test', 'chat.test', false],
    ['https://chat.test', 'https://chat.test:8443', 'chat.test', false],
    ['https://chat.test', 'https://chat.test', 'chat.test:9991', true], // the proxy adds its inner port
    ['https://chat.test:8443', 'https://chat.test:8443', 'chat.test:8443', true],
    ['https://chat.test:8443', 'https://chat.test:8443', 'chat.test', true], // the proxy takes the port out
    ['https://chat.test:8443', 'https://chat.test', 'chat.test', false],
    ['http://localhost:9991', 'http://localhost:9991', 'localhost:9991', true],
    ['http://localhost:9991', 'http://localhost:1234', 'localhost:9991', false],
    ['http://localhost:9991', 'http://[::1]:80', '[::1]', false],
    ['http://localhost:80', 'http://[::1]', '[::1]', true],
    ['https://chat.test', 'null', 'chat.test', false],
    ['https://chat.test', 'https://chat.test/', 'chat.test', false],
    ['https://chat.test', 'https://x@chat.test', 'chat.test', false],
    ['https://chat.test', 'HTTPS://CHAT.test', 'Chat.test', true],
    ['https://chat.test', 'https://chat.test', '', false],
    ['https://chat.test', 'https://chat.test.', 'chat.test', false],
    ['https://chat.test', 'https://chat.test', 'chat.test.', false],
    ['https://chat.test', 'https://chat.test:443@evil.test', 'chat.test', false],
    ['https://chat.test', 'https://chat.test', 'evil.test@chat.test', true], // no browser sends such a Host
    ['https://chat.test', 'https://chat.test.evil.test', 'chat.test', false],
    ['https://chat.test', 'https://chat.test https://evil.test', 'chat.test', false],
    ['http://localhost:9991', 'http://[::1]:9991', 'localhost:9991', false],
    ['http://[::1]:9991', 'http://[0:0:0:0:0:0:0:1]:9991', '[::1]:9991', false], // browsers shorten it
    ['https://chat.test', 'wss://chat.test', 'chat.test', false],
    ['https://chat.test', 'blob:https://chat.test', 'chat.test', false],
    ['https://chat.test', 'file://', 'chat.test', false],
  ])('ROOT_URL %s, Origin %s, Host %s: %s', (rootUrl, origin, authority, expected) => {
    expect(new OwnOrigin(rootUrl).isOwn({ origin, authority })).toBe(expected)
  })
})

/** The headers by which a browser names the page. */
type Page = Readonly<Record<string, string>>

test('every request of a session refuses other schemes and ports of its host', async () => {
  const browsing = new Browsing(url)
  await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)
  const { json, cookie } = browsing
  const { queue_id, last_event_id } = await json.ok(json.post('/register', { event_types: ['message'] }))
  const cursor = `queue_id=${queue_id}&last_event_id=${last_event_id}`
  const stateful: Record<string, (page: Page) => Promise<number>> = {
    'a form': async (page) =>
      (await browsing.request('POST', '/login', `csrftoken=${token()}&email=x&password=y`, page)).status,
    'an endpoint': async (page) =>
      (await browsing.request('POST', '/json/users/me/presence', 'status=active', tokenAnd(page))).status,
    'an upload': async (page) =>
      (
        await browsing.request('POST', '/api/v1/tus', undefined, {
          ...page,
          'tus-resumable': '1.0.0',
          'upload-length': '4',
        })
      ).status,
    'a stream': async (page) => {
      const path = `${url}/json/events/stream?event_types=${encodeURIComponent('["message"]')}`
      const leaving = new AbortController()
      const { status } = await fetch(path, { headers: { cookie, ...page }, signal: leaving.signal })
      leaving.abort()
      return status
    },
    'a WebSocket': async (page) => {
      const address = new URL(`${url.replace('http', 'ws')}/json/events/ws?${cursor}`)
      const opened = Socket.openAt(address, { headers: { cookie, ...page } }, last_event_id)
      return opened.then(
        async (socket) => {
          await socket.close()
          return 101
        },
        ({ status }) => status,
      )
    },
  }
  const token = () => browsing.cookies.get('csrftoken')!
  const tokenAnd = (page: Page) => ({ ...page, 'x-csrftoken': token() })
  const port = Number(new URL(url).port)
  const others = [
    url.replace('http:', 'https:'),
    url.replace(String(port), String(port === 65_535 ? 1 : port + 1)),
    'http://127.0.0.1',
    url.replace('127.0.0.1', '127.0.0.1.'),
    url.replace('127.0.0.1', '[::1]'),
    url.replace('//', '//x@'),
    'null',
  ]
  for (const [name, request] of Object.entries(stateful)) {
    for (const origin of others) expect(await request({ origin }), `${name} from ${origin}`).toBe(403)
    for (const site of ['cross-site', 'same-site'])
      expect(await request({ 'sec-fetch-site': site }), `${name} from ${site}`).toBe(403)
    const ownPages: Page[] = [
      { origin: url },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ]
    for (const page of ownPages)
      expect([101, 200, 201, 401], `${name} ${JSON.stringify(page)}`).toContain(await request(page))
  }
})

describe('a server with https', () => {
  let secureUrl: string
  const ours = 'https://127.0.0.1:9991'
  beforeAll(async () => {
    secureUrl = (await world.gateway({ ROOT_URL: 'https://localhost:9991' })).url
  })

  test('tells browsers to stay with https for a year, in each kind of answer', async () => {
    const paths = [
      '/',
      '/login',
      '/api/v1/server_settings',
      '/api/v1/users/me',
      '/health/live',
      '/nothing',
      '/ops',
      '/static/logo.png',
      '/json/events/stream',
    ]
    for (const path of paths) {
      const { headers } = await fetch(secureUrl + path, { redirect: 'manual' })
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
      expect((await fetch(url + path, { redirect: 'manual' })).headers.has('strict-transport-security')).toBe(
        false,
      )
    }
    const short = await world.gateway({ ROOT_URL: 'https://localhost:9991', HSTS_SECONDS: '0' })
    const { headers } = await fetch(`${short.url}/login`)
    expect(headers.get('strict-transport-security')).toBe('max-age=0')
  })

  test('keeps sessions from before the cookies had their prefix, and forgets the former name', async () => {
    const browsing = new Browsing(secureUrl, { origin: ours })
    await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)
    const token = browsing.cookies.get('__Host-csrftoken')!
    // A browser of the former version: its page reads the token from the name without a prefix.
    browsing.cookies.delete('__Host-csrftoken')
    browsing.cookies.set('csrftoken', token)
    const sent = await browsing.request('POST', '/json/users/me/presence', 'status=active', {
      'x-csrftoken': token,
    })
    expect(sent.status).toBe(200)
    await browsing.get('/')
    expect(browsing.cookies.has('csrftoken')).toBe(false)
    expect(browsing.cookies.get('__Host-csrftoken')).toBe(token)
    expect((await browsing.json.get('/users/me')).status).toBe(200)
  })

  test('takes a form that a former version sent, but the new cookie comes first', async () => {
    const browsing = new Browsing(secureUrl, { origin: ours })
    const { text } = await browsing.get('/login')
    const token = browsing.cookies.get('__Host-csrftoken')!
    const fields = { email: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
    browsing.cookies.set('csrftoken', 'planted_by_another_host_00000000')
    const planted = new URLSearchParams({ ...fields, csrftoken: 'planted_by_another_host_00000000' })
    expect((await browsing.request('POST', '/login', planted.toString())).status).toBe(403)
    browsing.cookies.clear()
    browsing.cookies.set('csrftoken', token)
    expect((await browsing.submitForm(text, fields, '/login')).status).toBe(303)
    expect(browsing.cookies.has('csrftoken')).toBe(false)
  })
})
