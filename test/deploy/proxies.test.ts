import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/environment.ts'
import { DEMONSTRATION_PASSWORD } from '../../core/demonstration/people.ts'
import { Browsing } from '../harness/browsing.ts'
import type { Client } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { Socket } from '../harness/socket.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { continueUpload, createUpload, offsetOf } from '../harness/tus.ts'
import { fetchFile } from '../harness/upload.ts'
import { World } from '../harness/world.ts'
import { proxiesMissing, type RunningProxy, startCaddy, startNginx } from './proxy.ts'

/** Anonymous requests of one address in a minute. */
const ADDRESS_RATE = 100

const ACTIVE = { status: 'active' }

let world: World
let gateways: SpawnedGateway[]
const proxies: Record<string, RunningProxy> = {}

beforeAll(async () => {
  if (proxiesMissing) return
  // The certificates are of no authority that this process knows.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  world = await World.create({
    TRUST_PROXY: '127.0.0.1',
    HEARTBEAT_SECONDS: '1',
    RATE_LIMIT_ADDRESS_PER_MINUTE: String(ADDRESS_RATE),
  })
  gateways = await Promise.all([spawnGateway(world), spawnGateway(world)])
  const addresses = gateways.map(({ url }) => new URL(url))
  ;[proxies.nginx, proxies.caddy] = await Promise.all([startNginx(addresses), startCaddy(addresses)])
})
afterAll(async () => {
  // Other files run in this process too.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()))
  await world?.close()
})

/**
 * How many anonymous requests the gateway still allows the sender, after one that comes from `localAddress`
 * and claims to be forwarded for another address.
 */
async function allowanceOf(localAddress: string, url: string, forwardedFor: string): Promise<number> {
  const { port } = new URL(url)
  const headers = { 'x-forwarded-for': forwardedFor, host: `localhost:${port}` }
  const options = { host: '127.0.0.1', port, localAddress, headers, servername: 'localhost', agent: false }
  const sent = request({ ...options, path: '/api/v1/server_settings' }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return Number(response.headers['x-ratelimit-remaining'])
}

/** Sends the first bytes of a PATCH, waits until the gateway has stored some, and breaks the connection. */
async function beginPatch(client: Client, path: string, bytes: Buffer): Promise<void> {
  const sent = request(client.url + path, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...client.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  })
  sent.on('error', () => undefined)
  const half = bytes.subarray(0, bytes.length / 2)
  await new Promise((resolve) => sent.write(half, resolve))
  // A second request of the upload ends the first one and returns the number of bytes that have arrived.
  await expect.poll(() => offsetOf(client, path)).toBeGreaterThan(0)
  sent.destroy()
}

describe.skipIf(proxiesMissing).each(['nginx', 'caddy'])('through %s', (name) => {
  const client = (user: string) => world.client(proxies[name]!.url, user)

  test('people log in, and a WebSocket and long polls get events and heartbeats', async () => {
    const browser = new Browsing(proxies[name]!.url)
    const entered = { email: 'cordelia@demo.test', password: DEMONSTRATION_PASSWORD }
    expect((await browser.submit('/login', entered)).status).toBe(303)
    expect((await browser.json.get('/users/me')).body.user_id).toBe(world.userId('cordelia'))

    const types = { event_types: ['message', 'heartbeat'] }
    const [queue, polled] = await Promise.all([
      client('cordelia').ok(client('cordelia').post('/register', types)),
      EventReader.start(client('cordelia'), types),
    ])
    const position = { queueId: queue.queue_id, lastEventId: queue.last_event_id }
    const socket = await Socket.open(client('cordelia'), position)
    await polled.waitFor((event) => event.type === 'heartbeat')
    await expect.poll(() => socket.events.some((event) => event.type === 'heartbeat')).toBe(true)

    const content = { type: 'channel', to: 'Verona', topic: name, content: 'To be' }
    const { id } = await client('hamlet').ok(client('hamlet').post('/messages', content))
    await polled.waitFor((event) => event.message?.id === id)
    await expect.poll(() => socket.events.some((event) => event.message?.id === id)).toBe(true)
    socket.ws.close()
    await Promise.all([socket.closed, polled.stop()])
  })

  test('a broken upload keeps what it has sent, and continues', async () => {
    const bytes = randomBytes(8 * 1024 * 1024)
    const hamlet = client('hamlet')
    const path = await createUpload(hamlet, bytes.length, 'play.bin')
    await beginPatch(hamlet, path, bytes)
    const offset = await offsetOf(hamlet, path)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(bytes.length / 2)
    const last = await continueUpload(hamlet, path, (from) => bytes.subarray(from))
    expect(last.status).toBe(200)
    const stored = await fetchFile(hamlet, JSON.parse(last.text).url)
    expect([stored.status, stored.bytes.equals(bytes)]).toEqual([200, true])
  })

  test('the address that counts is the one of the connection, whatever it claims', async () => {
    const [loud, quiet] = name === 'nginx' ? ['127.0.0.3', '127.0.0.4'] : ['127.0.0.5', '127.0.0.6']
    let left = ADDRESS_RATE
    for (let n = 0; n < 10; n++) {
      left = Math.min(left, await allowanceOf(loud, proxies[name]!.url, `198.51.100.${n}`))
    }
    // One of the two gateways has counted at least half of them.
    expect(left).toBeLessThanOrEqual(ADDRESS_RATE - 5)
    expect(await allowanceOf(quiet, proxies[name]!.url, '198.51.100.0')).toBeGreaterThanOrEqual(
      ADDRESS_RATE - 2,
    )
  })
})

test.skipIf(proxiesMissing)(
  'after a gateway has been killed, the other one serves all requests and events',
  async () => {
    gateways[0]!.kill('SIGKILL')
    await gateways[0]!.exited
    for (const [name, { url }] of Object.entries(proxies)) {
      const hamlet = world.client(url, 'hamlet')
      const repeat = async (ask: () => Promise<{ status: number }>) => {
        const statuses: number[] = []
        while (statuses.length < 12) statuses.push((await ask()).status)
        return statuses.filter((status) => status !== 200)
      }
      // The first of many clients that come back tell the proxy which gateway is dead.
      expect(await repeat(() => hamlet.get('/users/me'))).toEqual([])
      // The proxy may send one request to a connection that it has not yet seen break.
      const failed = await repeat(() => hamlet.post('/users/me/presence', ACTIVE))
      expect(failed.length, failed.join()).toBeLessThanOrEqual(1)
      const reader = await EventReader.start(hamlet, { event_types: ['message'] })
      const content = { type: 'channel', to: 'Verona', topic: name, content: 'Still here' }
      const sent = await Promise.all(
        Array.from({ length: 8 }, () => hamlet.ok(hamlet.post('/messages', content))),
      )
      for (const { id } of sent) await reader.waitFor((event) => event.message?.id === id)
      await reader.stop()
    }
  },
)

test('nginx waits longer for an answer than clients do', () => {
  const site = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  const { longpollTimeoutSeconds, maxBodyBytes } = loadConfig({})
  expect(Number(/proxy_read_timeout (\d+)s;/.exec(site)![1])).toBeGreaterThan(longpollTimeoutSeconds)
  expect(Number(/client_max_body_size (\d+)m;/.exec(site)![1])).toBeGreaterThan(maxBodyBytes / 1024 ** 2)
})
