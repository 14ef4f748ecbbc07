import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '../../../../core/state/users/record.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { archive, newcomer, setRealm } from '../changes.ts'
import { as, core, foreign, join, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

beforeAll(async () => {
  await setRealm(core, realm, { enable_spectator_access: true })
  await ok(join('desdemona', ['lobby'], { is_web_public: true }))
  await setRealm(core, realm, { enable_spectator_access: false })
  await ok(join('desdemona', ['vault'], { invite_only: true }))
  await ok(join('desdemona', ['ruins']))
  await realm.sync()
  await archive(core, realm, realm.channels.byName('ruins')!.id)
})

describe('GET /users/me/{stream_id}/topics', () => {
  const say = async (name: string, to: string, topic: string): Promise<number> => {
    const client = as(name)
    return (await client.ok(client.post('/messages', { type: 'channel', to, topic, content: topic || 'x' })))
      .id
  }
  const topics = async (client: Client, channel: number, parameters = {}) =>
    (await client.ok(client.get(`/users/me/${channel}/topics`, parameters))).topics

  test('returns the topics with messages, the newest first, in their first spelling', async () => {
    const hamlet = as('hamlet')
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
    expect(await topics(as('zoe'), denmark)).toEqual(expected) // Public, not subscribed.
  })

  test('returns topics of a protected history that the reader received', async () => {
    const { client } = await newcomer(core, realm, url, { email: 'yorick@demo.test' })
    const desdemona = as('desdemona')
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
    const received = await say('desdemona', 'vault', 'heard')
    expect(await topics(client, vault)).toEqual([{ name: 'heard', max_id: received }])
    await client.ok(client.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await say('desdemona', 'vault', 'heard')
    await say('desdemona', 'vault', 'missed')
    expect((await client.get(`/users/me/${vault}/topics`)).body.msg).toBe('Invalid channel ID')
    await add()
    expect(await topics(client, vault)).toEqual([{ name: 'heard', max_id: received }])
    const before = await say('desdemona', 'vault', 'Before')
    expect(await topics(client, vault)).toEqual([
      { name: 'before', max_id: before },
      { name: 'heard', max_id: received },
    ])
    expect((await topics(desdemona, vault)).map((topic: Body) => topic.name)).toEqual([
      'before',
      'missed',
      'heard',
      'channel events',
    ])
  })

  test('is for guests in subscribed channels', async () => {
    const { client } = await newcomer(core, realm, url, { email: 'guest@demo.test', role: Role.guest })
    const rome = world.channelId('Rome')
    await say('cordelia', 'Rome', 'speeches')
    expect((await client.get(`/users/me/${rome}/topics`)).body.msg).toBe('Invalid channel ID')
    const lobby = realm.channels.byName('lobby')!.id
    const hello = await say('desdemona', 'lobby', 'hello')
    expect((await topics(client, lobby))[0]).toEqual({ name: 'hello', max_id: hello })
  })

  test('returns the same error for channels that are unreadable, missing or of another organization', async () => {
    const elsinore = (await ok(foreign.client.get('/streams'))).streams[0].stream_id
    const vault = realm.channels.byName('vault')!.id
    for (const [name, channel] of [
      ['hamlet', vault],
      ['iago', vault],
      ['hamlet', elsinore],
      ['hamlet', 2_000_000_000],
      ['polonius', world.channelId('Denmark')],
    ] as const) {
      expect(await refusal(as(name).get(`/users/me/${channel}/topics`))).toEqual({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'Invalid channel ID',
      })
    }
  })

  test('works for an archived channel', async () => {
    const ruins = [...realm.channels].find((channel) => channel.name === 'ruins')!
    const names = (await topics(as('hamlet'), ruins.id)).map((topic: Body) => topic.name)
    expect(names).toEqual(['channel events'])
  })

  test('responds with 404 for a path without an id', async () => {
    expect((await as('hamlet').get('/users/me/Denmark/topics')).status).toBe(404)
  })
})
