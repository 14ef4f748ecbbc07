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
  ])('ROOT_URL %s, Origin %s, Host %s: %s', (rootUrl, origin, authority, expected) => {
    expect(new OwnOrigin(rootUrl).isOwn({ origin, authority })).toBe(expected)
  })
})

test('every request of a session refuses other schemes and ports of its host', async () => {
  const browsing = new Browsing(url)
  await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)
  const { json, cookie } = browsing
  const { queue_id, last_event_id } = await json.ok(json.post('/register', { event_types: ['message'] }))
  const cursor = `queue_id=${queue_id}&last_event_id=${last_event_id}`
  const stateful: Record<string, (origin: string) => Promise<number>> = {
    'a form': async (origin) =>
      (await browsing.request('POST', '/login', `csrftoken=${token()}&email=x&password=y`, { origin }))
        .status,
    'an endpoint': async (origin) =>
      (await browsing.request('POST', '/json/users/me/presence', 'status=active', tokenAnd(origin))).status,
    'an upload': async (origin) =>
      (
        await browsing.request('POST', '/api/v1/tus', undefined, {
          origin,
          'tus-resumable': '1.0.0',
          'upload-length': '4',
        })
      ).status,
    'a stream': async (origin) => {
      const path = `${url}/json/events/stream?event_types=${encodeURIComponent('["message"]')}`
      const leaving = new AbortController()
      const { status } = await fetch(path, { headers: { cookie, origin }, signal: leaving.signal })
      leaving.abort()
      return status
    },
    'a WebSocket': async (origin) => {
      const address = new URL(`${url.replace('http', 'ws')}/json/events/ws?${cursor}`)
      const opened = Socket.openAt(address, { headers: { cookie, origin } }, last_event_id)
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
  const tokenAnd = (origin: string) => ({ origin, 'x-csrftoken': token() })
  const port = Number(new URL(url).port)
  const others = [
    url.replace('http:', 'https:'),
    url.replace(String(port), String(port === 65_535 ? 1 : port + 1)),
    'http://127.0.0.1',
    'null',
  ]
  for (const [name, request] of Object.entries(stateful)) {
    for (const origin of others) expect(await request(origin), `${name} from ${origin}`).toBe(403)
    expect([101, 200, 201, 401], name).toContain(await request(url))
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
