import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { type Body, Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration, newcomer } from '../changes.ts'

let world: World
let core: Core
let url: string
let realm: RealmState
let hamlet: Client
let foreign: { client: Client; id: number }

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  hamlet = world.client(url, 'hamlet')
  const other = await anotherOrganization(core, url)
  foreign = { client: other.client, id: other.owner.id }
  await deactivate(core, realm, world.userId('aaron'))
})
afterAll(() => world.close())

const NO_SUCH_USER = { status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg: 'No such user' } }
const refusal = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  return { status, body }
}

describe('GET /users/me', () => {
  const me = (name: string) => {
    const client = world.client(url, name)
    return client.ok(client.get('/users/me'))
  }

  test("returns a person's own account", async () => {
    const { date_joined, avatar_url, max_message_id, ...rest } = await me('hamlet')
    expect(rest).toEqual({
      result: 'success',
      msg: '',
      user_id: world.userId('hamlet'),
      email: 'hamlet@demo.test',
      delivery_email: 'hamlet@demo.test',
      full_name: 'King Hamlet',
      avatar_version: 1,
      role: 400,
      is_admin: false,
      is_owner: false,
      is_billing_admin: false,
      is_guest: false,
      is_bot: false,
      is_active: true,
      timezone: '',
      profile_data: {},
    })
    expect(date_joined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    expect(avatar_url).toMatch(/^https:/)
    expect(Number.isInteger(max_message_id)).toBe(true)
  })

  test.each([
    ['desdemona', { role: 100, is_owner: true, is_admin: true, is_guest: false }],
    ['iago', { role: 200, is_owner: false, is_admin: true, is_guest: false }],
    ['shiva', { role: 300, is_owner: false, is_admin: false, is_guest: false }],
    ['polonius', { role: 600, is_owner: false, is_admin: false, is_guest: true }],
  ])('%s has the right role', async (name, expected) => {
    expect(await me(name)).toMatchObject(expected)
  })

  test('a bot has no profile', async () => {
    const body = await me('greeter-bot')
    expect(body.is_bot).toBe(true)
    expect(body).not.toHaveProperty('profile_data')
  })

  test('max_message_id is the newest message that reached the user', async () => {
    const { client, record } = await newcomer(core, realm, url, { email: 'yorick@demo.test' })
    const newest = async () => (await client.ok(client.get('/users/me'))).max_message_id
    expect(await newest()).toBe(-1)
    const say = async (to: string | number[]) =>
      (
        await hamlet.ok(
          hamlet.post('/messages', {
            type: typeof to === 'string' ? 'channel' : 'direct',
            to,
            topic: 't',
            content: 'x',
          }),
        )
      ).id
    const missed = await say('Denmark')
    expect(await newest()).toBe(-1) // Not subscribed.
    const first = await say('general')
    expect(await newest()).toBe(first)
    const direct = await say([record.id])
    expect(await newest()).toBe(direct)
    await say([world.userId('cordelia')])
    expect(await newest()).toBe(direct)
    await client.ok(client.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    await say('general')
    expect(await newest()).toBe(direct)
    await client.ok(client.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
    expect(await newest()).toBe(direct) // The user did not receive the missed messages.
    const last = await say('general')
    expect(await newest()).toBe(last)
    await world.sql(
      `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
       SELECT nextval('message_id_seq'), realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content
       FROM message, generate_series(1, 1000) WHERE id = $1`,
      [missed],
    )
    expect(await newest()).toBe(last) // However many messages others have received since.
  })

  test('rejects requests without credentials and from a deactivated user', async () => {
    expect((await new Client(url).get('/users/me')).body.code).toBe('UNAUTHORIZED')
    expect((await world.client(url, 'aaron').get('/users/me')).body.code).toBe('USER_DEACTIVATED')
  })
})

describe('GET /users', () => {
  const members = async (client: Client, parameters = {}): Promise<Body[]> =>
    (await client.ok(client.get('/users', parameters))).members

  test('contains all users of the organization, including deactivated users and bots, and no others', async () => {
    for (const name of ['hamlet', 'polonius', 'greeter-bot']) {
      const found = await members(world.client(url, name))
      expect(found.map((member) => member.user_id)).toEqual([...realm.users].map((user) => user.id))
      expect(found.map((member) => member.user_id)).not.toContain(foreign.id)
    }
    expect(await members(foreign.client)).toHaveLength(1)
  })

  test('describes each user', async () => {
    const found = new Map((await members(hamlet)).map((member) => [member.email, member]))
    expect(found.get('iago@demo.test')).toMatchObject({
      user_id: world.userId('iago'),
      delivery_email: 'iago@demo.test',
      role: 200,
      is_admin: true,
      is_active: true,
      avatar_url: null,
    })
    expect(found.get('iago@demo.test')).not.toHaveProperty('bot_type')
    expect(found.get('iago@demo.test')).not.toHaveProperty('profile_data')
    expect(found.get('aaron@demo.test')).toMatchObject({ is_active: false })
    expect(found.get('greeter-bot@demo.test')).toMatchObject({
      is_bot: true,
      bot_type: 1,
      bot_owner_id: world.userId('iago'),
    })
  })

  test('includes avatars and profiles on request', async () => {
    const found = await members(hamlet, { client_gravatar: false, include_custom_profile_fields: true })
    for (const member of found) {
      expect(member.avatar_url).toMatch(/^https:/)
      if (member.is_bot) expect(member).not.toHaveProperty('profile_data')
      else expect(member.profile_data).toEqual({})
    }
  })

  test('returns only the requested users, ignoring unknown and foreign ids', async () => {
    const wanted = [world.userId('zoe'), world.userId('aaron')].sort((a, b) => a - b)
    const found = await members(hamlet, { user_ids: [...wanted, ...wanted, foreign.id, 2_000_000_000] })
    expect(found.map((member) => member.user_id)).toEqual(wanted)
    expect(await members(hamlet, { user_ids: [] })).toEqual([])
  })

  test('finds a user that another gateway has just created', async () => {
    const second = world.client((await world.gateway()).url, 'hamlet')
    await members(second)
    const { record } = await newcomer(core, realm, url, { email: 'fresh@demo.test' })
    expect((await members(second)).map((member) => member.user_id)).toContain(record.id)
  })

  test.each([
    ['user_ids', '7', 'user_ids is not a list'],
    ['user_ids', '["7"]', 'user_ids[0] is not an integer'],
    ['user_ids', '[-1]', 'user_ids[0] is too small'],
    ['user_ids', '[99999999999]', 'user_ids[0] is too large'],
    ['user_ids', '[7', 'user_ids is not valid JSON'],
    ['client_gravatar', 'maybe', 'client_gravatar is not a boolean'],
  ])('refuses %s=%s', async (name, value, msg) => {
    const { status, body } = await hamlet.get('/users', { [name]: value })
    expect({ status, body }).toEqual({ status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg } })
  })
})

describe('GET /users/{user_id} and GET /users/{email}', () => {
  test.each(['hamlet', 'polonius', 'greeter-bot'])('%s finds a user by id and by address', async (name) => {
    const client = world.client(url, name)
    const { user } = await client.ok(client.get(`/users/${world.userId('zoe')}`))
    expect(user).toMatchObject({ email: 'zoe@demo.test', avatar_url: null })
    for (const address of ['zoe@demo.test', 'ZOE@DEMO.TEST', 'zoe%40demo.test']) {
      expect((await client.ok(client.get(`/users/${address}`))).user).toEqual(user)
    }
  })

  test('includes avatar and profile on request', async () => {
    const parameters = { client_gravatar: false, include_custom_profile_fields: true }
    const { user } = await hamlet.ok(hamlet.get(`/users/${world.userId('zoe')}`, parameters))
    expect(user).toMatchObject({ avatar_url: expect.stringMatching(/^https:/), profile_data: {} })
    expect((await hamlet.ok(hamlet.get('/users/zoe@demo.test', parameters))).user).toEqual(user)
  })

  test('finds a deactivated user', async () => {
    const { user } = await hamlet.ok(hamlet.get('/users/aaron@demo.test'))
    expect(user.is_active).toBe(false)
  })

  test('does not find unknown users and users of another organization', async () => {
    for (const named of [
      '2000000000',
      '0',
      'yorick2@demo.test',
      'owner@other.test',
      String(foreign.id),
      '-1',
      'x',
    ]) {
      expect(await refusal(hamlet.get(`/users/${named}`))).toEqual(NO_SUCH_USER)
    }
    expect(await refusal(foreign.client.get(`/users/${world.userId('zoe')}`))).toEqual(NO_SUCH_USER)
    expect(await refusal(foreign.client.get('/users/zoe@demo.test'))).toEqual(NO_SUCH_USER)
  })

  test('finds a user that another gateway has just created', async () => {
    const second = world.client((await world.gateway()).url, 'hamlet')
    await second.get('/users')
    const { record } = await newcomer(core, realm, url, { email: 'fresher@demo.test' })
    expect((await second.get(`/users/${record.id}`)).status).toBe(200)
  })

  test('finds nobody by ids that are too large, and refuses NUL bytes', async () => {
    expect((await refusal(hamlet.get('/users/99999999999'))).body.msg).toBe('No such user')
    expect((await refusal(hamlet.get('/users/a%00b'))).body.msg).toBe('email must not contain null bytes')
  })
})
