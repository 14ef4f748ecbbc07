import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../../core/core.ts'
import type { UserId } from '../../../core/ids.ts'
import type { RealmState } from '../../../core/realm/state.ts'
import { createUser } from '../../../core/users/create.ts'
import { type Body, Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, archive, deactivate, demonstration } from './changes.ts'

let world: World
let core: Core
let url: string
let realm: RealmState
let foreign: { client: Client; id: number }

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  const other = await anotherOrganization(core, url)
  foreign = { client: other.client, id: other.owner.id }
  await other.client.ok(
    other.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'Elsinore' }] }),
  )
  await deactivate(core, realm, world.userId('aaron'))
})
afterAll(() => world.close())

const as = (name: string) => world.client(url, name)
const me = (name: string) => String(world.userId(name))
const named = (names: readonly string[]) => names.map((name) => ({ name }))
const join = (name: string, channels: readonly string[], parameters = {}) =>
  as(name).post('/users/me/subscriptions', { subscriptions: named(channels), ...parameters })
const leave = (name: string, channels: readonly string[], parameters = {}) =>
  as(name).delete('/users/me/subscriptions', { subscriptions: channels, ...parameters })
const ok = (answer: ReturnType<Client['get']>) => as('hamlet').ok(answer)
const refusal = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  return { status, ...body }
}
const bad = (msg: string, rest = {}) => ({ status: 400, result: 'error', code: 'BAD_REQUEST', msg, ...rest })
const channelOf = async (name: string, viewer = 'iago'): Promise<Body> => {
  const { streams } = await ok(as(viewer).get('/streams', { include_all: true, include_default: true }))
  return streams.find((stream: Body) => stream.name === name)
}

describe('GET /users/me/subscriptions', () => {
  const list = async (name: string, parameters = {}): Promise<Body[]> =>
    (await ok(as(name).get('/users/me/subscriptions', parameters))).subscriptions

  test("are one's channels, by name, with one's settings", async () => {
    const found = await list('polonius')
    expect(found.map((one) => one.name)).toEqual(['Verona', 'general'])
    expect(found[0]).toEqual({
      stream_id: world.channelId('Verona'),
      name: 'Verona',
      is_archived: false,
      description: expect.stringContaining('summer'),
      rendered_description: expect.stringContaining('<strong>'),
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
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      push_notifications: null,
      audible_notifications: null,
    })
    expect((await list('shiva')).map((one) => one.name)).toContain('core team')
    expect(
      (await foreign.client.ok(foreign.client.get('/users/me/subscriptions'))).subscriptions,
    ).toHaveLength(1)
  })

  test.each(['true', 'partial', '"partial"', true])(
    'include_subscribers=%s adds who is subscribed',
    async (value) => {
      const [verona] = await list('polonius', { include_subscribers: value })
      const people = [
        'desdemona',
        'iago',
        'hamlet',
        'cordelia',
        'othello',
        'zoe',
        'aaron',
        'polonius',
        'greeter-bot',
      ]
      expect(verona!.subscribers).toEqual(people.map((name) => world.userId(name)).sort((a, b) => a - b))
    },
  )

  test('include_subscribers=false does not, and other values are wrong', async () => {
    expect((await list('polonius', { include_subscribers: false }))[0]).not.toHaveProperty('subscribers')
    for (const value of ['some', '7', '[]', '"true"']) {
      const { status, code } = await refusal(
        as('hamlet').get('/users/me/subscriptions', { include_subscribers: value }),
      )
      expect({ status, code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
    }
  })

  test('nobody and a deactivated user are refused', async () => {
    expect((await refusal(new Client(url).get('/users/me/subscriptions'))).code).toBe('UNAUTHORIZED')
    expect((await refusal(as('aaron').get('/users/me/subscriptions'))).code).toBe('USER_DEACTIVATED')
  })

  test('what one gateway changed the next one answers, at once', async () => {
    const second = world.client((await world.gateway()).url, 'zoe')
    const names = async () =>
      (await second.ok(second.get('/users/me/subscriptions'))).subscriptions.map((one: Body) => one.name)
    for (let i = 0; i < 20; i++) {
      await ok(join('zoe', [`back and forth ${i}`]))
      expect(await names()).toContain(`back and forth ${i}`)
      await ok(leave('zoe', [`back and forth ${i}`]))
      expect(await names()).not.toContain(`back and forth ${i}`)
    }
  })

  test('archived channels are left out', async () => {
    await ok(join('hamlet', ['ruins']))
    await archive(core, realm, (await channelOf('ruins')).stream_id)
    expect((await list('hamlet')).map((one) => one.name)).not.toContain('ruins')
  })
})

describe('POST /users/me/subscriptions', () => {
  test('joins, creates, and tells what was so before', async () => {
    const body = await ok(join('othello', ['Verona', 'Denmark', 'new here', 'NEW HERE']))
    expect(body).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [me('othello')]: ['Denmark', 'NEW HERE'] },
      already_subscribed: { [me('othello')]: ['Verona'] },
      new_subscription_messages_sent: false,
    })
    expect(await ok(join('othello', ['denmark', ' Denmark ']))).toMatchObject({
      subscribed: {},
      already_subscribed: { [me('othello')]: ['Denmark'] },
    })
  })

  test('an empty list is a request for nothing', async () => {
    expect(await ok(join('othello', []))).toMatchObject({ subscribed: {}, already_subscribed: {} })
  })

  test('a new channel has the properties asked for', async () => {
    const properties = {
      subscriptions: [{ name: 'Gardens', description: 'By the\n\n**river**, with @**Zoe** and #**Verona**' }],
      is_default_stream: true,
      history_public_to_subscribers: true,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      send_new_subscription_messages: false,
    }
    const body = await ok(as('desdemona').post('/users/me/subscriptions', properties))
    expect(body).not.toHaveProperty('new_subscription_messages_sent')
    const description = 'By the **river**, with @**Zoe** and #**Verona**'
    expect(await channelOf('Gardens')).toMatchObject({
      description,
      rendered_description: expect.stringMatching(
        /^<p>By the <strong>river<\/strong>, with .*<a class="stream"/,
      ),
      creator_id: world.userId('desdemona'),
      is_default: true,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      invite_only: false,
      subscriber_count: 1,
    })
    await ok(
      join('desdemona', ['forever'], { message_retention_days: 'unlimited', topics_policy: '"inherit"' }),
    )
    expect(await channelOf('forever')).toMatchObject({ message_retention_days: -1, topics_policy: 'inherit' })
    await ok(join('hamlet', ['as ever'], { message_retention_days: '"realm_default"' }))
    expect(await channelOf('as ever')).toMatchObject({ message_retention_days: null })
  })

  test('a private channel keeps its history to those who were there, unless told otherwise', async () => {
    await ok(join('hamlet', ['cellar'], { invite_only: true }))
    expect(await channelOf('cellar')).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await ok(join('hamlet', ['attic'], { invite_only: true, history_public_to_subscribers: true }))
    expect(await channelOf('attic')).toMatchObject({ invite_only: true, history_public_to_subscribers: true })
  })

  test('others are subscribed by address or id, each once', async () => {
    const zoe = world.userId('zoe')
    const cordelia = world.userId('cordelia')
    expect(
      await ok(join('hamlet', ['company'], { principals: ['ZOE@demo.test', 'zoe@demo.test'] })),
    ).toMatchObject({
      subscribed: { [zoe]: ['company'] },
      already_subscribed: {},
    })
    expect(await ok(join('hamlet', ['company'], { principals: [zoe, cordelia, cordelia] }))).toMatchObject({
      subscribed: { [cordelia]: ['company'] },
      already_subscribed: { [zoe]: ['company'] },
    })
    expect(await ok(join('hamlet', ['company'], { principals: [] }))).toMatchObject({
      subscribed: { [me('hamlet')]: ['company'] },
    })
  })

  test.each([
    ['an unknown address', ['yorick@demo.test'], 'No such user'],
    ['an unknown id', [2_000_000_000], 'No such user'],
    ['a deactivated user', ['aaron@demo.test'], 'User is deactivated'],
    ['somebody of another organization', ['owner@other.test'], 'No such user'],
  ])('%s as a principal changes nothing', async (_, principals, msg) => {
    const all = [
      ...principals,
      ...(typeof principals[0] === 'string' ? ['zoe@demo.test'] : [world.userId('zoe')]),
    ]
    expect(await refusal(join('hamlet', ['void'], { principals: all }))).toEqual(bad(msg))
    expect(await channelOf('void')).toBeUndefined()
  })

  test("another organization's ids and names are nothing here", async () => {
    expect(await refusal(join('hamlet', ['void'], { principals: [foreign.id] }))).toEqual(bad('No such user'))
    expect(await ok(join('hamlet', ['Elsinore']))).toMatchObject({
      subscribed: { [me('hamlet')]: ['Elsinore'] },
    })
    expect((await channelOf('Elsinore')).creator_id).toBe(world.userId('hamlet'))
  })

  test('a private channel cannot be joined, and nothing else of the request is done', async () => {
    for (const name of ['hamlet', 'zoe']) {
      expect(await refusal(join(name, ['void', 'Core Team']))).toEqual(
        bad('Unable to access channel (Core Team).'),
      )
    }
    expect(await channelOf('void')).toBeUndefined()
    // An administrator knows of it, which does not let it in.
    await ok(join('hamlet', ['confidential'], { invite_only: true }))
    expect(await refusal(join('iago', ['confidential']))).toEqual(
      bad('Unable to access channel (confidential).'),
    )
  })

  test('unless the errors are not to be fatal', async () => {
    expect(await ok(join('zoe', ['Rome', 'core team'], { authorization_errors_fatal: false }))).toMatchObject(
      {
        subscribed: { [me('zoe')]: ['Rome'] },
        already_subscribed: {},
        unauthorized: ['core team'],
      },
    )
    expect(await ok(join('zoe', ['Rome'], { authorization_errors_fatal: false }))).toMatchObject({
      unauthorized: [],
    })
  })

  test('a subscriber of a private channel lets others in', async () => {
    await ok(join('hamlet', ['cellar'], { principals: ['zoe@demo.test'] }))
    expect((await channelOf('cellar', 'zoe')).subscriber_count).toBe(2)
    expect(await channelOf('cellar', 'cordelia')).toBeUndefined()
  })

  test('guests create and join nothing themselves', async () => {
    for (const name of ['Denmark', 'void', 'Verona']) {
      expect(await refusal(join('polonius', [name]))).toEqual(bad('Not allowed for guest users'))
    }
  })

  test.each([
    ['a default channel', 'hamlet', { is_default_stream: true }, bad('Insufficient permission')],
    ['a web-public channel', 'iago', { is_web_public: true }, bad('Insufficient permission')],
    [
      'a channel with a retention of its own',
      'iago',
      { message_retention_days: 7 },
      bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' }),
    ],
    [
      'a private default channel',
      'desdemona',
      { invite_only: true, is_default_stream: true },
      bad('A default channel cannot be private.'),
    ],
    [
      'a private web-public channel',
      'desdemona',
      { invite_only: true, is_web_public: true },
      bad('Invalid parameters'),
    ],
    [
      'a web-public channel that hides its history',
      'desdemona',
      { is_web_public: true, history_public_to_subscribers: false },
      bad('Invalid parameters'),
    ],
  ])('%s is not created for %s', async (_, name, properties, expected) => {
    expect(await refusal(join(name, ['void'], properties))).toEqual(expected)
    expect(await channelOf('void')).toBeUndefined()
  })

  test('whoever may not create such a channel may join one that exists', async () => {
    const properties = { is_default_stream: true, message_retention_days: 7 }
    expect(await ok(join('zoe', ['Denmark'], properties))).toMatchObject({
      subscribed: { [me('zoe')]: ['Denmark'] },
    })
  })

  test.each([
    ['', "Channel name can't be empty."],
    ['  \n', "Channel name can't be empty."],
    ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
    ['a\tb', 'Invalid character in channel name, at position 2.'],
  ])('%j is no name', async (name, msg) => {
    expect(await refusal(join('hamlet', ['void', name]))).toEqual(bad(msg))
    expect(await channelOf('void')).toBeUndefined()
  })

  test('a name is counted in characters, a description too', async () => {
    await ok(join('hamlet', ['🎭'.repeat(60)]))
    const long = { subscriptions: [{ name: 'void', description: '🎭'.repeat(1025) }] }
    expect(await refusal(as('hamlet').post('/users/me/subscriptions', long))).toEqual(
      bad('description is too long (limit: 1024 characters)'),
    )
  })

  test.each([
    [
      { subscriptions: undefined },
      { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'subscriptions' argument" },
    ],
    [{ subscriptions: 'Verona' }, { msg: 'subscriptions is not valid JSON' }],
    [{ subscriptions: '"Verona"' }, { msg: 'subscriptions is not a list' }],
    [{ subscriptions: ['Verona'] }, { msg: 'subscriptions[0] is not a dict' }],
    [{ subscriptions: [{}] }, { msg: 'subscriptions[0]["name"] field is missing' }],
    [{ subscriptions: [{ name: 7 }] }, { msg: 'subscriptions[0]["name"] is not a string' }],
    [{ subscriptions: [{ name: 'a\0b' }] }, { msg: 'subscriptions must not contain null bytes' }],
    [{ principals: '7' }, { msg: 'principals is not an allowed_type' }],
    [{ principals: [true] }, {}],
    [{ invite_only: 'perhaps' }, { msg: 'invite_only is not valid JSON' }],
    [{ invite_only: '1' }, { msg: 'invite_only is not a boolean' }],
    [{ message_retention_days: 0 }, {}],
    [{ message_retention_days: -1 }, {}],
    [{ message_retention_days: 'never' }, {}],
    [{ topics_policy: 'whatever' }, { msg: 'Invalid topics_policy' }],
    [{ history_public_to_subscribers: 'null' }, { msg: 'history_public_to_subscribers is not a boolean' }],
  ])('%j is wrong', async (parameters, expected) => {
    const { status, ...body } = await refusal(join('hamlet', ['void'], parameters))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_REQUEST', ...expected })
    expect(await channelOf('void')).toBeUndefined()
  })

  test('what it does not do yet it says it ignores', async () => {
    const body = await ok(
      join('hamlet', ['Verona'], { announce: true, folder_id: 1, can_subscribe_group: 5 }),
    )
    expect(body.ignored_parameters_unsupported.sort()).toEqual([
      'announce',
      'can_subscribe_group',
      'folder_id',
    ])
  })

  test('a name that an archived channel had is free', async () => {
    await ok(join('hamlet', ['phoenix']))
    const old = (await channelOf('phoenix')).stream_id
    await archive(core, realm, old)
    await ok(join('hamlet', ['phoenix']))
    expect((await channelOf('phoenix')).stream_id).not.toBe(old)
  })

  test('more requests at once than there are connections', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => join('hamlet', ['Verona'])))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })

  test('of many who create one channel at once, at two gateways, one does and the others join', async () => {
    const second = (await world.gateway()).url
    const people = [
      'desdemona',
      'iago',
      'shiva',
      'hamlet',
      'cordelia',
      'othello',
      'prospero',
      'zoe',
      'greeter-bot',
    ]
    const answers = await Promise.all(
      people.flatMap((name) =>
        [url, second].map((at) =>
          world.client(at, name).post('/users/me/subscriptions', { subscriptions: [{ name: 'rush' }] }),
        ),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    const joined = answers.flatMap((answer) => Object.keys(answer.body.subscribed))
    expect(joined.sort()).toEqual(people.map((name) => String(world.userId(name))).sort())
    expect((await channelOf('rush')).subscriber_count).toBe(people.length)
  })
})

describe('DELETE /users/me/subscriptions', () => {
  test("ends one's own, and tells what was none", async () => {
    expect(await ok(leave('cordelia', ['Rome', 'rome', 'Scotland']))).toEqual({
      result: 'success',
      msg: '',
      removed: ['Rome'],
      not_removed: ['Scotland'],
    })
    expect(await ok(leave('cordelia', ['Rome']))).toMatchObject({ removed: [], not_removed: ['Rome'] })
    expect(await ok(leave('cordelia', []))).toMatchObject({ removed: [], not_removed: [] })
  })

  test('a guest may leave', async () => {
    expect(await ok(leave('polonius', ['Verona']))).toMatchObject({ removed: ['Verona'] })
    expect((await refusal(leave('polonius', ['Verona']))).code).toBe('STREAM_DOES_NOT_EXIST')
    await ok(join('iago', ['Verona'], { principals: ['polonius@demo.test'] }))
  })

  test('back without a message in between, the settings are as they were', async () => {
    for (let i = 0; i < 3; i++) {
      await ok(leave('hamlet', ['Scotland']))
      expect(await ok(join('hamlet', ['Scotland']))).toMatchObject({
        subscribed: { [me('hamlet')]: ['Scotland'] },
      })
    }
  })

  test.each(['nonexistent', 'core team', 'Elsewhere', ''])(
    '%j does not exist for a stranger to it',
    async (name) => {
      expect(await refusal(leave('zoe', ['Verona', name]))).toEqual(
        bad(`Channel '${name}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream: name }),
      )
      expect((await channelOf('Verona', 'zoe')).subscriber_count).toBe(9)
    },
  )

  test('an administrator removes others, from private channels too', async () => {
    await ok(
      join('hamlet', ['den'], { invite_only: true, principals: ['hamlet@demo.test', 'zoe@demo.test'] }),
    )
    expect(await ok(leave('iago', ['den'], { principals: ['zoe@demo.test'] }))).toMatchObject({
      removed: ['den'],
    })
    expect(await ok(leave('iago', ['den'], { principals: [world.userId('zoe')] }))).toMatchObject({
      not_removed: ['den'],
    })
  })

  test('nobody else does, but of a bot its owner', async () => {
    for (const name of ['shiva', 'hamlet', 'polonius']) {
      expect(await refusal(leave(name, ['Verona'], { principals: ['zoe@demo.test'] }))).toEqual(
        bad('Insufficient permission'),
      )
    }
    expect(await ok(leave('hamlet', ['Denmark'], { principals: ['hamlet@demo.test'] }))).toMatchObject({
      removed: ['Denmark'],
    })
    const bot = await createUser(core, realm, {
      email: 'zoe-bot@demo.test',
      fullName: 'Bot of Zoe',
      botType: 1,
      botOwnerId: world.userId('zoe') as UserId,
    })
    const principals = [bot.id]
    await ok(join('shiva', ['Verona'], { principals }))
    expect(await refusal(leave('hamlet', ['Verona'], { principals }))).toEqual(bad('Insufficient permission'))
    expect(await ok(leave('zoe', ['Verona'], { principals }))).toMatchObject({ removed: ['Verona'] })
  })

  test('unknown, deactivated and foreign principals are refused', async () => {
    for (const [principals, msg] of [
      [['yorick@demo.test'], 'No such user'],
      [[foreign.id], 'No such user'],
      [['aaron@demo.test'], 'User is deactivated'],
    ] as const) {
      expect(await refusal(leave('iago', ['Verona'], { principals }))).toEqual(bad(msg))
    }
  })

  test('parameters are checked', async () => {
    expect(await refusal(as('hamlet').delete('/users/me/subscriptions'))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
    expect(await refusal(leave('hamlet', [7 as unknown as string]))).toEqual(
      bad('subscriptions[0] is not a string'),
    )
    expect(await refusal(leave('hamlet', ['a\0b']))).toEqual(bad('subscriptions must not contain null bytes'))
  })
})
