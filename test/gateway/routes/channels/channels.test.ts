import { beforeAll, describe, expect, test } from 'vitest'
import { type Body, Client } from '../../../harness/client.ts'
import { archive, groupSettings, setRealm } from '../changes.ts'
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

const PUBLIC = ['Denmark', 'Rome', 'Scotland', 'Venice', 'Verona', 'general', 'lobby']

describe('GET /streams', () => {
  const streams = async (name: string, parameters = {}): Promise<Body[]> => {
    const client = as(name)
    return (await client.ok(client.get('/streams', parameters))).streams
  }
  const names = async (name: string, parameters = {}) =>
    (await streams(name, parameters)).map((stream: Body) => stream.name)

  test('returns to a member public channels and the member’s own, by name', async () => {
    expect(await names('hamlet')).toEqual(PUBLIC)
    expect(await names('shiva')).toEqual([...PUBLIC.slice(0, 5), 'core team', 'general', 'lobby'])
  })

  test('an administrator gets private channels only on request', async () => {
    expect(await names('iago')).not.toContain('vault')
  })

  test('returns to a guest only the guest’s own channels', async () => {
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

  test('describes each channel', async () => {
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
      ...groupSettings(world.userId('desdemona')),
      topics_policy: 'inherit',
      is_recently_active: true,
      subscriber_count: 8,
      stream_weekly_traffic: null,
    })
  })

  test('combines the requested sources', async () => {
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

  test('omits archived channels when they are excluded', async () => {
    expect(await names('hamlet', { exclude_archived: false })).toContain('ruins')
    const ruins = (await streams('iago', { exclude_archived: false, include_all: true })).find(
      (stream) => stream.name === 'ruins',
    )
    expect(ruins.is_archived).toBe(true)
  })

  test('include_all_active is for administrators only', async () => {
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
      const client = as(name)
      expect(await refusal(client.get('/streams', { include_all_active: true }))).toEqual({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'User not authorized for this query',
      })
    }
  })

  test('marks default channels on request', async () => {
    expect((await streams('hamlet'))[0]).not.toHaveProperty('is_default')
    const all = await streams('hamlet', { include_default: true })
    expect(all.filter((stream) => stream.is_default).map((stream) => stream.name)).toEqual(['general'])
    expect(all.every((stream) => typeof stream.is_default === 'boolean')).toBe(true)
  })

  test('returns a bot its owner’s channels on request', async () => {
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

  test('does not find channels of another organization', async () => {
    expect((await ok(foreign.client.get('/streams'))).streams.map((stream: Body) => stream.name)).toEqual([
      'Elsinore',
    ])
    expect(await names('iago', { include_all: true })).not.toContain('Elsinore')
  })

  test('rejects requests without credentials, deactivated users and wrong values', async () => {
    expect((await refusal(new Client(url).get('/streams'))).code).toBe('UNAUTHORIZED')
    expect((await refusal(as('aaron').get('/streams'))).code).toBe('USER_DEACTIVATED')
    const hamlet = as('hamlet')
    expect((await refusal(hamlet.get('/streams', { include_public: '2' }))).msg).toBe(
      'include_public is not a boolean',
    )
  })
})

describe('GET /get_stream_id', () => {
  const idOf = (name: string, stream: unknown) => as(name).get('/get_stream_id', { stream })

  test.each(['Verona', 'verona', ' VERONA '])('finds %j', async (stream) => {
    expect((await idOf('hamlet', stream)).body.stream_id).toBe(world.channelId('Verona'))
  })

  test('a private channel and a missing one give the same error', async () => {
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

  test('finds a channel that another gateway has just created', async () => {
    const second = world.client((await world.gateway()).url, 'hamlet')
    await second.get('/streams')
    const hamlet = as('hamlet')
    await hamlet.ok(hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: 'fresh' }] }))
    expect((await second.get('/get_stream_id', { stream: 'fresh' })).status).toBe(200)
    await hamlet.ok(hamlet.delete('/users/me/subscriptions', { subscriptions: ['fresh'] }))
    await realm.sync()
    await archive(core, realm, realm.channels.byName('fresh')!.id)
  })
})
