import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../../core/platform/errors.ts'
import { countPostgres, countRedis } from '../../../core/platform/log/round-trips.ts'
import { endpoint } from '../../../gateway/http/endpoint/endpoint.ts'
import { form, id, path, query } from '../../../gateway/http/endpoint/parameter.ts'
import type { Exchange } from '../../../gateway/http/exchange/exchange.ts'
import { rawRoute } from '../../../gateway/http/raw-route.ts'
import { plainFailure, plainText } from '../../../gateway/http/reply/reply.ts'
import { requestLog } from '../../../gateway/http/request-log.ts'
import { ME, sleep, TestServer } from './test-server.ts'

const MiB = 1024 * 1024
let gone = 0

const endpoints = [
  endpoint({
    method: 'GET',
    path: '/text',
    access: 'user',
    summary: 'A text of some length',
    params: { length: query(z.int().default(3)) },
    response: { text: z.string() },
    handler: async (call) => ({ text: 'é'.repeat(call.params.length) }),
  }),
  endpoint({
    method: 'POST',
    path: '/messages',
    access: 'user',
    summary: 'Send',
    params: { content: form(z.string()) },
    response: { length: z.int() },
    handler: async (call) => {
      return { length: call.params.content.length }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/messages/{message_id}',
    access: 'user',
    summary: 'Edit',
    params: { message_id: path(id()) },
    handler: async () => {},
  }),
  endpoint({
    method: 'POST',
    path: '/messages/flags',
    access: 'user',
    summary: 'Flag',
    handler: async () => {},
  }),
  endpoint({
    method: 'GET',
    path: '/wait',
    access: 'user',
    summary: 'Long poll',
    handler: (call) =>
      new Promise<void>((resolve) => {
        call.onAbort(() => {
          gone++
          resolve()
        })
        setTimeout(resolve, 300)
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/broken',
    access: 'user',
    summary: 'Throws',
    params: { how: query(z.string()) },
    response: { id: z.int() },
    handler: async (call) => {
      if (call.params.how === 'throw') throw new Error('password is hunter2')
      if (call.params.how === 'reject') await Promise.reject('a string')
      if (call.params.how === 'error')
        throw new ApiError('No', { code: 'NO', status: 409, extra: { because: 1 } })
      return { id: 'not a number' } as unknown as { id: number }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/count',
    access: 'user',
    summary: 'Makes round trips',
    params: { secret: query(z.string()) },
    handler: async () => {
      countPostgres(1)
      await sleep(1)
      countPostgres(1)
      countRedis(1)
    },
  }),
]

const finished: Exchange[] = []
const lines: Record<string, unknown>[] = []
let server: TestServer
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  server = await TestServer.start(endpoints, {
    observers: [(exchange) => void finished.push(exchange), requestLog(log)],
    rawRoutes: [
      rawRoute({
        method: 'GET',
        pattern: '/page/:name',
        access: 'unidentified',
        limit: { counts: 'files', work: 'A short text.' },
        renderError: plainFailure,
        handle: ({ path: [name = ''] }) => plainText(200, name),
      }),
    ],
  })
})
afterAll(() => server.stop())

const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${server.realm.authorization(ME)}\r\n${more}\r\n`

describe('envelope and headers', () => {
  test('of a success', async () => {
    const { status, headers, text } = await server.call('GET', '/text')
    expect(status).toBe(200)
    expect(text).toBe('{"result":"success","msg":"","text":"ééé"}')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      'x-ratelimit-limit': '1000000',
    })
  })

  test('of an ApiError contain its status, code and fields', async () => {
    const { status, body } = await server.call('GET', '/broken?how=error')
    expect({ status, body }).toEqual({
      status: 409,
      body: { result: 'error', msg: 'No', code: 'NO', because: 1 },
    })
  })

  test.each(['throw', 'reject', 'lie'])('of an unexpected error reveal nothing: %s', async (how) => {
    const { status, text } = await server.call('GET', `/broken?how=${how}`)
    expect(status).toBe(500)
    expect(text).toBe('{"result":"error","msg":"Internal server error","code":"INTERNAL_SERVER_ERROR"}')
    expect(server.log.at(-1)).toMatchObject({ level: 50, route: '/api/v1/broken' })
  })
})

describe('methods and paths', () => {
  test.each([
    '/api/v1/nowhere',
    '/api/v1/text/',
    '/api/v2/text',
    '/api/v1/messages/',
    '/api/v1/messages/5/6',
  ])('%s is not found', async (address) => {
    const response = await fetch(server.origin + address)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      result: 'error',
      msg: expect.stringMatching(/^Not Found/),
      code: 'NOT_FOUND',
    })
    expect(response.headers.get('link')).toMatch(/^<http:\/\/demo\.test\/api\/.*>; rel="help"$/)
  })

  test('outside of the API the answer is plain text', async () => {
    const response = await fetch(`${server.origin}/nowhere`)
    expect([response.status, await response.text()]).toEqual([404, 'Not Found\n'])
  })

  test('another method is refused', async () => {
    const { status, headers, body } = await server.call('DELETE', '/messages/5')
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'OPTIONS, PATCH'])
  })

  test('another method is refused also where it has an endpoint for other values in the path', async () => {
    const { status, headers, body } = await server.call('PATCH', '/messages/flags')
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'OPTIONS, POST'])
    expect((await server.call('PATCH', '/messages/five')).status).toBe(404)
  })

  test('another method of a path outside of the API is refused', async () => {
    const response = await fetch(`${server.origin}/page/x`, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const options = await fetch(`${server.origin}/page/x`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a JSON body gets an explanation', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']) {
      const { status, body } = await server.call('POST', '/messages', {
        body: '{"content":"x"}',
        headers: { 'content-type': type },
      })
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST'])
      expect(body.msg).toContain('application/x-www-form-urlencoded')
    }
  })

  test('HEAD gets the headers of GET without the body', async () => {
    const get = await server.call('GET', '/text?length=10')
    const answer = await server.call('HEAD', '/text?length=10')
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-length')).toBe(String(get.text.length + 10))
    expect((await server.call('HEAD', '/messages')).status).toBe(405)
    expect((await fetch(`${server.origin}/page/x`, { method: 'HEAD' })).status).toBe(200)
  })

  test('OPTIONS allows pages of any site', async () => {
    const response = await fetch(`${server.origin}/api/v1/messages`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toBe('OPTIONS, POST')
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
  })

  test('raw routes', async () => {
    expect(await (await fetch(`${server.origin}/page/join`)).text()).toBe('join')
  })
})

describe('connections', () => {
  test('serve one request after another', async () => {
    const connection = await server.send(head('GET /api/v1/text?length=1'))
    await connection.until('}')
    connection.received = ''
    connection.socket.write(`${head('POST /api/v1/nowhere', 'Content-Length: 3\r\n')}a=b`)
    await connection.until('NOT_FOUND')
    connection.received = ''
    connection.socket.write(head('GET /api/v1/text?length=0'))
    expect(await connection.until('}')).toContain('"text":""')
    connection.socket.destroy()
  })

  test('keep the answers of pipelined requests in order', async () => {
    const two = head('GET /api/v1/wait') + head('GET /api/v1/text?length=0')
    const connection = await server.send(two)
    // uWebSockets.js closes a connection that sends a request before the response to the former one.
    expect(await connection.ended()).not.toContain('"text"')
  })

  test('handle two requests concurrently', async () => {
    const waiting = server.call('GET', '/wait')
    const quick = await server.call('GET', '/text')
    expect(quick.status).toBe(200)
    expect(finished.at(-1)?.route).toBe('/api/v1/text')
    await waiting
  })

  test('report to a long poll that its client has disconnected', async () => {
    const before = gone
    const connection = await server.send(head('GET /api/v1/wait'))
    await sleep(30)
    connection.socket.destroy()
    await sleep(30)
    expect(gone).toBe(before + 1)
    await sleep(300)
    expect((await server.call('GET', '/text')).status).toBe(200)
  })

  test('refuse headers that are too large, without effect on others', async () => {
    const connection = await server.send(head('GET /api/v1/text', `X-Long: ${'x'.repeat(2 * MiB)}\r\n`))
    expect(await connection.ended()).not.toContain('200 OK')
    const many = await server.send(head('GET /api/v1/text', 'X-A: 1\r\n'.repeat(500)))
    expect(await many.ended()).not.toContain('200 OK')
    expect((await server.call('GET', '/text')).status).toBe(200)
  })

  test.each(['\0\0\0\0\r\n\r\n', 'GET\r\n\r\n', '{"json":1}\r\n\r\n', 'GET / HTTP/3.0\r\n\r\n'])(
    'refuse requests that are not HTTP: %j',
    async (bytes) => {
      const connection = await server.send(bytes)
      await sleep(10)
      connection.socket.end()
      await connection.ended()
      expect((await server.call('GET', '/text')).status).toBe(200)
    },
  )
})

test('the log has one line per request and no content', async () => {
  lines.length = 0
  await server.call('GET', '/count?secret=tiger')
  await sleep(5)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    realm: 1,
    user: 1,
    method: 'GET',
    route: '/api/v1/count',
    status: 200,
    bytes: 29,
    postgres: 2,
    redis: 1,
  })
  expect(lines[0]).toHaveProperty('ms')
  expect(JSON.stringify(lines)).not.toContain('tiger')
})

describe('closing', () => {
  test('finishes running requests and accepts no others', async () => {
    const own = await TestServer.start(endpoints)
    const waiting = own.call('GET', '/wait')
    await sleep(30)
    const closed = own.server.close()
    await expect(fetch(`${own.origin}/api/v1/text`)).rejects.toThrow()
    const { status, headers } = await waiting
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    await closed
  })

  test('closes connections after the deadline', async () => {
    const own = await TestServer.start(endpoints)
    const waiting = own.call('GET', '/wait')
    await sleep(30)
    await Promise.all([expect(waiting).rejects.toThrow(), own.server.close(20)])
  })
})
