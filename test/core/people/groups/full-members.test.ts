import { beforeAll, expect, test } from 'vitest'
import { promoteFullMembers } from '../../../../core/people/groups/full-members.ts'
import { newcomer } from '../../../gateway/routes/changes.ts'
import { ids } from '../../../gateway/routes/channels/channel-events.ts'
import { eventsDuring } from '../../../gateway/routes/events-during.ts'
import { as, core, join, ok, realm, setUpStage, url, world } from '../../../gateway/routes/stage.ts'
import type { Body } from '../../../harness/client.ts'

setUpStage()

const DAY = 86_400_000
const group = () => realm.record.systemGroups['role:fullmembers']
const threshold = (days: number) => ok(as('desdemona').patch('/realm', { waiting_period_threshold: days }))

/** The full members according to a new register response. */
async function fullMembers(): Promise<number[]> {
  const { realm_user_groups } = await ok(
    as('zoe').post('/register', { event_types: ['realm_user_groups', 'user_group'] }),
  )
  return realm_user_groups.find((candidate: Body) => candidate.id === group()).members
}

/** The group events during `work`. */
async function told(happen: () => Promise<unknown>): Promise<Body[]> {
  const { zoe } = await eventsDuring(['user_group'], ['zoe'], happen)
  return zoe!.map(({ type: _, ...event }) => event)
}

beforeAll(async () => {
  await world.sql(`UPDATE user_account SET joined_at = now() - interval '30 days' WHERE realm_id = $1`, [
    realm.id,
  ])
  await realm.startOver()
})

test('a new member becomes a full member after the waiting period, and everyone gets one event', async () => {
  await threshold(10)
  const before = await fullMembers()
  const { record } = await newcomer(core, realm, url, { email: 'early@demo.test' })
  const { record: other } = await newcomer(core, realm, url, { email: 'later@demo.test' })
  const { record: gone } = await newcomer(core, realm, url, { email: 'gone@demo.test' })
  await ok(as('iago').delete(`/users/${gone.id}`))
  expect(await fullMembers()).toEqual(before)
  const joined = Date.parse(record.dateJoined)
  const later = Date.parse(other.dateJoined)
  expect(await told(() => promoteFullMembers(core, joined + 10 * DAY - 1))).toEqual([])
  const added = { op: 'add_members', group_id: group() }
  expect(
    await told(async () => {
      await Promise.all([1, 2, 3].map(() => promoteFullMembers(core, joined + 10 * DAY)))
      await promoteFullMembers(core, joined + 10 * DAY)
    }),
  ).toEqual([{ ...added, user_ids: [record.id] }])
  expect(await fullMembers()).toEqual([...before, record.id])
  // A clock that is behind does not undo the change.
  expect(await told(() => promoteFullMembers(core, joined))).toEqual([])
  expect(await told(() => promoteFullMembers(core, later + 11 * DAY))).toEqual([
    { ...added, user_ids: [other.id] },
  ])
  expect(await fullMembers()).toEqual([...before, record.id, other.id])
})

test('a new waiting period takes effect at once', async () => {
  await threshold(0)
  const all = await fullMembers()
  const people = ids('zoe', 'hamlet')
  for (const id of people) expect(all).toContain(id)
  const left = await told(() => threshold(60))
  expect(left).toEqual([{ op: 'remove_members', group_id: group(), user_ids: expect.any(Array) }])
  expect(new Set(left[0]!.user_ids)).toEqual(new Set(all))
  expect(await fullMembers()).toEqual([])
  // Moderators and higher roles are full members through another group.
  expect(all).not.toContain(world.userId('iago'))
  const back = await told(() => threshold(20))
  expect(back).toEqual([{ op: 'add_members', group_id: group(), user_ids: expect.any(Array) }])
  expect([...back[0]!.user_ids].sort((a, b) => a - b)).toEqual(await fullMembers())
  expect(await told(() => threshold(20))).toEqual([])
})

test('new full members see the private channels that full members may join', async () => {
  await threshold(20)
  const { record, client } = await newcomer(core, realm, url, { email: 'fresh@demo.test' })
  await ok(join('iago', ['lounge'], { invite_only: true }))
  await realm.sync()
  const { id } = realm.channels.byName('lounge')!
  await ok(as('iago').patch(`/streams/${id}`, { can_subscribe_group: { new: group() } }))
  const names = async () =>
    (await ok(client.get('/streams', { include_all: true }))).streams.map((stream: Body) => stream.name)
  expect(await names()).not.toContain('lounge')
  const initial = await ok(client.post('/register', { event_types: ['stream', 'subscription'] }))
  await promoteFullMembers(core, Date.parse(record.dateJoined) + 20 * DAY)
  const { events } = await ok(
    client.get('/events', { queue_id: initial.queue_id, last_event_id: initial.last_event_id }),
  )
  expect(events).toMatchObject([
    { op: 'create', streams: [{ name: 'lounge' }] },
    { op: 'peer_add', user_ids: ids('iago') },
  ])
  expect(await names()).toContain('lounge')
})
