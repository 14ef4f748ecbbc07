import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../../core/core.ts'
import type { RealmState } from '../../../core/realm/state.ts'
import { Role } from '../../../core/users/record.ts'
import { type Body, Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, archive, deactivate, demonstration, newcomer } from './changes.ts'

let world: World
let core: Core
let url: string
let realm: RealmState
let foreign: Client

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  const desdemona = world.client(url, 'desdemona')
  const create = (name: string, properties = {}) =>
    desdemona.ok(desdemona.post('/users/me/subscriptions', { subscriptions: [{ name }], ...properties }))
  await create('lobby', { is_web_public: true })
  await create('vault', { invite_only: true })
  await create('ruins')
  await realm.sync()
  await archive(core, realm, realm.channels.byName('ruins')!.id)
  foreign = (await anotherOrganization(core, url)).client
  await foreign.ok(foreign.post('/users/me/subscriptions', { subscriptions: [{ name: 'Elsinore' }] }))
  await deactivate(core, realm, world.userId('aaron'))
})
afterAll(() => world.close())

const PUBLIC = ['Denmark', 'Rome', 'Scotland', 'Venice', 'Verona', 'general', 'lobby']
const refusal = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  return { status, ...body }
}

describe('GET /streams', () => {
  const streams = async (name: string, parameters = {}): Promise<Body[]> => {
    const client = world.client(url, name)
    return (await client.ok(client.get('/streams', parameters))).streams
  }
  const names = async (name: string, parameters = {}) =>
    (await streams(name, parameters)).map((stream: Body) => stream.name)

  test('a member sees public channels and its own, by name', async () => {
    expect(await names('hamlet')).toEqual(PUBLIC)
    expect(await names('shiva')).toEqual([...PUBLIC.slice(0, 5), 'core team', 'general', 'lobby'])
  })

  test('an administrator is not told of private ones unasked', async () => {
    expect(await names('iago')).not.toContain('vault')
  })

  test('a guest sees its own only', async () => {
    expect(await names('polonius')).toEqual(['Verona', 'general'])
    expect(await names('polonius', { include_public: true, include_subscribed: false })).toEqual([])
    expect(await names('polonius', { include_web_public: true })).toEqual(['Verona', 'general', 'lobby'])
    expect(await names('polonius', { include_all: true })).toEqual(['Verona', 'general', 'lobby'])
    expect(await names('polonius', { include_can_access_content: true })).toEqual([
      'Verona',
      'general',
      'lobby',
    ])
  })

  test('describes each', async () => {
    const verona = (await streams('hamlet')).find((stream) => stream.name === 'Verona')
    expect(verona).toEqual({
      stream_id: world.channelId('Verona'),
      name: 'Verona',
      is_archived: false,
      description: 'The summer season: **two households**, one stage, a balcony that has to hold.',
      rendered_description:
        '<p>The summer season: <strong>two households</strong>, one stage, a balcony that has to hold.</p>',
      date_created: expect.any(Number),
      creator_id: world.userId('desdemona'),
      invite_only: false,
      is_web_public: false,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: null,
      history_public_to_subscribers: true,
      first_message_id: null,
      folder_id: null,
      topics_policy: 'inherit',
      is_recently_active: true,
      subscriber_count: 9,
      stream_weekly_traffic: null,
    })
  })

  test('the sources add up', async () => {
    expect(await names('hamlet', { include_public: false })).toEqual([
      'Denmark',
      'Scotland',
      'Verona',
      'general',
    ])
    expect(await names('hamlet', { include_public: false, include_subscribed: false })).toEqual([])
    const webPublic = { include_public: false, include_subscribed: false, include_web_public: true }
    expect(await names('hamlet', webPublic)).toEqual(['lobby'])
    expect(await names('hamlet', { include_all: true })).toEqual(PUBLIC)
    expect(await names('hamlet', { include_can_access_content: true, include_public: false })).toEqual(PUBLIC)
    expect(await names('iago', { include_all: true })).toContain('vault')
    expect(await names('iago', { include_can_access_content: true })).not.toContain('vault')
  })

  test('archived channels only when not excluded', async () => {
    expect(await names('hamlet', { exclude_archived: false })).toContain('ruins')
    const ruins = (await streams('iago', { exclude_archived: false, include_all: true })).find(
      (stream) => stream.name === 'ruins',
    )
    expect(ruins.is_archived).toBe(true)
  })

  test('include_all_active is for administrators', async () => {
    expect(await names('iago', { include_all_active: true })).toEqual([
      'Denmark',
      'Rome',
      'Scotland',
      'Venice',
      'Verona',
      'core team',
      'general',
      'lobby',
      'vault',
    ])
    for (const name of ['shiva', 'hamlet', 'polonius']) {
      const client = world.client(url, name)
      expect(await refusal(client.get('/streams', { include_all_active: true }))).toEqual({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'User not authorized for this query',
      })
    }
  })

  test('tells which are default when asked', async () => {
    expect((await streams('hamlet'))[0]).not.toHaveProperty('is_default')
    const all = await streams('hamlet', { include_default: true })
    expect(all.filter((stream) => stream.is_default).map((stream) => stream.name)).toEqual(['general'])
    expect(all.every((stream) => typeof stream.is_default === 'boolean')).toBe(true)
  })

  test("a bot may ask for its owner's", async () => {
    const owner = { include_public: false, include_owner_subscribed: true }
    expect(await names('greeter-bot', owner)).toEqual([
      'Denmark',
      'Rome',
      'Venice',
      'Verona',
      'core team',
      'general',
    ])
    expect(await names('greeter-bot', { include_public: false })).toEqual(['Verona', 'general'])
    expect(await names('polonius', owner)).toEqual(['Verona', 'general'])
  })

  test('of another organization there is nothing', async () => {
    expect((await foreign.ok(foreign.get('/streams'))).streams.map((stream: Body) => stream.name)).toEqual([
      'Elsinore',
    ])
    expect(await names('iago', { include_all: true })).not.toContain('Elsinore')
  })

  test('nobody, a deactivated user and wrong values are refused', async () => {
    expect((await refusal(new Client(url).get('/streams'))).code).toBe('UNAUTHORIZED')
    expect((await refusal(world.client(url, 'aaron').get('/streams'))).code).toBe('USER_DEACTIVATED')
    const hamlet = world.client(url, 'hamlet')
    expect((await refusal(hamlet.get('/streams', { include_public: '2' }))).msg).toBe(
      'include_public is not a boolean',
    )
  })
})

describe('GET /get_stream_id', () => {
  const idOf = (name: string, stream: unknown) => world.client(url, name).get('/get_stream_id', { stream })

  test.each(['Verona', 'verona', ' VERONA '])('%j is found', async (stream) => {
    expect((await idOf('hamlet', stream)).body.stream_id).toBe(world.channelId('Verona'))
  })

  test('a private channel and one that does not exist are told in the same words', async () => {
    const all = ['nonexistent', 'core team', 'vault', 'ruins', 'Elsinore', '']
    for (const stream of all) {
      expect(await refusal(idOf('hamlet', stream))).toEqual({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: `Invalid channel name '${stream}'`,
      })
    }
    expect((await idOf('shiva', 'core team')).status).toBe(200)
    expect((await idOf('iago', 'vault')).status).toBe(200)
    expect((await idOf('polonius', 'Denmark')).status).toBe(400)
    expect((await idOf('polonius', 'lobby')).status).toBe(200)
  })

  test('the name is required and holds no NUL', async () => {
    expect((await refusal(idOf('hamlet', undefined))).code).toBe('REQUEST_VARIABLE_MISSING')
    expect((await refusal(idOf('hamlet', 'a\0b'))).msg).toBe('stream must not contain null bytes')
  })

  test('knows a channel that another gateway has just created', async () => {
    const second = world.client((await world.gateway()).url, 'hamlet')
    await second.get('/streams')
    const hamlet = world.client(url, 'hamlet')
    await hamlet.ok(hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: 'fresh' }] }))
    expect((await second.get('/get_stream_id', { stream: 'fresh' })).status).toBe(200)
    await hamlet.ok(hamlet.delete('/users/me/subscriptions', { subscriptions: ['fresh'] }))
    await realm.sync()
    await archive(core, realm, realm.channels.byName('fresh')!.id)
  })
})

describe('GET /users/me/{stream_id}/topics', () => {
  const say = async (name: string, to: string, topic: string): Promise<number> => {
    const client = world.client(url, name)
    return (await client.ok(client.post('/messages', { type: 'channel', to, topic, content: topic || 'x' })))
      .id
  }
  const topics = async (client: Client, channel: number, parameters = {}) =>
    (await client.ok(client.get(`/users/me/${channel}/topics`, parameters))).topics

  test('are those with messages, the newest first, in the spelling they began with', async () => {
    const hamlet = world.client(url, 'hamlet')
    const denmark = world.channelId('Denmark')
    expect(await topics(hamlet, denmark)).toEqual([])
    await say('hamlet', 'Denmark', 'Watch')
    const ghost = await say('hamlet', 'Denmark', 'ghost')
    const watch = await say('cordelia', 'Denmark', 'WATCH')
    const unnamed = await say('hamlet', 'Denmark', '')
    const expected = [
      { name: '', max_id: unnamed },
      { name: 'Watch', max_id: watch },
      { name: 'ghost', max_id: ghost },
    ]
    expect(await topics(hamlet, denmark, { allow_empty_topic_name: true })).toEqual(expected)
    expected[0]!.name = 'general chat'
    expect(await topics(hamlet, denmark)).toEqual(expected)
    expect(await topics(world.client(url, 'zoe'), denmark)).toEqual(expected) // public, not subscribed
  })

  test('of private history are those that reached the reader', async () => {
    const { client } = await newcomer(core, realm, url, { email: 'yorick@demo.test' })
    const desdemona = world.client(url, 'desdemona')
    const add = () =>
      desdemona.ok(
        desdemona.post('/users/me/subscriptions', {
          subscriptions: [{ name: 'vault' }],
          principals: ['yorick@demo.test'],
        }),
      )
    const vault = realm.channels.byName('vault')!.id
    await say('desdemona', 'vault', 'before')
    await add()
    expect(await topics(client, vault)).toEqual([])
    const heard = await say('desdemona', 'vault', 'heard')
    expect(await topics(client, vault)).toEqual([{ name: 'heard', max_id: heard }])
    await client.ok(client.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await say('desdemona', 'vault', 'heard')
    await say('desdemona', 'vault', 'missed')
    expect((await client.get(`/users/me/${vault}/topics`)).body.msg).toBe('Invalid channel ID')
    await add()
    expect(await topics(client, vault)).toEqual([{ name: 'heard', max_id: heard }])
    const before = await say('desdemona', 'vault', 'Before')
    expect(await topics(client, vault)).toEqual([
      { name: 'before', max_id: before },
      { name: 'heard', max_id: heard },
    ])
    expect((await topics(desdemona, vault)).map((topic: Body) => topic.name)).toEqual([
      'before',
      'missed',
      'heard',
    ])
  })

  test('a guest reads what it is subscribed to', async () => {
    const { client } = await newcomer(core, realm, url, { email: 'guest@demo.test', role: Role.guest })
    const rome = world.channelId('Rome')
    await say('cordelia', 'Rome', 'speeches')
    expect((await client.get(`/users/me/${rome}/topics`)).body.msg).toBe('Invalid channel ID')
    const lobby = realm.channels.byName('lobby')!.id
    const hello = await say('desdemona', 'lobby', 'hello')
    expect(await topics(client, lobby)).toEqual([{ name: 'hello', max_id: hello }])
  })

  test('what may not be read, does not exist or is of another organization is an invalid id', async () => {
    const elsinore = (await foreign.ok(foreign.get('/streams'))).streams[0].stream_id
    const vault = realm.channels.byName('vault')!.id
    for (const [name, channel] of [
      ['hamlet', vault],
      ['iago', vault],
      ['hamlet', elsinore],
      ['hamlet', 2_000_000_000],
      ['polonius', world.channelId('Denmark')],
    ] as const) {
      expect(await refusal(world.client(url, name).get(`/users/me/${channel}/topics`))).toEqual({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'Invalid channel ID',
      })
    }
  })

  test('an archived channel can still be read', async () => {
    const ruins = [...realm.channels].find((channel) => channel.name === 'ruins')!
    expect(await topics(world.client(url, 'hamlet'), ruins.id)).toEqual([])
  })

  test('a path that is no id is no such endpoint', async () => {
    expect((await world.client(url, 'hamlet').get('/users/me/Denmark/topics')).status).toBe(404)
  })
})
