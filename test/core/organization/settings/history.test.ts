import { afterAll, beforeAll, expect, test } from 'vitest'
import { hooksOf } from '../../../../core/open-core.ts'
import { toUsers } from '../../../../core/platform/events/audience.ts'
import type { ChannelId, RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import { emitChange } from '../../../../core/state/realm/changes.ts'
import { RealmState } from '../../../../core/state/realm/state.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
})
afterAll(async () => {
  await core?.close()
  await world.close()
})

const open = async (retentionMs: number): Promise<RealmState> => {
  const options = { hooks: hooksOf(core), db: core.db, secretKey: world.config.secretKey, retentionMs }
  return (await RealmState.open(world.organization.realmId as RealmId, options))!
}

/** One fact of each kind, except subscriptions. */
const turnEverything = (realm: RealmState) =>
  core.transact(realm.id, async (tx) => {
    const user = realm.users.get(world.userId('polonius') as UserId)!
    const channel = realm.channels.get(world.channelId('Verona') as ChannelId)!
    emitChange(tx, { type: '_realm', realm: realm.record, guestsKnewAll: false })
    emitChange(tx, { type: '_user', user, wasGuest: false })
    emitChange(tx, { type: '_channel', channel, wasPrivate: true })
    emitChange(tx, { type: '_met', guest: user.id, others: [world.userId('zoe') as UserId] })
  })

/** An entry that changes no state. */
const emitOther = (realm: RealmState) =>
  core.transact(realm.id, async (tx) => tx.emit(undeclaredEvent({ type: 'test' }), toUsers([])))

test('former facts are kept for the retention of the log', async () => {
  const realm = await open(3_600_000)
  const { size } = realm.membership.facts
  const before = realm.position
  await turnEverything(realm)
  await emitOther(realm)
  await realm.sync()
  expect(realm.membership.facts.size - size).toBe(4)
  expect(realm.wasGuestAt(realm.users.get(world.userId('polonius') as UserId)!, before)).toBe(false)
})

test('former facts of every kind are dropped after the retention, also when nobody joins or leaves', async () => {
  const realm = await open(1)
  await turnEverything(realm)
  await realm.sync()
  const turnedAt = realm.position
  await expect
    .poll(async () => {
      await emitOther(realm)
      await realm.catchUp()
      return realm.membership.facts.size
    })
    .toBe(0)
  // A replay from an earlier position would not know the recipients of events, and is refused.
  expect(realm.membership.exactFrom).toBe(turnedAt - 1)
})
