import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../../core/platform/errors.ts'
import { plainText } from '../../../gateway/http/reply/reply.ts'
import { type OperatorPage, operatorRoutes } from '../../../gateway/ops/operator-pages.ts'
import { TestServer } from '../http/test-server.ts'

const PASSWORD = 'sesame, sesame, sesame: ü'
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
const right = basic(`operator:${PASSWORD}`)

let changes = 0
const pages: OperatorPage[] = [
  {
    method: 'GET',
    pattern: '/ops/mail/:id',
    handle: ({ path, query }) => plainText(200, `${path} ${query.get('as')}\n`),
  },
  {
    method: 'GET',
    pattern: '/ops/odd',
    handle: ({ query }) => {
      throw query.has('known') ? new ApiError('No such mail', { status: 404 }) : new Error('secret')
    },
  },
  {
    method: 'POST',
    pattern: '/ops/mail',
    handle: ({ body }) => {
      changes++
      return plainText(200, `took ${body}\n`)
    },
  },
]

const config = { operatorPassword: PASSWORD, rateLimitAuthenticationPer30Minutes: 5, maxBodyBytes: 1000 }

async function start(over: object = {}): Promise<TestServer> {
  const settings = { ...config, ...over }
  return TestServer.start([], { config: settings, rawRoutes: operatorRoutes(settings, pages) })
}

let server: TestServer
let forwarded = 0
beforeAll(async () => {
  server = await start({ trustProxy: true })
})
afterAll(() => server.stop())

/** From a separate address, so that tests do not share a limit of attempts. */
function request(
  path: string,
  authorization: string,
  init: RequestInit = {},
  address = `10.0.0.${++forwarded}`,
) {
  const headers = new Headers({ ...(init.headers as Record<string, string>), 'x-forwarded-for': address })
  if (authorization !== '') headers.set('authorization', authorization)
  return fetch(`${server.origin}${path}`, { ...init, headers })
}

test('a page is shown to the operator, and neither stored nor framed', async () => {
  const answer = await request('/ops/mail/7?as=text', right)
  expect([answer.status, await answer.text()]).toEqual([200, '7 text\n'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect((await request('/ops/mail/7', right, { method: 'HEAD' })).status).toBe(200)
})

test.each([
  ['no credentials', ''],
  ['another user name', basic(`root:${PASSWORD}`)],
  ['another password', basic('operator:sesame')],
  ['a password cut short', basic(`operator:${PASSWORD.slice(0, -1)}`)],
  ['an empty password', basic('operator:')],
  ['another scheme', `Bearer ${PASSWORD}`],
  ['no base64', 'Basic ???'],
])('%s is refused', async (_, authorization) => {
  const answer = await request('/ops/mail/7', authorization)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('Basic realm="Loquat operator"')
  expect(await answer.text()).not.toContain('7')
})

test('repeated wrong passwords block the network, also for the right password', async () => {
  const guesser = '192.0.2.1'
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) {
    statuses.push((await request('/ops/mail/7', basic(`operator:${n}`), {}, guesser)).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  const answer = await request('/ops/mail/7', right, {}, guesser)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(1000)
  expect((await request('/ops/mail/7', right, {}, '192.0.2.2')).status).toBe(200)
})

/** Headers whose values are known once the server runs. */
const called = (headers: Record<string, string | (() => string)>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : value()]),
  )

describe('a change', () => {
  const post = (headers: Record<string, string>) =>
    request('/ops/mail', right, { method: 'POST', body: 'a=1', headers })

  test.each([
    ['a program that is no browser', {}],
    ['a page of this origin', { origin: () => server.origin, 'sec-fetch-site': 'same-origin' }],
    ['a page of this origin, over plain HTTP', { origin: () => server.origin }],
  ])('is accepted for %s', async (_, headers) => {
    const before = changes
    const answer = await post(called(headers))
    expect([answer.status, await answer.text()]).toEqual([200, 'took a=1\n'])
    expect(changes).toBe(before + 1)
  })

  test.each([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['another site, over plain HTTP', { origin: 'http://evil.test' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['another scheme of this host', { origin: () => server.origin.replace('http:', 'https:') }],
    ['nobody', { 'sec-fetch-site': 'none' }],
  ])('is refused from a page of %s', async (_, headers) => {
    const before = changes
    expect((await post(called(headers))).status).toBe(403)
    expect(changes).toBe(before)
  })

  test('is refused for anybody else, and when it is too large', async () => {
    const before = changes
    expect((await request('/ops/mail', '', { method: 'POST', body: 'a=1' })).status).toBe(401)
    expect((await request('/ops/mail', right, { method: 'POST', body: 'a'.repeat(1001) })).status).toBe(413)
    expect(changes).toBe(before)
  })
})

test('known errors are shown, unknown ones are logged', async () => {
  const known = await request('/ops/odd?known', right)
  expect([known.status, await known.text()]).toEqual([404, 'No such mail\n'])
  const unknown = await request('/ops/odd', right)
  expect([unknown.status, await unknown.text()]).toEqual([500, 'Internal server error\n'])
  expect(server.log.at(-1)).toMatchObject({ err: { message: 'secret' }, route: '/ops/odd' })
})

test('without a configured password the pages are closed to everybody', async () => {
  const closed = await start({ operatorPassword: undefined })
  try {
    for (const authorization of [right, basic('operator:'), basic('operator:undefined')]) {
      const answer = await fetch(`${closed.origin}/ops/mail/7`, { headers: { authorization } })
      expect([answer.status, await answer.text()]).toEqual([
        403,
        "The operator's pages are disabled. Set OPERATOR_PASSWORD and restart the server.\n",
      ])
    }
  } finally {
    await closed.stop()
  }
})
