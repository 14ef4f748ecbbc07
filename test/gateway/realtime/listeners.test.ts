import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { emitChange } from '../../../core/state/realm/changes.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { EventQueues } from '../../../gateway/realtime/event-queues.ts'
import type { DeliveryResult, EndReason, Listener } from '../../../gateway/realtime/listener.ts'
import type { Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, range, register } from './socket-world.ts'

let world: World
let gateway: Gateway
let hamlet: Client
let realm: RealmState
let queues: EventQueues

beforeAll(async () => {
  world = await World.create()
  const { gateway: started, url } = await world.gateway()
  gateway = started
  hamlet = world.client(url, 'hamlet')
  await register(hamlet)
  realm = (await gateway.core.realms.byHost('127.0.0.1'))!
  queues = new EventQueues(gateway.core, { lifetimeSeconds: 600, queuesPerUser: 200, heartbeatSeconds: 60 })
})
afterAll(async () => {
  queues.close()
  await world.close()
})

/** Accepts `room` batches until it is resumed. */
class Recording implements Listener {
  readonly numbers: number[] = []
  ending: EndReason | undefined
  room = Number.POSITIVE_INFINITY

  deliver(events: readonly string[]): DeliveryResult {
    for (const event of events) this.numbers.push(JSON.parse(event).n)
    return --this.room > 0 ? 'more' : 'full'
  }

  end(why: EndReason): void {
    this.ending = why
  }
}

async function claim(queue: { queue_id: string; last_event_id: number }) {
  const user = realm.users.get(world.userId('hamlet') as UserId)!
  return queues.claim(realm, user, {
    queueId: queue.queue_id,
    lastEventId: queue.last_event_id,
    session: undefined,
  })
}

it('a listener with an outdated generation ends, and the current one gets each event once', async () => {
  const queue = await register(hamlet)
  await emitMarks(gateway.core, world, range(0, 5))
  const [early, late] = [await claim(queue), await claim(queue)]
  const [one, other] = [new Recording(), new Recording()]
  queues.listen(late, other)
  queues.listen(early, one)
  expect(one.ending).toBe('replaced')
  await expect.poll(() => other.numbers).toEqual(range(0, 5))
  await emitMarks(gateway.core, world, range(5, 7))
  await expect.poll(() => other.numbers).toEqual(range(0, 7))
  expect(one.numbers).toEqual([])
  expect(other.ending).toBeUndefined()
})

it('a full listener gets nothing until it resumes, and then everything once', async () => {
  const queue = await register(hamlet)
  const listener = new Recording()
  listener.room = 1
  const hearing = queues.listen(await claim(queue), listener)
  await emitMarks(gateway.core, world, [0])
  await expect.poll(() => listener.numbers).toEqual([0])
  await emitMarks(gateway.core, world, range(1, 1300))
  await gateway.core.realms.byHost('127.0.0.1').then((state) => state!.sync())
  expect(listener.numbers).toEqual([0])
  listener.room = 2
  hearing.resume()
  await expect.poll(() => listener.numbers.length).toBe(1001)
  listener.room = Number.POSITIVE_INFINITY
  hearing.resume()
  await expect.poll(() => listener.numbers).toEqual(range(0, 1300))
})

it('an abandoned listener gets no events and no end', async () => {
  const queue = await register(hamlet)
  const listener = new Recording()
  const hearing = queues.listen(await claim(queue), listener)
  hearing.abandon()
  await emitMarks(gateway.core, world, [0])
  const next = new Recording()
  queues.listen(await claim(queue), next)
  await expect.poll(() => next.numbers).toEqual([0])
  expect(listener).toMatchObject({ numbers: [], ending: undefined })
})

it.each([
  ['the account is deactivated', { isActive: false }, 'deactivated'],
  ['the API key changes', { keyVersion: 7 }, 'keyChanged'],
] as const)('a listener ends when %s while it takes its queue', async (_, to, ending) => {
  const change = (changes: Partial<UserRecord>) =>
    gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
      const user = realm.users.get(world.userId('hamlet') as UserId)!
      emitChange(tx, { type: '_user', user: { ...user, ...changes } })
    })
  const { isActive, keyVersion } = realm.users.get(world.userId('hamlet') as UserId)!
  const taken = await claim(await register(hamlet))
  await change(to)
  await realm.sync()
  const listener = new Recording()
  queues.listen(taken, listener)
  await emitMarks(gateway.core, world, [0])
  await realm.sync()
  expect(listener).toMatchObject({ numbers: [], ending })
  await change({ isActive, keyVersion })
  await realm.sync()
})
