import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../config/embedded/processes.ts'
import { waitForServers } from '../../core/platform/processes/wait-for-servers.ts'
import { EventReader } from '../harness/event-reader.ts'
import { PASSWORD, RedisServer, serverFolder } from '../harness/redis-servers.ts'
import { spawnGateway } from '../harness/spawn-gateway.ts'
import { World } from '../harness/world.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))
const CERTIFICATE = fixture('localhost.crt')

let folder: Awaited<ReturnType<typeof serverFolder>>
let server: RedisServer
let world: World
/**
 * Encrypted connections only come from processes of their own, because Node reads its authorities when it
 * starts.
 */
let encrypted: { readonly REDIS_URL: string; readonly NODE_EXTRA_CA_CERTS: string }

beforeAll(async () => {
  folder = await serverFolder()
  const port = await freePort()
  server = await RedisServer.start(folder.path, [
    ['tls-port', port],
    ['tls-cert-file', CERTIFICATE],
    ['tls-key-file', fixture('localhost.key')],
    ['tls-ca-cert-file', CERTIFICATE],
    ['tls-auth-clients', 'no'],
  ])
  world = await World.create({
    REDIS_URL: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}/0`,
  })
  encrypted = {
    REDIS_URL: `rediss://:${encodeURIComponent(PASSWORD)}@localhost:${port}/0`,
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
  }
})
afterAll(async () => {
  await world?.close()
  await server?.stop()
  await folder?.remove()
})

test('gateways that reach Redis by TLS deliver events to each other', async () => {
  const [first, second] = await Promise.all([spawnGateway(world, encrypted), spawnGateway(world, encrypted)])
  const reader = await EventReader.start(world.client(first.url, 'hamlet'), { event_types: ['typing'] })
  const cordelia = world.client(second.url, 'cordelia')
  await cordelia.ok(cordelia.post('/typing', { op: 'start', to: [world.userId('hamlet')] }))
  // Typing takes no other way than Redis.
  await expect.poll(() => reader.of('typing')).toMatchObject([{ op: 'start' }])
  await reader.stop()
})

test('a certificate of an unknown authority ends the start with one line', async () => {
  const addresses = { databaseUrl: world.env.DATABASE_URL!, redisUrl: encrypted.REDIS_URL }
  const lines: string[] = []
  await waitForServers(addresses, (line) => lines.push(line)).catch(({ message }) => lines.push(message))
  expect(lines).toEqual([
    expect.stringMatching(
      /refuses REDIS_URL: its certificate is not accepted \(self-signed certificate\); NODE_EXTRA_CA_CERTS names/,
    ),
  ])
})
