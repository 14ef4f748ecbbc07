import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostAndPort, parseRedisAddress } from '../../config/redis-address.ts'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { SentinelGroup } from '../harness/redis-sentinel.ts'
import { Storm } from '../harness/storm.ts'
import { World } from '../harness/world.ts'

let group: SentinelGroup
let world: World
let urls: string[]
let storm: Storm
const proxies: FlakyProxy[] = []

/** The address of the group by way of proxies, which can delay the questions to sentinels. */
async function throughProxies(url: string): Promise<string> {
  const { sentinels } = parseRedisAddress(url) as { sentinels: readonly HostAndPort[] }
  let changed = url
  for (const { host, port } of sentinels) {
    const proxy = new FlakyProxy({ hostname: host, port: String(port) })
    proxies.push(proxy)
    changed = changed.replace(`${host}:${port}`, `127.0.0.1:${await proxy.start()}`)
  }
  return changed
}

beforeAll(async () => {
  group = await SentinelGroup.start()
  world = await World.create({ REDIS_URL: await throughProxies(group.url) })
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
  storm = new Storm(world, urls)
})
afterAll(async () => {
  await world?.close()
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  await group?.stop()
})

test('a master that replicas were not copying dies under load: the stream is filled from Postgres', async () => {
  // Gateways ask sentinels most of the time, so the failover meets them there.
  for (const proxy of proxies) proxy.delayMs = 300
  const clients = await storm.audience()
  const people = storm.writers()
  await people.write(20)
  const master = await group.master()
  for (const replica of group.servers) if (replica !== master) await master.stopCopyingTo(replica)
  await people.write(5)
  await master.kill()
  await people.write(20)
  await group.failedOver(master)
  await people.write(20)
  await storm.expectNothingLost(clients, await people.stop())
  // The replicas have the queues, so no client registers again.
  for (const client of clients) expect(client.registrations).toBe(1)
  const { epoch } = streamKeys(world.organization.realmId as RealmId)
  expect(await world.redis.get(epoch)).toBe(null)
  const cordelia = world.client(urls[0]!, 'cordelia')
  await expect.poll(async () => (await cordelia.post('/register')).status).toBe(200)
})
