import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinOrCreate } from '../../../../core/channels/joining/join-or-create.ts'
import { changeRole } from '../../../../core/people/accounts/change-role.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import { ChannelDirectory } from '../../../../core/state/channels/directory.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState

beforeEach(async () => {
  world = await World.create()
  core = await world.core()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
}, 60_000)
afterEach(async () => {
  vi.restoreAllMocks()
  await core.close()
  await world.close()
})

const channel = (name: string) => realm.channels.get(world.channelId(name))!

test('a copy differs in the changed channels, and leaves the directory as it was', () => {
  const verona = channel('Verona')
  const venice = channel('Venice')
  const before = [...realm.channels]
  const copy = realm.channels.with([
    { ...verona, name: 'Padua' },
    { ...venice, isArchived: true },
  ])
  expect(copy.byName('padua')?.id).toBe(verona.id)
  expect(copy.byName('verona')).toBeUndefined()
  expect(copy.byName('venice')).toBeUndefined()
  expect(copy.get(venice.id)?.isArchived).toBe(true)
  expect([...copy].map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect([...realm.channels]).toEqual(before)
  expect(realm.channels.byName('Verona')).toBe(verona)
  expect(realm.channels.byName('padua')).toBeUndefined()
  expect(realm.channels.kinds.open).toContain(verona)
})

test('a copy looks only at the changed channels', () => {
  const put = vi.spyOn(ChannelDirectory.prototype, 'put')
  const looked = vi.spyOn(ChannelDirectory.prototype, Symbol.iterator)
  realm.channels.with([{ ...channel('Verona'), name: 'Padua' }])
  expect(put).toHaveBeenCalledTimes(1)
  expect(looked).not.toHaveBeenCalled()
})

test('a subscription to a channel that exists looks at no other channel', async () => {
  const user = realm.users.get(world.userId('desdemona'))!
  const zoe = world.userId('zoe') as UserId
  const { name } = realm.channels.kinds.open.find(({ id }) => !realm.membership.has(id, zoe))!
  const looked = vi.spyOn(ChannelDirectory.prototype, Symbol.iterator)
  const { subscribed } = await joinOrCreate(
    { core, realm, user },
    {
      channels: [{ name }],
      principals: [zoe],
      authorizationErrorsFatal: true,
    },
  )
  expect(subscribed.has(zoe)).toBe(true)
  expect(looked).not.toHaveBeenCalled()
})

test('a change between roles of members looks at no public channel', async () => {
  expect(realm.channels.kinds.open.length).toBeGreaterThan(0)
  const looked = vi.spyOn(ChannelDirectory.prototype, Symbol.iterator)
  await changeRole(core, realm, world.userId('zoe') as UserId, Role.moderator)
  expect(looked).not.toHaveBeenCalled()
})
