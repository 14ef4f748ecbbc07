import { afterEach, describe, expect, test } from 'vitest'
import { type Body, Client } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, foreign, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
let count = 0
const create = (name: string, fields: object = {}) =>
  as(name).post('/bots', { full_name: `Bot ${++count}`, short_name: `robot${count}`, ...fields })
const made = async (name: string, fields: object = {}): Promise<Body> => ok(create(name, fields))
const patch = (name: string, bot: number, fields: object) => as(name).patch(`/bots/${bot}`, { ...fields })
const botsOf = async (name: string): Promise<Body[]> =>
  (await ok(as(name).post('/register', { event_types: ['realm_bot'] }))).realm_bots
const ownBots = async (name: string): Promise<Body[]> => (await ok(as(name).get('/bots'))).bots
const insufficient = bad('Insufficient permission')
const HOOK = { bot_type: 3, payload_url: JSON.stringify('https://hook.test/x') }

afterEach(async () => {
  for (const user of [...realm.users]) {
    if (user.isBot && user.isActive && user.id !== id('greeter-bot'))
      await as('iago').delete(`/bots/${user.id}`)
  }
})

describe('a bot', () => {
  test('is created, and its owner and administrators get an event with its key', async () => {
    let bot: Body
    const events = await eventsDuring(['realm_bot', 'realm_user'], ['hamlet', 'iago', 'zoe'], async () => {
      bot = await made('hamlet')
    })
    const email = `robot${count}-bot@localhost`
    expect(bot).toMatchObject({ default_sending_stream: null, default_all_public_streams: false })
    const event = {
      type: 'realm_bot',
      op: 'add',
      bot: {
        user_id: bot.user_id,
        email,
        full_name: `Bot ${count}`,
        bot_type: 1,
        is_active: true,
        owner_id: id('hamlet'),
        api_key: bot.api_key,
        avatar_url: bot.avatar_url,
        services: [],
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    }
    expect(events.hamlet!.filter((event) => event.type === 'realm_bot')).toEqual([event])
    expect(events.iago).toEqual(events.hamlet)
    expect(events.zoe!.map((event) => event.type)).toEqual(['realm_user'])
    expect(await botsOf('hamlet')).toEqual(expect.arrayContaining([event.bot]))
    expect((await botsOf('iago')).length).toBeGreaterThan((await botsOf('zoe')).length)
    expect(await ownBots('hamlet')).toMatchObject([{ username: email, api_key: bot.api_key }])
    const client = new Client(url, { email, apiKey: bot.api_key })
    expect(await ok(client.get('/users/me'))).toMatchObject({ is_bot: true, user_id: bot.user_id })
    expect(await botsOf('zoe')).toEqual([])
    const { realm_incoming_webhook_bots } = await ok(as('hamlet').post('/register'))
    expect(realm_incoming_webhook_bots).toEqual([])
  })

  test('leaves no key in the event log', async () => {
    const { api_key } = await made('hamlet')
    expect(await world.sql('SELECT FROM event_log WHERE position($1 in payload) > 0', [api_key])).toEqual([])
  })

  test.each([
    [{ full_name: 'x' }, 'Name too short!'],
    [{ full_name: 'greeter BOT' }, 'Name is already in use.'],
    [{ short_name: '' }, 'Bad name or username'],
    [{ short_name: 'a b' }, 'Bad name or username'],
    [{ short_name: 'nul\0' }, 'short_name must not contain null bytes'],
    [{ bot_type: 0 }, 'Insufficient permission or kind'],
    [{ bot_type: 4 }, 'Invalid embedded bot name.'],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ ...HOOK, payload_url: '"file:///etc"' }, 'payload_url is not a URL'],
    [{ ...HOOK, interface_type: 3 }, 'Invalid interface type'],
    [{ default_sending_stream: 'nowhere' }, "Channel 'nowhere' does not exist"],
  ])('cannot be created with %j', async (fields, msg) => {
    const { status, body } = await create('hamlet', fields)
    expect([status, body.msg]).toEqual([
      400,
      msg === 'Insufficient permission or kind' ? 'Invalid bot type' : msg,
    ])
  })

  test('has an unused address', async () => {
    await made('hamlet', { short_name: 'same' })
    expect(await refusal(create('zoe', { short_name: 'same' }))).toEqual(bad('Username already in use'))
  })

  test('is not created by guests and bots, and by others according to the organization', async () => {
    expect(await refusal(create('polonius'))).toEqual(bad('Not allowed for guest users'))
    expect(await refusal(create('greeter-bot'))).toEqual(bad('This endpoint does not accept bot requests.'))
    const set = (can_create_bots_group: string, writeOnly: string) =>
      ok(
        as('desdemona').patch('/realm', {
          can_create_bots_group: { new: realm.record.systemGroups[can_create_bots_group as 'role:members'] },
          can_create_write_only_bots_group: { new: realm.record.systemGroups[writeOnly as 'role:members'] },
        }),
      )
    await set('role:nobody', 'role:members')
    expect(await refusal(create('hamlet'))).toEqual(insufficient)
    await made('hamlet', { bot_type: 2 })
    await made('iago')
    await set('role:nobody', 'role:nobody')
    expect(await refusal(create('hamlet', { bot_type: 2 }))).toEqual(insufficient)
    await set('role:members', 'role:members')
    await made('hamlet')
  })
})

describe('changing a bot', () => {
  test('is for its owner and administrators', async () => {
    const { user_id } = await made('hamlet')
    const may: Record<string, boolean> = {
      desdemona: true,
      iago: true,
      hamlet: true,
      shiva: false,
      zoe: false,
    }
    for (const [name, allowed] of Object.entries(may)) {
      const expected = allowed ? { status: 200 } : insufficient
      expect(await refusal(patch(name, user_id, { full_name: `By ${name}` })), name).toMatchObject(expected)
      expect(await refusal(as(name).get(`/bots/${user_id}/api_key`)), name).toMatchObject(expected)
      expect(await refusal(as(name).post(`/bots/${user_id}/api_key/regenerate`)), name).toMatchObject(
        expected,
      )
    }
    for (const nobody of [0, 999_999, id('zoe'), foreign.id]) {
      expect(await refusal(patch('iago', nobody, {}))).toEqual(bad('No such bot'))
      expect(await refusal(as('iago').delete(`/bots/${nobody}`))).toEqual(bad('No such bot'))
    }
    expect(await refusal(as('zoe').delete(`/bots/${user_id}`))).toEqual(insufficient)
    await ok(as('hamlet').delete(`/bots/${user_id}`))
    expect(await ownBots('hamlet')).toEqual([])
    await ok(as('iago').post(`/users/${user_id}/reactivate`))
    expect(await ownBots('hamlet')).toHaveLength(1)
  })

  test('follows the rules for roles', async () => {
    const { user_id } = await made('hamlet')
    expect(await refusal(patch('hamlet', user_id, { role: 200 }))).toEqual(insufficient)
    expect((await patch('iago', user_id, { role: 100 })).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
    await ok(patch('iago', user_id, { role: 300 }))
  })

  test('sends an event to its owner and administrators', async () => {
    const { user_id } = await made('hamlet', HOOK)
    const events = await eventsDuring(['realm_bot'], ['hamlet', 'zoe', 'iago'], async () => {
      await ok(patch('hamlet', user_id, { full_name: 'Renamed Bot', default_sending_stream: 'Verona' }))
      await ok(
        patch('hamlet', user_id, { service_payload_url: '"http://other.test/"', service_interface: 2 }),
      )
      await ok(patch('iago', user_id, { bot_owner_id: id('zoe') }))
      await ok(as('zoe').delete(`/bots/${user_id}`))
    })
    const summarize = (name: string) =>
      events[name]!.map(({ op, bot: { user_id: _, ...rest } }) => [op, ...Object.keys(rest).slice(0, 1)])
    expect(summarize('hamlet')).toEqual([
      ['update', 'full_name'],
      ['update', 'default_sending_stream'],
      ['update', 'services'],
      ['delete'],
    ])
    expect(summarize('zoe')).toEqual([
      ['add', 'email'],
      ['update', 'owner_id'],
      ['update', 'is_active'],
    ])
    expect(summarize('iago')).toEqual([...summarize('hamlet').slice(0, 3), ...summarize('zoe').slice(1)])
    expect(events.zoe![0].bot.services).toMatchObject([{ base_url: 'http://other.test/', interface: 2 }])
    const owner = (fields: object) => refusal(patch('iago', user_id, fields))
    expect(await owner({ bot_owner_id: 999_999 })).toEqual(bad('Failed to change owner, no such user'))
    expect(await owner({ bot_owner_id: id('aaron') })).toEqual(
      bad('Failed to change owner, user is deactivated'),
    )
    expect(await owner({ bot_owner_id: id('greeter-bot') })).toEqual(
      bad("Failed to change owner, bots can't own other bots"),
    )
  })

  test('regenerating a key ends the old one, of a bot and of a person', async () => {
    const bot = await made('hamlet')
    const old = new Client(url, { email: `robot${count}-bot@localhost`, apiKey: bot.api_key })
    await ok(old.get('/users/me'))
    const { hamlet } = await eventsDuring(['realm_bot'], ['hamlet'], async () => {
      const { api_key } = await ok(as('hamlet').post(`/bots/${bot.user_id}/api_key/regenerate`))
      expect(api_key).not.toBe(bot.api_key)
      expect((await ok(as('hamlet').get(`/bots/${bot.user_id}/api_key`))).api_key).toBe(api_key)
      expect((await old.get('/users/me')).status).toBe(401)
    })
    expect(hamlet).toHaveLength(1)
    const { api_key } = await ok(as('cordelia').post('/users/me/api_key/regenerate'))
    expect((await as('cordelia').get('/users/me')).status).toBe(401)
    await ok(new Client(url, { email: 'cordelia@demo.test', apiKey: api_key }).get('/users/me'))
  })

  test('a new administrator gets all bots, and a former administrator only their own', async () => {
    await made('hamlet')
    const { zoe } = await eventsDuring(['realm_bot'], ['zoe'], async () => {
      await ok(as('iago').patch(`/users/${id('zoe')}`, { role: 200 }))
      await ok(as('iago').patch(`/users/${id('zoe')}`, { role: 400 }))
    })
    const ops = (op: string) => zoe!.filter((event) => event.op === op).map((event) => event.bot.user_id)
    expect(ops('add').length).toBeGreaterThan(1)
    expect(ops('delete')).toEqual(ops('add'))
  })
})
