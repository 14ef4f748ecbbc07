import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { draw } from '../../../../gateway/pictures/draw.ts'
import { apiRoutes } from '../../../../gateway/routes/index.ts'
import type { Services } from '../../../../gateway/services.ts'
import { World } from '../../../harness/world.ts'

const MOST = 4

let world: World
let gateway: Gateway
let url: string
beforeAll(async () => {
  world = await World.create({
    TRUST_PROXY: 'true',
    RATE_LIMIT_ADDRESS_PER_MINUTE: String(MOST),
    RATE_LIMIT_FILES_PER_MINUTE: String(MOST),
    OPERATOR_PASSWORD: 'a password of the operator',
    METRICS_TOKEN: 'a token of the metrics',
  })
  ;({ gateway, url } = await world.gateway())
})
afterAll(() => world.close())

let networks = 0
const anotherNetwork = () => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`

/** The status of a request without credentials. */
function statusOf(
  method: string,
  path: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: { 'x-forwarded-for': address, ...headers } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    })
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode!)
    })
    sent.end()
  })
}

/** Sends more requests than the limit allows, all from one network. Returns the first and the last status. */
async function exhaust(method: string, path: string, headers: Record<string, string> = {}) {
  const address = anotherNetwork()
  const statuses = []
  for (let n = 0; n < MOST + 2; n++) statuses.push(await statusOf(method, path, address, headers))
  return { first: statuses[0]!, last: statuses.at(-1)! }
}

const pathOf = (pattern: string) => pattern.replace(/[:{]\w+\}?/g, '1').replace('*', '1')
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}

describe('a caller without credentials is limited by the network', () => {
  test('at every route outside the conventions of the API, which declares what bounds its work', async () => {
    const open = gateway.otherRoutes.filter(({ access }) => access === 'unidentified')
    expect(open.length).toBeGreaterThan(30)
    for (const { pattern, limit } of open) {
      expect(['requests', 'files'], pattern).toContain(limit?.counts)
      expect(limit!.work.length, pattern).toBeGreaterThan(10)
    }
    for (const route of gateway.otherRoutes) {
      const isSocket = !('method' in route)
      const method = isSocket ? 'GET' : route.method === 'ANY' ? 'PUT' : route.method
      const { first, last } = await exhaust(method, pathOf(route.pattern), isSocket ? UPGRADE : {})
      // An error of the server is one of a part that is not built, never one of the route.
      expect(first === 503 || first < 500, `${method} ${route.pattern}: ${first}`).toBe(true)
      expect(last, `${method} ${route.pattern}`).toBe(429)
    }
  })

  test('at every endpoint', async () => {
    const endpoints = apiRoutes({ config: {}, core: {}, queues: {} } as unknown as Services)
    for (const { method, path } of endpoints) {
      for (const prefix of ['/api/v1', '/json']) {
        const { first, last } = await exhaust(method, prefix + pathOf(path))
        expect(first, `${method} ${prefix}${path}`).toBeLessThan(500)
        expect(last, `${method} ${prefix}${path}`).toBe(429)
      }
    }
  })

  test('at addresses of nothing, and at other methods', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PATCH', '/health/live'],
      ['OPTIONS', '/api/v1/messages'],
      ['GET', '/api/v1/nothing'],
    ] as const) {
      const { first, last } = await exhaust(method, path)
      expect(first, path).toBeLessThan(500)
      expect(last, path).toBe(429)
    }
  })
})

test('a picture that is drawn once is drawn with one look at each square, not at each pixel', () => {
  const seed = Buffer.from('0123456789abcdef01234567', 'hex')
  let reads = 0
  const counted = new Proxy(seed, {
    get(target, name) {
      reads++
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  expect(draw(counted, 500).equals(draw(seed, 500))).toBe(true)
  expect(reads).toBeLessThan(500 * 10)
})
