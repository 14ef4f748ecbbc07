import { beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../../../gateway/routes/index.ts'
import type { Services } from '../../../gateway/services.ts'
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
    expect(JSON.stringify(state)).not.toContain('hamlet@')
    expect(JSON.stringify(state)).not.toContain('core team')
  })

  test('returns no bots, folders, profile fields or other lists of the organization', async () => {
    const owner = as('desdemona')
    const capable = {
      client_capabilities: {
        archived_channels: true,
        include_deactivated_groups: true,
        linkifier_url_template: true,
        user_list_incomplete: true,
      },
    }
    const bot = await ok(as('iago').post('/bots', { full_name: 'Herald', short_name: 'herald' }))
    const retired = await ok(as('iago').post('/bots', { full_name: 'Ghost', short_name: 'ghost' }))
    await ok(as('iago').delete(`/bots/${retired.user_id}`))
    const folder = await ok(owner.post('/channel_folders/create', { name: 'Tragedies' }))
    await ok(owner.post('/realm/profile_fields', { field_type: 1, name: 'Role on stage' }))
    await ok(owner.post('/realm/domains', { domain: 'stage.test', allow_subdomains: false }))
    await ok(
      owner.post('/realm/playgrounds', {
        name: 'Stage',
        pygments_language: 'Python',
        url_template: 'https://stage.test/{code}',
      }),
    )
    await ok(
      owner.post('/realm/filters', { pattern: 'act(?P<n>[0-9]+)', url_template: 'https://x.test/{n}' }),
    )
    await ok(as('hamlet').post('/users/me/status', { status_text: 'to be or not to be' }))
    const named = { direct_members: [world.userId('iago'), world.userId('hamlet')], direct_subgroups: [] }
    await ok(
      owner.patch('/realm', {
        can_create_groups: { new: named },
        new_stream_announcements_stream_id: channelId('core team'),
      }),
    )
    await ok(
      owner.patch(`/streams/${channelId('Verona')}`, {
        folder_id: folder.channel_folder_id,
        can_send_message_group: { new: named },
      }),
    )

    const state = await ok(register(capable))
    const lists = {
      realm_users: [],
      realm_non_active_users: [],
      cross_realm_bots: [],
      realm_bots: [],
      realm_embedded_bots: [],
      channel_folders: [],
      custom_profile_fields: [],
      realm_domains: [],
      realm_playgrounds: [],
      realm_linkifiers: [],
      user_status: {},
    }
    expect(state).toMatchObject(lists)
    expect(state).toMatchObject({
      realm_can_create_groups: { direct_members: [], direct_subgroups: [] },
      realm_new_stream_announcements_stream_id: -1,
    })
    for (const channels of [state.streams, state.never_subscribed])
      expect(channels).toEqual([
        expect.objectContaining({
          name: 'Verona',
          creator_id: null,
          folder_id: null,
          subscriber_count: 0,
          can_send_message_group: { direct_members: [], direct_subgroups: [] },
        }),
      ])
    for (const secret of [
      'Herald',
      'herald-bot',
      'Ghost',
      'Tragedies',
      'Role on stage',
      'stage.test',
      'be or not',
    ])
      expect(JSON.stringify(state)).not.toContain(secret)
    // Members get all of it.
    const full = await ok(as('hamlet').post('/register', { ...capable, client_gravatar: true }))
    for (const [name, none] of Object.entries(lists))
      if (name !== 'realm_bots') expect(full[name], name).not.toEqual(none)
    expect(full.realm_can_create_groups).toEqual(named)
    expect(full.streams.find(({ name }: Body) => name === 'Verona').can_send_message_group).toEqual(named)
    await ok(as('iago').delete(`/bots/${bot.user_id}`))
    await ok(
      owner.patch(`/streams/${channelId('Verona')}`, { can_send_message_group: { new: 2, old: named } }),
    )
  })

  test('every endpoint that is open to spectators is on this list', () => {
    const open = apiRoutes({ config: {}, core: {}, queues: {} } as unknown as Services)
      .filter(({ access }) => access === 'userOrSpectator')
      .map(({ method, path }) => `${method} ${path}`)
    expect(open.sort()).toEqual([
      'GET /messages',
      'GET /messages/{message_id}',
      'GET /user_uploads/{realm_id_str}/{filename}',
      'GET /users/me/{stream_id}/topics',
      'POST /register',
    ])
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
