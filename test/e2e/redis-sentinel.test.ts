import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { SentinelGroup } from '../harness/redis-sentinel.ts'
import { Storm } from '../harness/storm.ts'
import { World } from '../harness/world.ts'

let group: SentinelGroup
let world: World
let urls: string[]
let storm: Storm

beforeAll(async () => {
  group = await SentinelGroup.start()
  world = await World.create({ REDIS_URL: group.url })
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
  storm = new Storm(world, urls)
})
afterAll(async () => {
  await world?.close()
  await group?.stop()
})

test('a master that replicas were not copying dies under load: the stream is filled from Postgres', async () => {
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
