import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../harness/client.ts'
import { archive, makeWebPublic, setRealm } from './changes.ts'
import { as, bad, core, ok, realm, refusal, url, world } from './stage.ts'

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
    const users = [...state.realm_users, ...state.realm_non_active_users]
    expect(users.filter((user: Body) => !user.is_bot)).toEqual([])
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
