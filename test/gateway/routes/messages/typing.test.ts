import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_SUBSCRIBERS_FOR_TYPING } from '../../../../config/limits.ts'
import { notifyTypingInChannel } from '../../../../core/messaging/typing/notify.ts'
import type { ChannelId, RealmId, UserId } from '../../../../core/platform/ids.ts'
import { withRoundTrips } from '../../../../core/platform/log/round-trips.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Body, Client, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { Socket } from '../../../harness/socket.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, archive, deactivate, demonstration, newcomer } from '../changes.ts'

let world: World
let core: Core
let realm: RealmState
let url: string
let second: string

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  second = (await world.gateway()).url
})
afterAll(() => world.close())

const as = (name: string, at = url) => world.client(at, name)
const person = (name: string) => ({ user_id: world.userId(name), email: `${name}@demo.test` })
const verona = () => world.channelId('Verona')
const TYPES = ['typing', 'typing_edit_message', 'message']
const DECLARED = { stream_typing_notifications: true, empty_topic_name: true }

/** The events that each reader receives during `change`, in order, without ids and messages. */
async function eventsDuring<Name extends string>(
  readers: Readonly<Record<Name, Promise<EventReader>>>,
  change: () => Promise<unknown>,
): Promise<Record<Name, Body[]>> {
  const started = (await Promise.all(
    Object.entries(readers).map(async ([name, reader]) => [name, await reader]),
  )) as [Name, EventReader][]
  await change()
  // The last event, which everyone receives.
  const iago = as('iago')
  const { id: last } = await iago.ok(
    iago.post('/messages', { type: 'direct', to: [...listeners], content: 'That was it.' }),
  )
  await Promise.all(started.map(([, reader]) => reader.waitFor((event) => event.message?.id === last)))
  await Promise.all(started.map(([, reader]) => reader.stop()))
  const events = (reader: EventReader) =>
    reader.events.filter((event) => event.type !== 'message').map(({ id: _, ...event }) => event)
  return Object.fromEntries(started.map(([name, reader]) => [name, events(reader)])) as Record<Name, Body[]>
}

const listeners = new Set<number>()

function reader(client: Client, parameters: Parameters = {}): Promise<EventReader> {
  return EventReader.start(client, { event_types: TYPES, client_capabilities: DECLARED, ...parameters })
}

function startReader(name: string, at = second, parameters: Parameters = {}): Promise<EventReader> {
  listeners.add(world.userId(name))
  return reader(as(name, at), parameters)
}

const type = (name: string, parameters: Parameters) => as(name).ok(as(name).post('/typing', parameters))

const refused = async (name: string, path: string, parameters: Parameters) => {
  const { status, body } = await as(name).post(path, parameters)
  return { status, code: body.code, msg: body.msg }
}
const bad = (msg: string) => ({ status: 400, code: 'BAD_REQUEST', msg })

const inVerona = (op: 'start' | 'stop', topic = 'lunch') => ({
  type: 'typing',
  op,
  message_type: 'stream',
  sender: person('cordelia'),
  stream_id: verona(),
  topic,
})

describe('typing in a channel', () => {
  test('is sent to its subscribers, at every gateway, and to nobody else', async () => {
    const events = await eventsDuring(
      {
        here: startReader('hamlet', url),
        there: startReader('hamlet'),
        writer: startReader('cordelia'),
        guest: startReader('polonius'),
        not: startReader('shiva'),
      },
      async () => {
        await type('cordelia', { type: 'stream', op: 'start', stream_id: verona(), topic: 'lunch' })
        await type('cordelia', { type: 'channel', op: 'stop', stream_id: verona(), topic: ' lunch ' })
      },
    )
    expect(events.here).toEqual([inVerona('start'), inVerona('stop')])
    for (const name of ['there', 'writer', 'guest'] as const) expect(events[name]).toEqual(events.here)
    expect(events.not).toEqual([])
  })

  test('accepts the channel as the only recipient, as older clients send it', async () => {
    const events = await eventsDuring({ hamlet: startReader('hamlet') }, () =>
      type('cordelia', { type: 'stream', op: 'start', to: [verona()], topic: 'lunch' }),
    )
    expect(events.hamlet).toEqual([inVerona('start')])
  })

  test('is sent to clients that support and request it, and to users who want it', async () => {
    await as('zoe').ok(as('zoe').patch('/settings', { receives_typing_notifications: false }))
    await realm.sync()
    const events = await eventsDuring(
      {
        declared: startReader('hamlet'),
        undeclared: startReader('hamlet', second, { client_capabilities: {} }),
        others: startReader('hamlet', second, { event_types: ['message', 'typing_edit_message'] }),
        everything: startReader('hamlet', second, { event_types: undefined }),
        unwilling: startReader('zoe', url),
        'all public': startReader('shiva', second, { all_public_streams: true }),
      },
      () => type('cordelia', { type: 'stream', op: 'start', stream_id: verona(), topic: 'lunch' }),
    )
    const one = [inVerona('start')]
    expect(events).toMatchObject({
      declared: one,
      undeclared: [],
      others: [],
      everything: one,
      'all public': one,
      unwilling: [],
    })
  })

  test('has a name for the empty topic for clients that do not support it', async () => {
    const plain = { client_capabilities: { stream_typing_notifications: true } }
    const events = await eventsDuring(
      { knows: startReader('hamlet'), knowsNot: startReader('hamlet', second, plain) },
      async () => {
        await type('cordelia', { type: 'stream', op: 'start', stream_id: verona(), topic: '' })
        await type('cordelia', { type: 'stream', op: 'stop', stream_id: verona(), topic: 'general chat' })
      },
    )
    expect(events.knows).toEqual([inVerona('start', ''), inVerona('stop', '')])
    expect(events.knowsNot).toEqual([inVerona('start', 'general chat'), inVerona('stop', 'general chat')])
  })

  test('can come from bots too', async () => {
    const events = await eventsDuring({ hamlet: startReader('hamlet') }, () =>
      type('greeter-bot', { type: 'stream', op: 'start', stream_id: verona(), topic: 'lunch' }),
    )
    expect(events.hamlet).toEqual([{ ...inVerona('start'), sender: person('greeter-bot') }])
  })

  test('is refused when sending would be refused', async () => {
    const to = (stream_id: number) => ({ type: 'stream', op: 'start', stream_id, topic: 'lunch' })
    const team = world.channelId('core team')
    const foreign = await anotherOrganization(core, url)
    expect(await refused('hamlet', '/typing', to(team))).toEqual(bad('Invalid channel ID'))
    expect(await refused('hamlet', '/typing', to(2_000_000))).toEqual(bad('Invalid channel ID'))
    expect(await refused('polonius', '/typing', to(world.channelId('Rome')))).toEqual(
      bad('Invalid channel ID'),
    )
    expect((await foreign.client.post('/typing', to(verona()))).body.msg).toBe('Invalid channel ID')
    // An administrator sees a private channel without a subscription.
    const { client } = await newcomer(core, realm, url, {
      email: 'chief@demo.test',
      role: Role.administrator,
    })
    expect((await client.post('/typing', to(team))).body.msg).toBe(
      "Not authorized to send to channel 'core team'",
    )
    await archive(core, realm, world.channelId('Scotland'))
    expect(await refused('hamlet', '/typing', to(world.channelId('Scotland')))).toEqual(
      bad('Invalid channel ID'),
    )
  })

  test('is not sent in very large channels', async () => {
    const many = Array.from({ length: MAX_SUBSCRIBERS_FOR_TYPING + 1 }, (_, n) => 1_000_000 + n)
    const channel = world.channelId('Denmark') as ChannelId
    const events = await eventsDuring({ hamlet: startReader('hamlet') }, async () => {
      realm.membership.load([{ channel, users: many as UserId[] }])
      await type('cordelia', { type: 'stream', op: 'start', stream_id: channel, topic: 'lunch' })
      realm.membership.apply(realm.position, [], [{ channel, users: many as UserId[] }])
      await type('cordelia', { type: 'stream', op: 'stop', stream_id: channel, topic: 'lunch' })
    })
    expect(events.hamlet.map((event) => event.op)).toEqual(['stop'])
  })
})

describe('typing in a direct conversation', () => {
  const toHamlet = (op: 'start' | 'stop') => ({
    type: 'typing',
    op,
    message_type: 'direct',
    sender: person('cordelia'),
    recipients: [person('hamlet'), person('cordelia')].sort((a, b) => a.user_id - b.user_id),
  })

  test.each([undefined, 'direct', 'private'])(
    'as %s is sent to the recipients and the writer only',
    async (kind) => {
      const events = await eventsDuring(
        {
          hamlet: startReader('hamlet', second, { client_capabilities: {} }),
          cordelia: startReader('cordelia', url),
          othello: startReader('othello'),
        },
        async () => {
          const to = [world.userId('hamlet')]
          await type('cordelia', { type: kind, op: 'start', to })
          await type('cordelia', { type: kind, op: 'stop', to: [...to, ...to, world.userId('cordelia')] })
        },
      )
      expect(events.hamlet).toEqual([toHamlet('start'), toHamlet('stop')])
      expect(events.cordelia).toEqual(events.hamlet)
      expect(events.othello).toEqual([])
    },
  )

  test('works to oneself and to several users', async () => {
    const events = await eventsDuring(
      { hamlet: startReader('hamlet'), othello: startReader('othello') },
      async () => {
        await type('hamlet', { op: 'start', to: [world.userId('hamlet')] })
        await type('hamlet', { op: 'start', to: [world.userId('othello'), world.userId('polonius')] })
      },
    )
    expect(events.hamlet.map((event) => event.recipients.length)).toEqual([1, 3])
    expect(events.othello).toEqual(events.hamlet.slice(1))
  })

  test('is refused without recipients, and for unknown and deactivated users', async () => {
    await deactivate(core, realm, world.userId('aaron'))
    const to = (...ids: number[]) => ({ op: 'start', to: ids })
    expect(await refused('hamlet', '/typing', to(2_000_000))).toEqual(bad('Invalid user ID 2000000'))
    expect(await refused('hamlet', '/typing', to(world.userId('aaron')))).toEqual(
      bad("'aaron@demo.test' is no longer using Loquat."),
    )
    const other = [...(await core.realms.get((realm.id + 1) as RealmId))!.users][0]!
    expect(await refused('hamlet', '/typing', to(other.id))).toEqual(bad(`Invalid user ID ${other.id}`))
  })
})

test.each([
  [{}, "Missing 'op' argument", 'REQUEST_VARIABLE_MISSING'],
  [{ op: 'begin', to: [1] }, 'Invalid op: must be one of start, stop'],
  [{ op: 'start', type: 'group', to: [1] }, 'Invalid type: must be one of direct, stream, channel, private'],
  [{ op: 'start' }, "Missing 'to' argument"],
  [{ op: 'start', to: [] }, "Empty 'to' list"],
  [{ op: 'start', to: '7' }, 'to is not a list'],
  [{ op: 'start', to: ['hamlet@demo.test'] }, 'to[0] is not an integer'],
  [{ op: 'start', to: [99_999_999_999] }, 'to[0] is too large'],
  [{ op: 'start', type: 'stream', topic: 'x' }, 'Missing channel ID'],
  [{ op: 'start', type: 'stream', to: [], topic: 'x' }, 'Missing channel ID'],
  [{ op: 'start', type: 'stream', to: [1, 2], topic: 'x' }, 'Cannot send to multiple channels'],
  [{ op: 'start', type: 'stream', stream_id: 1 }, 'Missing topic'],
  [{ op: 'start', type: 'stream', stream_id: 'Verona', topic: 'x' }, 'stream_id is not valid JSON'],
  [
    { op: 'start', type: 'stream', stream_id: 1, topic: 'x'.repeat(61) },
    'topic is too long (limit: 60 characters)',
  ],
  [
    { op: 'start', type: 'stream', stream_id: 1, topic: 'a\u0007b' },
    'Invalid character in topic, at position 2!',
  ],
  [{ op: 'start', type: 'stream', stream_id: 1, topic: 'a\0b' }, 'topic must not contain null bytes'],
])('%j is refused', async (parameters, msg, code = 'BAD_REQUEST') => {
  expect(await refused('hamlet', '/typing', parameters)).toEqual({ status: 400, code, msg })
})

test('typing needs an account', async () => {
  const nobody = world.client(url)
  expect((await nobody.post('/typing', { op: 'start', to: [1] })).status).toBe(401)
  expect((await nobody.post('/messages/1/typing', { op: 'start' })).status).toBe(401)
})

describe('typing while editing', () => {
  const send = async (name: string, parameters: Parameters): Promise<number> => {
    const client = as(name)
    return (await client.ok(client.post('/messages', { content: 'first', ...parameters }))).id
  }
  const edit = (name: string, message: number, op: 'start' | 'stop') =>
    as(name).ok(as(name).post(`/messages/${message}/typing`, { op }))

  test('a channel message is sent to its subscribers', async () => {
    const message = await send('cordelia', { type: 'channel', to: verona(), topic: '' })
    const events = await eventsDuring(
      {
        hamlet: startReader('hamlet'),
        older: startReader('hamlet', url, { client_capabilities: {} }),
        unwilling: startReader('zoe'),
        shiva: startReader('shiva'),
      },
      async () => {
        await edit('cordelia', message, 'start')
        await edit('cordelia', message, 'stop')
      },
    )
    const event = (op: string, topic: string) => ({
      type: 'typing_edit_message',
      op,
      sender_id: world.userId('cordelia'),
      message_id: message,
      recipient: { type: 'channel', channel_id: verona(), topic },
    })
    expect(events.hamlet).toEqual([event('start', ''), event('stop', '')])
    expect(events.older).toEqual([event('start', 'general chat'), event('stop', 'general chat')])
    expect(events.unwilling).toEqual([])
    expect(events.shiva).toEqual([])
  })

  test('a direct message is sent to its recipients', async () => {
    const message = await send('cordelia', { type: 'direct', to: [world.userId('hamlet')] })
    const events = await eventsDuring(
      {
        hamlet: startReader('hamlet'),
        cordelia: startReader('cordelia'),
        othello: startReader('othello'),
      },
      () => edit('cordelia', message, 'start'),
    )
    const user_ids = [world.userId('hamlet'), world.userId('cordelia')].sort((a, b) => a - b)
    expect(events.hamlet).toEqual([
      {
        type: 'typing_edit_message',
        op: 'start',
        sender_id: world.userId('cordelia'),
        message_id: message,
        recipient: { type: 'direct', user_ids },
      },
    ])
    expect(events.cordelia).toEqual(events.hamlet)
    expect(events.othello).toEqual([])
  })

  test('is refused for messages that are of others, unreadable or missing', async () => {
    const op = { op: 'start' }
    const public_ = await send('cordelia', { type: 'channel', to: verona(), topic: 'x' })
    const secret = await send('iago', { type: 'channel', to: world.channelId('core team'), topic: 'x' })
    expect(await refused('hamlet', `/messages/${public_}/typing`, op)).toEqual(
      bad("You don't have permission to edit this message"),
    )
    for (const id of [secret, 2_000_000_000]) {
      expect(await refused('hamlet', `/messages/${id}/typing`, op)).toEqual(bad('Invalid message(s)'))
    }
    expect(await refused('cordelia', `/messages/${public_}/typing`, { op: 'pause' })).toEqual(
      bad('Invalid op: must be one of start, stop'),
    )
    expect((await refused('cordelia', `/messages/${public_}/typing`, {})).code).toBe(
      'REQUEST_VARIABLE_MISSING',
    )
  })
})

describe('an ephemeral event', () => {
  const start = () => type('cordelia', { op: 'start', to: [world.userId('othello')] })
  const poll = async (client: Client, queue: Body, last: number) =>
    (
      await client.ok(
        client.get('/events', { queue_id: queue.queue_id, last_event_id: last, dont_block: true }),
      )
    ).events as Body[]

  test('needs no Postgres query', async () => {
    const trips = { postgres: 0, redis: 0 }
    const cordelia = realm.users.get(world.userId('cordelia'))!
    await withRoundTrips(trips, () =>
      notifyTypingInChannel({ core, realm, user: cordelia }, 'start', {
        channel: verona() as ChannelId,
        topic: 'x',
      }),
    )
    expect(trips).toEqual({ postgres: 0, redis: 1 })
  })

  test('reaches a client between two polls once', async () => {
    const othello = as('othello')
    const queue = await othello.ok(othello.post('/register', { event_types: ['typing'] }))
    await start() // Before the first poll.
    const first = await poll(othello, queue, queue.last_event_id)
    expect(first.map((event) => event.op)).toEqual(['start'])
    expect(await poll(othello, queue, first[0].id)).toEqual([])
    await start() // Between two polls.
    const [second] = await poll(othello, queue, first[0].id)
    expect(second).toMatchObject({ type: 'typing', op: 'start' })
    expect(await poll(othello, queue, second.id)).toEqual([])
  })

  test('is not delivered when it happened before the registration', async () => {
    const othello = as('othello')
    const former = await othello.ok(othello.post('/register', { event_types: ['typing'] }))
    await start()
    await expect.poll(() => poll(othello, former, former.last_event_id)).toHaveLength(1)
    // An event of the moment of the registration may be delivered.
    await sleep(2)
    const queue = await othello.ok(othello.post('/register', { event_types: ['typing'] }))
    expect(await poll(othello, queue, queue.last_event_id)).toEqual([])
  })

  test('reaches a client that has just changed the gateway', async () => {
    const [othello, elsewhere] = [as('othello'), as('othello', second)]
    const queue = await othello.ok(othello.post('/register', { event_types: ['typing'] }))
    await poll(elsewhere, queue, -1) // The other gateway loads the organization with this request.
    await poll(othello, queue, -1)
    await start()
    expect(await poll(elsewhere, queue, -1)).toHaveLength(1)
    expect(await poll(elsewhere, queue, -1)).toEqual([])
    // An event of the moment of the last poll may come a second time, once it has reached this gateway.
    const again = [...(await poll(othello, queue, -1)), ...(await poll(othello, queue, -1))]
    expect(again.length).toBeLessThanOrEqual(1)
  })

  test('never advances a client past an event of the log that it lacks', async () => {
    const readers = await Promise.all([
      EventReader.start([as('othello'), as('othello', second)], { event_types: ['typing', 'message'] }),
      EventReader.start(as('othello', second), { event_types: ['typing', 'message'] }),
    ])
    const sent: number[] = []
    const write = async (n: number) => {
      const client = as('cordelia', n % 2 === 0 ? url : second)
      const parameters = { type: 'direct', to: [world.userId('othello')], content: `message ${n}` }
      sent.push((await client.ok(client.post('/messages', parameters))).id)
    }
    for (let round = 0; round < 15; round++) {
      await Promise.all([
        start(),
        write(4 * round),
        start(),
        write(4 * round + 1),
        start(),
        write(4 * round + 2),
      ])
    }
    for (const reader of readers) {
      await reader.waitFor((event) => event.message?.id === Math.max(...sent))
      await reader.stop()
      const messages = reader.of('message').map((event) => event.message.id)
      expect(messages).toEqual([...sent].sort((a, b) => a - b))
      const ids = reader.events.map((event) => event.id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      expect(reader.of('typing').length).toBe(45)
    }
  })

  test('is delivered by WebSocket as by polls, and once to a client that uses both', async () => {
    const othello = as('othello', second)
    const queue = await othello.ok(othello.post('/register', { event_types: ['typing'] }))
    await start()
    const socket = await Socket.open(othello, { queueId: queue.queue_id, lastEventId: queue.last_event_id })
    await socket.waitFor(() => socket.events.length === 1)
    await start()
    await socket.waitFor(() => socket.events.length === 2)
    // An event of the moment in which the socket closes may be delivered again.
    await sleep(2)
    await socket.close()
    expect(await poll(othello, queue, socket.lastEventId)).toEqual([])
    await start()
    await expect.poll(() => poll(othello, queue, socket.lastEventId)).toHaveLength(1)
  })

  test('is lost without harm while Redis is away', async () => {
    const publish = vi.spyOn(core.redis, 'publish').mockRejectedValue(new Error('away'))
    try {
      expect(
        (await as('cordelia').post('/typing', { op: 'start', to: [world.userId('othello')] })).status,
      ).toBe(200)
    } finally {
      publish.mockRestore()
    }
  })
})
