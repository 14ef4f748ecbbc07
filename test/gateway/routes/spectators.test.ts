import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../harness/client.ts'
import { archive, makeWebPublic, setRealm } from './changes.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, url, world } from './stage.ts'

setUpStage()

const nobody = () => world.client(url)
const channelId = (name: string) => world.channelId(name)
const notLoggedIn = bad('Not logged in: API authentication or user session required', {
  code: 'UNAUTHORIZED',
  status: 401,
})
const send = async (to: string, content: string, topic = 'play'): Promise<number> =>
  (await ok(as('hamlet').post('/messages', { type: 'channel', to, topic, content }))).id

let open: number
let closed: number
let direct: number
let old: number

beforeAll(async () => {
  open = await send('Verona', 'for *all* to read')
  closed = await send('Denmark', 'for members')
  old = await send('Rome', 'of old')
  direct = (
    await ok(as('hamlet').post('/messages', { type: 'direct', to: [world.userId('iago')], content: 'psst' }))
  ).id
  for (const name of ['Verona', 'Rome']) await makeWebPublic(core, realm, channelId(name))
  await archive(core, realm, channelId('Rome'))
})

describe('in an organization without spectators', () => {
  test.each([
    ['/messages/{id}', () => `/messages/${open}`],
    ['topics', () => `/users/me/${channelId('Verona')}/topics`],
  ])('%s needs credentials', async (_, path) => {
    expect(await refusal(nobody().get(path()))).toEqual(notLoggedIn)
  })
})

describe('a spectator', () => {
  beforeAll(() => setRealm(core, realm, { enable_spectator_access: true }))

  test('reads a message of a web-public channel', async () => {
    const { message, raw_content } = await ok(nobody().get(`/messages/${open}`))
    expect(raw_content).toBe('for *all* to read')
    expect(message).toMatchObject({
      id: open,
      content: '<p>for <em>all</em> to read</p>',
      flags: ['read', 'historical'],
    })
  })

  test.each([
    ['of another channel', () => closed],
    ['of a direct conversation', () => direct],
    ['of an archived channel', () => old],
    ['that does not exist', () => 10 ** 9],
  ])('reads no message %s', async (_, id) => {
    expect(await refusal(nobody().get(`/messages/${id()}`))).toEqual(bad('Invalid message(s)'))
  })

  test('sees the topics of web-public channels, and of no others', async () => {
    const { topics } = await ok(nobody().get(`/users/me/${channelId('Verona')}/topics`))
    expect(topics.map((topic: Body) => topic.name)).toContain('play')
    for (const id of [channelId('Denmark'), channelId('core team'), channelId('Rome'), 99_999]) {
      expect(await refusal(nobody().get(`/users/me/${id}/topics`))).toEqual(bad('Invalid channel ID'))
    }
  })

  test('learns no address and no former text of those who wrote', async () => {
    const edited = await send('Verona', 'a secret', 'edits')
    await ok(as('hamlet').patch(`/messages/${edited}`, { content: 'nothing to see', topic: 'edited' }))
    const narrow = [{ operator: 'channel', operand: 'Verona' }]
    const range = { anchor: edited, num_before: 0, num_after: 0, narrow, client_gravatar: false }
    const { messages } = await ok(nobody().get('/messages', range))
    const { message } = await ok(nobody().get(`/messages/${edited}`))
    const drawn = { sender_full_name: 'King Hamlet', sender_email: `user${world.userId('hamlet')}@localhost` }
    for (const found of [messages[0], message]) {
      expect(found).toMatchObject({ ...drawn, last_edit_timestamp: expect.any(Number) })
      expect(found.avatar_url).toMatch(/^\/user_avatars\/drawn\//)
      expect(found).not.toHaveProperty('edit_history')
      expect(JSON.stringify(found)).not.toContain('demo.test')
    }
    const { avatar_url } = messages[0]
    const picture = await fetch(`${url}/avatar/${world.userId('hamlet')}`, { redirect: 'manual' })
    expect(picture.headers.get('location')).toBe(avatar_url)
  })

  test('finds messages by the id of their sender, not by the address', async () => {
    const find = (operand: unknown) => {
      const narrow = [
        { operator: 'channels', operand: 'web-public' },
        { operator: 'sender', operand },
      ]
      return nobody().get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })
    }
    const { messages } = await ok(find(world.userId('hamlet')))
    expect(messages.map(({ id }: Body) => id)).toContain(open)
    for (const address of ['hamlet@demo.test', 'nobody@demo.test', 'me']) {
      expect(await refusal(find(address))).toMatchObject({
        status: 400,
        msg: `Invalid narrow operator: unknown user ${address}`,
      })
    }
  })

  test('learns of no channel that is not web-public', async () => {
    const find = (operand: unknown) => {
      const narrow = [
        { operator: 'channels', operand: 'web-public' },
        { operator: 'channel', operand },
      ]
      return refusal(nobody().get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow }))
    }
    for (const name of ['core team', 'Denmark', 'Rome', 'no such channel']) {
      expect(await find(name)).toMatchObject({
        status: 400,
        msg: `Invalid narrow operator: unknown channel ${name}`,
      })
    }
  })

  test('loses a message that is moved to another channel', async () => {
    const id = await send('Verona', 'to be moved', 'moving')
    await ok(nobody().get(`/messages/${id}`))
    await ok(as('desdemona').patch(`/messages/${id}`, { stream_id: channelId('core team') }))
    expect(await refusal(nobody().get(`/messages/${id}`))).toEqual(bad('Invalid message(s)'))
    const query = { anchor: id, num_before: 5, num_after: 5 }
    const narrow = [
      { operator: 'channels', operand: 'web-public' },
      { operator: 'with', operand: id },
    ]
    expect((await refusal(nobody().get('/messages', { ...query, narrow }))).status).toBe(400)
  })

  test.each([
    ['GET', () => `/messages/${open}/history`],
    ['GET', () => '/messages/matches_narrow'],
    ['GET', () => '/streams'],
    ['POST', () => '/messages'],
  ])('cannot call %s', async (method, path) => {
    const call = method === 'GET' ? nobody().get(path(), {}) : nobody().post(path(), {})
    expect([401, 404]).toContain((await refusal(call)).status)
  })

  test('with wrong credentials is rejected', async () => {
    const answer = await fetch(`${url}/api/v1/messages/${open}`, {
      headers: { authorization: `Basic ${Buffer.from('hamlet@demo.test:wrong').toString('base64')}` },
    })
    expect(answer.status).toBe(401)
  })
})

describe('POST /register without credentials', () => {
  const register = (parameters = {}) => nobody().post('/register', parameters)

  test('needs an organization that allows spectators', async () => {
    await setRealm(core, realm, { enable_spectator_access: false })
    expect(await refusal(register())).toEqual(notLoggedIn)
    await setRealm(core, realm, { enable_spectator_access: true })
  })

  test('returns the state without personal data, and creates no queue', async () => {
    const state = await ok(register())
    expect(state.queue_id).toBeNull()
    expect(state.last_event_id).toBeGreaterThan(0)
    expect(state.streams.map((channel: Body) => channel.name)).toEqual(['Verona'])
    expect(state.never_subscribed.map((channel: Body) => channel.name)).toEqual(['Verona'])
    expect(state).toMatchObject({
      subscriptions: [],
      unsubscribed: [],
      alert_words: [],
      drafts: [],
      starred_messages: [],
      realm_bots: [],
      realm_default_streams: [],
      presences: {},
      user_id: 0,
      email: '',
      is_admin: false,
      is_owner: false,
      can_create_streams: false,
      unread_msgs: { count: 0, pms: [], streams: [], huddles: [] },
    })
    expect(state.onboarding_steps).toEqual([])
    expect(state.realm_user_groups.every((group: Body) => group.is_system_group)).toBe(true)
    expect(state.realm_user_groups.flatMap((group: Body) => group.members)).toEqual([])
    const users = [...state.realm_users, ...state.realm_non_active_users]
    expect(users.filter((user: Body) => !user.is_bot)).toEqual([])
    for (const { avatar_url } of [...users, ...state.cross_realm_bots]) {
      expect(avatar_url).toMatch(/^\/user_avatars\/drawn\//)
    }
    expect(JSON.stringify(state)).not.toContain('hamlet@')
    expect(JSON.stringify(state)).not.toContain('core team')
  })

  test('rejects parameters that need an account', async () => {
    for (const name of ['client_gravatar', 'include_subscribers']) {
      const anonymous = bad(`Invalid '${name}' parameter for anonymous request`)
      expect(await refusal(register({ [name]: true }))).toEqual(anonymous)
      expect((await register({ [name]: false })).status).toBe(200)
    }
    expect((await register({ include_subscribers: 'partial' })).status).toBe(400)
    expect((await nobody().get('/events', { queue_id: 'null', last_event_id: 0 })).status).toBe(401)
  })

  test('returns only the requested types', async () => {
    const state = await ok(register({ fetch_event_types: ['stream'] }))
    expect(state).not.toHaveProperty('realm_users')
    expect(state.streams).toHaveLength(1)
  })
})
