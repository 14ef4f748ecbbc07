import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { Browsing } from '../../harness/browsing.ts'
import type { Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'

const CREATE = '/calls/zoom/create'
const JOIN = 'https://zoom.example.com/j/123?pwd=a'

interface Request {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}
interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

let world: World
let url: string
let zoom: Server
let requests: Request[]
/** Replaces the reply to a path, by default the one of a Zoom that works. */
let replies: Partial<Record<string, (request: Request) => Reply>>
/** Refresh tokens that Zoom accepts. It accepts each once. */
let valid: Set<string>
let issued = 0
/** Seconds for which new access tokens are valid. */
let lifetime: number

function issue(): Reply {
  issued += 1
  valid.add(`refresh ${issued}`)
  const body = { access_token: `access ${issued}`, refresh_token: `refresh ${issued}`, expires_in: lifetime }
  return { status: 200, body }
}
function token({ body }: Request): Reply {
  const form = new URLSearchParams(body)
  const isAccepted =
    form.get('grant_type') === 'authorization_code'
      ? form.get('code') === 'good' &&
        form.get('redirect_uri') === `${world.config.rootUrl}/calls/zoom/complete`
      : valid.delete(form.get('refresh_token') ?? '')
  return isAccepted ? issue() : { status: 400, body: { error: 'invalid_grant' } }
}
const meeting = ({ authorization }: Request): Reply =>
  authorization === `Bearer access ${issued}`
    ? { status: 201, body: { join_url: JOIN } }
    : { status: 401, body: { code: 124 } }
const answerOf = (request: Request): Reply =>
  (replies[request.path] ?? (request.path === '/oauth/token' ? token : meeting))(request)

beforeAll(async () => {
  zoom = createServer(async (incoming: IncomingMessage, response) => {
    const { authorization } = incoming.headers
    const request = { path: incoming.url!, authorization, body: await text(incoming) }
    requests.push(request)
    const { status, body, headers } = answerOf(request)
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => zoom.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(zoom.address() as AddressInfo).port}`
  world = await World.create({
    ...{ ZOOM_CLIENT_ID: 'our app', ZOOM_CLIENT_SECRET: 'our secret' },
    ...{ ZOOM_URL: `${address}/`, ZOOM_API_URL: address },
  })
  const { url: at } = await world.gateway()
  url = at
})
beforeEach(() => {
  requests = []
  replies = {}
  valid = new Set()
  lifetime = 3600
})
afterAll(async () => {
  zoom.close()
  await world.close()
})

const client = (name: string): Client => world.client(url, name)
const hasToken = async (name: string): Promise<boolean> => {
  const one = client(name)
  return (await one.ok(one.post('/register', { event_types: ['realm', 'video_calls'] }))).has_zoom_token
}
async function loggedIn(name: string): Promise<Browsing> {
  const browser = new Browsing(url)
  const { status } = await browser.submit('/login', {
    email: `${name}@demo.test`,
    password: DEMONSTRATION_PASSWORD,
  })
  expect(status).toBe(303)
  return browser
}
/** The state with which the page of `browser` sends its person to Zoom. */
async function begin(browser: Browsing): Promise<string> {
  const { status, text: page } = await browser.get('/calls/zoom/register')
  expect(status).toBe(200)
  const to = new URL(/content="0;url=([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&'))
  expect(to.pathname).toBe('/oauth/authorize')
  expect(to.searchParams.get('client_id')).toBe('our app')
  expect(to.searchParams.get('redirect_uri')).toBe(`${world.config.rootUrl}/calls/zoom/complete`)
  return to.searchParams.get('state')!
}
const complete = (browser: Browsing, query: Readonly<Record<string, string>>) =>
  browser.get(`/calls/zoom/complete?${new URLSearchParams(query)}`)
async function connect(name: string): Promise<Browsing> {
  const browser = await loggedIn(name)
  const { status } = await complete(browser, { code: 'good', state: await begin(browser) })
  expect(status).toBe(200)
  return browser
}

test('somebody connects an account and starts meetings, of which other windows learn', async () => {
  const hamlet = client('hamlet')
  expect((await hamlet.post(CREATE)).body).toMatchObject({
    ...{ code: 'INVALID_ZOOM_TOKEN', msg: 'Invalid Zoom access token' },
  })
  expect((await new Browsing(url).get('/calls/zoom/register')).headers.get('location')).toBe(
    '/login?next=%2Fcalls%2Fzoom%2Fregister',
  )
  const { queue_id } = await hamlet.ok(hamlet.post('/register', { event_types: ['has_zoom_token'] }))
  expect(await hasToken('hamlet')).toBe(false)
  await connect('hamlet')
  const basic = Buffer.from('our app:our secret').toString('base64')
  expect(requests.at(-1)).toMatchObject({ path: '/oauth/token', authorization: `Basic ${basic}` })
  const { events } = await hamlet.ok(hamlet.get('/events', { queue_id, last_event_id: -1, dont_block: true }))
  expect(events).toMatchObject([{ type: 'has_zoom_token', value: true }])
  expect([await hasToken('hamlet'), await hasToken('zoe')]).toEqual([true, false])

  expect((await hamlet.ok(hamlet.post(CREATE, { is_video_call: false }))).url).toBe(JOIN)
  expect(requests.at(-1)!.path).toBe('/v2/users/me/meetings')
  expect(JSON.parse(requests.at(-1)!.body).settings.host_video).toBe(false)
  // The tokens are unreadable in the database.
  const [row] = await world.sql<{ tokens: Buffer }>('SELECT tokens FROM zoom_account')
  expect(row!.tokens.toString('latin1')).not.toMatch(/access|refresh/)
})

test('a visit that somebody else began, an invented and a repeated one are refused', async () => {
  const zoe = await loggedIn('zoe')
  const cordelia = await loggedIn('cordelia')
  const state = await begin(cordelia)
  for (const wrong of [state, '', 'x', `${state}x`, 'A'.repeat(5000)]) {
    const page = await complete(zoe, { code: 'good', state: wrong })
    expect([wrong, page.status, page.text.includes('begun by somebody else')]).toEqual([wrong, 400, true])
  }
  expect((await complete(new Browsing(url), { code: 'good', state })).status).toBe(303)
  expect(requests).toEqual([])
  expect(await hasToken('zoe')).toBe(false)
})

const REFUSED: readonly Readonly<Record<string, string>>[] = [
  { error: 'access_denied' },
  { code: '' },
  { code: 'wrong' },
  { code: 'x'.repeat(5000) },
]
test('a refusal at Zoom connects nothing', async () => {
  const zoe = await loggedIn('zoe')
  const state = await begin(zoe)
  for (const query of REFUSED) {
    const page = await complete(zoe, { ...query, state })
    expect([page.status, page.text.includes('Zoom did not connect your account.')]).toEqual([400, true])
  }
  replies['/oauth/token'] = () => ({ status: 200, body: { access_token: 'x' } })
  expect((await complete(zoe, { code: 'good', state })).text).toContain('answers unexpectedly')
  expect(await hasToken('zoe')).toBe(false)
})

test('a token that has ended is replaced once, also for calls at the same time', async () => {
  lifetime = 0
  await connect('prospero')
  lifetime = 3600
  const before = issued
  const prospero = client('prospero')
  const calls = await Promise.all(Array.from({ length: 5 }, () => prospero.post(CREATE)))
  expect(calls.map(({ body }) => body.url)).toEqual(Array(5).fill(JOIN))
  expect(issued).toBe(before + 1)

  // Zoom ended the token before its time.
  issued += 1
  valid.add(`refresh ${issued - 1}`)
  expect((await prospero.ok(prospero.post(CREATE))).url).toBe(JOIN)
  expect(await hasToken('prospero')).toBe(true)
})

test('a connection that was revoked at Zoom ends, and can be made anew', async () => {
  await connect('othello')
  const othello = client('othello')
  valid.clear()
  issued += 1
  expect((await othello.post(CREATE)).body.code).toBe('INVALID_ZOOM_TOKEN')
  expect(await hasToken('othello')).toBe(false)
  await connect('othello')
  expect((await othello.ok(othello.post(CREATE))).url).toBe(JOIN)
})

test.each<[string, Reply, string]>([
  ['limits', { status: 429 }, 'Zoom accepts no more requests now. Try again later.'],
  ['fails', { status: 500 }, 'Zoom cannot be reached, or answers unexpectedly.'],
  [
    'leads elsewhere',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    'Zoom cannot be reached',
  ],
  ['sends no JSON', { status: 201, body: 'x' }, 'Zoom cannot be reached'],
  ['sends too much', { status: 201, body: { join_url: JOIN, x: 'x'.repeat(1e6) } }, 'Zoom cannot be reached'],
  ['sends a script', { status: 201, body: { join_url: 'javascript:alert(1)' } }, 'Zoom cannot be reached'],
])(
  'a Zoom that %s ends the call with an error, and the account stays connected',
  async (_what, reply, msg) => {
    await connect('iago')
    replies['/v2/users/me/meetings'] = () => reply
    const iago = client('iago')
    const { status, body } = await iago.post(CREATE)
    expect([status, body.msg]).toEqual([400, expect.stringContaining(msg)])
    expect(await hasToken('iago')).toBe(true)
  },
)

test('without an app nobody can choose or use it', async () => {
  const without = await world.gateway({ ZOOM_CLIENT_ID: '', ZOOM_CLIENT_SECRET: '' })
  const owner = world.client(without.url, 'desdemona')
  expect((await owner.patch('/realm', { video_chat_provider: 4 })).body.msg).toBe(
    'Invalid video_chat_provider 4: must be one of 0, 1',
  )
  expect((await owner.post(CREATE)).body.msg).toBe('Zoom is not configured.')
  const page = await new Browsing(without.url).get('/calls/zoom/register')
  expect([page.status, page.text.includes('Zoom is not configured.')]).toEqual([400, true])
  const here = client('desdemona')
  expect((await here.ok(here.patch('/realm', { video_chat_provider: 4 }))).video_chat_provider).toBe(4)
})
