import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { form, id, path, query } from '../../../../gateway/http/endpoint/parameter.ts'
import { JsonText } from '../../../../gateway/http/reply/json-text.ts'
import { echo, echoEndpoints } from '../echo-endpoints.ts'
import { TestServer } from '../test-server.ts'

const endpoints = [
  ...echoEndpoints,
  endpoint({
    method: 'POST',
    path: '/needs',
    access: 'user',
    summary: 'A required parameter and one of the query',
    params: { content: form(z.string()), page: query(z.int().optional()) },
    ...echo,
    handler: async (call) => ({ params: call.params }),
  }),
  endpoint({
    method: 'GET',
    path: '/users/{user_id}',
    access: 'user',
    summary: 'By id',
    params: { user_id: path(id()) },
    ...echo,
    handler: async (call) => ({ params: call.params }),
  }),
  endpoint({
    method: 'GET',
    path: '/users/{email}',
    access: 'user',
    summary: 'By address',
    params: { email: path(z.string()) },
    ...echo,
    handler: async (call) => ({ params: call.params }),
  }),
  endpoint({
    method: 'GET',
    path: '/streams/{stream_id}',
    access: 'user',
    summary: 'A channel',
    params: { stream_id: path(id()) },
    handler: () => new JsonText(['{}']),
  }),
  endpoint({
    method: 'GET',
    path: '/client',
    access: 'user',
    summary: 'Who speaks',
    response: { client: z.string() },
    handler: async (call) => ({ client: call.client }),
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints)
})
afterAll(() => server.stop())

/** The parameters that `/echo` received, or the message of its error. */
async function echoed(form: Record<string, string> | string): Promise<unknown> {
  const { body } = await server.post('/echo', form)
  return body.result === 'success' ? body.params : body.msg
}

describe('values', () => {
  const defaults = { flag: false, ids: [], abilities: {} }
  test.each([
    ['number', '12', 12],
    ['number', '-5', -5],
    ['ratio', '1.5e1', 15],
    ['flag', 'true', true],
    ['maybe', 'null', null],
    ['kind', 'direct', 'direct'],
    ['role', '100', 100],
    ['anchor', '17', 17],
    ['anchor', 'newest', 'newest'],
    ['text', '"quoted"', '"quoted"'],
    ['text', ' é😀 ', ' é😀 '],
    ['text', '12', '12'],
    ['words', '["a","b"]', ['a', 'b']],
    ['ids', '[1,2]', [1, 2]],
    ['data', '{"id":1,"value":"x"}', { id: 1, value: 'x' }],
    ['to', 'general', 'general'],
    ['to', '"general"', 'general'],
    ['to', '7', 7],
    ['to', '[7]', [7]],
    ['to', '["a@example.com"]', ['a@example.com']],
    ['to', 'true', 'true'],
  ])('%s=%s', async (name, text, value) => {
    expect(await echoed({ [name]: text })).toEqual({ ...defaults, [name]: value })
  })

  test('have their defaults when they are absent', async () => {
    expect(await echoed('')).toEqual(defaults)
  })
})

describe('errors', () => {
  test.each([
    ['number', 'x', 'number is not an integer'],
    ['number', '', 'number is not an integer'],
    ['number', '1.5', 'number is not an integer'],
    ['number', '-6', 'number is too small'],
    ['number', '1001', 'number is too large'],
    ['number', '99999999999999999999', 'number is too large'],
    ['ratio', 'x', 'ratio is not a float'],
    ['flag', 'True', 'flag is not a boolean'],
    ['flag', '1', 'flag is not a boolean'],
    ['kind', 'nobody', 'Invalid kind: must be one of direct, channel'],
    ['role', '300', 'Invalid role: must be one of 100, 200'],
    ['anchor', 'middle', 'Invalid anchor: must be one of newest, oldest or an integer'],
    ['text', '', 'text cannot be blank'],
    ['text', 'x'.repeat(11), 'text is too long (limit: 10 characters)'],
    ['text', 'a\0', 'text must not contain null bytes'],
    ['words', '["toolong"]', 'words[0] is too long (limit: 5 characters)'],
    ['words', '["\\u0000"]', 'words must not contain null bytes'],
    ['words', '["\\ud800"]', 'words must not contain lone surrogates'],
    ['words', 'a,b', 'words is not valid JSON'],
    ['words', '{}', 'words is not a list'],
    ['ids', '["a"]', 'ids[0] is not an integer'],
    ['ids', '[9007199254740993]', 'ids[0] is too large'],
    ['ids', '', 'ids is not valid JSON'],
    ['data', '[]', 'data is not a dict'],
    ['data', '{}', 'data["id"] field is missing'],
    ['data', '{"id":"1"}', 'data["id"] is not an integer'],
    ['data', '{"id":1,"value":2}', 'data["value"] is not a string'],
    ['to', '{}', 'to is not an allowed_type'],
    ['to', '[true]', 'to[0] is not a string'],
    ['topic', 'bad', 'topic is a bad topic'],
  ])('%s=%s', async (name, text, msg) => {
    const { status, body } = await server.post('/echo', { [name]: text })
    expect({ status, ...body }).toEqual({ status: 400, result: 'error', code: 'BAD_REQUEST', msg })
  })

  test('a required parameter is missing', async () => {
    const { status, body } = await server.post('/needs', {})
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: "Missing 'content' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    })
  })
})

describe('places of parameters', () => {
  test('the body takes precedence over the query string, which is read too', async () => {
    const both = await server.post('/echo?text=query&number=3', { text: 'body' })
    expect(both.body.params).toMatchObject({ text: 'body', number: 3 })
  })

  test('a query parameter is not read from the body', async () => {
    const { body } = await server.post('/needs?page=2', { content: 'x', page: '9' })
    expect(body.params).toEqual({ content: 'x', page: 2 })
  })

  test('a GET has them in the query string', async () => {
    const { body } = await server.call('GET', '/echo?text=a+b%20c&ids=%5B1%5D')
    expect(body.params).toEqual({ text: 'a b c', ids: [1] })
  })

  test('the last of two with one name counts', async () => {
    expect(await echoed('text=a&text=b')).toMatchObject({ text: 'b' })
  })

  test('multipart fields are read; files are not parameters', async () => {
    const body = new FormData()
    body.set('text', 'é + &')
    body.set('ids', '[3]')
    body.set('words', new Blob(['["no"]']), 'words.json')
    const answer = await server.call('POST', '/echo', { body })
    expect(answer.body.params).toEqual({ flag: false, ids: [3], text: 'é + &', abilities: {} })
  })

  test('a body of another type has no parameters', async () => {
    const body = JSON.stringify({ content: 'x' })
    const send = (type: string) => server.call('POST', '/needs', { body, headers: { 'content-type': type } })
    expect((await send('text/plain')).body.code).toBe('REQUEST_VARIABLE_MISSING')
    expect((await send('application/json')).body).toEqual({
      result: 'error',
      msg: 'Parameters must be sent as application/x-www-form-urlencoded, not as JSON',
      code: 'BAD_REQUEST',
    })
  })

  test.each([
    ['/users/7', { user_id: 7 }],
    ['/users/a%2Fb%40example.com', { email: 'a/b@example.com' }],
    ['/users/a+b@example.com', { email: 'a+b@example.com' }],
  ])('GET %s', async (address, values) => {
    expect((await server.call('GET', address)).body.params).toEqual(values)
  })

  test('an unknown path is not found', async () => {
    expect((await server.call('GET', '/streams/general')).body.code).toBe('NOT_FOUND')
  })

  test.each(['2147483648', '99999999999', '9'.repeat(20)])('the id %s is that of no object', async (id) => {
    expect((await server.call('GET', `/users/${id}`)).body.params).toEqual({ user_id: 0 })
  })
})

describe('former names of a parameter', () => {
  test.each(['subject', 'topic_name'])('%s is read as topic and not reported as ignored', async (alias) => {
    const { body } = await server.post('/echo', { [alias]: 'lunch' })
    expect(body.params).toMatchObject({ topic: 'lunch' })
    expect(body).not.toHaveProperty('ignored_parameters_unsupported')
    expect((await server.post(`/echo?${alias}=lunch`, {})).body.params).toMatchObject({ topic: 'lunch' })
  })

  test('the value is validated under the current name', async () => {
    expect(await echoed({ subject: 'bad' })).toBe('topic is a bad topic')
  })

  test.each([
    ['/echo', { topic: 'a', subject: 'a' }, 'topic', 'subject'],
    ['/echo?topic=a', { subject: 'b' }, 'topic', 'subject'],
    ['/echo', { subject: 'a', topic_name: 'b' }, 'subject', 'topic_name'],
  ])('two of them are refused: %s %o', async (address, fields, one, other) => {
    const { status, body } = await server.post(address, fields)
    expect({ status, ...body }).toEqual({
      status: 400,
      result: 'error',
      code: 'REQUEST_CONFUSING_VAR',
      msg: `Can't decide between '${one}' and '${other}' arguments`,
      var_name1: one,
      var_name2: other,
    })
  })

  test('an alias cannot be the name of another parameter', () => {
    const params = { topic: form(z.string().optional(), { aliases: ['text'] }), text: form(z.string()) }
    const declare = () =>
      endpoint({ method: 'POST', path: '/x', access: 'user', summary: 'X', params, handler: () => {} })
    expect(declare).toThrow('POST /x: an alias of topic is the name of another parameter')
  })
})

describe('unknown values of parameters that ignore them', () => {
  test.each([
    ['wait', 'forever', {}, ['wait']],
    ['wait', '1.5', {}, ['wait']],
    ['wait', 'long', { wait: 'long' }, undefined],
    ['wait', '7', { wait: 7 }, undefined],
    ['kinds', '["a",{"b":1},"c",null]', { kinds: ['a', 'c'] }, ['kinds[1]', 'kinds[3]']],
    ['abilities', '{"fly":true,"swim":true}', { abilities: { fly: true } }, ['abilities["swim"]']],
    ['abilities', '{"fly":"high"}', { abilities: {} }, ['abilities["fly"]']],
  ])('%s=%s', async (name, text, params, ignored) => {
    const { body } = await server.post('/echo', { [name]: text })
    expect(body.params).toEqual({ flag: false, ids: [], abilities: {}, ...params })
    expect(body.ignored_parameters_unsupported).toEqual(ignored)
  })

  test.each([
    ['wait', '0', 'wait is too small'],
    ['kinds', '["toolong"]', 'kinds[0] is too long (limit: 5 characters)'],
    ['kinds', '[1', 'kinds is not valid JSON'],
    ['kinds', '"all"', 'kinds is not a list'],
    ['abilities', '[]', 'abilities is not a dict'],
    ['kinds', JSON.stringify(Array(101).fill(1)), 'kinds[0] is not a string'],
    ['kinds', '["\\ud800"]', 'kinds must not contain lone surrogates'],
  ])('an invalid or too large value is still an error: %s=%s', async (name, text, msg) => {
    expect(await echoed({ [name]: text })).toBe(msg)
  })

  test('a required parameter cannot ignore unknown values', () => {
    const params = { wait: form(z.enum(['long']), { ignoresUnknown: true }) }
    const declare = () =>
      endpoint({ method: 'POST', path: '/x', access: 'user', summary: 'X', params, handler: () => {} })
    expect(declare).toThrow('POST /x: parameter wait is required, so no value of it can be ignored')
  })
})

describe('undeclared parameters', () => {
  test('are named in the response', async () => {
    const { body } = await server.post('/echo?one=1', { two: '2', text: 'a', client: 'test' })
    expect(body.ignored_parameters_unsupported.sort()).toEqual(['one', 'two'])
  })

  test('the field is absent when there are none', async () => {
    expect((await server.post('/echo', { text: 'a' })).body).not.toHaveProperty(
      'ignored_parameters_unsupported',
    )
    expect((await server.call('GET', '/streams/1')).text).toBe('{"result":"success","msg":""}')
  })

  test('are in a response that was serialised earlier', async () => {
    const { body } = await server.call('GET', '/streams/1?x=1')
    expect(body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['x'] })
  })
})

test.each([
  ['ZulipMobile/27.1 (Android 14)', 'ZulipMobile'],
  ['ZulipPython/0.8 (Linux; Debian)', 'ZulipPython'],
  ['Mozilla/5.0 (X11; Linux)', 'website'],
  ['curl', 'curl'],
  ['', 'Unspecified'],
  ['x'.repeat(99), 'x'.repeat(30)],
])('the client name for User-Agent %s', async (agent, client) => {
  const { body } = await server.call('GET', '/client', { headers: { 'user-agent': agent } })
  expect(body.client).toBe(client)
  const named = await server.call('GET', '/client?client=mine', { headers: { 'user-agent': agent } })
  expect(named.body.client).toBe('mine')
})
