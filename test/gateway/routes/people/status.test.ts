import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { clearStatusesJob } from '../../../../workers/jobs/upkeep/clear-statuses.ts'
import type { Body, Client, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { silent, World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration } from '../changes.ts'

let world: World
let core: Core
let realm: RealmState
let url: string
let second: string
let foreign: { client: Client; id: number }

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  second = (await world.gateway()).url
  const other = await anotherOrganization(core, url)
  foreign = { client: other.client, id: other.owner.id }
  await deactivate(core, realm, world.userId('aaron'))
})
afterAll(() => world.close())

const as = (name: string) => world.client(url, name)
const change = (name: string, parameters: Parameters, whose: string | number = 'me') =>
  as(name).ok(as(name).post(`/users/${whose}/status`, parameters))
const statusOf = async (name: string, reader = 'polonius') =>
  (await as(reader).ok(as(reader).get(`/users/${world.userId(name)}/status`))).status
const registered = async (name = 'polonius'): Promise<Body> =>
  (await as(name).ok(as(name).post('/register', { fetch_event_types: ['user_status'] }))).user_status
const refused = async (answer: ReturnType<Client['post']>) => {
  const { status, body } = await answer
  return { status, code: body.code, msg: body.msg }
}
const bad = (msg: string) => ({ status: 400, code: 'BAD_REQUEST', msg })

const CAR = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' }

/** The status events that readers at the other gateway receive during `act`, without ids. */
async function eventsOf(names: readonly string[], act: () => Promise<unknown>): Promise<Body[][]> {
  const readers = await Promise.all(
    names.map((name) => EventReader.start(world.client(second, name), { event_types: ['user_status'] })),
  )
  await act()
  await change('iago', { status_text: 'That was it.' })
  const last = (event: Body) => event.status_text === 'That was it.'
  await Promise.all(readers.map((reader) => reader.waitFor(last)))
  await Promise.all(readers.map((reader) => reader.stop()))
  return readers.map((reader) =>
    reader.events.filter((event) => !last(event)).map(({ id: _, ...event }) => event),
  )
}

describe('POST /users/me/status', () => {
  test('is sent to everyone in the organization, at every gateway, and to nobody else', async () => {
    const other = await EventReader.start(foreign.client, { event_types: ['user_status'] })
    const [zoe, guest, writer] = await eventsOf(['zoe', 'polonius', 'hamlet'], () =>
      change('hamlet', { status_text: ' on the walls ', ...CAR, away: false }),
    )
    const event = {
      type: 'user_status',
      user_id: world.userId('hamlet'),
      status_text: 'on the walls',
      ...CAR,
    }
    expect(zoe).toEqual([{ ...event, away: false }])
    expect(guest).toEqual(zoe)
    expect(writer).toEqual(zoe)
    await other.stop()
    expect(other.events).toEqual([])
    expect(await statusOf('hamlet')).toEqual({ status_text: 'on the walls', ...CAR })
    expect((await registered())[world.userId('hamlet')]).toEqual({ status_text: 'on the walls', ...CAR })
  })

  test('changes only the given fields', async () => {
    const [events] = await eventsOf(['zoe'], async () => {
      await change('cordelia', { status_text: 'busy' })
      await change('cordelia', { emoji_name: 'car' })
      await change('cordelia', { away: true })
      await change('cordelia', { status_text: '' })
      await change('cordelia', { emoji_name: '', away: false })
      await change('cordelia', { emoji_name: 'car' })
      await change('cordelia', { status_text: 'back', emoji_name: '', emoji_code: '', reaction_type: '' })
    })
    const user = { type: 'user_status', user_id: world.userId('cordelia') }
    expect(events).toEqual([
      { ...user, status_text: 'busy' },
      { ...user, ...CAR },
      { ...user, away: true },
      { ...user, status_text: '' },
      { ...user, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji', away: false },
      { ...user, ...CAR },
      { ...user, status_text: 'back', emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
    ])
  })

  test('an empty status is not in the register response', async () => {
    const id = world.userId('prospero')
    await change('prospero', { status_text: 'out', away: true, emoji_name: 'car' })
    expect((await registered())[id]).toEqual({ away: true, status_text: 'out', ...CAR })
    await change('prospero', { status_text: '' })
    expect(await statusOf('prospero')).toEqual({ away: true, ...CAR })
    await change('prospero', { emoji_name: '' })
    expect((await registered())[id]).toEqual({ away: true })
    await change('prospero', { away: false })
    expect(await registered()).not.toHaveProperty(String(id))
    expect(await statusOf('prospero')).toEqual({})
  })

  test.each([
    [{ emoji_name: 'car' }, CAR],
    [CAR, CAR],
    [{ emoji_name: 'car', emoji_code: '1f697' }, CAR],
    [{ emoji_name: 'car', reaction_type: 'unicode_emoji' }, CAR],
    [
      { emoji_name: 'zulip' },
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
    ],
    [{ emoji_name: 'car', emoji_code: '', reaction_type: '' }, CAR],
  ])('accepts the emoji %j', async (given, stored) => {
    await change('shiva', given)
    expect(await statusOf('shiva')).toEqual(stored)
  })

  test('accepts 60 characters of any width', async () => {
    for (const text of ['x'.repeat(60), '🚗'.repeat(60), ` ${'é'.repeat(60)} `]) {
      await change('shiva', { status_text: text })
      expect((await statusOf('shiva')).status_text).toBe(text.trim())
    }
  })

  test.each([
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ status_text: '🚗'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ status_text: 'a\0b' }, 'status_text must not contain null bytes'],
    [
      { status_text: 'x', emoji_code: '1f697' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [
      { status_text: 'x', reaction_type: 'realm_emoji' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [{ emoji_code: '1f697' }, 'Client did not pass any new values.'],
    [{ emoji_name: 'invalid' }, "Emoji 'invalid' does not exist"],
    [{ ...CAR, emoji_name: 'bus' }, 'Invalid emoji name.'],
    [{ ...CAR, emoji_name: 'invalid' }, 'Invalid emoji name.'],
    [{ ...CAR, emoji_code: 'zzz' }, 'Invalid emoji code.'],
    [{ ...CAR, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ ...CAR, reaction_type: 'zulip_extra_emoji' }, 'Invalid emoji code.'],
    [{ ...CAR, emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }, 'Invalid emoji name.'],
    [{ ...CAR, reaction_type: 'picture' }, 'Invalid emoji type.'],
    [{ away: 'maybe' }, 'away is not valid JSON'],
  ])('refuses %j', async (given, msg) => {
    const before = await statusOf('othello')
    expect(await refused(as('othello').post('/users/me/status', given))).toEqual(bad(msg))
    expect(await statusOf('othello')).toEqual(before)
  })

  test('is not for bots and needs credentials', async () => {
    expect(await refused(as('greeter-bot').post('/users/me/status', { status_text: 'x' }))).toEqual(
      bad('This endpoint does not accept bot requests.'),
    )
    expect((await world.client(url).post('/users/me/status', { status_text: 'x' })).status).toBe(401)
  })
})

describe('POST /users/{user_id}/status', () => {
  const post = (name: string, id: number, parameters: Parameters = { status_text: 'x' }) =>
    refused(as(name).post(`/users/${id}/status`, parameters))

  test.each(['iago', 'desdemona'])('lets %s change the status of another user', async (name) => {
    const [events] = await eventsOf(['zoe'], () =>
      change(name, { status_text: `says ${name}`, emoji_name: 'car' }, world.userId('othello')),
    )
    expect(events).toEqual([
      { type: 'user_status', user_id: world.userId('othello'), status_text: `says ${name}`, ...CAR },
    ])
    expect(await statusOf('othello')).toEqual({ status_text: `says ${name}`, ...CAR })
  })

  test.each(['hamlet', 'shiva', 'polonius', 'greeter-bot'])('refuses %s', async (name) => {
    expect(await post(name, world.userId('zoe'))).toEqual(bad('Insufficient permission'))
  })

  test('refuses unknown users and invalid values', async () => {
    const zoe = world.userId('zoe')
    for (const id of [2_000_000, foreign.id, world.userId('greeter-bot')]) {
      expect(await post('iago', id)).toEqual(bad('No such user'))
    }
    expect(await post('iago', world.userId('aaron'))).toEqual(bad('User is deactivated'))
    expect(await post('iago', zoe, {})).toEqual(bad('Client did not pass any new values.'))
    expect(await post('iago', zoe, { status_text: 'x'.repeat(61) })).toEqual(
      bad('status_text is too long (limit: 60 characters)'),
    )
    expect(await post('iago', zoe, { emoji_name: 'invalid' })).toEqual(bad("Emoji 'invalid' does not exist"))
    expect((await refused(foreign.client.post(`/users/${zoe}/status`, { status_text: 'x' }))).msg).toBe(
      'No such user',
    )
    const { body } = await as('iago').post(`/users/${zoe}/status`, { away: true, status_text: 'y' })
    expect(body.ignored_parameters_unsupported).toEqual(['away'])
  })
})

describe('GET /users/{user_id}/status', () => {
  const get = (client: Client, id: number) => refused(client.get(`/users/${id}/status`))

  test('is empty for a user without a status, and readable for bots', async () => {
    expect(await statusOf('desdemona', 'greeter-bot')).toEqual({})
  })

  test('refuses users of other organizations, bots and deactivated users', async () => {
    for (const id of [2_000_000, foreign.id, world.userId('greeter-bot')]) {
      expect(await get(as('hamlet'), id)).toEqual(bad('No such user'))
    }
    expect(await get(foreign.client, world.userId('zoe'))).toEqual(bad('No such user'))
    expect(await get(as('hamlet'), world.userId('aaron'))).toEqual(bad('User is deactivated'))
    expect((await get(world.client(url), world.userId('zoe'))).status).toBe(401)
  })
})

test('a deactivated user has no status', async () => {
  await change('polonius', { status_text: 'behind the arras' })
  const id = world.userId('polonius')
  expect(await registered('zoe')).toHaveProperty(String(id))
  await deactivate(core, realm, id)
  expect(await registered('zoe')).not.toHaveProperty(String(id))
})

test('a status goes with its account and comes back with it', async () => {
  const id = world.userId('cordelia')
  await change('cordelia', { status_text: 'in France', emoji_name: 'car' })
  const owner = as('desdemona')
  const [events] = await eventsOf(['zoe'], async () => {
    await owner.ok(owner.delete(`/users/${id}`))
    expect(await registered('zoe')).not.toHaveProperty(String(id))
    await owner.ok(owner.post(`/users/${id}/reactivate`))
  })
  const user = { type: 'user_status', user_id: id }
  const none = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  expect(events).toEqual([
    { ...user, away: false, ...none },
    { ...user, status_text: 'in France', ...CAR },
  ])
  expect((await registered('zoe'))[id]).toEqual({ status_text: 'in France', ...CAR })
})

test('an account without a status is deactivated and reactivated without an event of a status', async () => {
  const id = world.userId('prospero')
  const owner = as('desdemona')
  const [events] = await eventsOf(['zoe'], async () => {
    await owner.ok(owner.delete(`/users/${id}`))
    await owner.ok(owner.post(`/users/${id}/reactivate`))
  })
  expect(events).toEqual([])
})

test('a client that registers during changes gets each change once, in the state or as an event', async () => {
  const zoe = as('zoe')
  const writing = (async () => {
    for (let n = 0; n < 30; n++) await change('othello', { status_text: `number ${n}` })
  })()
  for (let n = 0; n < 10; n++) {
    const reader = await EventReader.start(zoe, {
      event_types: ['user_status'],
      fetch_event_types: ['user_status'],
    })
    const known = reader.initial.user_status[world.userId('othello')]?.status_text
    const next = Number(/^number (\d+)$/.exec(known)?.[1] ?? -1) + 1
    if (next < 30) {
      const first = await reader.waitFor((event) => event.user_id === world.userId('othello'))
      expect(first.status_text).toBe(`number ${next}`)
    }
    await reader.stop()
  }
  await writing
})

describe('a status with an end', () => {
  const soon = () => Math.ceil(Date.now() / 1000) + 3600
  const clear = () =>
    clearStatusesJob.run({
      core,
      data: undefined as never,
      log: silent,
      outboxId: undefined,
      isLastAttempt: false,
    })
  const end = (name: string) =>
    world.sql(
      `UPDATE user_status SET clear_at = now() - interval '1 second' WHERE user_id = $1 AND clear_at IS NOT NULL`,
      [world.userId(name)],
    )

  test('is removed then, once, and everybody gets the event', async () => {
    await change('hamlet', { status_text: 'at lunch', clear_at: soon() })
    await clear()
    expect(await statusOf('hamlet', 'iago')).toMatchObject({ status_text: 'at lunch' })
    await end('hamlet')
    const [events] = await eventsOf(['cordelia'], async () => {
      await clear()
      await clear()
    })
    expect(events).toEqual([
      {
        type: 'user_status',
        user_id: world.userId('hamlet'),
        ...{ status_text: '', emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
      },
    ])
    expect(await statusOf('hamlet', 'iago')).toEqual({})
  })

  test('keeps what was set since', async () => {
    await change('hamlet', { status_text: 'at lunch', clear_at: soon() })
    await change('hamlet', { status_text: 'at work' })
    await end('hamlet')
    await clear()
    expect(await statusOf('hamlet', 'iago')).toMatchObject({ status_text: 'at work' })
  })

  test('ends in the future, within a year', async () => {
    const post = (parameters: Parameters) => refused(as('hamlet').post('/users/me/status', parameters))
    const outside = bad('A status ends in the future, within 366 days.')
    for (const clear_at of [1, Math.floor(Date.now() / 1000), soon() + 400 * 86_400]) {
      expect(await post({ status_text: 'x', clear_at })).toEqual(outside)
    }
    expect((await post({ status_text: 'x', clear_at: 'soon' })).status).toBe(400)
    expect((await post({ status_text: 'x', clear_at: 1e30 })).status).toBe(400)
    expect(await post({ clear_at: soon() })).toEqual(bad('Client did not pass any new values.'))
    expect(await statusOf('hamlet', 'iago')).toMatchObject({ status_text: 'at work' })
  })
})
