import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../gateway/http/endpoint/endpoint.ts'
import { form, id, path } from '../../../gateway/http/endpoint/parameter.ts'
import { healthRoutes } from '../../../gateway/ops/health.ts'
import { Metrics } from '../../../gateway/ops/metrics.ts'
import { TestServer } from '../http/test-server.ts'

const down = new Set<string>()
const probe = (name: string) => async () => {
  if (down.has(`${name} fails`)) throw new Error('refused')
  if (down.has(`${name} hangs`)) await new Promise(() => {})
}

let server: TestServer
const metrics = new Metrics()
beforeAll(async () => {
  server = await TestServer.start(
    [
      endpoint({
        method: 'GET',
        path: '/users/{user_id}',
        access: 'user',
        summary: 'A user',
        params: { user_id: path(id()) },
        handler: () => {},
      }),
    ],
    {
      observers: [metrics.observe],
      rawRoutes: [
        ...healthRoutes({ postgres: probe('postgres'), redis: probe('redis') }),
        metrics.route({ token: 'sesame', isOpen: true }),
      ],
    },
  )
})
afterAll(() => server.stop())

const get = async (path: string, headers = {}) => {
  const response = await fetch(server.origin + path, { headers })
  return { status: response.status, text: await response.text() }
}

describe('health', () => {
  test('is ready while every service responds', async () => {
    expect(await get('/health/live')).toEqual({ status: 200, text: 'ok\n' })
    expect(await get('/health/ready')).toEqual({ status: 200, text: 'ok\n' })
  })

  test('names what fails or is too slow, and remains live', async () => {
    down.add('postgres fails').add('redis hangs')
    expect(await get('/health/ready')).toEqual({ status: 503, text: 'down: postgres, redis\n' })
    expect(await get('/health/live')).toEqual({ status: 200, text: 'ok\n' })
    down.clear()
  })
})

test('metrics have route patterns instead of paths, and need their token', async () => {
  await server.call('GET', '/users/4711')
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', { authorization: 'Bearer open' })).status).toBe(401)
  const { status, text } = await get('/metrics', { authorization: 'Bearer sesame' })
  expect(status).toBe(200)
  expect(text).toMatch(
    /loquat_http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/users\/\{user_id\}"[^}]*\} 1/,
  )
  expect(text).not.toContain('/users/4711')
})

test('metrics without a token are for private addresses in production', async () => {
  const metrics = new Metrics()
  const rawRoutes = [metrics.route({ token: undefined, isOpen: false })]
  const closed = await TestServer.start([], { config: { trustProxy: true }, rawRoutes })
  const from = async (address: string) =>
    (await fetch(`${closed.origin}/metrics`, { headers: { 'x-forwarded-for': address } })).status
  expect([await from('192.0.2.7'), await from('10.0.0.7'), await from('127.0.0.1')]).toEqual([403, 200, 200])
  await closed.stop()
})

test('a contradictory declaration prevents the start', () => {
  const declare = (method: 'GET' | 'POST', path: string, params: Parameters<typeof endpoint>[0]['params']) =>
    endpoint({ method, path, access: 'user', summary: '', params, handler: () => {} })
  expect(() => declare('GET', '/x', { a: form(z.string()) })).toThrow('cannot be sent')
  expect(() => declare('GET', '/x/{a}', {})).toThrow('not declared')
  expect(() => declare('GET', '/x', { a: path(z.string()) })).toThrow('cannot be sent')
  const list = [declare('POST', '/x', { a: form(z.array(z.int())) })]
  return expect(TestServer.start(list)).rejects.toThrow('must be json')
})
