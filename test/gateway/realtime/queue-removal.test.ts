import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealmId, Seq } from '../../../core/platform/ids.ts'
import { withRoundTrips } from '../../../core/platform/log/round-trips.ts'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { EventQueues } from '../../../gateway/realtime/event-queues.ts'
import { World } from '../../harness/world.ts'

let world: World
let core: Core
let queues: EventQueues
let realm: RealmState
let hamlet: UserRecord

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  queues = new EventQueues(core, { lifetimeSeconds: 600, queuesPerUser: 200, heartbeatSeconds: 600 })
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
  hamlet = realm.users.get(world.userId('hamlet'))!
})
afterAll(async () => {
  queues.close()
  await core.close()
  await world.close()
})

const created = () =>
  queues.create(
    realm.id,
    {
      user: hamlet.id,
      eventTypes: null,
      applyMarkdown: true,
      clientGravatar: true,
      slimPresence: true,
      allPublicStreams: false,
      narrow: [],
      capabilities: {},
      firstSeq: realm.position as Seq,
      lifetimeSeconds: 600,
    },
    Date.now(),
  )

test('deleting a queue is one command to Redis', async () => {
  const id = await created()
  const trips = { postgres: 0, redis: 0 }
  await withRoundTrips(trips, () => queues.remove(realm, hamlet.id, id))
  expect(trips).toEqual({ postgres: 0, redis: 1 })
})

test('deleting a queue ends a poll that takes it at the same time', async () => {
  const id = await created()
  const request = { queueId: id, lastEventId: -1, session: undefined, dontBlock: false }
  const answer = new Promise((answered, reject) => {
    Promise.resolve(queues.poll(realm, hamlet, request, answered)).catch(reject)
  })
  await new Promise(process.nextTick) // The command of the poll is first, so it finds the record.
  await queues.remove(realm, hamlet.id, id)
  expect(await answer).toEqual([])
})
