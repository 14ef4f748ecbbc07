import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { archive } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, join, leave, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const [INHERIT, MUTED, UNMUTED, FOLLOWED] = [0, 1, 2, 3]
const LEGACY = '/users/me/subscriptions/muted_topics'
const TYPES = ['user_topic', 'muted_topics']
const verona = () => world.channelId('Verona')

const set = (name: string, topic: string, visibility_policy: unknown, stream_id: unknown = verona()) =>
  as(name).post('/user_topics', { stream_id, topic, visibility_policy })
const mute = (name: string, op: string, topic: string, channel: object = { stream: 'Verona' }) =>
  as(name).patch(LEGACY, { op, topic, ...channel })

async function topicsOf(name: string, empty_topic_name = true): Promise<Body[]> {
  const parameters = { event_types: ['user_topic'], client_capabilities: { empty_topic_name } }
  return (await ok(as(name).post('/register', parameters))).user_topics
}
async function mutedOf(name: string): Promise<Body[]> {
  return (await ok(as(name).post('/register', { event_types: ['muted_topics'] }))).muted_topics
}
async function clear(name: string): Promise<void> {
  for (const { stream_id, topic_name } of await topicsOf(name)) {
    await ok(set(name, topic_name, INHERIT, stream_id))
  }
}
const summarize = (topics: Body[]) => topics.map((topic) => [topic.topic_name, topic.visibility_policy])

/** The events of a client that supports visibility policies, and of one that does not. */
async function eventsOf(change: () => Promise<unknown>, empty_topic_name = true) {
  const old = await EventReader.start(as('hamlet'), { event_types: ['muted_topics', 'message'] })
  const capabilities = { empty_topic_name }
  const events = await eventsDuring(['user_topic'], ['hamlet', 'iago', 'desdemona'], change, capabilities)
  await old.waitFor((event) => event.type === 'message')
  await old.stop()
  expect(events).toMatchObject({ iago: [], desdemona: [] })
  return { modern: events.hamlet!, legacy: old.of('muted_topics').map((event) => event.muted_topics) }
}

describe('POST /user_topics', () => {
  test('sets, changes and removes a policy, with an event to the user only', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { modern, legacy } = await eventsOf(async () => {
      for (const policy of [MUTED, FOLLOWED, UNMUTED, MUTED, INHERIT]) {
        expect(await ok(set('hamlet', 'plans', policy))).toEqual({ result: 'success', msg: '' })
      }
    })
    const event = (visibility_policy: number) => ({
      type: 'user_topic',
      stream_id: verona(),
      topic_name: 'plans',
      last_updated: expect.any(Number),
      visibility_policy,
    })
    expect(modern).toEqual([MUTED, FOLLOWED, UNMUTED, MUTED, INHERIT].map((policy) => event(policy!)))
    for (const { last_updated } of modern) {
      expect(Number.isInteger(last_updated)).toBe(true)
      expect(last_updated).toBeGreaterThanOrEqual(before)
      expect(last_updated).toBeLessThanOrEqual(Date.now() / 1000)
    }
    // Sent whenever the muted topics change.
    const muted = ['Verona', 'plans', expect.any(Number)]
    expect(legacy).toEqual([[muted], [], [muted], []])
    expect(await topicsOf('hamlet')).toEqual([])
  })

  test('sends no event when nothing changes', async () => {
    await ok(set('hamlet', 'plans', FOLLOWED))
    const { modern, legacy } = await eventsOf(async () => {
      await ok(set('hamlet', 'plans', FOLLOWED))
      await ok(set('hamlet', 'PLANS', FOLLOWED))
      await ok(set('hamlet', 'never chosen', INHERIT))
    })
    expect([modern, legacy]).toEqual([[], []])
    await clear('hamlet')
  })

  test('applies to one topic in any case, and keeps the first spelling', async () => {
    const { modern } = await eventsOf(async () => {
      await ok(set('hamlet', ' Plans ', MUTED))
      await ok(set('hamlet', 'plaNS', FOLLOWED))
    })
    expect(summarize(modern)).toEqual([
      ['Plans', MUTED],
      ['Plans', FOLLOWED],
    ])
    expect(summarize(await topicsOf('hamlet'))).toEqual([['Plans', FOLLOWED]])
    await ok(set('hamlet', 'PLANS', INHERIT))
    expect(await topicsOf('hamlet')).toEqual([])
  })

  test('accepts both names of the empty topic', async () => {
    const capable = await eventsOf(() => ok(set('hamlet', '', MUTED)))
    expect(summarize(capable.modern)).toEqual([['', MUTED]])
    expect(capable.legacy).toEqual([[['Verona', 'general chat', expect.any(Number)]]])
    expect(summarize(await topicsOf('hamlet'))).toEqual([['', MUTED]])
    expect(summarize(await topicsOf('hamlet', false))).toEqual([['general chat', MUTED]])
    expect(await mutedOf('hamlet')).toEqual([['Verona', 'general chat', expect.any(Number)]])
    const other = await eventsOf(() => ok(set('hamlet', 'general chat', INHERIT)), false)
    expect(summarize(other.modern)).toEqual([['general chat', INHERIT]])
    expect(await topicsOf('hamlet')).toEqual([])
  })

  test('works in any readable channel, and in no other, whether it exists or not', async () => {
    await ok(join('iago', ['Elba'], { invite_only: true }))
    await ok(join('iago', ['Corsica']))
    const { streams } = await ok(as('iago').get('/streams', { include_all: true }))
    const elsinore = (await ok(foreign.client.get('/streams'))).streams[0].stream_id
    const idOf = (name: string) => streams.find((stream: Body) => stream.name === name).stream_id
    await ok(set('iago', 'exile', MUTED, idOf('Corsica')))
    await archive(core, realm, idOf('Corsica'))
    for (const policy of [INHERIT, MUTED, UNMUTED, FOLLOWED]) {
      for (const id of [idOf('Elba'), idOf('Corsica'), elsinore, 2_000_000_000]) {
        expect(await refusal(set('hamlet', 'exile', policy, id))).toEqual(bad('Invalid channel ID'))
      }
      const rome = world.channelId('Rome')
      expect(await refusal(set('polonius', 'exile', policy, rome))).toEqual(bad('Invalid channel ID'))
    }
    await ok(set('iago', 'exile', FOLLOWED, idOf('Elba')))
    // Events leave out policies in archived channels, but users can remove them.
    expect(summarize(await topicsOf('iago'))).toEqual([['exile', FOLLOWED]])
    expect(await refusal(set('iago', 'exile', FOLLOWED, idOf('Corsica')))).toEqual(bad('Invalid channel ID'))
    await ok(set('iago', 'exile', INHERIT, idOf('Corsica')))
    expect(await refusal(set('iago', 'exile', INHERIT, idOf('Corsica')))).toEqual(bad('Invalid channel ID'))
    // Users can remove a policy in a channel that they may no longer read.
    await ok(leave('iago', ['Elba']))
    expect(await refusal(set('iago', 'exile', MUTED, idOf('Elba')))).toEqual(bad('Invalid channel ID'))
    await ok(set('iago', 'EXILE', INHERIT, idOf('Elba')))
    expect(await refusal(set('iago', 'exile', INHERIT, idOf('Elba')))).toEqual(bad('Invalid channel ID'))
  })

  test('is sent again when a channel is unarchived', async () => {
    await ok(set('hamlet', 'plans', MUTED))
    const { id } = await ok(as('iago').post('/channels/create', { name: 'Sicily', subscribers: [] }))
    await ok(set('hamlet', 'storm', MUTED, id))
    await ok(set('hamlet', 'harvest', FOLLOWED, id))
    await ok(as('iago').delete(`/streams/${id}`))
    expect(summarize(await topicsOf('hamlet'))).toEqual([['plans', MUTED]])
    expect(await mutedOf('hamlet')).toEqual([['Verona', 'plans', expect.any(Number)]])
    const { modern, legacy } = await eventsOf(() =>
      ok(as('iago').patch(`/streams/${id}`, { is_archived: false })),
    )
    const events = modern.map(({ type: _, ...topic }) => topic)
    expect(events).toEqual((await topicsOf('hamlet')).filter((topic) => topic.stream_id === id))
    expect(summarize(events)).toEqual([
      ['harvest', FOLLOWED],
      ['storm', MUTED],
    ])
    expect(legacy).toEqual([await mutedOf('hamlet')])
    expect(legacy[0]).toHaveLength(2)
    await clear('hamlet')
  })

  test.each([
    [
      'a policy that is none',
      { visibility_policy: 4 },
      'Invalid visibility_policy: must be one of 0, 1, 2, 3',
    ],
    ['a negative policy', { visibility_policy: -1 }, 'Invalid visibility_policy: must be one of 0, 1, 2, 3'],
    [
      'a policy of text',
      { visibility_policy: '"1"' },
      'Invalid visibility_policy: must be one of 0, 1, 2, 3',
    ],
    ['a channel of text', { stream_id: '"Verona"' }, 'stream_id is not an integer'],
    ['a channel past all ids', { stream_id: 2 ** 40 }, 'stream_id is too large'],
    ['a long topic', { topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
    ['a topic with NUL', { topic: 'a\0b' }, 'topic must not contain null bytes'],
    ['a topic with a control character', { topic: 'a\nb' }, 'Invalid character in topic, at position 2!'],
  ])('refuses %s', async (_, wrong, msg) => {
    const right = { stream_id: verona(), topic: 'plans', visibility_policy: MUTED }
    expect(await refusal(as('hamlet').post('/user_topics', { ...right, ...wrong }))).toEqual(bad(msg))
    expect(await topicsOf('hamlet')).toEqual([])
  })

  test.each(['stream_id', 'topic', 'visibility_policy'])('needs %s', async (name) => {
    const right = { stream_id: verona(), topic: 'plans', visibility_policy: MUTED, [name]: undefined }
    expect(await refusal(as('hamlet').post('/user_topics', right))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: `Missing '${name}' argument`,
    })
  })

  test('is for all users with credentials', async () => {
    const right = { stream_id: verona(), topic: 'plans', visibility_policy: MUTED }
    expect((await refusal(world.client(url).post('/user_topics', right))).status).toBe(401)
    await ok(join('iago', ['Verona'], { principals: [world.userId('polonius')] }))
    await ok(set('polonius', 'plans', MUTED))
    expect(await topicsOf('polonius')).toHaveLength(1)
    await clear('polonius')
  })
})

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  test('mutes and unmutes, by id and by name', async () => {
    const { modern, legacy } = await eventsOf(async () => {
      await ok(mute('hamlet', 'add', 'plans'))
      await ok(mute('hamlet', 'add', 'Plans', { stream_id: verona() }))
      await ok(mute('hamlet', 'remove', 'PLANS', { stream_id: verona() }))
      await ok(mute('hamlet', 'add', 'play', { stream_id: verona() }))
      await ok(mute('hamlet', 'remove', 'play', { stream: ' verona ' }))
    })
    expect(summarize(modern)).toEqual([
      ['plans', MUTED],
      ['plans', INHERIT],
      ['play', MUTED],
      ['play', INHERIT],
    ])
    expect(legacy).toEqual([
      [['Verona', 'plans', expect.any(Number)]],
      [],
      [['Verona', 'play', expect.any(Number)]],
      [],
    ])
  })

  test('does nothing for a topic that is not muted', async () => {
    const { modern } = await eventsOf(() => ok(mute('hamlet', 'remove', 'never')))
    expect(modern).toEqual([])
  })

  test('refuses channels that the user may not read, whether they exist or not', async () => {
    const denied = (op: string, channel: object) => refusal(mute('polonius', op, 'plans', channel))
    for (const name of ['Rome', 'Elsinore', 'nonexistent']) {
      expect(await denied('add', { stream: name })).toEqual(bad(`Invalid channel name '${name}'`))
      expect(await denied('remove', { stream: name })).toEqual(bad('Topic is not muted'))
    }
    for (const id of [world.channelId('Rome'), 2_000_000_000]) {
      expect(await denied('add', { stream_id: id })).toEqual(bad('Invalid channel ID'))
      expect(await denied('remove', { stream_id: id })).toEqual(bad('Topic is not muted'))
    }
  })

  test('refuses invalid parameters', async () => {
    expect(await refusal(mute('hamlet', 'add', 'plans', {}))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'stream_id' argument",
    })
    expect(await refusal(mute('hamlet', 'add', 'plans', { stream: 'Verona', stream_id: verona() }))).toEqual(
      bad('Unsupported parameter combination: stream_id, stream'),
    )
    expect(await refusal(mute('hamlet', 'toggle', 'plans'))).toEqual(
      bad('Invalid op: must be one of add, remove'),
    )
    expect(await refusal(mute('hamlet', 'add', 'x'.repeat(61)))).toEqual(
      bad('topic is too long (limit: 60 characters)'),
    )
    expect(await refusal(mute('hamlet', 'add', 'a\0b'))).toEqual(bad('topic must not contain null bytes'))
    expect(await refusal(as('hamlet').patch(LEGACY, { stream: 'Verona', op: 'add' }))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
    expect(await mutedOf('hamlet')).toEqual([])
  })
})

describe('the register response', () => {
  test('has policies, and muted topics for clients that do not request policies', async () => {
    await ok(set('hamlet', 'plans', MUTED))
    await ok(set('hamlet', 'play', FOLLOWED))
    await ok(set('hamlet', 'lunch', UNMUTED, world.channelId('Denmark')))
    const register = (parameters: object) => ok(as('hamlet').post('/register', { ...parameters }))
    const all = await register({})
    expect(all.user_topics).toHaveLength(3)
    expect(all.muted_topics).toEqual([['Verona', 'plans', expect.any(Number)]])
    const muted = all.user_topics.find((topic: Body) => topic.visibility_policy === MUTED)
    expect(muted).toEqual({
      stream_id: verona(),
      topic_name: 'plans',
      last_updated: all.muted_topics[0][2],
      visibility_policy: MUTED,
    })
    const both = await register({ event_types: TYPES })
    expect(both.user_topics).toEqual(all.user_topics)
    expect(both).not.toHaveProperty('muted_topics')
    const neither = await register({ event_types: ['message'] })
    expect(neither).not.toHaveProperty('user_topics')
    expect(neither).not.toHaveProperty('muted_topics')
    await clear('hamlet')
  })

  test('a client that gets policies gets no muted topics', async () => {
    const events = await eventsDuring(TYPES, ['hamlet'], () => ok(set('hamlet', 'plans', MUTED)))
    expect(events.hamlet?.map((event) => event.type)).toEqual(['user_topic'])
    await clear('hamlet')
  })
})

test('the muted topics of a user are limited, because each change sends the list of them', async () => {
  const verona = world.channelId('Verona')
  const choose = (topic: string, visibility_policy: number) =>
    as('zoe').post('/user_topics', { stream_id: verona, topic, visibility_policy })
  const TOO_MANY = bad('You cannot mute more than 5000 topics.')
  await world.sql(
    `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
     SELECT $1, $2, 'limit ' || n, 1 FROM generate_series(1, 4999) AS n`,
    [world.userId('zoe'), verona],
  )
  await ok(choose('last', 1))
  expect(await refusal(choose('other', 1))).toEqual(TOO_MANY)
  const legacy = { stream_id: verona, topic: 'other', op: 'add' }
  expect(await refusal(as('zoe').patch('/users/me/subscriptions/muted_topics', legacy))).toEqual(TOO_MANY)
  await ok(choose('Last', 1))
  await ok(choose('other', 3))
  await ok(choose('limit 7', 0))
  await ok(choose('other', 1))
})
