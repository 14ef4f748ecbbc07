import { describe, expect, test } from 'vitest'
import { archive } from '../changes.ts'
import {
  as,
  bad,
  channelOf,
  core,
  join,
  ok,
  realm,
  refusal,
  setUpStage,
  system,
  url,
  world,
} from '../stage.ts'

setUpStage()

describe('creating channels', () => {
  test('a new channel has the requested properties', async () => {
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

  test('a private channel hides earlier messages from new subscribers, unless requested otherwise', async () => {
    await ok(join('hamlet', ['cellar'], { invite_only: true }))
    expect(await channelOf('cellar')).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await ok(join('hamlet', ['attic'], { invite_only: true, history_public_to_subscribers: true }))
    expect(await channelOf('attic')).toMatchObject({ invite_only: true, history_public_to_subscribers: true })
  })

  test.each([
    ['a default channel', 'hamlet', { is_default_stream: true }, bad('Insufficient permission')],
    [
      'a web-public channel, where no spectators are let in',
      'desdemona',
      { is_web_public: true },
      bad('Web-public channels are not enabled.'),
    ],
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

  test('only owners create web-public channels, where spectators are allowed', async () => {
    await ok(as('desdemona').patch('/realm', { enable_spectator_access: true }))
    expect(await refusal(join('iago', ['void'], { is_web_public: true }))).toEqual(
      bad('Insufficient permission'),
    )
    await ok(join('desdemona', ['stage'], { is_web_public: true }))
    expect(await channelOf('stage')).toMatchObject({ is_web_public: true })
    await ok(as('desdemona').patch('/realm', { enable_spectator_access: false }))
    // The channel stays web-public, but does not appear for new users meanwhile.
    expect(await channelOf('stage')).toMatchObject({ is_web_public: true })
  })

  test.each([
    ['', "Channel name can't be empty."],
    ['  \n', "Channel name can't be empty."],
    ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
    ['a\tb', 'Invalid character in channel name, at position 2.'],
  ])('%j is not a valid name', async (name, msg) => {
    expect(await refusal(join('hamlet', ['void', name]))).toEqual(bad(msg))
    expect(await channelOf('void')).toBeUndefined()
  })

  test('the lengths of a name and a description are counted in characters', async () => {
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
    [
      { topics_policy: 'whatever' },
      {
        msg: 'Invalid topics_policy: must be one of inherit, allow_empty_topic, disable_empty_topic, empty_topic_only',
      },
    ],
    [{ history_public_to_subscribers: 'null' }, { msg: 'history_public_to_subscribers is not a boolean' }],
  ])('%j is invalid', async (parameters, expected) => {
    const { status, ...body } = await refusal(join('hamlet', ['void'], parameters))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_REQUEST', ...expected })
    expect(await channelOf('void')).toBeUndefined()
  })

  test.each(['can_delete_any_message_group', 'can_delete_own_message_group'])(
    'a new channel may have another %s than nobody if its creator may set the policy',
    async (setting) => {
      const open = (who: string, group: string) =>
        join(who, [`open-${setting}`], { [setting]: system(group) })
      expect(await refusal(open('hamlet', 'role:everyone'))).toEqual(bad('Insufficient permission'))
      expect(await channelOf(`open-${setting}`)).toBeUndefined()
      await ok(open('shiva', 'role:everyone'))
      expect(await channelOf(`open-${setting}`)).toMatchObject({ [setting]: system('role:everyone') })
      await ok(join('hamlet', [`closed-${setting}`], { [setting]: system('role:nobody') }))
    },
  )

  test('unknown parameters are ignored and reported', async () => {
    const body = await ok(join('hamlet', ['Verona'], { colour: 'red', announce: false }))
    expect(body.ignored_parameters_unsupported).toEqual(['colour'])
  })

  test('the name of an archived channel is free', async () => {
    await ok(join('hamlet', ['phoenix']))
    const old = (await channelOf('phoenix')).stream_id
    await archive(core, realm, old)
    await ok(join('hamlet', ['phoenix']))
    expect((await channelOf('phoenix')).stream_id).not.toBe(old)
  })

  test('one of many concurrent requests creates the channel, and the others join it', async () => {
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
