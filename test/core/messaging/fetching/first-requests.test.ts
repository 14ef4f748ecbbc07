import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newestReceived,
  newestReceivedInMemory,
} from '../../../../core/messaging/fetching/newest-received.ts'
import { profileInMemory } from '../../../../core/people/profile-fields/values.ts'
import type { Statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
/** The statements that the process has sent, by name. */
let sent: string[] = []

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
  const run = core.db.run.bind(core.db)
  core.db.run = ((asked: Statement, values: unknown[]) => {
    sent.push(asked.name)
    return run(asked, values)
  }) as typeof core.db.run
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const count = (name: string) => sent.filter((each) => each === name).length
const people = () => [...realm.users].filter(({ isActive }) => isActive).map(({ id }) => id)

test('the first requests of all people of an organization share one query', async () => {
  for (const id of people()) {
    expect(await newestReceivedInMemory(core, realm, id), String(id)).toBe(
      await newestReceived(core.db, realm.id, id),
    )
    await profileInMemory(core, realm, id)
  }
  expect([count('message.newest-received-of'), count('profile-value.of-users')]).toEqual([1, 1])
})

test('what a query has found for others beside is as new as their request', async () => {
  const { url } = await world.gateway()
  const [owner, cordelia, iago] = ['desdemona', 'cordelia', 'iago'].map((name) => world.client(url, name))
  const her = world.userId('cordelia') as UserId
  const { id: field } = await iago!.ok(iago!.post('/realm/profile_fields', { name: 'Town', field_type: 1 }))
  await realm.startOver()
  sent = []
  await newestReceivedInMemory(core, realm, world.userId('hamlet') as UserId)
  await profileInMemory(core, realm, world.userId('hamlet') as UserId)
  const { id } = await owner!.ok(owner!.post('/messages', { type: 'direct', to: [her], content: 'new' }))
  await cordelia!.ok(cordelia!.patch('/users/me/profile_data', { data: [{ id: field, value: 'Verona' }] }))
  await realm.catchUp()
  expect(await newestReceivedInMemory(core, realm, her)).toBe(id)
  expect((await profileInMemory(core, realm, her))[field]?.value).toBe('Verona')
  expect([count('message.newest-received-of'), count('profile-value.of-users')]).toEqual([1, 2])
  await owner!.ok(owner!.delete(`/messages/${id}`))
  await realm.catchUp()
  expect(await newestReceivedInMemory(core, realm, her)).toBe(await newestReceived(core.db, realm.id, her))
})

test('a message that somebody has received since the load is known without a query', async () => {
  await realm.startOver()
  const hamlet = world.client((await world.gateway()).url, 'hamlet')
  const cordelia = world.userId('cordelia') as UserId
  const { id } = await hamlet.ok(
    hamlet.post('/messages', { type: 'direct', to: [cordelia], content: 'and now' }),
  )
  await realm.catchUp()
  sent = []
  expect(await newestReceivedInMemory(core, realm, cordelia)).toBe(id)
  expect(count('message.newest-received-of')).toBe(0)
})
