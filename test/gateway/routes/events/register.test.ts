import { describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const register = (name: string, parameters: Parameters = {}) => ok(as(name).post('/register', parameters))
const send = (name: string, to: string, content: string): Promise<Body> =>
  ok(as(name).post('/messages', { type: 'channel', to, topic: 'play', content }))

/** Fields of the response itself; all others are state. */
const OWN = [
  ...['result', 'msg', 'queue_id', 'last_event_id', 'ignored_parameters_unsupported'],
  ...['zulip_feature_level', 'zulip_version', 'zulip_merge_base'],
  ...['service_feature_level', 'service_version', 'service_merge_base'],
]
const stateOf = (answer: Body) => Object.keys(answer).filter((name) => !OWN.includes(name))

test('the response has a queue, a position and the versions under both names', async () => {
  const answer = await register('hamlet', { event_types: [], fetch_event_types: [] })
  expect(answer).toEqual({
    result: 'success',
    msg: '',
    queue_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    last_event_id: expect.any(Number),
    zulip_feature_level: 420,
    service_feature_level: 420,
    zulip_version: answer.service_version,
    service_version: expect.any(String),
    zulip_merge_base: answer.service_merge_base,
    service_merge_base: expect.any(String),
  })
})

describe('the state in the response', () => {
  /** A field of each of several event types. */
  const FIELDS = {
    message: 'max_message_id',
    realm: 'realm_name',
    realm_user: 'realm_users',
    stream: 'streams',
    subscription: 'never_subscribed',
    starred_messages: 'starred_messages',
    recent_private_conversations: 'recent_private_conversations',
  } as const
  const ALL = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
  const cases: [string, Parameters, readonly (keyof typeof FIELDS)[]][] = [
    ['everything, when nothing is said', {}, ALL],
    ['what the queue is for', { event_types: ['message', 'realm_user'] }, ['message', 'realm_user']],
    ['what is fetched', { fetch_event_types: ['stream'] }, ['stream']],
    [
      'what is fetched, whatever the queue is for',
      { event_types: ['message'], fetch_event_types: ['realm', 'subscription'] },
      ['realm', 'subscription'],
    ],
    ['nothing, when nothing is fetched', { event_types: ['message'], fetch_event_types: [] }, []],
    ['nothing, when the queue is for nothing', { event_types: [] }, []],
    [
      'what is known, when some of it is not',
      { event_types: ['telepathy', 'realm'], fetch_event_types: ['stream', 'clairvoyance'] },
      ['stream'],
    ],
  ]
  test.each(cases)('%s', async (_, parameters, types) => {
    const answer = await register('hamlet', parameters)
    const present = ALL.filter((type) => FIELDS[type] in answer)
    expect(present).toEqual(ALL.filter((type) => types.includes(type)))
    if (types.length === 0) expect(stateOf(answer)).toEqual([])
  })

  test.each<[Parameters, boolean]>([
    [{}, true],
    [{ event_types: ['message'] }, false],
    [{ event_types: ['update_message_flags'] }, false],
    [{ event_types: ['message', 'update_message_flags'] }, true],
    [{ event_types: ['realm'], fetch_event_types: ['message', 'update_message_flags'] }, false],
  ])('unread messages with %j: %s', async (parameters, isThere) => {
    expect('unread_msgs' in (await register('hamlet', parameters))).toBe(isThere)
  })
})

describe('include_subscribers', () => {
  const withLists = async (parameters: Parameters) => {
    const { streams, subscriptions, never_subscribed } = await register('zoe', parameters)
    const lists = [...streams, ...subscriptions, ...never_subscribed]
    expect(lists.length).toBeGreaterThan(6)
    return new Set(lists.map((list: Body) => list.subscribers !== undefined))
  }
  test.each([
    [undefined, false],
    ['false', false],
    ['"false"', false],
    ['true', true],
    ['"true"', true],
    ['partial', true],
    ['"partial"', true],
  ])('%s: %s', async (include_subscribers, expected) => {
    expect(await withLists({ include_subscribers })).toEqual(new Set([expected]))
  })

  test('lists subscribers in ascending order, with their count', async () => {
    const { streams } = await register('zoe', { include_subscribers: true })
    for (const { subscribers, subscriber_count } of streams) {
      expect(subscribers).toEqual(subscribers.toSorted((a: number, b: number) => a - b))
      expect(subscriber_count).toBe(subscribers.length)
    }
  })
})

describe('the state of each reader', () => {
  const names = (list: Body[]) => list.map((item) => item.name).sort()
  const public_ = ['Denmark', 'Rome', 'Scotland', 'Venice', 'Verona', 'general']

  test('contains what a member, a guest and an administrator may see', async () => {
    expect(names((await register('hamlet')).streams)).toEqual(public_)
    expect(names((await register('polonius')).streams)).toEqual(['Verona', 'general'])
    expect(names((await register('iago')).streams)).toEqual([...public_, 'core team'].sort())
    expect(names((await register('prospero')).streams)).toEqual([...public_, 'core team'].sort())
  })

  test('has each channel in one list: subscribed, unsubscribed or never subscribed', async () => {
    await ok(as('othello').delete('/users/me/subscriptions', { subscriptions: ['Scotland'] }))
    const { subscriptions, unsubscribed, never_subscribed } = await register('othello')
    expect(names(subscriptions)).toEqual(['Venice', 'Verona', 'general'])
    expect(names(unsubscribed)).toEqual(['Scotland'])
    expect(names(never_subscribed)).toEqual(['Denmark', 'Rome'])
  })

  test('tells the role, which includes the roles below it but the one of guests', async () => {
    const roleOf = async (name: string) => {
      const state = await register(name, { fetch_event_types: ['realm_user'] })
      return [state.is_owner, state.is_admin, state.is_moderator, state.is_guest]
    }
    expect(await roleOf('desdemona')).toEqual([true, true, true, false])
    expect(await roleOf('iago')).toEqual([false, true, true, false])
    expect(await roleOf('shiva')).toEqual([false, false, true, false])
    expect(await roleOf('hamlet')).toEqual([false, false, false, false])
    expect(await roleOf('polonius')).toEqual([false, false, false, true])
  })

  test('lists deactivated users separately', async () => {
    const { realm_users, realm_non_active_users } = await register('hamlet')
    expect(realm_non_active_users.map((user: Body) => user.user_id)).toEqual([world.userId('aaron')])
    expect(realm_users.map((user: Body) => user.user_id)).not.toContain(world.userId('aaron'))
    expect(realm_users).toHaveLength(10)
  })

  test('has the newest message that the reader received', async () => {
    const { id } = await send('hamlet', 'Verona', 'for all of Verona')
    const { id: secret } = await send('desdemona', 'core team', 'not for hamlet')
    expect(secret).toBeGreaterThan(id)
    expect((await register('hamlet')).max_message_id).toBe(id)
    expect((await register('desdemona')).max_message_id).toBe(secret)
  })
})

describe('the queue delivers', () => {
  /** The message events of a queue after Hamlet has written to Verona and to Denmark. */
  async function eventsOf(name: string, parameters: Parameters): Promise<Body[]> {
    const { queue_id, last_event_id } = await register(name, { fetch_event_types: [], ...parameters })
    const witness = await EventReader.start(as('hamlet'))
    await send('hamlet', 'Denmark', 'in *Denmark*')
    const { id } = await send('hamlet', 'Verona', 'in *Verona*')
    await witness.waitFor((event) => event.message?.id === id)
    await witness.stop()
    const { events } = await ok(as(name).get('/events', { queue_id, last_event_id, dont_block: true }))
    return events.filter((event: Body) => event.type === 'message').map((event: Body) => event.message)
  }
  const contents = (messages: Body[]) => messages.map((message) => message.content)

  test('all types of events, or the requested ones', async () => {
    expect(contents(await eventsOf('cordelia', {}))).toContain('in *Verona*')
    expect(contents(await eventsOf('cordelia', { event_types: ['message'] }))).toContain('in *Verona*')
    expect(await eventsOf('cordelia', { event_types: ['realm_user'] })).toEqual([])
  })

  test('Markdown, or HTML', async () => {
    expect(contents(await eventsOf('cordelia', { apply_markdown: false }))).toContain('in *Verona*')
    expect(contents(await eventsOf('cordelia', { apply_markdown: true }))).toContain(
      '<p>in <em>Verona</em></p>',
    )
  })

  test('messages of subscribed channels, or of all public ones; to a guest only subscribed ones', async () => {
    expect(contents(await eventsOf('zoe', {}))).not.toContain('in *Denmark*')
    expect(contents(await eventsOf('zoe', { all_public_streams: true }))).toContain('in *Denmark*')
    expect(contents(await eventsOf('polonius', { all_public_streams: true }))).not.toContain('in *Denmark*')
  })

  test('avatar URLs for clients that cannot compute them', async () => {
    const avatars = async (parameters: Parameters) =>
      (await eventsOf('zoe', parameters)).map((message) => message.avatar_url)
    expect(new Set(await avatars({ client_gravatar: true }))).toEqual(new Set([null]))
    for (const url of await avatars({ client_gravatar: false })) expect(url).toMatch(/^https:/)
  })

  test('avatar URLs, in the state too, for the same clients', async () => {
    const of = async (parameters: Parameters) => (await register('zoe', parameters)).realm_users
    for (const user of await of({})) expect(user.avatar_url).toBeNull()
    for (const user of await of({ client_gravatar: false })) expect(user.avatar_url).toMatch(/^https:/)
  })
})

describe('a refused register', () => {
  test.each<[Parameters, string]>([
    [{ apply_markdown: 'yes' }, 'apply_markdown is not a boolean'],
    [{ client_gravatar: '2' }, 'client_gravatar is not a boolean'],
    [{ slim_presence: 'x' }, 'slim_presence is not a boolean'],
    [{ all_public_streams: '[]' }, 'all_public_streams is not a boolean'],
    [{ event_types: 'message' }, 'event_types is not valid JSON'],
    [{ event_types: '"message"' }, 'event_types is not a list'],
    [{ event_types: ['x'.repeat(101)] }, 'event_types[0] is too long (limit: 100 characters)'],
    [{ fetch_event_types: '{}' }, 'fetch_event_types is not a list'],
    [{ narrow: '{}' }, 'narrow is not a list'],
    [{ narrow: ['channel'] }, 'narrow[0] is not a list'],
    [{ narrow: [['channel', 1]] }, 'narrow[0][1] is not a string'],
    [{ client_capabilities: '[]' }, 'client_capabilities is not a dict'],
  ])('%j', async (parameters, msg) => {
    expect(await refusal(as('hamlet').post('/register', parameters))).toEqual(bad(msg))
  })
})

describe('values of a later feature level are ignored and reported', () => {
  test.each<[Parameters, string[]]>([
    [{ favourite_colour: 'mauve' }, ['favourite_colour']],
    [{ client_capabilities: { mind_reading: true } }, ['client_capabilities["mind_reading"]']],
    [
      { client_capabilities: { bulk_message_deletion: { since: 2 } } },
      ['client_capabilities["bulk_message_deletion"]'],
    ],
    [{ event_types: ['message', { type: 'reaction' }] }, ['event_types[1]']],
    [{ event_types: ['message'], fetch_event_types: [1] }, ['fetch_event_types[0]']],
    [{ include_subscribers: 'some' }, ['include_subscribers']],
    [{ include_subscribers: '7' }, ['include_subscribers']],
    [{ include_subscribers: '[]' }, ['include_subscribers']],
    [{ idle_queue_timeout: 'desktop' }, ['idle_queue_timeout']],
  ])('%j', async (parameters, ignored) => {
    const answer = await register('hamlet', { fetch_event_types: [], ...parameters })
    expect(answer.queue_id).toEqual(expect.any(String))
    expect(answer.ignored_parameters_unsupported).toEqual(ignored)
  })
})
