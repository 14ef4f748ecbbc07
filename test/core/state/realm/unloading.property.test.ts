import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Repairer } from '../../../../core/platform/events/repair.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Body } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { Queue } from '../../../harness/queue.ts'
import { World } from '../../../harness/world.ts'

/**
 * The first gateway unloads the organization whenever a test says so. The second keeps it and is the model.
 */
let world: World
let core: Core
let urls: [unloading: string, staying: string]
let realm: RealmId
let count = 0

beforeAll(async () => {
  world = await World.create()
  const [first, second] = [await world.gateway(), await world.gateway()]
  core = first.gateway.core
  urls = [first.url, second.url]
  realm = world.organization.realmId as RealmId
})
afterAll(() => world.close())

const at = (gateway: 0 | 1, name = 'desdemona') => world.client(urls[gateway], name)
const ok = (gateway: 0 | 1, request: (client: ReturnType<typeof at>) => Promise<Body>) =>
  at(gateway).ok(request(at(gateway)))
const unload = () => core.realms.unloadUnused(Number.POSITIVE_INFINITY)
const isLoaded = () => core.realms.loaded.some(({ id }) => id === realm)

/** The answers of both gateways about the state of the organization. */
const answers = async (gateway: 0 | 1) => {
  const [users, channels, groups, own] = await Promise.all([
    ok(gateway, (client) => client.get('/users')),
    ok(gateway, (client) => client.get('/streams', { exclude_archived: false })),
    ok(gateway, (client) => client.get('/user_groups')),
    at(gateway, 'hamlet').get('/users/me/subscriptions'),
  ])
  return { users: users.members, channels: channels.streams, groups: groups.user_groups, own: own.body }
}

test('an organization without clients is unloaded, and the next request loads it', async () => {
  await ok(0, (client) => client.get('/users/me'))
  expect(isLoaded()).toBe(true)
  core.realms.unloadUnused(Date.now() - 60_000)
  expect(isLoaded()).toBe(true)
  unload()
  expect(isLoaded()).toBe(false)
  await ok(0, (client) => client.get('/users/me'))
  expect(isLoaded()).toBe(true)
})

test('organizations are in use for ten seconds after a use, and while they have clients', async () => {
  const checks = vi.spyOn(Repairer.prototype, 'endPause')
  try {
    const state = (await core.realms.get(realm))!
    expect(core.realms.areInUse).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    expect(core.realms.areInUse).toBe(false)
    const stop = state.follow(() => undefined)
    expect(core.realms.areInUse).toBe(true)
    stop()
    expect(core.realms.areInUse).toBe(false)
    checks.mockClear()
    await core.realms.get(realm)
    await core.realms.get(realm)
    expect(checks).toHaveBeenCalledTimes(1)
    expect(core.realms.areInUse).toBe(true)
  } finally {
    vi.useRealTimers()
    checks.mockRestore()
  }
})

test('what somebody still has of an unloaded organization follows the log again when it is used', async () => {
  const held = (await core.realms.get(realm))!
  const seen: string[] = []
  unload()
  expect(isLoaded()).toBe(false)
  await ok(1, (client) => client.patch('/realm', { name: `Held ${++count}` }))
  const stop = held.follow((entry) => void (entry && seen.push(entry.payload)))
  expect(core.realms.inMemory(realm)).toBe(held)
  await expect.poll(() => held.record.settings.name).toBe(`Held ${count}`)
  await ok(1, (client) => client.patch('/realm', { name: `Held ${++count}` }))
  await expect.poll(() => held.record.settings.name).toBe(`Held ${count}`)
  expect(await core.realms.get(realm)).toBe(held)
  expect(seen.length).toBeGreaterThan(1)
  stop()
})

test('a change that began before the organization was unloaded is in memory when it is answered', async () => {
  const held = (await core.realms.get(realm))!
  await core.changeAsSystem(held, async (tx) => {
    unload()
    expect(isLoaded()).toBe(false)
    tx.emit({ type: '_profiles' } as never, { kind: 'internal' })
  })
  const [head] = await world.sql<{ seq: number }>('SELECT seq::int FROM event_head WHERE realm_id = $1', [
    realm,
  ])
  expect(held.position).toBe(head!.seq)
})

test('requests that return together load an organization once', async () => {
  unload()
  const states = await Promise.all(Array.from({ length: 20 }, () => core.realms.get(realm)))
  expect(new Set(states).size).toBe(1)
})

test('an organization that comes back answers like one that stayed, and clients elsewhere miss nothing', async () => {
  const gateway = fc.constantFrom<0 | 1>(0, 1)
  const step = fc.oneof(
    fc.record({ type: fc.constant('unload' as const) }),
    fc.record({ type: fc.constant('message' as const), gateway }),
    fc.record({ type: fc.constant('name' as const), gateway }),
    fc.record({ type: fc.constant('channel' as const), gateway }),
    fc.record({ type: fc.constant('active' as const), gateway }),
    fc.record({ type: fc.constant('compare' as const) }),
  )
  await checkProperty(fc.array(step, { minLength: 5, maxLength: 20 }), 5, async (steps) => {
    const queue = await Queue.register(at(1, 'hamlet'), { event_types: ['message', 'realm', 'realm_user'] })
    const sent: string[] = []
    let isActive = true
    const message = async (where: 0 | 1) => {
      const content = `message ${++count}`
      await ok(where, (client) =>
        client.post('/messages', { type: 'direct', to: [world.userId('hamlet')], content }),
      )
      sent.push(content)
    }
    for (const each of steps) {
      switch (each.type) {
        case 'unload':
          unload()
          break
        case 'message':
          await message(each.gateway)
          break
        case 'name':
          await ok(each.gateway, (client) => client.patch('/realm', { name: `Name ${++count}` }))
          break
        case 'channel': {
          const subscriptions = [{ name: `unloading ${++count}` }]
          const principals = [world.userId('hamlet')]
          await ok(each.gateway, (client) =>
            client.post('/users/me/subscriptions', { subscriptions, principals }),
          )
          break
        }
        case 'active': {
          const path = `/users/${world.userId('othello')}`
          await ok(each.gateway, (client) =>
            isActive ? client.delete(path) : client.post(`${path}/reactivate`),
          )
          isActive = !isActive
          break
        }
        case 'compare':
          expect(await answers(0)).toEqual(await answers(1))
      }
    }
    if (!isActive) await ok(1, (client) => client.post(`/users/${world.userId('othello')}/reactivate`))
    unload()
    expect(await answers(0)).toEqual(await answers(1))
    await message(1)
    const events = await queue.upTo(sent.at(-1)!)
    const contents = events.filter(({ type }) => type === 'message').map(({ message }) => message.content)
    expect(contents.filter((content) => sent.includes(content))).toEqual(sent)
    await at(1, 'hamlet').ok(at(1, 'hamlet').delete('/events', { queue_id: queue.id }))
  })
})

test('a client continues its queue where the organization was unloaded, which then stays', async () => {
  const queue = await Queue.register(at(0, 'hamlet'))
  unload()
  expect(isLoaded()).toBe(false)
  const to = [world.userId('hamlet')]
  await ok(1, (client) => client.post('/messages', { type: 'direct', to, content: 'while it was unloaded' }))
  expect(await queue.contentsUpTo('while it was unloaded')).toEqual(['while it was unloaded'])
  unload()
  expect(isLoaded()).toBe(true)
  await ok(1, (client) => client.post('/messages', { type: 'direct', to, content: 'while it stayed' }))
  expect(await queue.contentsUpTo('while it stayed')).toEqual(['while it stayed'])
})
