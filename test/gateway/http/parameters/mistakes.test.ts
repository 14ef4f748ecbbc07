import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../../../core/platform/errors.ts'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { form, id, json, path, query } from '../../../../gateway/http/endpoint/parameter.ts'
import { nearestPath } from '../../../../gateway/http/nearest-path.ts'
import { docsUrlOf } from '../../../harness/client.ts'
import { ME, TestServer } from '../test-server.ts'

const refusals: Record<string, () => ApiError> = {
  rule: () => new ApiError('The rule of the endpoint'),
  limit: () => new ApiError('Slow down', { code: 'RATE_LIMIT_HIT', status: 429 }),
  fault: () => new ApiError('Away', { code: 'AWAY', status: 503 }),
}

const endpoints = [
  endpoint({
    method: 'POST',
    path: '/messages/{message_id}/reactions',
    access: 'user',
    summary: 'React',
    params: {
      message_id: path(id()),
      emoji_name: form(z.string()),
      kind: form(z.enum(['unicode', 'custom']).optional()),
      words: json(z.array(z.string()).optional()),
    },
    handler: ({ params }) => {
      const refused = refusals[params.emoji_name]
      if (refused !== undefined) throw refused()
    },
  }),
  endpoint({
    method: 'GET',
    path: '/messages',
    access: 'user',
    summary: 'Read',
    params: { anchor: query(z.string()) },
    handler: () => {},
  }),
  endpoint({ method: 'POST', path: '/messages', access: 'user', summary: 'Send', handler: () => {} }),
  endpoint({
    method: 'GET',
    path: '/messages/{message_id}',
    access: 'user',
    summary: 'Read one',
    params: { message_id: path(id()) },
    handler: () => {},
  }),
  endpoint({
    method: 'PATCH',
    path: '/settings',
    access: 'user',
    summary: 'Change settings',
    params: { enter_sends: form(z.boolean().optional()) },
    handler: () => {},
  }),
  endpoint({ method: 'POST', path: '/messages/flags', access: 'user', summary: 'Flag', handler: () => {} }),
]

const SETTINGS = '/settings'
const REACT = '/messages/7/reactions'
const PAGE = 'http://demo.test/api/post-messages-message_id-reactions'
const REFERENCE = 'http://demo.test/api/'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints)
})
afterAll(() => server.stop())

describe('a mistake of a developer links to the page of the endpoint', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['a missing parameter', {}, "Missing 'emoji_name' argument", 'parameter-emoji_name'],
    [
      'an unknown value',
      { emoji_name: 'x', kind: 'image' },
      'Invalid kind: must be one of unicode, custom',
      'parameter-kind',
    ],
    ['a wrong type', { emoji_name: 'x', words: '[1]' }, 'words[0] is not a string', 'parameter-words'],
    ['no JSON', { emoji_name: 'x', words: 'a,b' }, 'words is not valid JSON', 'parameter-words'],
    ['a broken rule', { emoji_name: 'rule' }, 'The rule of the endpoint', 'errors'],
  ])('%s', async (_, fields, msg, anchor) => {
    const { status, body, docsUrl } = await server.post(REACT, fields)
    expect({ status, msg: body.msg, docsUrl }).toEqual({ status: 400, msg, docsUrl: `${PAGE}#${anchor}` })
  })

  test('a form in the body of a GET request', async () => {
    const connection = await server.send(
      `GET /api/v1/messages HTTP/1.1
Host: 127.0.0.1
Authorization: ${server.realm.authorization(ME)}
Content-Type: application/x-www-form-urlencoded
Content-Length: 8

anchor=1`.replaceAll('\n', '\r\n'),
    )
    const [answer] = await connection.responses(1)
    connection.close()
    expect(JSON.parse(answer!.body)).toMatchObject({
      msg: "Missing 'anchor' argument. This endpoint takes its parameters in the query string, not in a body",
    })
    expect(answer!.headers.get('link')).toBe(`<${REFERENCE}#requests>; rel="help"`)
  })

  test.each([
    ['no credentials', '', /^Not logged in/],
    [
      'another scheme',
      'Bearer abc',
      /^This endpoint requires HTTP basic authentication\. Send the email address/,
    ],
    ['a wrong key', `Basic ${Buffer.from('me@example.com:wrong').toString('base64')}`, /^Invalid API key$/],
  ])('%s', async (_, authorization, msg) => {
    const { status, body, docsUrl } = await server.call('POST', REACT, { headers: { authorization } })
    expect({ status, msg: body.msg, docsUrl }).toEqual({
      status: 401,
      msg: expect.stringMatching(msg),
      docsUrl: `${REFERENCE}#authentication`,
    })
  })

  test.each([
    [
      'application/json',
      /^Parameters must be sent as application\/x-www-form-urlencoded, not as JSON$/,
      'BAD_REQUEST',
    ],
    [
      'text/plain',
      /^Missing 'emoji_name' argument\. Parameters are read from a body of type .*, not text\/plain$/,
      'REQUEST_VARIABLE_MISSING',
    ],
    [
      '',
      /^Missing 'emoji_name' argument\. .* not from one without a Content-Type$/,
      'REQUEST_VARIABLE_MISSING',
    ],
  ])('a body of type "%s"', async (type, msg, code) => {
    const body = Buffer.from('{"emoji_name":"x"}')
    const answer = await server.call('POST', REACT, { body, headers: { 'content-type': type } })
    expect({ ...answer.body, docsUrl: answer.docsUrl }).toMatchObject({
      msg: expect.stringMatching(msg),
      code,
      docsUrl: `${REFERENCE}#requests`,
    })
  })

  test.each([
    ['text/plain', 'not text/plain'],
    ['', 'not from one without a Content-Type'],
  ])('a body of type "%s", of which every parameter is optional, is not ignored', async (type, end) => {
    const body = Buffer.from('enter_sends=true')
    const headers = { 'content-type': type }
    const answer = await server.call('PATCH', SETTINGS, { body, headers })
    expect({ status: answer.status, ...answer.body, docsUrl: answer.docsUrl }).toMatchObject({
      ...{ status: 400, code: 'BAD_REQUEST', docsUrl: `${REFERENCE}#requests` },
      msg: `Parameters are read from a body of type application/x-www-form-urlencoded or multipart/form-data, ${end}`,
    })
    const empty = await server.call('PATCH', SETTINGS, { body: Buffer.alloc(0), headers })
    expect(empty.status).toBe(200)
    const withoutParameters = await server.call('POST', '/messages/flags', { body, headers })
    expect(withoutParameters.status).toBe(200)
  })

  test('what the caller cannot correct has no link', async () => {
    expect((await server.post(REACT, { emoji_name: 'limit' })).docsUrl).toBe(undefined)
    expect((await server.post(REACT, { emoji_name: 'fault' })).docsUrl).toBe(undefined)
  })

  test('by a header, which pages of other sites may read, and the body has nothing but the error', async () => {
    const { text, headers } = await server.post(REACT, { emoji_name: 'rule' })
    expect(JSON.parse(text)).toEqual({
      result: 'error',
      msg: 'The rule of the endpoint',
      code: 'BAD_REQUEST',
    })
    expect(headers.get('link')).toBe(`<${PAGE}#errors>; rel="help"`)
    expect(headers.get('access-control-expose-headers')!.split(', ')).toContain('Link')
  })
})

describe('a path or method that does not exist', () => {
  test.each([
    ['/api/v1/mesages', 'Not Found. Did you mean /api/v1/messages?', 'get-messages'],
    ['/api/v1/messages/', 'Not Found. Did you mean /api/v1/messages?', 'get-messages'],
    ['/api/v1/Messages', 'Not Found. Did you mean /api/v1/messages?', 'get-messages'],
    ['/api/v1/api/v1/messages', 'Not Found. Did you mean /api/v1/messages?', 'get-messages'],
    ['/api/messages', 'Not Found. Did you mean /api/v1/messages?', 'get-messages'],
    ['/messages', 'Not Found. Did you mean /api/v1/messages?', 'get-messages'],
    [
      '/api/v2/messages/7/raections',
      'Not Found. Did you mean /api/v1/messages/{message_id}/reactions?',
      'post-messages-message_id-reactions',
    ],
    [
      '/api/v1/messages/seven/reactions',
      'Not Found. Did you mean /api/v1/messages/{message_id}/reactions, with an integer as message_id?',
      'post-messages-message_id-reactions',
    ],
    ['/json/message', 'Not Found. Did you mean /json/messages?', 'get-messages'],
    ['/api/v1/channels', 'Not Found', '#operations'],
    ['/api/v1/nowhere/at/all', 'Not Found', '#operations'],
  ])('%s', async (address, msg, page) => {
    const response = await fetch(server.origin + address)
    expect([response.status, await response.json()]).toEqual([
      404,
      { result: 'error', code: 'NOT_FOUND', msg },
    ])
    expect(docsUrlOf(response.headers)).toBe(REFERENCE + page)
  })

  test('the answer to another method names the allowed ones', async () => {
    const { status, headers, body, docsUrl } = await server.call('PATCH', '/messages')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
    expect(body).toEqual({
      result: 'error',
      code: 'METHOD_NOT_ALLOWED',
      msg: 'Method Not Allowed. Allowed: GET, POST',
    })
    expect(docsUrl).toBe(`${REFERENCE}operations/messages`)
  })

  test('a word where another method has an integer is a path of its own', async () => {
    const { status, headers, body } = await server.call('GET', '/messages/flags')
    expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    expect(body.msg).toBe('Method Not Allowed. Allowed: POST')
    const missing = await server.call('GET', '/messages/flag')
    expect([missing.status, missing.body.msg]).toEqual([
      404,
      'Not Found. Did you mean /api/v1/messages/{message_id}, with an integer as message_id?',
    ])
    expect((await server.call('HEAD', '/messages/flags')).status).toBe(405)
    expect((await server.call('GET', '/messages/7')).status).toBe(200)
  })
})

test('the nearest path has few wrong letters in every word', () => {
  const templates = ['/api/v1/users/me', '/api/v1/users/{user_id}', '/api/v1/streams']
  const nearest = (url: string) => nearestPath(url, templates, '/api/v1')
  expect(nearest('/api/v1/user/me')).toBe('/api/v1/users/me')
  expect(nearest('/api/v1/usres/7')).toBe('/api/v1/users/{user_id}')
  expect(nearest('/api/v1/steams')).toBe('/api/v1/streams')
  expect(nearest('/api/v1/starred')).toBe(undefined)
  expect(nearest(`/api/v1/${'s'.repeat(300)}`)).toBe(undefined)
  expect(nearest('/')).toBe(undefined)
})
