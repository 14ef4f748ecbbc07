import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkRealmAddress,
  createRealm,
  createRealms,
} from '../../../../core/organization/settings/create.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import { SYSTEM_GROUPS } from '../../../../core/state/groups/system.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core

beforeAll(async () => {
  world = await World.create()
  core = (await world.gateway()).gateway.core
})
afterAll(() => world.close())

/** The rows of an organization, without ids and times. */
async function partsOf(id: RealmId) {
  const realm = (await core.realms.get(id))!
  const heads = await world.sql('SELECT seq FROM event_head WHERE realm_id = $1', [id])
  const cursors = await world.sql('SELECT message_id FROM notification_cursor WHERE realm_id = $1', [id])
  const { users, groups } = realm
  return {
    name: realm.record.settings.name,
    position: realm.position,
    ...{ heads, cursors },
    bots: [...users.systemBots].map(({ email, fullName, role, isBot }) => ({ email, fullName, role, isBot })),
    groups: [...groups].map(({ name, description, isSystemGroup }) => ({
      ...{ name, description, isSystemGroup },
    })),
  }
}

test('organizations that are created together equal those that are created one by one', async () => {
  const one = await partsOf(await createRealm(core.db, { subdomain: 'one', name: 'Name' }))
  expect(one.bots).toHaveLength(2)
  expect(one.groups.map(({ name }) => name)).toEqual(Object.keys(SYSTEM_GROUPS))
  const ids = await createRealms(
    core.db,
    ['a', 'b', 'c'].map((subdomain) => ({ subdomain, name: ' Name ' })),
  )
  expect(new Set(ids).size).toBe(3)
  for (const [n, id] of ids.entries()) {
    expect(await partsOf(id)).toEqual(one)
    expect((await core.realms.byHost(`${'abc'[n]}.localhost`))!.id).toBe(id)
  }
})

test('none is created when the address of one is taken or malformed', async () => {
  const create = (subdomain: string) =>
    createRealms(core.db, [
      { subdomain: 'free', name: 'Free' },
      { subdomain, name: 'Other' },
    ])
  await createRealm(core.db, { subdomain: 'taken', name: 'Taken' })
  await expect(create('taken')).rejects.toMatchObject({ status: 400 })
  await expect(create('-')).rejects.toMatchObject({ status: 400 })
  expect(await core.realms.byHost('free.localhost')).toBeUndefined()
})

test.each([
  ['subdomain', [{ subdomain: 'race' }, { subdomain: 'race' }]],
  [
    'host name',
    [
      { subdomain: 'race-1', customHost: 'race.example' },
      { subdomain: 'race-2', customHost: 'race.example' },
    ],
  ],
])('of two organizations with one %s that are created at once, one is refused', async (_, [one, other]) => {
  const results = await Promise.allSettled(
    [one!, other!].map((address) => createRealm(core.db, { ...address, name: 'Race' })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((result) => result.status === 'rejected')!
  expect(refused.reason).toMatchObject({
    status: 400,
    message: 'Subdomain or host name already in use. Please choose a different one.',
  })
})

test('a host name does not lead to another organization than before', async () => {
  await createRealm(core.db, { subdomain: 'inn', customHost: 'swan.localhost', name: 'Inn' })
  const taken = {
    status: 400,
    message: 'Subdomain or host name already in use. Please choose a different one.',
  }
  for (const address of [
    { subdomain: 'swan' },
    { subdomain: 'new', customHost: 'inn.localhost' },
    { subdomain: 'new', customHost: 'SWAN.localhost' },
    { subdomain: 'new', customHost: 'localhost' },
  ]) {
    await expect(checkRealmAddress(core, address)).rejects.toMatchObject(taken)
  }
  for (const customHost of ['new.localhost', 'later.localhost', 'new.example', '127.0.0.9']) {
    expect(await checkRealmAddress(core, { subdomain: 'new', customHost })).toEqual({
      subdomain: 'new',
      customHost,
    })
  }
})

test('the name and the description are as long as in the settings', async () => {
  const long = { subdomain: 'long', name: 'x'.repeat(40), description: 'x'.repeat(1000) }
  await expect(createRealm(core.db, { ...long, name: 'x'.repeat(41) })).rejects.toMatchObject({ status: 400 })
  await expect(createRealm(core.db, { ...long, description: 'x'.repeat(1001) })).rejects.toMatchObject({
    status: 400,
  })
  await createRealm(core.db, long)
})
