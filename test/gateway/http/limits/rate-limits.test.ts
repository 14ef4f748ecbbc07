import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { RuntimeConfig } from '../../../../config/environment.ts'
import { openRedis, type RedisClient } from '../../../../core/platform/redis/redis-connection.ts'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { form } from '../../../../gateway/http/endpoint/parameter.ts'
import { SharedCount } from '../../../../gateway/http/limits/shared-count.ts'
import { networkOf, readableAddress } from '../../../../gateway/http/uwebsockets/remote-address.ts'
import { emptyRedis, freeRedisDatabase } from '../../../harness/world.ts'
import { ME, noRedis, sleep, TestServer } from '../test-server.ts'

const endpoints = [
  endpoint({ method: 'GET', path: '/limited', access: 'user', summary: 'Counts', handler: () => {} }),
  endpoint({
    method: 'GET',
    path: '/events',
    access: 'user',
    summary: 'Does not count',
    rateLimited: false,
    handler: () => {},
  }),
  endpoint({ method: 'GET', path: '/open', access: 'anyone', summary: 'By address', handler: () => {} }),
  endpoint({
    method: 'POST',
    path: '/fetch_api_key',
    access: 'anyone',
    summary: 'By password',
    params: { username: form(z.string()), password: form(z.string()) },
    handler: async (call) => {
      const { username, password } = call.params
      await call.countAuthenticationAttempt(username)
      if (password === 'right') await call.forgiveAuthenticationAttempts(username)
    },
  }),
]
const config: Partial<RuntimeConfig> = {
  rateLimitUserPerMinute: 10,
  rateLimitAddressPerMinute: 5,
  rateLimitAuthenticationPer30Minutes: 3,
}

let redis: RedisClient
const servers: TestServer[] = []
beforeAll(async () => {
  redis = openRedis(await freeRedisDatabase())
})
afterAll(() => redis.disconnect())
beforeEach(() => emptyRedis(redis))
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))

async function gateway(more: Partial<RuntimeConfig> = {}, client: RedisClient = redis): Promise<TestServer> {
  const server = await TestServer.start(endpoints, { config: { ...config, ...more }, redis: client })
  servers.push(server)
  return server
}

/** The statuses of `n` consecutive requests. */
async function statuses(
  n: number,
  server: TestServer,
  path = '/limited',
  authorization?: string,
): Promise<number[]> {
  const all = []
  for (let i = 0; i < n; i++) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    all.push((await server.call('GET', path, { headers })).status)
  }
  return all
}

const times = (n: number, status: number): number[] => Array(n).fill(status)

describe('the limit of a user', () => {
  test('admits exactly its number of requests, then returns when to try again', async () => {
    const server = await gateway()
    const first = await server.call('GET', '/limited')
    expect(first.headers.get('x-ratelimit-limit')).toBe('10')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('9')
    const reset = Number(first.headers.get('x-ratelimit-reset'))
    expect(reset - Date.now() / 1000).toBeGreaterThan(55)
    expect(reset - Date.now() / 1000).toBeLessThan(62)
    expect(await statuses(9, server)).toEqual(times(9, 200))

    const { status, headers, body } = await server.call('GET', '/limited')
    expect(status).toBe(429)
    expect(body).toMatchObject({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
    })
    expect(body['retry-after']).toBeGreaterThan(50)
    expect(body['retry-after']).toBeLessThanOrEqual(60)
    expect(headers.get('retry-after')).toBe(String(Math.ceil(body['retry-after'])))
  })

  test('is shared by the gateways, through one key with the hash tag of the realm', async () => {
    const [one, two] = [await gateway(), await gateway()]
    expect(await statuses(8, one)).toEqual(times(8, 200))
    await statuses(1, two)
    await sleep(250)
    expect(await redis.get('rate:{realm:1}:user:1')).toBe('9')
    expect(await statuses(2, two)).toEqual([200, 429])
    await sleep(250)
    // The gateway reads the counts of others 100 ms after its own next request.
    expect(await statuses(1, one)).toEqual([200])
    await sleep(250)
    expect(await statuses(1, one)).toEqual([429])
  })

  test('does not count long polls', async () => {
    const server = await gateway()
    expect(await statuses(15, server, '/events')).toEqual(times(15, 200))
    const { headers } = await server.call('GET', '/events')
    expect(headers.has('x-ratelimit-limit')).toBe(false)
  })

  test('needs no Redis command for each request', async () => {
    const server = await gateway({ rateLimitUserPerMinute: 1000 })
    const commands = vi.spyOn(redis, 'sendCommand')
    await statuses(1, server)
    await sleep(150)
    commands.mockClear()
    await Promise.all(Array.from({ length: 200 }, () => server.call('GET', '/limited')))
    await sleep(150)
    expect(commands.mock.calls.length).toBeLessThan(30)
    expect(commands).toHaveBeenCalled()
    commands.mockRestore()
    expect(await redis.get('rate:{realm:1}:user:1')).toBe('201')
  })

  test('is sent for all users in one command, and each count expires', async () => {
    const counts = new SharedCount(redis, { prefix: 'rate', points: 5, seconds: 60 })
    const keys = Array.from({ length: 1200 }, (_, n) => `{realm:1}:user:${n + 1}`)
    for (const key of keys) counts.take(key)
    await counts.close() // Redis has the script then.
    const commands = vi.spyOn(redis, 'sendCommand')
    for (const key of keys.slice(0, 700)) counts.take(key)
    await counts.close()
    expect(commands.mock.calls.length).toBeLessThanOrEqual(2 * 2)
    commands.mockRestore()
    const totals = await redis.mget(keys.map((key) => `rate:${key}`))
    expect(totals).toEqual(keys.map((_, n) => (n < 700 ? '2' : '1')))
    for (const key of [keys[0]!, keys[1199]!]) {
      const left = await redis.pttl(`rate:${key}`)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(60_000)
    }
    // Another gateway continues from the counts of this one.
    const others = new SharedCount(redis, { prefix: 'rate', points: 5, seconds: 60 })
    expect(others.take(keys[0]!).remaining).toBe(4)
    await others.close()
    expect(others.take(keys[0]!).remaining).toBe(1)
    await others.close()
  })

  test('is kept without Redis', async () => {
    const server = await gateway({}, noRedis())
    expect(await statuses(11, server)).toEqual([...times(10, 200), 429])
  })
})

describe('the limit of an address', () => {
  test('counts requests without credentials and refused ones, not those of users', async () => {
    const server = await gateway()
    expect(await statuses(2, server, '/open')).toEqual(times(2, 200))
    expect(await statuses(2, server, '/limited', '')).toEqual(times(2, 401))
    expect(await statuses(1, server, '/limited', 'Basic ???')).toEqual([429])
    expect(await statuses(3, server)).toEqual(times(3, 200))
  })

  test('keeps the database free of requests with wrong keys', async () => {
    const server = await gateway()
    const before = server.realm.syncs
    const wrong = server.realm.authorization(ME, 'wrong')
    const all = await Promise.all(Array.from({ length: 50 }, () => statuses(1, server, '/limited', wrong)))
    expect(all.flat().filter((status) => status === 429).length).toBeGreaterThan(44)
    expect(server.realm.syncs - before).toBeLessThanOrEqual(5)
  })

  test('uses the address that a trusted proxy names', async () => {
    const request = async (server: TestServer, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded, authorization: '' }
      return (await server.call('GET', '/open', { headers })).headers.get('x-ratelimit-remaining')
    }
    const trusting = await gateway({ trustProxy: true })
    // The first request of a host counts twice, because the gateway queries its organization.
    expect(await request(trusting, '9.9.9.9, 10.0.0.1')).toBe('3')
    expect(await request(trusting, '8.8.8.8, 10.0.0.1')).toBe('2')
    expect(await request(trusting, '10.0.0.2')).toBe('4')
    // The last of several header lines counts, and of the proxies the configured ones.
    const raw = await gateway({ trustProxy: ['127.0.0.0/8'], clientAddressHeader: 'x-real-ip' })
    const lines = async (...addresses: string[]) => {
      const socket = connect(raw.port, '127.0.0.1')
      const header = addresses.map((address) => `X-Real-IP: ${address}\r\n`).join('')
      socket.write(`GET /api/v1/open HTTP/1.1\r\nHost: demo.test\r\n${header}Connection: close\r\n\r\n`)
      let answer = ''
      for await (const chunk of socket) {
        answer += String(chunk)
        if (answer.includes('\r\n\r\n')) break
      }
      return /x-ratelimit-remaining: (\d+)/i.exec(answer)?.[1]
    }
    expect(await lines('10.1.0.9', '10.1.0.1')).toBe('3')
    expect(await lines('10.1.0.8', '10.1.0.7, 10.1.0.1')).toBe('2')
    expect(await lines('10.1.0.1', '10.1.0.2')).toBe('4')
    const otherGateway = await gateway({ trustProxy: ['10.0.0.0/8'] })
    expect([await request(otherGateway, '10.0.0.5'), await request(otherGateway, '10.0.0.6')]).toEqual([
      '3',
      '2',
    ])
    const wary = await gateway()
    expect([await request(wary, '10.0.0.3'), await request(wary, '10.0.0.4')]).toEqual(['3', '2'])
  })

  test.each([
    ['10.0.0.1', '10.0.0.1', '10.0.0.1'],
    ['0000:0000:0000:0000:0000:ffff:7f00:0001', '127.0.0.1', '127.0.0.1'],
    ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:DB8::1', '2001:db8:0:0'],
  ])('%s reads %s and counts as %s', (address, readable, network) => {
    expect(readableAddress(address)).toBe(readable)
    expect(networkOf(readable)).toBe(network)
  })
})

test('attempts at one name count together, however it is written', async () => {
  const server = await gateway({ rateLimitAddressPerMinute: 100 })
  const spellings = ['hamlet', 'ham\u00ADlet', 'h\u00E1mlet', '\uFF28amlet']
  const answers = []
  for (const username of spellings)
    answers.push((await server.post('/fetch_api_key', { username, password: 'wrong' })).status)
  expect(answers).toEqual([...times(3, 200), 429])
})

test('attempts by password are limited for each account until one succeeds', async () => {
  const server = await gateway({ rateLimitAddressPerMinute: 100 })
  const attempt = async (username: string, password = 'wrong') =>
    (await server.post('/fetch_api_key', { username, password })).status
  expect([await attempt('a'), await attempt('A'), await attempt('a', 'right')]).toEqual(times(3, 200))
  expect([await attempt('a'), await attempt('a'), await attempt('a')]).toEqual(times(3, 200))
  expect([await attempt('a'), await attempt('b')]).toEqual([429, 200])
})
