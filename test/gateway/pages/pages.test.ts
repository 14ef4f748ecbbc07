import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../../core/platform/errors.ts'
import { realmDeactivated } from '../../../core/state/realm/errors.ts'
import { endpoint } from '../../../gateway/http/endpoint/endpoint.ts'
import { field } from '../../../gateway/pages/fields.ts'
import { html, trusted } from '../../../gateway/pages/html.ts'
import { page, seeOther, show } from '../../../gateway/pages/page.ts'
import { errorPage, pageRoutes } from '../../../gateway/pages/page-routes.ts'
import { lookRoutes, STYLE_PATH } from '../../../gateway/pages/style.ts'
import { TestServer } from '../http/test-server.ts'

const title = 'Tea & <cake>'
const pages = [
  page({
    method: 'GET',
    path: '/tea/{kind}',
    scope: 'server',
    handler: ({ path, csrf }) => show({ title, body: html`<p>${path.kind}</p><form>${csrf}</form>` }),
  }),
  page({
    method: 'POST',
    path: '/tea/{kind}',
    scope: 'server',
    handler: ({ path, form }) => seeOther(`/tea/${path.kind}-${form.get('sugar')}`),
  }),
  page({ method: 'POST', path: '/once', scope: 'server', csrf: false, handler: () => seeOther('/gone') }),
  page({ method: 'GET', path: '/plain', scope: 'server', handler: () => show({ title, body: html`` }) }),
  page({
    method: 'GET',
    path: '/gone',
    scope: 'server',
    handler: () => {
      throw new ApiError('This link <has> expired.', { status: 410 })
    },
  }),
  page({
    method: 'GET',
    path: '/broken',
    scope: 'server',
    handler: () => {
      throw new Error('the secret of the house')
    },
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start([], { rawRoutes: [...lookRoutes, ...pageRoutes(pages)] })
})
afterAll(() => server.stop())

const request = (path: string, init: RequestInit = {}) =>
  fetch(server.origin + path, { redirect: 'manual', ...init })

describe('html', () => {
  test('escapes inserted text, unless it is HTML', () => {
    const hostile = `<script>"'&`
    expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
      '<a title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</a>',
    )
    expect(html`${html`<b>${1}</b>`}${trusted('<i>')}${['<', html`<u>`]}`.text).toBe('<b>1</b><i>&lt;<u>')
    expect(html`${undefined}${null}${false}`.text).toBe('')
  })

  test('connects hint and error to their field', () => {
    const { text } = field({
      name: 'email',
      label: 'E-mail',
      error: 'Wrong <it>',
      hint: 'As usual',
      value: '"',
    })
    expect(text).toContain('<label for="email">E-mail</label>')
    expect(text).toContain('aria-invalid="true" aria-describedby="email-error email-hint"')
    expect(text).toContain('id="email-error">Wrong &lt;it&gt;</p>')
    expect(text).toContain('id="email-hint">As usual</p>')
    expect(text).toContain('value="&quot;"')
  })
})

describe('a page', () => {
  test('is a complete document without scripts and foreign resources', async () => {
    const response = await request('/tea/%3Cgreen%3E')
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('<h1>Tea &amp; &lt;cake&gt;</h1>')
    expect(text).toContain('<p>&lt;green&gt;</p>')
    expect(text).not.toMatch(/<script|style=|https?:/)
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const style = await request(/href="(\/static[^"]+\.css)"/.exec(text)![1]!)
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(style.headers.get('cache-control')).toContain('immutable')
    expect(STYLE_PATH).toMatch(/-[\w-]{16}\.css$/)
  })

  test('without a form sets no cookie', async () => {
    expect((await request('/plain')).headers.getSetCookie()).toEqual([])
  })

  test('answers HEAD, and refuses other methods', async () => {
    const head = await request('/plain', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const put = await request('/tea/green', { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await request('/once')).status).toBe(405)
  })

  test('shows errors with their status', async () => {
    const gone = await request('/gone')
    expect(gone.status).toBe(410)
    expect(await gone.text()).toContain('<p>This link &lt;has&gt; expired.</p>')
    const broken = await request('/broken')
    expect(broken.status).toBe(500)
    const explained = await broken.text()
    expect(explained).not.toContain('secret')
    expect(explained).toContain('<h1>Something went wrong</h1>')
    expect(explained).toContain('tell the operator of this server')
    expect(server.log.filter(({ msg }) => msg === 'request failed')).toHaveLength(1)
  })
})

test('the page of a deactivated organization does not ask to log in', () => {
  const body = String(errorPage(realmDeactivated(), undefined).body)
  expect(body).toContain('<h1>This organization is closed</h1>')
  expect(body).not.toContain('log in')
})

test('while Redis is away, a user with a session is asked to try again', async () => {
  const away = new Redis(1, '127.0.0.1', {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    retryStrategy: () => 10,
  })
  away.on('error', () => undefined)
  const mine = endpoint({ method: 'GET', path: '/mine', access: 'user', summary: 'Mine', handler: () => {} })
  const lonely = await TestServer.start([mine], { redis: away })
  const answer = await fetch(`${lonely.origin}/json/mine`, {
    headers: { cookie: `sessionid=${'a'.repeat(43)}` },
  })
  expect([answer.status, (await answer.json()) as unknown]).toEqual([
    503,
    {
      result: 'error',
      code: 'SESSIONS_UNAVAILABLE',
      msg: 'Sessions are unavailable, try again',
      'retry-after': 1,
    },
  ])
  away.disconnect()
  await lonely.stop()
})

describe('a form', () => {
  async function form() {
    const response = await request('/tea/green')
    const [cookie] = response.headers.getSetCookie()
    const token = /name="csrftoken" value="([^"]+)"/.exec(await response.text())![1]!
    return { cookie: cookie!, token }
  }
  const submit = (body: Record<string, string>, headers: Record<string, string>) =>
    request('/tea/green', { method: 'POST', body: new URLSearchParams(body), headers })

  test('of our own page is accepted', async () => {
    const { cookie, token } = await form()
    expect(cookie).toBe(`csrftoken=${token}; Path=/; Max-Age=31536000; SameSite=Lax`)
    const headers = { cookie: `other=1; csrftoken=${token}`, origin: server.origin }
    const response = await submit({ sugar: 'two', csrftoken: token }, headers)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/tea/green-two'])
  })

  test('without the token or cookie, with a wrong token, or from another host is refused', async () => {
    const { token } = await form()
    const other = token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))
    const cookie = `csrftoken=${token}`
    const refused = await Promise.all([
      submit({ sugar: 'x' }, { cookie }),
      submit({ sugar: 'x', csrftoken: other }, { cookie }),
      submit({ sugar: 'x', csrftoken: token }, {}),
      submit({ sugar: 'x', csrftoken: '' }, { cookie: 'csrftoken=' }),
      submit({ sugar: 'x', csrftoken: token }, { cookie, origin: 'https://evil.test' }),
      submit({ sugar: 'x', csrftoken: token }, { cookie, origin: 'null' }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })

  test('at a secret address needs no token', async () => {
    expect((await request('/once', { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(303)
  })

  test('has at most 64 KiB and valid UTF-8', async () => {
    const { token } = await form()
    const cookie = `csrftoken=${token}`
    expect((await submit({ csrftoken: token, sugar: 'x'.repeat(70_000) }, { cookie })).status).toBe(413)
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const broken = await request('/tea/green', {
      method: 'POST',
      body: Buffer.from([0x61, 0x3d, 0xff]),
      headers,
    })
    expect(broken.status).toBe(400)
  })
})
