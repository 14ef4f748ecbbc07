import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, channelOf, foreign, join, ok, refusal, setUpStage, system, world } from '../stage.ts'
import { channelEventsDuring, ids, summarize } from './channel-events.ts'

setUpStage()

const create = (who: string, name: string, more: Body = {}) =>
  as(who).post('/channels/create', { name, subscribers: ids(who), ...more })

describe('POST /channels/create', () => {
  test('creates a channel with the given properties', async () => {
    const folder = await ok(as('iago').post('/channel_folders/create', { name: 'Plays' }))
    const { id } = await ok(
      create('hamlet', 'Mousetrap', {
        description: 'A play\nwithin',
        subscribers: ids('hamlet', 'zoe'),
        folder_id: folder.channel_folder_id,
        topics_policy: 'allow_empty_topic',
        can_send_message_group: system('role:moderators'),
        can_remove_subscribers_group: { direct_members: ids('zoe'), direct_subgroups: [] },
      }),
    )
    expect(await channelOf('Mousetrap')).toMatchObject({
      stream_id: id,
      description: 'A play within',
      creator_id: world.userId('hamlet'),
      folder_id: folder.channel_folder_id,
      subscriber_count: 2,
      stream_post_policy: 4,
      can_administer_channel_group: { direct_members: ids('hamlet'), direct_subgroups: [] },
      can_remove_subscribers_group: { direct_members: ids('zoe'), direct_subgroups: [] },
    })
  })

  test('lets the creator see the channel without subscribing', async () => {
    const events = await channelEventsDuring(['hamlet', 'zoe', 'cordelia'], () =>
      ok(create('hamlet', 'surprise', { invite_only: true, subscribers: ids('zoe') })),
    )
    expect(summarize(events.hamlet)).toEqual(['create surprise', `peer_add ${ids('zoe')}`])
    expect(summarize(events.zoe)).toEqual(['create surprise', 'add surprise'])
    expect(events.cordelia).toEqual([])
  })

  test.each([
    ['a name in use', 'verona', {}, "Channel 'verona' already exists"],
    ['a name of a private one', 'Core Team', {}, "Channel 'Core Team' already exists"],
    ['no name', '  ', {}, "Channel name can't be empty."],
    ['nobody', 'a', { subscribers: [2_000_000_000] }, 'No such user'],
    ['a folder that is none', 'b', { folder_id: 2_000_000_000 }, 'Invalid channel folder ID'],
    ['a group that is none', 'c', { can_subscribe_group: 2_000_000_000 }, 'Invalid user group'],
    [
      'a private default',
      'd',
      { invite_only: true, is_default_stream: true },
      'A default channel cannot be private.',
    ],
    ['no permission', 'e', { is_default_stream: true }, 'Insufficient permission'],
    ['no permission', 'f', { is_web_public: true }, 'Web-public channels are not enabled.'],
  ])('%s is refused', async (_, name, more, msg) => {
    expect((await refusal(create('hamlet', name, more))).msg).toBe(msg)
    expect((await refusal(create('polonius', name, more))).msg).toBe('Not allowed for guest users')
  })

  test('rejects deactivated users and users of another organization as subscribers', async () => {
    for (const id of [foreign.id, world.userId('aaron')]) {
      expect((await refusal(create('hamlet', 'void', { subscribers: [id] }))).status).toBe(400)
    }
    for (const subscribers of [undefined, 'zoe', ['zoe'], null, {}]) {
      expect((await refusal(create('hamlet', 'void', { subscribers }))).status).toBe(400)
    }
    expect(await channelOf('void')).toBeUndefined()
  })

  test('permission settings of the organization decide who creates channels and subscribes others', async () => {
    const allow = (name: string, group: string) =>
      ok(as('desdemona').patch('/realm', { [name]: { new: system(group) } }))
    const refused = bad('Insufficient permission')
    await allow('can_create_public_channel_group', 'role:moderators')
    expect(await refusal(create('hamlet', 'forum'))).toEqual(refused)
    expect(await refusal(join('hamlet', ['forum']))).toEqual(refused)
    await ok(create('hamlet', 'closet', { invite_only: true }))
    await ok(create('shiva', 'forum'))
    await allow('can_create_public_channel_group', 'role:members')
    await allow('can_add_subscribers_group', 'role:moderators')
    expect(await refusal(join('hamlet', ['forum'], { principals: ids('zoe') }))).toEqual(refused)
    await ok(join('hamlet', ['closet'], { principals: ids('zoe') })) // The user administers it.
    await ok(join('shiva', ['forum'], { principals: ids('zoe') }))
    await allow('can_add_subscribers_group', 'role:members')
  })
})

describe('notices are sent', () => {
  const contentsOf = (events: Body[] | undefined) =>
    (events ?? [])
      .filter((event) => event.message.sender_full_name === 'Notification Bot')
      .map((event) => event.message.content)

  test('to users whom others subscribed', async () => {
    await ok(create('hamlet', 'ramparts'))
    const events = await eventsDuring(['message'], ['zoe', 'hamlet'], async () => {
      expect(
        await ok(join('hamlet', ['ramparts', 'Verona', 'Denmark'], { principals: ids('zoe', 'hamlet') })),
      ).toMatchObject({
        new_subscription_messages_sent: true,
      })
      await ok(join('hamlet', ['Rome'], { principals: ids('zoe'), send_new_subscription_messages: false }))
    })
    expect(contentsOf(events.zoe)).toEqual([expect.stringMatching(/subscribed you .*ramparts.*Denmark/s)])
    expect(contentsOf(events.hamlet)).toEqual([])
  })

  test('about new channels, when the organization has an announcement channel', async () => {
    const place = world.channelId('Scotland')
    await ok(as('desdemona').patch('/realm', { new_stream_announcements_stream_id: place }))
    const { zoe } = await eventsDuring(['message'], ['zoe'], async () => {
      await ok(create('hamlet', 'news', { announce: true }))
      await ok(create('hamlet', 'secret news', { announce: true, invite_only: true }))
      await ok(create('hamlet', 'quiet news'))
      await ok(join('hamlet', ['more news'], { announce: true }))
    })
    expect(contentsOf(zoe)).toEqual([
      expect.stringContaining('#**news**'),
      expect.stringContaining('#**more news**'),
    ])
    await ok(as('desdemona').patch('/realm', { new_stream_announcements_stream_id: -1 }))
  })
})

test('one request can make a thousand subscriptions', { timeout: 600_000 }, async () => {
  const names = Array.from({ length: 100 }, (_, n) => `hall ${n}`)
  const people = [
    'hamlet',
    'zoe',
    'cordelia',
    'othello',
    'prospero',
    'shiva',
    'iago',
    'desdemona',
    'polonius',
  ]

  const body = await ok(join('hamlet', names, { principals: ids(...people) }))
  expect(Object.values(body.subscribed as Record<string, string[]>).flat()).toHaveLength(900)
  expect(await ok(join('hamlet', names, { principals: ids(...people) }))).toMatchObject({ subscribed: {} })
})
