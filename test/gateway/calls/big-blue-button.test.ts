import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { Browsing } from '../../harness/browsing.ts'
import type { Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'

const SECRET = 'shared with the meeting server'
const CREATE = '/calls/bigbluebutton/create'

let world: World
let url: string
let server: Server
let root: string
let hamlet: Client
/** The requests that the meeting server received, and its responses, by default successful ones. */
let requested: URL[]
let answer: { status: number; body?: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    const call = new URL(request.url!, root)
    requested.push(call)
    const { body = '<response><returncode>SUCCESS</returncode><createTime>1500</createTime></response>' } =
      answer
    response.writeHead(answer.status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bigbluebutton`
  world = await World.create({ BIG_BLUE_BUTTON_URL: root, BIG_BLUE_BUTTON_SECRET: SECRET })
  ;({ url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
})
beforeEach(() => {
  requested = []
  answer = { status: 200 }
})
afterAll(async () => {
  server.close()
  await world.close()
})

const link = async (parameters: object = {}, client = hamlet): Promise<string> =>
  (await client.ok(client.get(CREATE, { meeting_name: 'Verona > plans & plots', ...parameters }))).url

async function loggedIn(name: string): Promise<Browsing> {
  const browser = new Browsing(url)
  const { status } = await browser.submit('/login', {
    email: `${name}@demo.test`,
    password: DEMONSTRATION_PASSWORD,
  })
  expect(status).toBe(303)
  return browser
}

/** Whether a URL of the meeting server is signed with the secret. */
function isSigned(address: URL): boolean {
  const [query, checksum] = address.search.slice(1).split('&checksum=')
  const call = address.pathname.split('/').at(-1)!
  return checksum === createHash('sha256').update(`${call}${query}${SECRET}`).digest('hex')
}

test('a link leads logged-in users to the meeting, and its creator is the moderator', async () => {
  const path = await link({ voice_only: true })
  expect(requested).toEqual([]) // The meeting is not created before somebody joins.
  const meetings = new Set<string | null>()
  for (const [name, fullName, role] of [
    ['hamlet', 'King Hamlet', 'MODERATOR'],
    ['zoe', 'Zoe', 'VIEWER'],
  ] as const) {
    const { status, headers, text } = await (await loggedIn(name)).get(path)
    expect(status).toBe(200)
    const made = requested.at(-1)!
    expect([made.pathname, isSigned(made)]).toEqual(['/bigbluebutton/api/create', true])
    expect(made.searchParams.get('name')).toBe('Verona > plans & plots')
    expect(made.searchParams.get('lockSettingsDisableCam')).toBe('true')
    const joined = new URL(headers.get('refresh')!.replace('0; url=', ''))
    expect([joined.href.startsWith(`${root}/api/join?`), isSigned(joined)]).toEqual([true, true])
    expect(text).toContain('Continue to Verona &gt; plans &amp; plots')
    expect(Object.fromEntries(joined.searchParams)).toMatchObject({ fullName, role, createTime: '1500' })
    meetings.add(made.searchParams.get('meetingID')).add(joined.searchParams.get('meetingID'))
  }
  expect(meetings.size).toBe(1)
  await (await loggedIn('zoe')).get(await link())
  expect(meetings).not.toContain(requested.at(-1)!.searchParams.get('meetingID'))
})

test('users must log in, and nobody can create links to other meetings', async () => {
  const path = await link()
  const { status, headers } = await new Browsing(url).get(path)
  expect([status, headers.get('location')]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
  const browser = await loggedIn('zoe')
  const [said, signature] = path.split('=')[1]!.split('.')
  const other = Buffer.from(said!, 'base64url').toString().replace('plots', 'ploys')
  for (const forged of [`${Buffer.from(other).toString('base64url')}.${signature}`, said, '', 'x.y', '%00']) {
    const page = await browser.get(`/calls/bigbluebutton/join?bigbluebutton=${forged}`)
    expect([page.status, page.text.includes('Invalid signature.')]).toEqual([400, true])
  }
  expect(requested).toEqual([])
})

test.each([
  [{ status: 500 }, 'Error connecting to the BigBlueButton server.'],
  [
    {
      status: 200,
      body: '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>',
    },
    'Error authenticating to the BigBlueButton server.',
  ],
  [
    { status: 200, body: '<response><returncode>FAILED</returncode></response>' },
    'returned an unexpected error.',
  ],
  [{ status: 200, body: '' }, 'returned an unexpected error.'],
])('errors of the server are reported: %#', async (given, msg) => {
  answer = given
  const page = await (await loggedIn('zoe')).get(await link())
  expect(page.status).toBe(400)
  expect(page.text).toContain(msg)
})

test('organizations can select it where a server is configured', async () => {
  const without = await world.gateway({ BIG_BLUE_BUTTON_URL: '', BIG_BLUE_BUTTON_SECRET: '' })
  const providers = async (client: Client) =>
    Object.keys(
      (await client.ok(client.post('/register', { event_types: ['realm'] })))
        .realm_available_video_chat_providers,
    )
  const choose = (client: Client) => client.patch('/realm', { video_chat_provider: 3 })
  const owner = world.client(without.url, 'desdemona')
  expect(await providers(owner)).toEqual(['disabled', 'jitsi_meet'])
  expect((await choose(owner)).body.msg).toBe('Invalid video_chat_provider 3: must be one of 0, 1')
  expect((await owner.get(CREATE, { meeting_name: 'x' })).body.msg).toBe('BigBlueButton is not configured.')
  expect(await providers(hamlet)).toEqual(['disabled', 'jitsi_meet', 'big_blue_button'])
  const here = world.client(url, 'desdemona')
  expect((await here.ok(choose(here))).video_chat_provider).toBe(3)
  expect((await hamlet.get(CREATE)).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
})
