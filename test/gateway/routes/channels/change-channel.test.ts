import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import {
  as,
  bad,
  channelOf,
  foreign,
  join,
  leave,
  ok,
  realm,
  refusal,
  setUpStage,
  system,
  world,
} from '../stage.ts'
import { channelEventsDuring, ids, summarize } from './channel-events.ts'

setUpStage()

const NOT_YOURS = bad('You do not have permission to administer this channel.', {
  code: 'CANNOT_ADMINISTER_CHANNEL',
})

/** Ids of channels by name, including archived ones. */
async function idOf(name: string): Promise<number> {
  await realm.sync()
  return [...realm.channels].find((channel) => channel.name === name)!.id
}

async function change(who: string, channel: string | number, changes: Body) {
  const id = typeof channel === 'number' ? channel : await idOf(channel)
  return as(who).patch(`/streams/${id}`, changes)
}

const alone = (...names: string[]) => ({ direct_members: ids(...names), direct_subgroups: [] })

/** Notices in a channel about the channel, newest first. */
async function written(channel: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: 'channel events' },
  ]
  const { messages } = await ok(
    as('desdemona').get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow,
    }),
  )
  return messages.map((message: Body) => message.content).reverse()
}

beforeAll(async () => {
  await ok(join('hamlet', ['garden'], { principals: ids('hamlet', 'zoe', 'desdemona') }))
  await ok(join('hamlet', ['cellar'], { invite_only: true, principals: ids('hamlet', 'zoe', 'polonius') }))
})

describe('PATCH /streams/{stream_id}', () => {
  test('renames the channel and sends an event', async () => {
    const events = await channelEventsDuring(['zoe', 'cordelia', 'polonius'], async () =>
      ok(change('hamlet', 'garden', { new_name: 'Orchard' })),
    )
    const id = await idOf('Orchard')
    const update = { type: 'stream', op: 'update', stream_id: id, name: 'garden' }
    expect(events.zoe).toContainEqual({ ...update, property: 'name', value: 'Orchard' })
    expect(events.cordelia).toContainEqual({ ...update, property: 'name', value: 'Orchard' })
    expect(events.polonius).toEqual([])
    expect((await written('Orchard'))[0]).toMatch(/renamed .*\*\*garden\*\* to \*\*Orchard\*\*/)
    await ok(change('hamlet', 'Orchard', { new_name: 'garden' }))
    await ok(change('hamlet', 'garden', { new_name: 'Garden' }))
    await ok(change('hamlet', 'Garden', { new_name: 'garden' }))
  })

  test('changes the description', async () => {
    const { zoe = [] } = await channelEventsDuring(['zoe'], async () =>
      ok(change('hamlet', 'garden', { description: 'Roses\nand *rue*' })),
    )
    expect(zoe).toContainEqual({
      type: 'stream',
      op: 'update',
      stream_id: await idOf('garden'),
      name: 'garden',
      property: 'description',
      value: 'Roses and *rue*',
      rendered_description: '<p>Roses and <em>rue</em></p>',
    })
    expect((await written('garden'))[0]).toContain('Roses and *rue*')
    expect((await refusal(change('hamlet', 'garden', { description: 'x'.repeat(1025) }))).status).toBe(400)
  })

  test('changes the message retention for owners', async () => {
    expect(await refusal(change('iago', 'garden', { message_retention_days: 7 }))).toEqual(
      bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' }),
    )
    await ok(change('desdemona', 'garden', { message_retention_days: 7 }))
    expect(await channelOf('garden')).toMatchObject({ message_retention_days: 7 })
    await ok(change('desdemona', 'garden', { message_retention_days: 'unlimited' }))
    expect(await channelOf('garden')).toMatchObject({ message_retention_days: -1 })
    await ok(change('desdemona', 'garden', { message_retention_days: 'realm_default' }))
    expect(await channelOf('garden')).toMatchObject({ message_retention_days: null })
    expect((await refusal(change('desdemona', 'garden', { message_retention_days: 0 }))).status).toBe(400)
  })

  test('who deletes messages is chosen by those who administer the channel and may set that policy', async () => {
    const [everyone, nobody] = [system('role:everyone'), system('role:nobody')]
    const refused = bad('Insufficient permission')
    const settings = ['can_delete_any_message_group', 'can_delete_own_message_group'] as const
    const policy = (group: unknown) =>
      as('desdemona').patch('/realm', { can_set_delete_message_policy_group: { new: group } })
    for (const setting of settings) {
      const give = (who: string, to: number) => change(who, 'garden', { [setting]: { new: to } })
      // Hamlet administers the channel, but he is no moderator.
      expect(await refusal(give('hamlet', everyone))).toEqual(refused)
      expect(await channelOf('garden')).toMatchObject({ [setting]: nobody })
      await ok(give('hamlet', nobody))
      await ok(give('iago', everyone))
      expect(await channelOf('garden')).toMatchObject({ [setting]: everyone })
      await ok(policy(alone('hamlet')))
      expect(await refusal(give('iago', nobody))).toEqual(refused)
      await ok(give('hamlet', nobody))
      await ok(policy(system('role:members')))
      expect(await refusal(give('zoe', everyone))).toEqual(NOT_YOURS)
      await ok(policy(system('role:moderators')))
    }
  })

  test('changes the permission settings', async () => {
    const [everyone, moderators] = [system('role:everyone'), system('role:moderators')]
    const mismatch = bad("'old' value does not match the expected value.", { code: 'EXPECTATION_MISMATCH' })
    const posting = (setting: unknown, old?: unknown) =>
      change('hamlet', 'garden', { can_send_message_group: { new: setting, old } })
    expect(await refusal(posting(moderators, moderators))).toEqual(mismatch)
    const { zoe = [] } = await channelEventsDuring(['zoe'], () => ok(posting(moderators, everyone)))
    const properties = zoe.map((event) => [event.property, event.value])
    expect(properties).toContainEqual(['can_send_message_group', moderators])
    expect(properties).toContainEqual(['stream_post_policy', 4])
    const send = (who: string) =>
      as(who).post('/messages', { type: 'channel', to: 'garden', topic: 'weeds', content: 'hm' })
    expect(await refusal(send('zoe'))).toEqual(bad('You do not have permission to post in this channel.'))
    await ok(send('desdemona'))
    await ok(posting(alone('zoe', 'cordelia')))
    await ok(send('zoe'))
    expect(await channelOf('garden')).toMatchObject({
      can_send_message_group: alone('zoe', 'cordelia'),
      stream_post_policy: 1,
    })
    for (const [group, stream_post_policy] of [
      ['role:nobody', 2],
      ['role:owners', 2],
      ['role:administrators', 2],
      ['role:fullmembers', 3],
      ['role:members', 1],
    ] as const) {
      await ok(change('hamlet', 'garden', { can_send_message_group: { new: system(group) } }))
      expect(await channelOf('garden'), group).toMatchObject({
        stream_post_policy,
        is_announcement_only: stream_post_policy === 2,
      })
    }
    await ok(posting({ direct_members: [], direct_subgroups: [everyone] }))
    expect(await channelOf('garden')).toMatchObject({ can_send_message_group: everyone })
    expect((await refusal(posting(system('role:internet')))).status).toBe(400)
    expect((await refusal(posting({ direct_members: [foreign.id], direct_subgroups: [] }))).status).toBe(400)
    expect(
      await refusal(change('hamlet', 'garden', { can_add_subscribers_group: { new: everyone } })),
    ).toEqual(bad("'can_add_subscribers_group' setting cannot be set to 'role:everyone' group."))
  })

  test('is for users who administer the channel', async () => {
    const newDescription = { description: 'Mine now' }
    expect(await refusal(change('cordelia', 'garden', newDescription))).toEqual(NOT_YOURS)
    expect(await refusal(change('cordelia', 'cellar', newDescription))).toEqual(bad('Invalid channel ID'))
    expect(await refusal(change('polonius', 'garden', newDescription))).toEqual(bad('Invalid channel ID'))
    expect(await refusal(change('polonius', 'cellar', newDescription))).toEqual(NOT_YOURS)
    await ok(
      change('hamlet', 'garden', { can_administer_channel_group: { new: alone('hamlet', 'cordelia') } }),
    )
    await ok(change('cordelia', 'garden', newDescription))
    await ok(change('iago', 'garden', { description: 'An administrator was here' }))
    expect(await refusal(change('cordelia', 'garden', { is_default_stream: true }))).toEqual(
      bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' }),
    )
  })

  test.each([
    ['a name that is taken', { new_name: 'VERONA' }, "Channel 'VERONA' already exists"],
    ['a name it has', { new_name: ' garden ' }, 'Channel already has that name.'],
    ['no name', { new_name: ' ' }, "Channel name can't be empty."],
    ['a name with NUL', { new_name: 'a\0b' }, 'new_name must not contain null bytes'],
    ['private and web-public', { is_private: true, is_web_public: true }, 'Invalid parameters'],
    ['public with a hidden history', { history_public_to_subscribers: false }, 'Invalid parameters'],
    ['a folder that is none', { folder_id: 2_000_000_000 }, 'Invalid channel folder ID'],
    ['a group that is none', { can_subscribe_group: { new: 2_000_000_000 } }, 'Invalid user group'],
  ])('%s is refused and changes nothing', async (_, changes, msg) => {
    const before = await channelOf('garden')
    const allChanges = { description: 'Never', ...changes }
    expect((await refusal(change('hamlet', 'garden', allChanges))).msg).toBe(msg)
    expect(await channelOf('garden')).toEqual(before)
  })

  test.each([
    { is_private: 'maybe' },
    { folder_id: 'x' },
    { can_send_message_group: 5 },
    { can_send_message_group: { old: 5 } },
    { can_send_message_group: { new: { direct_members: ['x'], direct_subgroups: [] } } },
    { topics_policy: 'whatever' },
    { message_retention_days: 'forever' },
  ])('%j is malformed', async (changes) => {
    expect((await refusal(change('hamlet', 'garden', changes))).status).toBe(400)
  })

  test('without parameters changes nothing', async () => {
    const { zoe } = await channelEventsDuring(['zoe'], async () =>
      ok(change('hamlet', 'garden', { unknown: 1 })),
    )
    expect(zoe).toEqual([])
    expect((await refusal(as('iago').patch('/streams/2000000000', {}))).msg).toBe('Invalid channel ID')
  })
})

describe('privacy', () => {
  test('of a channel that becomes private removes it for users outside', async () => {
    const everyone = ['zoe', 'cordelia', 'iago', 'polonius'] as const
    const events = await channelEventsDuring(everyone, async () =>
      ok(change('hamlet', 'garden', { is_private: true })),
    )
    const id = await idOf('garden')
    const changesFor = (name: string) =>
      events[name]!.map((event) => [event.op, event.property ?? event.stream_ids])
    expect(changesFor('zoe')).toContainEqual(['update', 'invite_only'])
    expect(changesFor('iago')).toEqual([['update', 'invite_only']])
    // The user administers the channel.
    expect(changesFor('cordelia')).toContainEqual(['update', 'invite_only'])
    expect(changesFor('polonius')).toEqual([])
    await ok(change('hamlet', 'garden', { can_administer_channel_group: { new: alone('hamlet') } }))
    const shown = await channelEventsDuring(['cordelia'], async () =>
      ok(change('hamlet', 'garden', { is_private: false })),
    )
    expect(summarize(shown.cordelia)).toEqual([
      'create garden',
      `peer_add ${ids('hamlet', 'zoe', 'desdemona')}`,
    ])
    const hidden = await channelEventsDuring(['cordelia'], async () =>
      ok(change('hamlet', 'garden', { is_private: true })),
    )
    expect(hidden.cordelia).toEqual([
      { type: 'stream', op: 'delete', streams: [{ stream_id: id }], stream_ids: [id] },
    ])
    expect(await channelOf('garden')).toMatchObject({ history_public_to_subscribers: false })
  })

  test('cannot be opened to others by an administrator who cannot read the channel', async () => {
    const refused = bad('Channel content access is required.')
    const opening = {
      is_private: false,
      history_public_to_subscribers: true,
    }
    expect(await refusal(change('iago', 'cellar', opening))).toEqual(refused)
    expect(
      await refusal(
        change('iago', 'cellar', { can_subscribe_group: { new: system('role:administrators') } }),
      ),
    ).toEqual(refused)
    expect(
      await refusal(
        change('iago', 'cellar', { can_add_subscribers_group: { new: system('role:administrators') } }),
      ),
    ).toEqual(refused)
    await ok(change('iago', 'cellar', { can_administer_channel_group: { new: alone('hamlet', 'iago') } }))
  })

  test('users with permission to join see and read the channel before they subscribe', async () => {
    const events = await channelEventsDuring(['cordelia', 'othello'], async () =>
      ok(
        change('hamlet', 'cellar', {
          can_subscribe_group: { new: alone('cordelia') },
          history_public_to_subscribers: true,
        }),
      ),
    )
    expect(summarize(events.cordelia)).toEqual([
      'create cellar',
      `peer_add ${ids('hamlet', 'zoe', 'polonius')}`,
    ])
    expect(events.othello).toEqual([])
    expect(await ok(as('cordelia').get(`/users/me/${await idOf('cellar')}/topics`))).toHaveProperty('topics')
    expect(await ok(join('cordelia', ['cellar']))).toMatchObject({
      subscribed: { [world.userId('cordelia')]: ['cellar'] },
    })
    const left = await channelEventsDuring(['cordelia'], () => ok(leave('cordelia', ['cellar'])))
    expect(summarize(left.cordelia)).toEqual(['remove cellar']) // The user still sees it.
  })

  test('of a web-public channel opens it to guests too, where spectators are allowed', async () => {
    expect(await refusal(change('desdemona', 'Denmark', { is_web_public: true }))).toEqual(
      bad('Web-public channels are not enabled.'),
    )
    await ok(as('desdemona').patch('/realm', { enable_spectator_access: true }))
    const { polonius } = await channelEventsDuring(['polonius'], async () =>
      ok(change('desdemona', 'Denmark', { is_web_public: true })),
    )
    expect(summarize(polonius)[0]).toBe('create Denmark')
    const { polonius: after } = await channelEventsDuring(['polonius'], async () =>
      ok(change('desdemona', 'Denmark', { is_web_public: false })),
    )
    expect(summarize(after)).toEqual(['delete'])
    expect(await refusal(change('iago', 'Denmark', { is_web_public: true }))).toEqual(
      bad('Insufficient permission'),
    )
  })
})

describe('DELETE /streams/{stream_id}', () => {
  const archive = async (who: string, channel: string | number) =>
    as(who).delete(`/streams/${typeof channel === 'number' ? channel : await idOf(channel)}`)

  test('archives the channel once, also for requests at the same time', async () => {
    await ok(join('hamlet', ['kiln'], { principals: ids('hamlet') }))
    const id = await idOf('kiln')
    const answers = await Promise.all(
      ['iago', 'desdemona', 'iago', 'desdemona'].map((who) => archive(who, id)),
    )
    expect(answers.map(({ status, body }) => [status, body.msg]).sort()).toEqual([
      [200, ''],
      ...Array(3).fill([400, 'Channel is already archived.']),
    ])
  })

  test('leaves messages that are unread again to clients that know archived channels', async () => {
    await ok(join('hamlet', ['silo'], { principals: ids('hamlet', 'zoe') }))
    const id = await idOf('silo')
    const content = '@**Zoe**, come'
    const message = (
      await ok(as('hamlet').post('/messages', { type: 'channel', to: id, topic: 'grain', content }))
    ).id
    const unread = async (client_capabilities: object = {}) => {
      const event_types = ['message', 'update_message_flags']
      const { unread_msgs } = await ok(as('zoe').post('/register', { event_types, client_capabilities }))
      const { count, streams, mentions } = unread_msgs
      const own = streams.filter(({ stream_id }: Body) => stream_id === id)
      return { count, topics: own.map(({ topic }: Body) => topic), isMentioned: mentions.includes(message) }
    }
    const { count } = await unread()
    expect(await unread()).toEqual({ count, topics: ['channel events', 'grain'], isMentioned: true })
    await ok(archive('iago', id))
    const none = { count: count - 2, topics: [], isMentioned: false }
    expect(await unread()).toEqual(none)
    expect(await unread({ archived_channels: true })).toEqual(none)
    await ok(as('zoe').post('/messages/flags', { messages: [message], op: 'remove', flag: 'read' }))
    expect(await unread()).toEqual(none)
    expect(await unread({ archived_channels: true })).toMatchObject({ topics: ['grain'], isMentioned: true })
    await ok(change('iago', id, { is_archived: false }))
    expect(await unread()).toMatchObject({ topics: expect.arrayContaining(['grain']), isMentioned: true })
  })

  test('archives the channel, with the events that each client understands', async () => {
    await ok(join('hamlet', ['barn'], { principals: ids('hamlet', 'zoe') }))
    const id = await idOf('barn')
    const types = ['stream', 'subscription']
    const gone = { type: 'stream', op: 'delete', streams: [{ stream_id: id }], stream_ids: [id] }
    const of = (events: Body[] | undefined) =>
      events?.filter((event) => event.property !== 'first_message_id')
    const { zoe, cordelia } = await eventsDuring(types, ['zoe', 'cordelia'], () => ok(archive('iago', id)))
    expect([of(zoe), of(cordelia)]).toEqual([[gone], [gone]])
    const capable = { archived_channels: true }
    const state = { event_types: ['stream', 'subscription'] }
    const knows = async (client_capabilities: object) => {
      const { streams, subscriptions } = await ok(
        as('zoe').post('/register', { ...state, client_capabilities }),
      )
      return [streams, subscriptions].map((list: Body[]) => list.some((channel) => channel.stream_id === id))
    }
    expect(await knows({})).toEqual([false, false])
    expect(await knows(capable)).toEqual([true, true])
    expect(await refusal(archive('iago', id))).toEqual(bad('Channel is already archived.'))
    expect(
      await refusal(as('zoe').post('/messages', { type: 'channel', to: id, topic: 't', content: 'x' })),
    ).toEqual(bad("Not authorized to send to channel 'barn'"))

    const back = await eventsDuring(types, ['zoe'], async () =>
      ok(change('iago', id, { is_archived: false })),
    )
    expect(summarize(of(back.zoe))).toEqual(['create barn', `peer_add ${ids('hamlet', 'zoe')}`, 'add barn'])
    expect(back.zoe!.flatMap(Object.keys).filter((name) => name.startsWith('_'))).toEqual([])
    const known = await eventsDuring(
      types,
      ['zoe', 'cordelia'],
      async () => {
        await ok(archive('iago', id))
        await ok(change('iago', id, { is_archived: false }))
      },
      capable,
    )
    const update = { type: 'stream', op: 'update', stream_id: id, name: 'barn', property: 'is_archived' }
    const both = [
      { ...update, value: true },
      { ...update, value: false },
    ]
    expect([of(known.zoe), of(known.cordelia)]).toEqual([both, both])
  })

  test('frees the name', async () => {
    await ok(join('hamlet', ['shed']))
    const id = await idOf('shed')
    await ok(archive('iago', id))
    await ok(join('zoe', ['shed']))
    expect(await refusal(change('iago', id, { is_archived: false }))).toEqual(
      bad("Channel 'shed' already exists", { code: 'CHANNEL_ALREADY_EXISTS', status: 409 }),
    )
  })

  test('is for administrators', async () => {
    const refused = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    for (const who of ['hamlet', 'shiva', 'polonius']) {
      expect(await refusal(archive(who, 'garden'))).toEqual(refused)
    }
    for (const id of [2_000_000_000, 99_999_999_999, 0]) {
      expect(await refusal(archive('iago', id))).toEqual(bad('Invalid channel ID'))
    }
  })
})
