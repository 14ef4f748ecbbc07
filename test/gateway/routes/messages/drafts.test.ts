import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { archive } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, join, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const unaddressed = { type: '', to: [], topic: '', content: 'Let us see.', timestamp: 1_595_479_019 }
const inChannel = (name: string, rest: object = {}) => ({
  type: 'stream',
  to: [world.channelId(name)],
  topic: 'plays',
  content: 'To be',
  timestamp: 1_595_479_020,
  ...rest,
})
const toPeople = (names: readonly string[], rest: object = {}) => ({
  type: 'private',
  to: names.map((name) => world.userId(name)),
  topic: '',
  content: 'or not',
  timestamp: 1_595_479_021,
  ...rest,
})

const create = (name: string, ...drafts: unknown[]) => as(name).post('/drafts', { drafts })
const idsOf = async (name: string, ...drafts: unknown[]): Promise<number[]> =>
  (await ok(create(name, ...drafts))).ids
const draftsOf = async (name: string): Promise<Body[]> => (await ok(as(name).get('/drafts'))).drafts
async function clear(name: string): Promise<void> {
  for (const { id } of await draftsOf(name)) await ok(as(name).delete(`/drafts/${id}`))
}

/** The draft events that an author receives during `change`. */
const eventsOf = async (name: string, change: () => Promise<unknown>) =>
  (await eventsDuring(['drafts'], [name], change))[name]

describe('GET /drafts', () => {
  test('has no drafts at first', async () => {
    expect(await ok(as('zoe').get('/drafts'))).toEqual({ result: 'success', msg: '', count: 0, drafts: [] })
  })

  test('returns the most recently edited first, by the time that the client states', async () => {
    const [old, newest, middle] = await idsOf(
      'zoe',
      { ...unaddressed, timestamp: 100 },
      { ...unaddressed, timestamp: 300 },
      { ...unaddressed, timestamp: 200 },
    )
    const [same] = await idsOf('zoe', { ...unaddressed, timestamp: 200 })
    expect((await draftsOf('zoe')).map((draft) => draft.id)).toEqual([newest, same, middle, old])
    await ok(as('zoe').patch(`/drafts/${old}`, { draft: { ...unaddressed, timestamp: 400 } }))
    expect((await draftsOf('zoe')).map((draft) => draft.id)).toEqual([old, newest, same, middle])
    expect((await ok(as('zoe').get('/drafts'))).count).toBe(4)
    await clear('zoe')
  })

  test('returns the one that was edited last first, also of drafts of the same second', async () => {
    const ids = await idsOf('zoe', unaddressed, inChannel('Verona', { timestamp: unaddressed.timestamp }))
    const [first, second] = ids
    expect((await draftsOf('zoe')).map((draft) => draft.id)).toEqual([second, first])
    await ok(as('zoe').patch(`/drafts/${first}`, { draft: unaddressed }))
    expect((await draftsOf('zoe')).map((draft) => draft.id)).toEqual([first, second])
    const state = await ok(as('zoe').post('/register', { fetch_event_types: ['drafts'] }))
    expect(state.drafts.map((draft: Body) => draft.id)).toEqual([first, second])
    await clear('zoe')
  })

  test('does not return drafts of other users', async () => {
    const [id] = await idsOf('hamlet', unaddressed)
    expect(await draftsOf('iago')).toEqual([])
    await ok(as('hamlet').delete(`/drafts/${id}`))
  })
})

describe('POST /drafts', () => {
  test('stores several drafts of every type, with an event to the author only', async () => {
    let ids: number[] = []
    const given = [unaddressed, inChannel('Verona'), toPeople(['iago']), toPeople(['iago', 'othello'])]
    const stored = () => given.map((draft, i) => ({ ...draft, id: ids[i] }))
    const events = await eventsDuring(['drafts'], ['hamlet', 'iago', 'desdemona'], async () => {
      ids = await idsOf('hamlet', ...given)
    })
    expect(events).toEqual({
      hamlet: [{ type: 'drafts', op: 'add', drafts: stored() }],
      iago: [],
      desdemona: [],
    })
    expect(await draftsOf('hamlet')).toEqual(
      [...stored()].sort((a, b) => b.timestamp - a.timestamp || b.id! - a.id!),
    )
    await clear('hamlet')
  })

  test('does nothing for an empty list', async () => {
    const events = await eventsOf('hamlet', async () => {
      expect(await idsOf('hamlet')).toEqual([])
      expect((await ok(as('hamlet').post('/drafts'))).ids).toEqual([])
    })
    expect(events).toEqual([])
  })

  test('sets the current time when there is none', async () => {
    const before = Math.floor(Date.now() / 1000)
    await idsOf('hamlet', { ...unaddressed, timestamp: undefined })
    const [draft] = await draftsOf('hamlet')
    expect(draft.timestamp).toBeGreaterThanOrEqual(before)
    expect(draft.timestamp).toBeLessThanOrEqual(Date.now() / 1000)
    await idsOf('hamlet', { ...unaddressed, timestamp: 15_954_790_200.75 })
    expect((await draftsOf('hamlet'))[0].timestamp).toBe(15_954_790_200)
    await clear('hamlet')
  })

  test('drops recipients and topic of types that have none', async () => {
    const self = world.userId('hamlet')
    const iago = world.userId('iago')
    await idsOf(
      'hamlet',
      { ...unaddressed, to: [iago], topic: 'plays', timestamp: 5 },
      toPeople(['iago'], { topic: 'plays', timestamp: 4 }),
      toPeople(['hamlet', 'iago', 'iago'], { timestamp: 3 }),
      toPeople(['hamlet'], { timestamp: 2 }),
      toPeople([], { timestamp: 1 }),
    )
    const got = (await draftsOf('hamlet')).map(({ type, to, topic }) => ({ type, to, topic }))
    expect(got).toEqual([
      { type: '', to: [], topic: '' },
      { type: 'private', to: [iago], topic: '' },
      { type: 'private', to: [iago], topic: '' },
      { type: 'private', to: [self], topic: '' },
      { type: '', to: [], topic: '' },
    ])
    await clear('hamlet')
  })

  test('keeps an empty topic, white space and incomplete content', async () => {
    await idsOf('hamlet', inChannel('Verona', { topic: '', content: '  **half\n\n  a thou' }))
    expect(await draftsOf('hamlet')).toMatchObject([{ topic: '', content: '  **half\n\n  a thou' }])
    await clear('hamlet')
  })

  test('stores all of them or none', async () => {
    const answer = create('hamlet', unaddressed, inChannel('Verona', { to: [] }))
    expect(await refusal(answer)).toEqual(bad('Must specify exactly 1 channel ID for channel messages'))
    expect(await draftsOf('hamlet')).toEqual([])
  })

  test.each([[[]], [[1, 2]]])('requires exactly one channel, not %j', async (to) => {
    expect(await refusal(create('hamlet', inChannel('Verona', { to })))).toEqual(
      bad('Must specify exactly 1 channel ID for channel messages'),
    )
  })

  test('refuses channels without access, whether they exist or not', async () => {
    await ok(join('iago', ['Elba'], { invite_only: true }))
    await ok(join('iago', ['Corsica']))
    const channels = async (client = as('iago')): Promise<Body[]> =>
      (await ok(client.get('/streams', { include_all: true }))).streams
    const idOf = async (name: string, client = as('iago')) =>
      (await channels(client)).find((channel) => channel.name === name).stream_id
    const [elba, corsica] = [await idOf('Elba'), await idOf('Corsica')]
    await archive(core, realm, corsica)
    for (const id of [elba, corsica, await idOf('Elsinore', foreign.client), 2_000_000_000]) {
      expect(await refusal(create('hamlet', inChannel('Verona', { to: [id] })))).toEqual(
        bad('Invalid channel ID'),
      )
    }
    expect(await refusal(create('polonius', inChannel('Rome')))).toEqual(bad('Invalid channel ID'))
    expect(await idsOf('iago', inChannel('Verona', { to: [elba] }))).toHaveLength(1)
    await clear('iago')
  })

  test('refuses recipients who do not exist, are deactivated or are in another organization', async () => {
    const to = (id: number) => refusal(create('hamlet', toPeople([], { to: [id] })))
    expect(await to(2_000_000_000)).toEqual(bad('Invalid user ID 2000000000'))
    expect(await to(foreign.id)).toEqual(bad(`Invalid user ID ${foreign.id}`))
    expect(await to(world.userId('aaron'))).toEqual(bad("'aaron@demo.test' is no longer using Loquat."))
  })

  test.each([
    ['an id', { ...unaddressed, id: 1 }, 'Argument "id" at drafts[0] is unexpected'],
    ['an unknown field', { ...unaddressed, colour: 1 }, 'Argument "colour" at drafts[0] is unexpected'],
    [
      'no type',
      { ...unaddressed, type: undefined },
      'Invalid drafts[0]["type"]: must be one of "", stream, private',
    ],
    [
      'another type',
      { ...unaddressed, type: 'channel' },
      'Invalid drafts[0]["type"]: must be one of "", stream, private',
    ],
    ['no to', { ...unaddressed, to: undefined }, 'drafts[0]["to"] field is missing'],
    ['a name in to', { ...unaddressed, to: ['iago'] }, 'drafts[0]["to"][0] is not an integer'],
    ['a huge id', { ...unaddressed, to: [2 ** 40] }, 'drafts[0]["to"][0] is too large'],
    ['no topic', { ...unaddressed, topic: undefined }, 'drafts[0]["topic"] field is missing'],
    ['a topic of a number', { ...unaddressed, topic: 7 }, 'drafts[0]["topic"] is not a string'],
    ['no content', { ...unaddressed, content: undefined }, 'drafts[0]["content"] field is missing'],
    ['empty content', { ...unaddressed, content: '' }, 'Message must not be empty'],
    ['blank content', { ...unaddressed, content: ' \n ' }, 'Message must not be empty'],
    [
      'too long content',
      { ...unaddressed, content: 'x'.repeat(10_001) },
      'content is too long (limit: 10000 characters)',
    ],
    ['a NUL in content', { ...unaddressed, content: 'a\0b' }, 'drafts must not contain null bytes'],
    ['a NUL in a topic', { ...unaddressed, topic: 'a\0b' }, 'drafts must not contain null bytes'],
    ['a time of text', { ...unaddressed, timestamp: 'now' }, 'drafts[0]["timestamp"] is not a float'],
    ['a negative time', { ...unaddressed, timestamp: -1 }, 'Timestamp must not be negative.'],
    ['a time past all time', { ...unaddressed, timestamp: 1e300 }, 'drafts[0]["timestamp"] is too large'],
    ['no object', 'words', 'drafts[0] is not a dict'],
  ])('refuses %s', async (_, draft, msg) => {
    expect(await refusal(create('hamlet', draft))).toEqual(bad(msg))
    expect(await draftsOf('hamlet')).toEqual([])
  })

  test('refuses an invalid topic', async () => {
    expect(await refusal(create('hamlet', inChannel('Verona', { topic: 'x'.repeat(61) })))).toEqual(
      bad('topic is too long (limit: 60 characters)'),
    )
  })

  test('refuses values that are not lists', async () => {
    expect(await refusal(as('hamlet').post('/drafts', { drafts: '{' }))).toEqual(
      bad('drafts is not valid JSON'),
    )
    expect(await refusal(as('hamlet').post('/drafts', { drafts: {} }))).toEqual(bad('drafts is not a list'))
  })

  test('refuses more drafts than the limit of a user', async () => {
    const many = (n: number) => new Array(n).fill({ type: '', to: [], topic: '', content: 'x' })
    expect(await idsOf('othello', ...many(1000))).toHaveLength(1000)
    expect(await refusal(create('othello', ...many(1)))).toEqual(
      bad('You cannot have more than 1000 drafts.'),
    )
    expect((await refusal(create('othello', ...many(1001)))).msg).toBe(
      'drafts is too long (limit: 1000 items)',
    )
    expect(await draftsOf('othello')).toHaveLength(1000)
  })

  test('is for all users with credentials', async () => {
    expect((await refusal(world.client(url).post('/drafts', { drafts: [unaddressed] }))).status).toBe(401)
    for (const name of ['polonius', 'greeter-bot']) {
      const [id] = await idsOf(name, toPeople(['hamlet']))
      await ok(as(name).delete(`/drafts/${id}`))
    }
  })
})

describe('PATCH /drafts/{draft_id}', () => {
  test('replaces a draft and its type, with an event to the author', async () => {
    const [id] = await idsOf('hamlet', unaddressed)
    const draft = inChannel('Verona', { content: 'Not to be', timestamp: 9 })
    const events = await eventsOf('hamlet', () => ok(as('hamlet').patch(`/drafts/${id}`, { draft })))
    expect(events).toEqual([{ type: 'drafts', op: 'update', draft: { ...draft, id } }])
    expect(await draftsOf('hamlet')).toEqual([{ ...draft, id }])
    await clear('hamlet')
  })

  test('refuses drafts of other users and missing ones with the same error', async () => {
    const [id] = await idsOf('hamlet', unaddressed)
    const gone = bad('Draft does not exist', { status: 404 })
    for (const client of [as('iago'), foreign.client]) {
      expect(await refusal(client.patch(`/drafts/${id}`, { draft: unaddressed }))).toEqual(gone)
    }
    expect(await refusal(as('hamlet').patch('/drafts/2000000000', { draft: unaddressed }))).toEqual(gone)
    expect(
      await refusal(as('hamlet').patch('/drafts/2000000000', { draft: inChannel('Rome', { to: [] }) })),
    ).toEqual(gone)
    expect(await draftsOf('hamlet')).toEqual([{ ...unaddressed, id }])
    await clear('hamlet')
  })

  test('refuses the same values as POST, and changes nothing then', async () => {
    const [id] = await idsOf('hamlet', unaddressed)
    const patch = (draft: unknown) => refusal(as('hamlet').patch(`/drafts/${id}`, { draft }))
    expect(await patch(inChannel('Verona', { to: [] }))).toEqual(
      bad('Must specify exactly 1 channel ID for channel messages'),
    )
    expect(await patch({ ...unaddressed, id })).toEqual(bad('Argument "id" at draft is unexpected'))
    expect(await patch({ ...unaddressed, content: '' })).toEqual(bad('Message must not be empty'))
    expect(await patch([])).toEqual(bad('draft is not a dict'))
    expect(await refusal(as('hamlet').patch(`/drafts/${id}`))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
    expect(await draftsOf('hamlet')).toEqual([{ ...unaddressed, id }])
    await clear('hamlet')
  })
})

describe('DELETE /drafts/{draft_id}', () => {
  test('deletes a draft, with an event to the author', async () => {
    const [id] = await idsOf('hamlet', unaddressed)
    const events = await eventsOf('hamlet', () => ok(as('hamlet').delete(`/drafts/${id}`)))
    expect(events).toEqual([{ type: 'drafts', op: 'remove', draft_id: id }])
    expect(await draftsOf('hamlet')).toEqual([])
  })

  test('refuses drafts of other users and missing ones', async () => {
    const [id] = await idsOf('hamlet', unaddressed)
    const gone = bad('Draft does not exist', { status: 404 })
    expect(await refusal(as('iago').delete(`/drafts/${id}`))).toEqual(gone)
    expect(await refusal(foreign.client.delete(`/drafts/${id}`))).toEqual(gone)
    await ok(as('hamlet').delete(`/drafts/${id}`))
    expect(await refusal(as('hamlet').delete(`/drafts/${id}`))).toEqual(gone)
    expect(await refusal(as('hamlet').delete('/drafts/99999999999'))).toEqual(gone)
  })
})

describe('the register response', () => {
  test('has the drafts as GET returns them, on request', async () => {
    await idsOf('hamlet', unaddressed, inChannel('Verona'), toPeople(['iago']))
    const register = (event_types?: string[]) => ok(as('hamlet').post('/register', { event_types }))
    expect((await register(['drafts'])).drafts).toEqual(await draftsOf('hamlet'))
    expect((await register()).drafts).toHaveLength(3)
    expect(await register(['message'])).not.toHaveProperty('drafts')
    await clear('hamlet')
  })
})
