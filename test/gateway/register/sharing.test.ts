import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '../../../core/state/users/record.ts'
import type { Body, Client } from '../../harness/client.ts'
import { newcomer } from '../routes/changes.ts'
import { as, core, foreign, join, ok, realm, setUpStage, url, world } from '../routes/stage.ts'

setUpStage()

/** Registers share cached data; these tests compare it with unshared data. */

const state = (client: Client, more: object = {}): Promise<Body> =>
  ok(client.post('/register', { include_subscribers: true, client_gravatar: false, ...more }))

const findUser = (users: readonly Body[], id: number) => users.find((user) => user.user_id === id)

let shy: { client: Client; id: number }
beforeAll(async () => {
  const { client, record } = await newcomer(core, realm, url, { email: 'shy@demo.test' })
  await ok(client.patch('/settings', { email_address_visibility: 4 }))
  shy = { client, id: record.id }
})

describe('everyone', () => {
  test.each(['desdemona', 'iago', 'shiva', 'hamlet', 'polonius', 'greeter-bot'])(
    'as in the response of GET /users to %s',
    async (name) => {
      for (const client_gravatar of [true, false]) {
        const { realm_users, realm_non_active_users } = await state(as(name), { client_gravatar })
        const { members } = await ok(
          as(name).get('/users', { client_gravatar, include_custom_profile_fields: true }),
        )
        const byId = (a: Body, b: Body) => a.user_id - b.user_id
        expect([...realm_users, ...realm_non_active_users].sort(byId)).toEqual(members.sort(byId))
        expect(realm_non_active_users.map((user: Body) => user.user_id)).toEqual([world.userId('aaron')])
      }
    },
  )

  test('a user who hides the own email address sees it; others of the same role do not', async () => {
    for (let n = 0; n < 2; n++) {
      const { realm_users } = await state(shy.client)
      expect(findUser(realm_users, shy.id)).toMatchObject({
        delivery_email: 'shy@demo.test',
        full_name: 'shy',
      })
      expect(realm_users).toHaveLength((await state(as('hamlet'))).realm_users.length)
      expect(findUser((await state(as('hamlet'))).realm_users, shy.id).delivery_email).toBeNull()
    }
  })

  test('is sent with current data after a name, a role or a profile changed', async () => {
    const first = await state(as('hamlet'))
    await ok(
      as('desdemona').patch(`/users/${world.userId('zoe')}`, { full_name: 'Zoë “Z”', role: Role.moderator }),
    )
    const second = await state(as('hamlet'))
    expect(findUser(first.realm_users, world.userId('zoe'))).toMatchObject({ full_name: 'Zoe', role: 400 })
    expect(findUser(second.realm_users, world.userId('zoe'))).toMatchObject({
      full_name: 'Zoë “Z”',
      role: 300,
    })
    const { id } = await ok(as('iago').post('/realm/profile_fields', { field_type: 1, name: 'Motto' }))
    const motto = async () =>
      findUser((await state(as('hamlet'))).realm_users, world.userId('zoe')).profile_data[id]
    expect(await motto()).toBeUndefined()
    await ok(as('zoe').patch('/users/me/profile_data', { data: [{ id, value: '*now*' }] }))
    expect(await motto()).toMatchObject({ value: '*now*' })
    await ok(as('iago').delete(`/realm/profile_fields/${id}`))
    expect(await motto()).toBeUndefined()
  })

  test('contains the users of one organization only', async () => {
    const { realm_users } = await state(foreign.client)
    expect(realm_users.map((user: Body) => user.user_id)).toEqual([foreign.id])
  })
})

test('groups are sent with their current members', async () => {
  const name = 'stage hands'
  const members = async () => {
    const { realm_user_groups } = await state(as('hamlet'))
    return realm_user_groups.find((group: Body) => group.name === name)?.members
  }
  expect(await members()).toBeUndefined()
  const zoe = world.userId('zoe')
  const { group_id } = await ok(
    as('iago').post('/user_groups/create', { name, description: '', members: [zoe] }),
  )
  expect(await members()).toEqual([zoe])
  await ok(as('iago').post(`/user_groups/${group_id}/members`, { add: [shy.id] }))
  expect(await members()).toEqual([zoe, shy.id])
})

test("channels are sent with their current subscribers and each reader's own settings", async () => {
  const { streams, subscriptions, never_subscribed } = await state(as('zoe'))
  const rome = never_subscribed.find((channel: Body) => channel.name === 'Rome')
  expect(rome).toEqual(streams.find((channel: Body) => channel.name === 'Rome'))
  expect(rome.subscribers).not.toContain(world.userId('zoe'))
  await ok(join('zoe', ['Rome']))
  const after = await state(as('zoe'))
  const joined = after.subscriptions.find((channel: Body) => channel.name === 'Rome')
  expect(joined).toMatchObject({
    ...rome,
    subscriber_count: rome.subscriber_count + 1,
    subscribers: [...rome.subscribers, world.userId('zoe')].sort((a: number, b: number) => a - b),
    is_muted: false,
    color: expect.any(String),
  })
  expect(after.subscriptions).toHaveLength(subscriptions.length + 1)
  const without = await state(as('zoe'), { include_subscribers: false })
  expect(without.streams[0]).not.toHaveProperty('subscribers')
  expect(without.streams.length).toBe(after.streams.length)
})

test('settings and lists of the organization are sent as they are now, to clients that choose other fields too', async () => {
  const chosen = () => state(as('zoe'), { fetch_event_types: ['realm', 'realm_domains'] })
  for (const description of ['first', 'second "é"']) {
    await ok(as('desdemona').patch('/realm', { description }))
    expect(await state(as('hamlet'))).toMatchObject({ realm_description: description })
    expect(await chosen()).toMatchObject({ realm_description: description })
  }
  const domain = { domain: 'stage.test', allow_subdomains: false }
  await ok(as('desdemona').post('/realm/domains', domain))
  for (const { realm_domains } of [await state(as('hamlet')), await chosen()])
    expect(realm_domains).toContainEqual(domain)
  expect(await chosen()).not.toHaveProperty('realm_emoji')
})
