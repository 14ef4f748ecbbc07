import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../../core/core.ts'
import type { RealmState } from '../../../core/realm/state.ts'
import type { Body, Client, Parameters } from '../../harness/client.ts'
import { EventReader } from '../../harness/event-reader.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, demonstration, newcomer } from './changes.ts'

let world: World
let core: Core
let url: string
let second: string
let realm: RealmState

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  second = (await world.gateway()).url
})
afterAll(() => world.close())

const as = (name: string) => world.client(url, name)
const ok = (answer: ReturnType<Client['get']>) => as('hamlet').ok(answer)
const join = (name: string, channel: string, parameters: Parameters = {}) =>
  ok(as(name).post('/users/me/subscriptions', { subscriptions: [{ name: channel }], ...parameters }))
const leave = (name: string, channel: string, parameters: Parameters = {}) =>
  ok(as(name).delete('/users/me/subscriptions', { subscriptions: [channel], ...parameters }))
const ids = (...names: string[]) => names.map((name) => world.userId(name)).sort((a, b) => a - b)

/** What each of `names` hears, at another gateway, of what `change` does: all of it, in order, without ids. */
async function heard(
  names: readonly string[],
  change: () => Promise<unknown>,
): Promise<Record<string, Body[]>> {
  const readers = await Promise.all(
    names.map((name) =>
      EventReader.start(world.client(second, name), {
        event_types: ['stream', 'subscription', 'default_streams', 'message'],
      }),
    ),
  )
  await change()
  // Its own event is the last: what comes before it is all there was.
  const { id: last } = await ok(
    as('iago').post('/messages', {
      type: 'direct',
      to: names.map((name) => world.userId(name)),
      content: 'That was it.',
    }),
  )
  await Promise.all(readers.map((reader) => reader.waitFor((event) => event.message?.id === last)))
  await Promise.all(readers.map((reader) => reader.stop()))
  await realm.sync()
  return Object.fromEntries(
    readers.map((reader, i) => [
      names[i]!,
      reader.events.filter((event) => event.type !== 'message').map(({ id: _, ...event }) => event),
    ]),
  )
}

/** The kinds of events, and whom or what they are about. */
const gist = (events: Body[] | undefined) =>
  (events ?? []).map((event) => {
    if (event.op === 'create') return `create ${event.streams.map((one: Body) => one.name)}`
    if (event.op === 'delete') return 'delete'
    if (event.op === 'add' || event.op === 'remove') {
      return `${event.op} ${event.subscriptions.map((one: Body) => one.name)}`
    }
    if (event.op === 'peer_add' || event.op === 'peer_remove') return `${event.op} ${event.user_ids}`
    return event.type
  })

describe('a public channel', () => {
  test('is announced to members, joined by its creator, and none of a guest’s business', async () => {
    const events = await heard(['hamlet', 'zoe', 'iago', 'polonius'], () => join('hamlet', 'harbour'))
    expect(gist(events.hamlet)).toEqual(['create harbour', 'add harbour'])
    for (const name of ['zoe', 'iago']) {
      expect(gist(events[name])).toEqual(['create harbour', `peer_add ${ids('hamlet')}`])
    }
    expect(events.polonius).toEqual([])
    const channel = realm.channels.byName('harbour')!
    expect(events.zoe![0]).toMatchObject({
      type: 'stream',
      op: 'create',
      streams: [
        { stream_id: channel.id, subscriber_count: 0, invite_only: false, creator_id: ids('hamlet')[0] },
      ],
    })
    expect(events.zoe![1]).toEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [channel.id],
      user_ids: ids('hamlet'),
    })
    const { subscriptions } = await ok(
      as('hamlet').get('/users/me/subscriptions', { include_subscribers: true }),
    )
    const listed = subscriptions.find((one: Body) => one.stream_id === channel.id)
    expect(events.hamlet![1]).toEqual({ type: 'subscription', op: 'add', subscriptions: [listed] })
  })

  test('being subscribed already is no event', async () => {
    const events = await heard(['hamlet', 'zoe'], () => join('hamlet', 'harbour'))
    expect(events).toEqual({ hamlet: [], zoe: [] })
  })

  test('newcomers hear of the channel as it is with them, everyone else of them', async () => {
    const events = await heard(['hamlet', 'zoe', 'cordelia', 'othello'], () =>
      join('hamlet', 'harbour', { principals: ids('zoe', 'cordelia') }),
    )
    expect(gist(events.zoe)).toEqual(['add harbour'])
    expect(events.zoe![0].subscriptions[0].subscribers).toEqual(ids('hamlet', 'zoe', 'cordelia'))
    expect(events.cordelia).toEqual(events.zoe)
    for (const name of ['hamlet', 'othello']) {
      expect(gist(events[name])).toEqual([`peer_add ${ids('zoe', 'cordelia')}`])
    }
  })

  test('a guest learns of it when it is subscribed, and forgets it when it leaves', async () => {
    const joined = await heard(['polonius', 'hamlet', 'othello'], () =>
      join('hamlet', 'harbour', { principals: ['polonius@demo.test'] }),
    )
    expect(gist(joined.polonius)).toEqual(['create harbour', 'add harbour'])
    expect(gist(joined.hamlet)).toEqual([`peer_add ${ids('polonius')}`])
    expect(gist(joined.othello)).toEqual([`peer_add ${ids('polonius')}`])

    const among = await heard(['polonius', 'othello', 'shiva'], () => join('othello', 'harbour'))
    expect(gist(among.polonius)).toEqual([`peer_add ${ids('othello')}`])
    expect(gist(among.shiva)).toEqual([`peer_add ${ids('othello')}`])

    const gone = await heard(['polonius', 'hamlet', 'shiva'], () => leave('polonius', 'harbour'))
    expect(gist(gone.polonius)).toEqual(['remove harbour', 'delete'])
    expect(gone.polonius![1]).toMatchObject({
      streams: [{ stream_id: realm.channels.byName('harbour')!.id }],
      stream_ids: [realm.channels.byName('harbour')!.id],
    })
    expect(gist(gone.hamlet)).toEqual([`peer_remove ${ids('polonius')}`])
    expect(gist(gone.shiva)).toEqual([`peer_remove ${ids('polonius')}`])
  })

  test('created with a guest in it', async () => {
    const events = await heard(['polonius', 'hamlet', 'zoe'], () =>
      join('hamlet', 'guest house', { principals: ids('polonius', 'hamlet') }),
    )
    expect(gist(events.polonius)).toEqual(['create guest house', 'add guest house'])
    expect(gist(events.zoe)).toEqual(['create guest house', `peer_add ${ids('hamlet', 'polonius')}`])
  })

  test('leaving is told once to everyone', async () => {
    const events = await heard(['hamlet', 'zoe', 'prospero', 'polonius'], () => leave('zoe', 'harbour'))
    expect(gist(events.zoe)).toEqual(['remove harbour'])
    expect(gist(events.hamlet)).toEqual([`peer_remove ${ids('zoe')}`])
    expect(gist(events.prospero)).toEqual([`peer_remove ${ids('zoe')}`])
    expect(events.polonius).toEqual([])
  })
})

describe('a private channel', () => {
  test('is told of to its subscribers and to administrators', async () => {
    const events = await heard(['hamlet', 'zoe', 'iago', 'desdemona', 'shiva', 'polonius'], () =>
      join('hamlet', 'tower', { invite_only: true, principals: ids('hamlet', 'zoe') }),
    )
    expect(gist(events.hamlet)).toEqual(['create tower', 'add tower'])
    expect(gist(events.zoe)).toEqual(['create tower', 'add tower'])
    for (const name of ['iago', 'desdemona']) {
      expect(gist(events[name])).toEqual(['create tower', `peer_add ${ids('hamlet', 'zoe')}`])
    }
    expect(events.shiva).toEqual([])
    expect(events.polonius).toEqual([])
  })

  test('a newcomer learns of it, a stranger does not', async () => {
    const events = await heard(['hamlet', 'zoe', 'cordelia', 'iago', 'othello'], () =>
      join('zoe', 'tower', { principals: ids('cordelia') }),
    )
    expect(gist(events.cordelia)).toEqual(['create tower', 'add tower'])
    for (const name of ['hamlet', 'zoe', 'iago']) {
      expect(gist(events[name])).toEqual([`peer_add ${ids('cordelia')}`])
    }
    expect(events.othello).toEqual([])
  })

  test('an administrator who is let in knew of it', async () => {
    const events = await heard(['iago', 'zoe', 'desdemona'], () =>
      join('zoe', 'tower', { principals: ids('iago') }),
    )
    expect(gist(events.iago)).toEqual(['add tower'])
    expect(gist(events.zoe)).toEqual([`peer_add ${ids('iago')}`])
    expect(gist(events.desdemona)).toEqual([`peer_add ${ids('iago')}`])
  })

  test('whoever is removed knows it no more', async () => {
    const events = await heard(['iago', 'zoe', 'cordelia', 'desdemona', 'othello'], () =>
      leave('iago', 'tower', { principals: ids('cordelia', 'iago') }),
    )
    expect(gist(events.cordelia)).toEqual(['remove tower', 'delete'])
    expect(gist(events.iago)).toEqual(['remove tower'])
    expect(gist(events.zoe)).toEqual([`peer_remove ${ids('cordelia', 'iago')}`])
    expect(gist(events.desdemona)).toEqual([`peer_remove ${ids('cordelia', 'iago')}`])
    expect(events.othello).toEqual([])
  })

  test('a refused request is no event', async () => {
    const events = await heard(['hamlet', 'othello', 'iago'], async () => {
      const { status } = await as('othello').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'nowhere' }, { name: 'tower' }],
      })
      expect(status).toBe(400)
    })
    expect(events).toEqual({ hamlet: [], othello: [], iago: [] })
  })
})

test('a web-public channel is announced to guests too', async () => {
  const events = await heard(['polonius', 'zoe'], () => join('desdemona', 'square', { is_web_public: true }))
  expect(gist(events.polonius)).toEqual(['create square'])
  expect(gist(events.zoe)).toEqual(['create square', `peer_add ${ids('desdemona')}`])
})

test('a new default channel is told of to members', async () => {
  const events = await heard(['zoe', 'polonius'], () =>
    join('desdemona', 'welcome', { is_default_stream: true }),
  )
  expect(gist(events.zoe)).toEqual(['create welcome', 'default_streams', `peer_add ${ids('desdemona')}`])
  expect(events.zoe![1].default_streams).toEqual([
    world.channelId('general'),
    realm.channels.byName('welcome')!.id,
  ])
  expect(events.polonius).toEqual([])
  const { client } = await newcomer(core, realm, url, { email: 'yorick@demo.test' })
  const { subscriptions } = await client.ok(client.get('/users/me/subscriptions'))
  expect(subscriptions.map((one: Body) => one.name)).toEqual(['general', 'welcome'])
})

test('back in a channel, a user finds the settings it left, and nobody else’s', async () => {
  await join('zoe', 'harbour')
  await leave('zoe', 'harbour')
  await core.transact(realm.realm, (tx) =>
    tx.run(
      {
        name: 'test.mute',
        text: `UPDATE subscription SET is_muted = true, color = '#123456' WHERE user_id = $1`,
      },
      [world.userId('zoe')],
    ),
  )
  const events = await heard(['zoe', 'prospero'], () =>
    join('hamlet', 'harbour', { principals: ids('zoe', 'prospero') }),
  )
  expect(gist(events.zoe)).toEqual(['add harbour'])
  expect(events.zoe![0].subscriptions[0]).toMatchObject({
    is_muted: true,
    in_home_view: false,
    color: '#123456',
  })
  expect(gist(events.prospero)).toEqual(['add harbour'])
  expect(events.prospero![0].subscriptions[0]).toMatchObject({ is_muted: false, in_home_view: true })
})

test('messages reach subscribers, and nobody after it left', async () => {
  const say = () =>
    ok(as('hamlet').post('/messages', { type: 'channel', to: 'harbour', topic: 't', content: 'x' }))
  const reader = await EventReader.start(world.client(second, 'zoe'), { event_types: ['message'] })
  const during = await say()
  await leave('zoe', 'harbour')
  await say()
  await join('zoe', 'harbour')
  const after = await say()
  await reader.waitFor((event) => event.message.id === after.id)
  await reader.stop()
  expect(reader.events.map((event) => event.message.id)).toEqual([during.id, after.id])
})

test('another organization hears nothing', async () => {
  const { client } = await anotherOrganization(core, url)
  const reader = await EventReader.start(client, { event_types: ['stream', 'subscription'] })
  await join('hamlet', 'quay')
  await client.ok(client.post('/users/me/subscriptions', { subscriptions: [{ name: 'Elsinore' }] }))
  await reader.waitFor((event) => event.op === 'add')
  await reader.stop()
  expect(gist(reader.events)).toEqual(['create Elsinore', 'add Elsinore'])
})
