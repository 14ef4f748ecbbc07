import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRESENCE_MEMORY_MS } from '../../../../config/limits.ts'
import { savePresence } from '../../../../core/people/presence/copy.ts'
import { RealmPresence } from '../../../../core/people/presence/realm-presence.ts'
import { PresenceStore } from '../../../../core/people/presence/store.ts'
import { withRoundTrips } from '../../../../core/platform/log/round-trips.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import { type Body, Client, type Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration, newcomer } from '../changes.ts'

let world: World
let core: Core
let realm: RealmState
let url: string
let second: string
let foreign: Awaited<ReturnType<typeof anotherOrganization>>

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  second = (await world.gateway()).url
  foreign = await anotherOrganization(core, url)
})
afterAll(() => world.close())

const as = (name: string, at = url) => world.client(at, name)
const id = (name: string) => String(world.userId(name))
const email = (name: string) => `${name}@demo.test`
const report = (name: string, parameters: Parameters = {}, at = url): Promise<Body> =>
  as(name, at).ok(as(name, at).post('/users/me/presence', { status: 'active', ...parameters }))
const now = () => Date.now() / 1000
const refused = async (answer: ReturnType<Client['post']>) => {
  const { status, body } = await answer
  return { status, code: body.code, msg: body.msg }
}
const bad = (msg: string) => ({ status: 400, code: 'BAD_REQUEST', msg })

/** A user without presence. */
let people = 0
async function fresh() {
  const name = `person${++people}`
  const { record, client } = await newcomer(core, realm, url, { email: email(name) })
  const tell = (parameters: Parameters = {}) =>
    client.ok(client.post('/users/me/presence', { status: 'active', ...parameters }))
  return { name, id: String(record.id), record, client, tell }
}

/** Moves the presence of a user into the past, and lets both gateways know. */
async function age(user: number | string, seconds: number): Promise<void> {
  const key = `presence:{realm:${realm.id}}`
  const [active, connected] = (await world.redis.hget(key, String(user)))!.split(' ').map(Number)
  const older = (time: number) => Math.max(time - seconds, 0)
  const next = await world.redis.incr(`${key}:last`)
  await world.redis.hset(key, String(user), `${older(active!)} ${older(connected!)} ${next}`)
  await world.redis.zadd(`${key}:updates`, next, String(user))
  await Promise.all([url, second].map((at) => as('iago', at).ok(as('iago', at).get('/realm/presence'))))
}

describe('POST /users/me/presence', () => {
  test('answers in the modern form, by user id', async () => {
    await report('hamlet', { status: 'idle' })
    const body = await report('cordelia', { slim_presence: true, new_user_input: true })
    expect(Object.keys(body).sort()).toEqual([
      'msg',
      'presence_last_update_id',
      'presences',
      'result',
      'server_timestamp',
    ])
    expect(body.server_timestamp).toBeCloseTo(now(), 0)
    expect(body.presence_last_update_id).toBeGreaterThanOrEqual(2)
    const { [id('hamlet')]: hamlet, [id('cordelia')]: cordelia } = body.presences
    expect(Math.abs(cordelia.active_timestamp - now())).toBeLessThan(60)
    expect(cordelia.idle_timestamp).toBe(cordelia.active_timestamp)
    expect(Math.abs(hamlet.idle_timestamp - now())).toBeLessThan(60)
    // The user was never active, and is away since joining.
    const { user } = await as('iago').ok(as('iago').get(`/users/${id('hamlet')}`))
    expect(hamlet.active_timestamp).toBe(Math.floor(Date.parse(user.date_joined) / 1000))
  })

  test('answers in the legacy form, by address', async () => {
    await report('hamlet', { status: 'idle' })
    const { presences } = await report('cordelia')
    const active = { client: 'website', status: 'active', timestamp: expect.any(Number) }
    expect(presences[email('cordelia')]).toEqual({
      aggregated: active,
      website: { ...active, pushable: false },
    })
    expect(presences[email('hamlet')].website.status).toBe('idle')
    expect(presences).not.toHaveProperty(id('cordelia'))
  })

  test('records a ping and answers without presences', async () => {
    const person = await fresh()
    const { result, msg, ...fields } = await person.tell({ ping_only: true })
    expect(fields).toEqual({})
    expect((await report('hamlet', { last_update_id: -1 })).presences).toHaveProperty(person.id)
  })

  test('with last_update_id answers only later changes', async () => {
    const { presence_last_update_id: known } = await report('cordelia', { last_update_id: -1 })
    const again = await report('cordelia', { last_update_id: known })
    expect(again).toMatchObject({ presences: {}, presence_last_update_id: known })
    const person = await fresh()
    await person.tell({ ping_only: true })
    const changed = await report('cordelia', { last_update_id: known }, second)
    expect(Object.keys(changed.presences)).toEqual([person.id])
    expect(changed.presence_last_update_id).toBe(known + 1)
    const everything = await report('cordelia', { last_update_id: 0 })
    expect(everything.presences).toMatchObject(changed.presences)
    expect(Object.keys(everything.presences).length).toBeGreaterThan(1)
  })

  test('returns all presences for an id of another history', async () => {
    const body = await report('cordelia', { last_update_id: 1_000_000_000 })
    expect(Object.keys(body.presences).length).toBeGreaterThan(1)
    expect(body.presence_last_update_id).toBeLessThan(1_000_000)
  })

  test('covers 14 days, or as many as requested', async () => {
    const [old, older] = [await fresh(), await fresh()]
    for (const { tell } of [old, older]) await tell({ ping_only: true })
    const { presence_last_update_id: known } = await report('cordelia', { last_update_id: -1 })
    await age(old.id, 3 * 86_400)
    await age(older.id, 15 * 86_400)
    const eventsTo = async (parameters: Parameters) =>
      Object.keys((await report('cordelia', { slim_presence: true, ...parameters })).presences)
    expect(await eventsTo({})).toContain(old.id)
    expect(await eventsTo({})).not.toContain(older.id)
    expect(await eventsTo({ history_limit_days: 2 })).not.toContain(old.id)
    expect(await eventsTo({ history_limit_days: 16 })).toEqual(expect.arrayContaining([old.id, older.id]))
    expect(await eventsTo({ history_limit_days: 0 })).toEqual([])
    expect(await eventsTo({ last_update_id: known })).toEqual([old.id, older.id])
    const { presence_last_update_id: none } = await report('cordelia', { history_limit_days: 0 })
    expect(none).toBe(-1)
  })

  test('contains no bots and no deactivated users', async () => {
    const person = await fresh()
    await person.tell({ ping_only: true })
    await deactivate(core, realm, person.record.id)
    for (const parameters of [{}, { slim_presence: true }]) {
      const { presences } = await report('cordelia', parameters)
      expect(presences).not.toHaveProperty(person.id)
      expect(presences).not.toHaveProperty([person.record.email])
    }
    expect(await refused(as('greeter-bot').post('/users/me/presence', { status: 'active' }))).toEqual(
      bad('This endpoint does not accept bot requests.'),
    )
    expect((await person.client.post('/users/me/presence', { status: 'active' })).status).toBe(401)
  })

  test('is for guests too, and separate for each organization', async () => {
    const { presence_last_update_id: known } = await report('cordelia', { last_update_id: -1 })
    const body = await foreign.client.ok(
      foreign.client.post('/users/me/presence', { status: 'active', slim_presence: true }),
    )
    expect(Object.keys(body.presences)).toEqual([String(foreign.owner.id)])
    expect((await report('polonius', { last_update_id: known })).presences).not.toHaveProperty(
      String(foreign.owner.id),
    )
  })

  test.each([
    [{}, "Missing 'status' argument", 'REQUEST_VARIABLE_MISSING'],
    [{ status: 'sleeping' }, 'Invalid status: sleeping'],
    [{ status: '' }, 'Invalid status: '],
    [{ status: 'active', last_update_id: 'x' }, 'last_update_id is not an integer'],
    [{ status: 'active', last_update_id: 1.5 }, 'last_update_id is not an integer'],
    [{ status: 'active', history_limit_days: -1 }, 'history_limit_days is too small'],
    [{ status: 'active', ping_only: 'maybe' }, 'ping_only is not a boolean'],
    [{ status: 'active\0' }, 'status must not contain null bytes'],
  ])('refuses %j', async (parameters, msg, code = 'BAD_REQUEST') => {
    const answer = as('hamlet').post('/users/me/presence', parameters)
    expect(await refused(answer)).toEqual({ status: 400, code, msg })
  })

  test('costs Redis one round trip at most, and none while memory is fresh and nothing changes', async () => {
    let time = 0
    const presence = new RealmPresence(core, realm, () => time)
    const other = new RealmPresence(core, realm)
    const person = await fresh()
    const costOf = async (user: UserRecord, since = 0) => {
      const trips = { postgres: 0, redis: 0 }
      await withRoundTrips(trips, () => presence.report(user, true, since))
      expect(trips.postgres).toBe(0)
      return trips.redis
    }
    await presence.report(person.record, true)
    expect(await costOf(person.record)).toBe(0)
    time += PRESENCE_MEMORY_MS - 1
    expect(await costOf(person.record)).toBe(0)
    time += 1
    expect(await costOf(person.record)).toBe(1)

    const newer = await fresh()
    await other.report(newer.record, true)
    const { lastUpdateId } = other.answers.answer({ isSlim: true })
    expect(await costOf(person.record)).toBe(0)
    expect(presence.answers.of(newer.record)).toBeUndefined()
    expect(await costOf(person.record, lastUpdateId)).toBe(1)
    expect(presence.answers.of(newer.record)).toBeDefined()

    await other.report((await fresh()).record, true)
    const hiding = await fresh()
    await hiding.client.ok(hiding.client.patch('/settings', { presence_enabled: 'false' }))
    const { lastUpdateId: last } = other.answers.answer({ isSlim: true })
    const hidden = realm.users.get(hiding.record.id)!
    expect(await costOf(hidden)).toBe(0)
    expect(await costOf(hidden, last)).toBe(1)
    expect(presence.answers.of(hidden)).toBeUndefined()
  })

  test('shows a person again at once who hid at another gateway', async () => {
    const person = await fresh()
    await person.tell()
    const enable = (at: string, isEnabled: boolean) => {
      const client = new Client(at, person.client.credentials)
      return client.ok(client.patch('/settings', { presence_enabled: String(isEnabled) }))
    }
    await enable(second, false)
    await enable(url, true)
    const { presence } = await as('iago').ok(as('iago').get(`/users/${person.id}/presence`))
    expect(presence.aggregated.status).toBe('active')
  })
})

describe('the presence event', () => {
  const listen = (name: string, at: string, parameters: Parameters = {}) =>
    EventReader.start(as(name, at), { event_types: ['presence', 'user_status'], ...parameters })

  /** The presence events of every reader during `act`, without ids. */
  async function eventsOf(readers: readonly EventReader[], act: () => Promise<unknown>): Promise<Body[][]> {
    await act()
    const mark = `that was ${Math.random()}`
    await as('iago').ok(as('iago').post('/users/me/status', { status_text: mark }))
    await Promise.all(readers.map((reader) => reader.waitFor((event) => event.status_text === mark)))
    await Promise.all(readers.map((reader) => reader.stop()))
    return readers.map((reader) => reader.of('presence').map(({ id: _, ...event }) => event))
  }

  test('is sent to everyone when a user comes online, in the form of each client', async () => {
    const person = await fresh()
    const stranger = await EventReader.start(foreign.client, { event_types: ['presence'] })
    const readers = await Promise.all([
      listen('hamlet', url),
      listen('polonius', second),
      listen('hamlet', second, { slim_presence: true }),
      listen('hamlet', second, { client_capabilities: { simplified_presence_events: true } }),
      listen('hamlet', url, {
        slim_presence: true,
        client_capabilities: { simplified_presence_events: true },
      }),
      listen('hamlet', url, { event_types: ['user_status'] }),
    ])
    const [legacy, guest, slim, modern, both, none] = await eventsOf(readers, () =>
      person.tell({ ping_only: true }),
    )
    const [event] = legacy!
    const { timestamp } = event.presence.website
    expect(Math.abs(timestamp - now())).toBeLessThan(60)
    const { server_timestamp } = event
    expect(server_timestamp).toBeCloseTo(now(), -1)
    const presence = { website: { client: 'website', status: 'active', timestamp, pushable: false } }
    const base = { type: 'presence', user_id: person.record.id, server_timestamp, presence }
    expect(legacy).toEqual([{ ...base, email: person.record.email }])
    expect(guest).toEqual(legacy)
    expect(slim).toEqual([base])
    const presences = { [person.id]: { active_timestamp: timestamp, idle_timestamp: timestamp } }
    expect(modern).toEqual([{ type: 'presence', presences }])
    expect(both).toEqual(modern)
    expect(none).toEqual([])
    await stranger.stop()
    expect(stranger.of('presence')).toEqual([])
  })

  test('is sent when a user becomes active again, and not for users who stay, idle or report twice', async () => {
    const person = await fresh()
    const [events] = await eventsOf([await listen('hamlet', second)], async () => {
      await person.tell({ status: 'idle' }) // The user comes online.
      await person.tell({ status: 'idle' })
      await person.tell() // The user becomes active.
      await person.tell()
      await person.tell({ status: 'idle' })
      await age(person.id, 60)
      await person.tell() // The user stays active.
      await person.tell({ status: 'idle' })
      await age(person.id, 141)
      await person.tell({ status: 'idle' }) // The user comes online again.
      await age(person.id, 141)
      await person.tell() // The user comes online and is active.
    })
    expect(events!.map((event) => event.presence.website.status)).toEqual([
      'idle',
      'active',
      'idle',
      'active',
    ])
  })
})

describe('GET /realm/presence', () => {
  test.each(['zoe', 'polonius', 'greeter-bot'])(
    'returns everyone to %s, in the legacy form',
    async (name) => {
      await report('cordelia')
      const { result, msg, ...body } = await as(name).ok(as(name, second).get('/realm/presence'))
      expect(Object.keys(body).sort()).toEqual(['presences', 'server_timestamp'])
      expect(body.server_timestamp).toBeCloseTo(now(), 0)
      expect(body.presences[email('cordelia')].aggregated).toEqual({
        client: 'website',
        status: 'active',
        timestamp: expect.any(Number),
      })
      expect(body.presences).not.toHaveProperty([email('zoe')])
    },
  )

  test('rejects requests without credentials', async () => {
    expect((await world.client(url).get('/realm/presence')).status).toBe(401)
  })
})

describe('GET /users/{user_id_or_email}/presence', () => {
  const get = (named: string | number, name = 'polonius') => as(name, second).get(`/users/${named}/presence`)

  test.each(['polonius', 'greeter-bot'])('returns a person to %s, by id and by address', async (name) => {
    const person = await fresh()
    await person.tell({ status: 'idle' })
    const { presence } = await as(name).ok(get(person.id, name))
    const idle = { status: 'idle', timestamp: expect.any(Number) }
    expect(presence).toEqual({ aggregated: idle, website: idle })
    expect((await as(name).ok(get(person.record.email, name))).presence).toEqual(presence)
  })

  test('a user without recent reports is offline', async () => {
    const person = await fresh()
    await person.tell()
    await age(person.id, 150)
    const { presence } = await as('zoe').ok(get(person.id, 'zoe'))
    expect(presence.aggregated.status).toBe('offline')
    expect(presence.website.status).toBe('active')
  })

  test('rejects users of other organizations, bots, deactivated and unknown users', async () => {
    const person = await fresh()
    expect(await refused(get(person.id))).toEqual(bad(`No presence data for ${person.id}`))
    expect(await refused(get(person.record.email))).toEqual(
      bad(`No presence data for ${person.record.email}`),
    )
    await person.tell()
    await deactivate(core, realm, person.record.id)
    await expect.poll(async () => (await get(person.id)).status).toBe(400) // This gateway has read it.
    for (const named of [
      person.id,
      2_000_000,
      foreign.owner.id,
      'nobody@demo.test',
      'owner@other.test',
      'me',
    ]) {
      expect(await refused(get(named))).toEqual(bad('No such user'))
    }
    expect(await refused(get(id('greeter-bot')))).toEqual(bad('Presence is not supported for bot users.'))
    expect((await world.client(url).get(`/users/${id('zoe')}/presence`)).status).toBe(401)
  })
})

describe('POST /register', () => {
  const register = (parameters: Parameters) =>
    as('polonius', second).ok(as('polonius', second).post('/register', parameters))

  test('returns everyone in either form, and the id to continue from', async () => {
    await report('cordelia')
    const legacy = await register({ fetch_event_types: ['presence'] })
    expect(legacy.presences[email('cordelia')].website.status).toBe('active')
    const slim = await register({ fetch_event_types: ['presence'], slim_presence: true })
    expect(slim.presences[id('cordelia')].active_timestamp).toBeGreaterThan(0)
    expect(slim.server_timestamp).toBeCloseTo(now(), 0)
    const person = await fresh()
    await person.tell()
    const later = await report('cordelia', { last_update_id: slim.presence_last_update_id })
    expect(Object.keys(later.presences)).toEqual([person.id])
    const none = await register({ fetch_event_types: ['presence'], presence_history_limit_days: 0 })
    expect(none).toMatchObject({ presences: {}, presence_last_update_id: -1 })
    expect(await register({ fetch_event_types: ['realm'] })).not.toHaveProperty('presences')
  })
})

describe('after Redis has lost its data', () => {
  test('presence is the copy in Postgres, and continues from it', async () => {
    const [person, other] = [await fresh(), await fresh()]
    await person.tell()
    await other.tell({ status: 'idle' })
    const store = new PresenceStore(core.redis)
    expect(await savePresence(core.db, store)).toBeGreaterThan(1)
    expect(await savePresence(core.db, store)).toBe(0)
    const { presence_last_update_id: known } = await report('cordelia', { last_update_id: -1 })
    const before = (await report('zoe', { slim_presence: true })).presences
    await world.emptyRedis()
    const third = (await world.gateway()).url // This gateway has no presences in memory.
    const after = await report('zoe', { slim_presence: true }, third)
    for (const user of [person, other]) expect(after.presences[user.id]).toEqual(before[user.id])
    expect(after.presence_last_update_id).toBeGreaterThanOrEqual(known)
    // A gateway with presences in memory has the same.
    const newcomer = await fresh()
    await newcomer.tell({ ping_only: true })
    for (const at of [url, second, third]) {
      const { presences } = await report('zoe', { last_update_id: known }, at)
      expect(presences).toHaveProperty(newcomer.id)
    }
    expect(await savePresence(core.db, store)).toBeGreaterThan(0)
    const [row] = await world.sql('SELECT active_at FROM user_presence WHERE user_id = $1', [newcomer.id])
    expect(Number(row.active_at)).toBeGreaterThan(now() - 10)
  })

  test('a gateway restores presences in its memory, copied or not', async () => {
    const person = await fresh()
    await person.tell()
    const { presences: before } = await report('zoe', { slim_presence: true })
    await world.emptyRedis()
    await as('zoe').ok(as('zoe').get('/realm/presence'))
    expect((await report('zoe', { slim_presence: true })).presences[person.id]).toEqual(before[person.id])
    const { presences } = await report('zoe', { slim_presence: true }, (await world.gateway()).url)
    expect(presences[person.id]).toEqual(before[person.id])
  })

  test('many concurrent requests and registrations are all answered', async () => {
    await world.emptyRedis()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0
          ? as('zoe').post('/users/me/presence', { status: 'active' })
          : as('zoe').post('/register', { fetch_event_types: ['presence'] }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  })
})
