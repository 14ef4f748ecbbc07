import { expect, test } from 'vitest'
import type { Body } from '../../harness/client.ts'
import { ids } from './channels/channel-events.ts'
import { eventsDuring } from './events-during.ts'
import { as, ok, setUpStage, world } from './stage.ts'

setUpStage()

const only = (...names: string[]) => ({ direct_members: ids(...names), direct_subgroups: [] })
const TYPES = ['realm', 'realm_user_groups', 'stream', 'user_group', 'subscription']

/** The settings that name zoe, as a new register response has them. */
async function shown(group: number, channel: number): Promise<Body> {
  const state = await ok(as('hamlet').post('/register', { event_types: TYPES }))
  const { can_manage_group } = state.realm_user_groups.find(({ id }: Body) => id === group)
  const { can_administer_channel_group } = state.subscriptions.find(
    ({ stream_id }: Body) => stream_id === channel,
  )
  return { can_manage_group, can_administer_channel_group, emoji: state.realm_can_add_custom_emoji_group }
}

test('permissions never show deactivated people, and show them again after their return', async () => {
  const zoe = world.userId('zoe')
  const { group_id } = await ok(
    as('zoe').post('/user_groups/create', {
      name: 'stage crew',
      description: '',
      members: [],
      can_add_members_group: only('hamlet'),
      can_manage_group: only('hamlet', 'zoe'),
    }),
  )
  const { id: channel } = await ok(
    as('zoe').post('/channels/create', { name: 'wings', subscribers: ids('hamlet', 'zoe') }),
  )
  const emoji = only('hamlet', 'zoe')
  await ok(as('desdemona').patch('/realm', { can_add_custom_emoji_group: { new: emoji } }))
  const complete = {
    can_manage_group: only('hamlet', 'zoe'),
    can_administer_channel_group: only('zoe'),
    emoji,
  }
  expect(await shown(group_id, channel)).toEqual(complete)

  const changes = (events: Body[]) =>
    events.filter(({ op }) => op.startsWith('update')).map(({ id: _, name: __, ...event }) => event)
  const updates = (people: string[], administers: string[]) => [
    {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { can_add_custom_emoji_group: only(...people) },
    },
    { type: 'user_group', op: 'update', group_id, data: { can_manage_group: only(...people) } },
    {
      type: 'stream',
      op: 'update',
      stream_id: channel,
      property: 'can_administer_channel_group',
      value: only(...administers),
    },
  ]
  const away = await eventsDuring(TYPES, ['hamlet'], () => ok(as('desdemona').delete(`/users/${zoe}`)))
  expect(changes(away.hamlet!)).toEqual(expect.arrayContaining(updates(['hamlet'], [])))
  expect(await shown(group_id, channel)).toEqual({
    can_manage_group: only('hamlet'),
    can_administer_channel_group: only(),
    emoji: only('hamlet'),
  })

  const back = await eventsDuring(TYPES, ['hamlet'], () =>
    ok(as('desdemona').post(`/users/${zoe}/reactivate`)),
  )
  expect(changes(back.hamlet!)).toEqual(expect.arrayContaining(updates(['hamlet', 'zoe'], ['zoe'])))
  expect(await shown(group_id, channel)).toEqual(complete)
})

test('a permission that names a deactivated person can be changed from the value that clients know', async () => {
  const prospero = world.userId('prospero')
  const { group_id } = await ok(
    as('hamlet').post('/user_groups/create', {
      name: 'prompters',
      description: '',
      members: [],
      can_join_group: only('hamlet', 'prospero'),
    }),
  )
  await ok(as('desdemona').delete(`/users/${prospero}`))
  const change = { old: only('hamlet'), new: only('hamlet', 'cordelia') }
  await ok(as('hamlet').patch(`/user_groups/${group_id}`, { can_join_group: change }))
  await ok(as('desdemona').post(`/users/${prospero}/reactivate`))
  const { user_groups } = await ok(as('hamlet').get('/user_groups'))
  const group = user_groups.find(({ id }: Body) => id === group_id)
  expect(group.can_join_group).toEqual(only('hamlet', 'cordelia'))
})
