import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverScheduled } from '../../../../core/messaging/scheduled/deliver.ts'
import {
  deactivateRealmAsOperator,
  reactivateRealm,
} from '../../../../core/organization/settings/deactivate.ts'
import type { ScheduledMessageId } from '../../../../core/platform/ids.ts'
import { BullSink } from '../../../../core/platform/jobs/sink.ts'
import { deliverScheduledJob } from '../../../../workers/jobs/deliver-scheduled.ts'
import { JobWorker } from '../../../../workers/running/worker.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { silent } from '../../../harness/world.ts'
import { as, bad, core, foreign, join, leave, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const HOUR = 3600
const UNREADABLE = 'You requested a reminder for a message that you can no longer read.'
const inAnHour = () => Math.floor(Date.now() / 1000) + HOUR
const verona = () => world.channelId('Verona')
const id = (name: string) => world.userId(name)

const toVerona = (parameters: Parameters = {}): Parameters => ({
  type: 'channel',
  to: verona(),
  topic: 'later',
  content: 'Good *morrow*',
  scheduled_delivery_timestamp: inAnHour(),
  ...parameters,
})
const schedule = (name: string, parameters: Parameters = toVerona()) =>
  as(name).post('/scheduled_messages', parameters)
const scheduled = async (name: string, parameters?: Parameters): Promise<number> =>
  (await ok(schedule(name, parameters))).scheduled_message_id
const change = (name: string, one: number, parameters: Parameters) =>
  as(name).patch(`/scheduled_messages/${one}`, parameters)
const list = async (name: string): Promise<Body[]> =>
  (await ok(as(name).get('/scheduled_messages'))).scheduled_messages
const find = async (name: string, one: number): Promise<Body | undefined> =>
  (await list(name)).find((message) => message.scheduled_message_id === one)

/** Makes a message due now, or since `seconds` ago. */
const come = (id: number, secondsAgo = 1) =>
  world.sql(
    'UPDATE scheduled_message SET deliver_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1',
    [id, secondsAgo],
  )
const deliver = (message: number) =>
  deliverScheduled(core, { realm: realm.id, id: message as ScheduledMessageId })
const newest = async (name: string, narrow: unknown[]): Promise<Body[]> => {
  const query = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false, narrow }
  return (await ok(as(name).get('/messages', query))).messages
}
const later = () =>
  newest('cordelia', [
    { operator: 'channel', operand: verona() },
    { operator: 'topic', operand: 'later' },
  ])

beforeAll(async () => {
  await ok(join('zoe', ['Verona']))
})

describe('a scheduled message', () => {
  test('is returned to its sender by delivery time, with events to the sender’s clients', async () => {
    const reader = await EventReader.start(as('zoe'))
    const others = await EventReader.start(as('cordelia'))
    const at = inAnHour()
    const second = await scheduled('zoe', toVerona({ scheduled_delivery_timestamp: at + 60 }))
    const first = await scheduled('zoe', {
      type: 'direct',
      to: [id('hamlet'), id('cordelia'), id('hamlet')],
      content: 'psst',
      scheduled_delivery_timestamp: at,
    })
    const self = await scheduled('zoe', {
      type: 'private',
      to: [id('zoe')],
      content: 'note',
      scheduled_delivery_timestamp: at + 120,
    })
    const expected = [
      {
        scheduled_message_id: first,
        type: 'private',
        to: [id('hamlet'), id('cordelia')].sort((a, b) => a - b),
        content: 'psst',
        rendered_content: '<p>psst</p>',
        scheduled_delivery_timestamp: at,
        failed: false,
      },
      {
        scheduled_message_id: second,
        type: 'stream',
        to: verona(),
        topic: 'later',
        content: 'Good *morrow*',
        rendered_content: '<p>Good <em>morrow</em></p>',
        scheduled_delivery_timestamp: at + 60,
        failed: false,
      },
      expect.objectContaining({ scheduled_message_id: self, to: [id('zoe')] }),
    ]
    expect(await list('zoe')).toEqual(expected)
    const state = await ok(as('zoe').post('/register', { fetch_event_types: ['scheduled_messages'] }))
    expect(state.scheduled_messages).toEqual(expected)
    const added = await reader.waitFor((event) => event.scheduled_messages?.[0].scheduled_message_id === self)
    expect(added).toMatchObject({ type: 'scheduled_messages', op: 'add' })
    expect(
      reader.events.filter((event) => event.op === 'add').map((event) => event.scheduled_messages[0]),
    ).toEqual([expected[1], expected[0], expected[2]])
    expect(others.events).toEqual([])
    await Promise.all([reader.stop(), others.stop()])
  })

  test('can be changed in part, with an event', async () => {
    const one = await scheduled('hamlet')
    const reader = await EventReader.start(as('hamlet'))
    await ok(change('hamlet', one, { content: 'Good night' }))
    await ok(change('hamlet', one, { topic: 'night' }))
    await ok(change('hamlet', one, { to: world.channelId('Denmark') }))
    expect(await find('hamlet', one)).toMatchObject({
      type: 'stream',
      to: world.channelId('Denmark'),
      topic: 'night',
      rendered_content: '<p>Good night</p>',
    })
    await ok(change('hamlet', one, { type: 'direct', to: [id('cordelia')] }))
    const direct = (await find('hamlet', one))!
    expect(direct).toMatchObject({ type: 'private', to: [id('cordelia')] })
    expect(direct).not.toHaveProperty('topic')
    await ok(change('hamlet', one, { to: [id('iago'), id('cordelia')] }))
    await ok(change('hamlet', one, { type: 'stream', to: [verona()], topic: 'day' }))
    const at = inAnHour() + 5
    await ok(change('hamlet', one, { scheduled_delivery_timestamp: at }))
    expect(await find('hamlet', one)).toMatchObject({
      to: verona(),
      topic: 'day',
      scheduled_delivery_timestamp: at,
    })
    await ok(as('hamlet').delete(`/scheduled_messages/${one}`))
    await reader.waitFor((event) => event.op === 'remove' && event.scheduled_message_id === one)
    await reader.stop()
    expect(reader.events.map((event) => [event.type, event.op])).toEqual([
      ...Array(7).fill(['scheduled_messages', 'update']),
      ['scheduled_messages', 'remove'],
    ])
    expect(await find('hamlet', one)).toBeUndefined()
  })
})

describe('a refused request', () => {
  const past = bad('Scheduled delivery time must be in the future.')
  const unknown = bad('Scheduled message does not exist', { status: 404 })

  test.each<[string, () => Parameters, Body]>([
    ['a time that is past', () => toVerona({ scheduled_delivery_timestamp: 1_600_000_000 }), past],
    ['a time before all times', () => toVerona({ scheduled_delivery_timestamp: -1 }), past],
    ['no content', () => toVerona({ content: ' ' }), bad('Message must not be empty')],
    ['NUL', () => toVerona({ content: 'a\0b' }), bad('content must not contain null bytes')],
    [
      'two channels',
      () => toVerona({ to: [verona(), world.channelId('Denmark')] }),
      bad('Expected exactly one channel'),
    ],
    ['nobody', () => toVerona({ type: 'direct', to: [] }), bad('Message must have recipients!')],
    ['a stranger', () => toVerona({ type: 'direct', to: [foreign.id] }), 'user' as unknown as Body],
    ['no such channel', () => toVerona({ to: 999_999 }), 'channel' as unknown as Body],
  ])('has %s', async (_, parameters, expected) => {
    const before = await list('hamlet')
    const refused = await refusal(schedule('hamlet', parameters()))
    const errors: Record<string, Body> = {
      user: bad(`Invalid user ID ${foreign.id}`),
      channel: {
        ...bad("Channel with ID '999999' does not exist", { code: 'STREAM_DOES_NOT_EXIST' }),
        stream_id: 999_999,
      },
    }
    expect(refused).toEqual(errors[expected as unknown as string] ?? expected)
    expect(await list('hamlet')).toEqual(before)
  })

  test.each([
    { type: 'smoke' },
    { to: '"Verona"' },
    { to: ['Verona'] },
    { to: -1 },
    { to: 2 ** 31 },
    { scheduled_delivery_timestamp: 'soon' },
    { scheduled_delivery_timestamp: 1e18 },
    { scheduled_delivery_timestamp: 1.5 },
    { content: undefined },
    { type: undefined },
  ])('has %j', async (wrong) => {
    expect((await schedule('hamlet', toVerona(wrong))).status).toBe(400)
  })

  test('is for a missing message, a reminder or a message of another user', async () => {
    const one = await scheduled('hamlet')
    const message = (
      await ok(as('hamlet').post('/messages', { type: 'direct', to: [id('zoe')], content: 'x' }))
    ).id
    const about = { message_id: message, scheduled_delivery_timestamp: inAnHour() }
    const { reminder_id } = await ok(as('hamlet').post('/reminders', about))
    for (const [name, which] of [
      ['cordelia', one],
      ['hamlet', 999_999],
      ['hamlet', reminder_id],
    ] as const) {
      expect(await refusal(change(name, which, { content: 'mine' }))).toEqual(unknown)
      expect(await refusal(as(name).delete(`/scheduled_messages/${which}`))).toEqual(unknown)
    }
    expect((await foreign.client.patch(`/scheduled_messages/${one}`, { content: 'x' })).status).toBe(404)
    expect(await refusal(as('hamlet').delete(`/reminders/${one}`))).toEqual(
      bad('Reminder does not exist', { status: 404 }),
    )
    await ok(as('hamlet').delete(`/reminders/${reminder_id}`))
    await ok(as('hamlet').delete(`/scheduled_messages/${one}`))
  })

  test('changes nothing and has no incomplete recipient', async () => {
    const one = await scheduled('hamlet')
    const before = await find('hamlet', one)
    expect(await refusal(change('hamlet', one, {}))).toEqual(bad('Nothing to change'))
    expect(await refusal(change('hamlet', one, { type: 'direct' }))).toEqual(
      bad('Recipient required when updating type of scheduled message.'),
    )
    expect(await refusal(change('hamlet', one, { type: 'channel', to: verona() }))).toEqual(
      bad('Topic required when updating scheduled message type to channel.'),
    )
    expect(await refusal(change('hamlet', one, { scheduled_delivery_timestamp: 5 }))).toEqual(past)
    expect(await find('hamlet', one)).toEqual(before)
  })
})

describe('at the delivery time', () => {
  test('a message is sent once, however often delivery runs', async () => {
    const one = await scheduled('zoe', toVerona({ content: 'once' }))
    await deliver(one)
    expect(await find('zoe', one)).toBeDefined() // Not due yet.
    const reader = await EventReader.start(as('zoe'))
    await come(one)
    await Promise.all([deliver(one), deliver(one), deliver(one)])
    await deliver(one)
    await reader.waitFor((event) => event.op === 'remove' && event.scheduled_message_id === one)
    await reader.stop()
    expect((await later()).filter((message) => message.content === 'once')).toEqual([
      expect.objectContaining({ sender_id: id('zoe'), client: 'LoquatTests' }),
    ])
    const types = reader.events
      .map((event) => event.type)
      .filter((type) => !['stream', 'user_topic'].includes(type))
    expect(types).toEqual(['message', 'scheduled_messages'])
  })

  test('read_by_sender is the choice of the sender', async () => {
    const flags = await Promise.all(
      [true, false].map(async (read_by_sender) => {
        const one = await scheduled('zoe', toVerona({ read_by_sender, content: `read ${read_by_sender}` }))
        await come(one)
        await deliver(one)
        const sent = await newest('zoe', [{ operator: 'sender', operand: id('zoe') }])
        return sent.find((message) => message.content === `read ${read_by_sender}`)!.flags
      }),
    )
    expect(flags).toEqual([['read'], []])
  })

  test('a message that the sender may no longer send is marked as failed, with a notice to the sender', async () => {
    await ok(join('iago', ['crypt'], { invite_only: true, principals: [id('iago'), id('zoe')] }))
    const crypt = (await ok(as('iago').get('/get_stream_id', { stream: 'crypt' }))).stream_id
    const one = await scheduled('zoe', toVerona({ to: crypt }))
    await ok(leave('iago', ['crypt'], { principals: [id('zoe')] }))
    const reader = await EventReader.start(as('zoe'))
    await come(one)
    await deliver(one)
    const failed = await reader.waitFor((event) => event.type === 'scheduled_messages')
    expect(failed).toMatchObject({
      op: 'update',
      scheduled_message: { scheduled_message_id: one, failed: true },
    })
    const event = await reader.waitFor((event) => event.type === 'message')
    await reader.stop()
    expect(event.message.content).toContain(`Channel with ID '${crypt}' does not exist`)
    expect(event.message.content).not.toContain('crypt')
    await deliver(one)
    expect(await find('zoe', one)).toMatchObject({ failed: true })

    expect((await change('zoe', one, { to: verona() })).status).toBe(400) // Its time has passed.
    await ok(change('zoe', one, { to: verona(), scheduled_delivery_timestamp: inAnHour(), content: 'again' }))
    expect(await find('zoe', one)).toMatchObject({ failed: false, to: verona() })
    await come(one)
    await deliver(one)
    expect((await later()).map((message) => message.content)).toContain('again')
  })

  test('a message that is much too late is not sent', async () => {
    const one = await scheduled('zoe', toVerona({ content: 'Lunch now!' }))
    await come(one, 700)
    await deliver(one)
    expect(await find('zoe', one)).toMatchObject({ failed: true })
    expect((await later()).map((message) => message.content)).not.toContain('Lunch now!')
  })
})

describe('a reminder', () => {
  const remind = (name: string, message_id: number, rest: Parameters = {}) =>
    as(name).post('/reminders', { message_id, scheduled_delivery_timestamp: inAnHour(), ...rest })
  let message: number
  beforeAll(async () => {
    const content = 'To be\n```\ncode\n```'
    const sent = await ok(
      as('hamlet').post('/messages', { type: 'channel', to: verona(), topic: 'play', content }),
    )
    message = sent.id
  })

  test('is stored, in an event, and sent by the notification bot with its note and the message', async () => {
    const reader = await EventReader.start(as('zoe'))
    const { reminder_id } = await ok(remind('zoe', message, { note: 'answer\nhim' }))
    const [reminder] = (await ok(as('zoe').get('/reminders'))).reminders
    expect(reminder).toMatchObject({
      reminder_id,
      type: 'private',
      to: [id('zoe')],
      failed: false,
      reminder_target_message_id: message,
    })
    expect(reminder.rendered_content).toContain('data-user-id')
    const state = await ok(as('zoe').post('/register', { fetch_event_types: ['reminders'] }))
    expect(state.reminders).toEqual([reminder])
    expect(await list('zoe')).not.toContainEqual(expect.objectContaining({ content: reminder.content }))
    expect(await reader.waitFor((event) => event.type === 'reminders')).toMatchObject({
      op: 'add',
      reminders: [reminder],
    })

    await come(reminder_id)
    await Promise.all([deliver(reminder_id), deliver(reminder_id)])
    const { message: sent } = await reader.waitFor((event) => event.type === 'message')
    await reader.waitFor((event) => event.op === 'remove' && event.reminder_id === reminder_id)
    await reader.stop()
    expect(reader.events.filter((event) => event.type === 'message')).toHaveLength(1)
    expect(sent).toMatchObject({
      type: 'private',
      sender_full_name: 'Notification Bot',
      content: reminder.content,
    })
    expect(sent.content).toBe(
      [
        `You requested a reminder for #**Verona>play@${message}**. Note:\n> answer\n> him\n`,
        `@_**King Hamlet|${id('hamlet')}** [said](#narrow/channel/${verona()}-Verona/topic/play/near/${message}):`,
        '````quote\nTo be\n```\ncode\n```\n````',
      ].join('\n'),
    )
    expect((await ok(as('zoe').get('/reminders'))).reminders).toEqual([])
  })

  test('of a long message or a poll has at most the length of a message', async () => {
    const say = async (content: string) =>
      (await ok(as('zoe').post('/messages', { type: 'direct', to: [id('zoe')], content }))).id
    const long = await ok(remind('zoe', await say('x'.repeat(10_000))))
    const poll = await ok(remind('zoe', await say('/poll Lunch?')))
    const { reminders } = await ok(as('zoe').get('/reminders'))
    const of = (reminder: Body) =>
      reminders.find((each: Body) => each.reminder_id === reminder.reminder_id).content
    expect([...of(long)]).toHaveLength(10_000)
    expect(of(long)).toMatch(/\[message truncated\]\n```$/)
    expect(of(poll)).toMatch(/you \[sent\]\(#narrow\/dm\/\d+-dm\/near\/\d+\) a poll\.$/)
  })

  test('shows and delivers nothing of a message that its user may no longer read', async () => {
    const to = { subscriptions: [{ name: 'Secret plans' }], principals: [id('zoe'), id('hamlet')] }
    await ok(as('hamlet').post('/users/me/subscriptions', { ...to, invite_only: true }))
    const say = async (type: Parameters) =>
      (await ok(as('hamlet').post('/messages', { ...type, content: 'swordfish' }))).id
    const { stream_id } = await ok(as('hamlet').get('/get_stream_id', { stream: 'Secret plans' }))
    const channel = { type: 'channel', to: stream_id, topic: 'heist' }
    const [hidden, kept] = [await say(channel), await say(channel)]
    const deleted = await say({ type: 'channel', to: verona(), topic: 'play' })
    const ids: number[] = []
    for (const each of [hidden, deleted]) ids.push((await ok(remind('zoe', each))).reminder_id)
    const own = (await ok(remind('hamlet', kept))).reminder_id
    const shown = async (name: string) => [
      (await ok(as(name).get('/reminders'))).reminders,
      (await ok(as(name).post('/register', { fetch_event_types: ['reminders'] }))).reminders,
    ]
    expect(JSON.stringify(await shown('zoe')).match(/swordfish/g)).toHaveLength(8)

    const lost = { subscriptions: ['Secret plans'], principals: [id('zoe')] }
    await ok(as('hamlet').delete('/users/me/subscriptions', lost))
    await ok(as('iago').delete(`/messages/${deleted}`))
    for (const reminders of await shown('zoe')) {
      const found = reminders.filter((each: Body) => ids.includes(each.reminder_id))
      expect(found.map((each: Body) => each.content)).toEqual(Array(2).fill(UNREADABLE))
      expect(JSON.stringify(found)).not.toMatch(/swordfish|Secret|heist|narrow/)
    }
    const reader = await EventReader.start(as('zoe'))
    for (const each of [...ids, own]) {
      await come(each)
      await deliver(each)
    }
    await reader.waitFor((event) => event.op === 'remove' && event.reminder_id === ids[1])
    await reader.stop()
    const messages = reader.events.filter((event) => event.type === 'message')
    expect(messages.map((event) => event.message.content)).toEqual(Array(2).fill(UNREADABLE))
    expect((await newest('hamlet', [{ operator: 'is', operand: 'dm' }])).at(-1)!.content).toContain(
      'swordfish',
    )
  })

  test('shows and delivers its message as it is now, where it is now', async () => {
    const { id: edited } = await ok(
      as('hamlet').post('/messages', { type: 'channel', to: verona(), topic: 'fish', content: 'swordfish' }),
    )
    const { reminder_id } = await ok(remind('zoe', edited, { note: 'not\n> *now*' }))
    const changes = { content: '@**Zoe** ~~trout~~', topic: 'brook', propagate_mode: 'change_all' }
    await ok(as('hamlet').patch(`/messages/${edited}`, changes))
    const { reminders } = await ok(as('zoe').get('/reminders'))
    const state = await ok(as('zoe').post('/register', { fetch_event_types: ['reminders'] }))
    expect(state.reminders).toEqual(reminders)
    const found = reminders.find((each: Body) => each.reminder_id === reminder_id)
    expect(found.content).toBe(
      [
        `You requested a reminder for #**Verona>brook@${edited}**. Note:\n> not\n> > *now*\n`,
        `@_**King Hamlet|${id('hamlet')}** [said](#narrow/channel/${verona()}-Verona/topic/brook/near/${edited}):`,
        '```quote\n@**Zoe** ~~trout~~\n```',
      ].join('\n'),
    )
    expect(found.rendered_content).toContain('<del>trout</del>')
    expect(JSON.stringify(found)).not.toMatch(/swordfish|fish@/)

    await come(reminder_id)
    await deliver(reminder_id)
    const sent = (await newest('zoe', [{ operator: 'is', operand: 'dm' }])).at(-1)!
    expect(sent.content).toContain('~~trout~~')
    expect(JSON.stringify(sent)).not.toMatch(/swordfish|fish@/)
  })

  test('is in an event without its message for a client that polls after the user lost the channel', async () => {
    const to = { subscriptions: [{ name: 'Lost plans' }], principals: [id('zoe'), id('hamlet')] }
    await ok(as('hamlet').post('/users/me/subscriptions', { ...to, invite_only: true }))
    const said = { type: 'channel', to: 'Lost plans', topic: 'heist', content: 'swordfish' }
    const { id: lost } = await ok(as('hamlet').post('/messages', said))
    const queues = await Promise.all(
      [0, 1].map(() => ok(as('zoe').post('/register', { event_types: ['reminders'] }))),
    )
    const { reminder_id } = await ok(remind('zoe', lost))
    const poll = async ({ queue_id, last_event_id }: Body) =>
      (await ok(as('zoe').get('/events', { queue_id, last_event_id }))).events
    expect(JSON.stringify(await poll(queues[0]!))).toContain('swordfish')
    const leave = { subscriptions: ['Lost plans'], principals: [id('zoe')] }
    await ok(as('hamlet').delete('/users/me/subscriptions', leave))
    const [event] = await poll(queues[1]!)
    expect(event).toMatchObject({
      op: 'add',
      reminders: [{ reminder_id, content: UNREADABLE, rendered_content: `<p>${UNREADABLE}</p>` }],
    })
    expect(JSON.stringify(event)).not.toMatch(/swordfish|Lost|heist/)
    await ok(as('zoe').delete(`/reminders/${reminder_id}`))
  })

  test('is in an event with its message as it is when a client polls late', async () => {
    const here = (topic: string) => ({ type: 'channel', to: verona(), topic, content: 'swordfish' })
    const send = async (to: Parameters) => (await ok(as('hamlet').post('/messages', to))).id as number
    const to = { subscriptions: [{ name: 'Open plans' }], principals: [id('hamlet')] }
    await ok(as('hamlet').post('/users/me/subscriptions', to))
    const { stream_id } = await ok(as('hamlet').get('/get_stream_id', { stream: 'Open plans' }))
    const open = await send({ ...here('heist'), to: stream_id })
    const secret = {
      subscriptions: [{ name: 'Kept plans' }],
      principals: [id('hamlet'), id('iago')],
      invite_only: true,
    }
    await ok(as('hamlet').post('/users/me/subscriptions', secret))
    const kept = (await ok(as('hamlet').get('/get_stream_id', { stream: 'Kept plans' }))).stream_id
    const [edited, renamed, moved, deleted, cancelled] = [
      await send(here('edited')),
      await send(here('renamed')),
      await send(here('moved')),
      await send(here('deleted')),
      await send(here('cancelled')),
    ]
    const state = await ok(as('zoe').post('/register', { event_types: ['reminders'] }))
    const messages = [edited, renamed, moved, deleted, open, cancelled]
    const ids: number[] = []
    for (const each of messages) ids.push((await ok(remind('zoe', each!))).reminder_id)
    const poll = async (): Promise<Body[]> => {
      const { queue_id, last_event_id } = state
      return (await ok(as('zoe').get('/events', { queue_id, last_event_id }))).events
    }
    expect(JSON.stringify(await poll()).match(/swordfish/g)).toHaveLength(2 * messages.length)

    await ok(as('hamlet').patch(`/messages/${edited}`, { content: 'trout' }))
    const all = { propagate_mode: 'change_all' }
    await ok(as('hamlet').patch(`/messages/${renamed}`, { topic: 'brook', ...all }))
    await ok(as('iago').patch(`/messages/${moved}`, { stream_id: kept, topic: 'x', ...all }))
    await ok(as('iago').delete(`/messages/${deleted}`))
    const closed = { is_private: true, history_public_to_subscribers: false }
    await ok(as('hamlet').patch(`/streams/${stream_id}`, closed))
    await ok(
      as('hamlet').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'Open plans' }],
        principals: [id('zoe')],
      }),
    )
    await ok(as('zoe').delete(`/reminders/${ids[5]}`))

    const events = await poll()
    const added = events.slice(0, messages.length)
    expect(added.map((event) => event.op)).toEqual(messages.map(() => 'add'))
    expect(events.at(-1)).toMatchObject({ op: 'remove', reminder_id: ids[5] })
    const shown = added.flatMap((event) => event.reminders as Body[])
    expect(shown.map((one) => one.reminder_id)).toEqual(ids)
    const { reminders } = await ok(as('zoe').get('/reminders'))
    for (const one of shown.slice(0, -1)) expect(reminders).toContainEqual(one)
    expect(shown[0]!.content).toContain('trout')
    expect(shown[1]!.content).toContain('#**Verona>brook@')
    for (const n of [2, 3, 4, 5]) expect(shown[n]).toMatchObject({ content: UNREADABLE })
    expect(JSON.stringify([shown[0], ...shown.slice(2)])).not.toMatch(/swordfish|heist|plans/)
    for (const each of ids.slice(0, -1)) await ok(as('zoe').delete(`/reminders/${each}`))
  })

  test('is refused for an unreadable message, a past time and a note that is too long', async () => {
    const direct = (
      await ok(as('hamlet').post('/messages', { type: 'direct', to: [id('cordelia')], content: 'x' }))
    ).id
    expect(await refusal(remind('zoe', direct))).toEqual(bad('Invalid message(s)'))
    expect(await refusal(remind('zoe', 999_999_999))).toEqual(bad('Invalid message(s)'))
    expect(await refusal(remind('zoe', message, { scheduled_delivery_timestamp: 1 }))).toEqual(
      bad('Scheduled delivery time must be in the future.'),
    )
    expect(await refusal(remind('zoe', message, { note: 'x'.repeat(1001) }))).toEqual(
      bad('note is too long (limit: 1000 characters)'),
    )
    expect((await remind('zoe', message, { note: 'a\0' })).status).toBe(400)
    expect((await as('zoe').post('/reminders', { message_id: message })).status).toBe(400)
    expect(await refusal(as('zoe').delete('/reminders/999999'))).toEqual(
      bad('Reminder does not exist', { status: 404 }),
    )
  })
})

test('what comes due while the organization is deactivated is not lost', async () => {
  const message = await scheduled('zoe', toVerona({ content: 'while we slept' }))
  const { id: message_id } = await ok(
    as('zoe').post('/messages', { type: 'direct', to: [id('zoe')], content: 'wake up' }),
  )
  const { reminder_id } = await ok(
    as('zoe').post('/reminders', { message_id, scheduled_delivery_timestamp: inAnHour() }),
  )
  for (const each of [message, reminder_id]) await come(each, HOUR)
  await deactivateRealmAsOperator(core, realm, null)
  for (const each of [message, reminder_id]) await deliver(each)
  await reactivateRealm(core, realm)
  expect(await find('zoe', message)).toMatchObject({ failed: true })
  const { reminders } = await ok(as('zoe').get('/reminders'))
  expect(reminders).not.toContainEqual(expect.objectContaining({ reminder_id }))
  const notices = (await newest('zoe', [{ operator: 'is', operand: 'dm' }])).slice(-2)
  expect(notices.map(({ content }) => content)).toEqual([
    expect.stringContaining('This organization has been deactivated'),
    expect.stringMatching(/^You requested a reminder/),
  ])
})

test('a user has a limited number of scheduled messages and reminders together', async () => {
  const user = id('othello')
  await world.sql(
    `INSERT INTO scheduled_message (realm_id, user_id, recipient_ids, content, rendered_content, client, deliver_at)
     SELECT $1, $2, ARRAY[$2::int], n, n, 'website', now() + interval '1 day' FROM generate_series(1, 998) n`,
    [realm.id, user],
  )
  const note = { type: 'direct', to: [user], content: 'note' }
  const { id: message_id } = await ok(as('othello').post('/messages', note))
  const remind = () =>
    as('othello').post('/reminders', { message_id, scheduled_delivery_timestamp: inAnHour() })
  await ok(remind())
  const requests = [remind, () => schedule('othello', toVerona(note))]
  const results = await Promise.all([...requests, ...requests].map((request) => request()))
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  const full = bad('You cannot have more than 1000 scheduled messages and reminders.')
  for (const request of requests) expect(await refusal(request())).toEqual(full)
  const [last] = await list('othello')
  await ok(change('othello', last!.scheduled_message_id, { content: 'changed' }))
  await ok(as('othello').delete(`/scheduled_messages/${last!.scheduled_message_id}`))
  await ok(remind())
  expect(await refusal(remind())).toEqual(full)
})

describe('the worker', () => {
  const sink = () => new BullSink(world.config.redisUrl)
  let open: BullSink
  let worker: JobWorker
  beforeAll(async () => {
    open = sink()
    worker = new JobWorker(core, silent, open, world.config)
    await worker.start([deliverScheduledJob])
  })
  afterAll(async () => {
    await worker.stop()
    await open.close()
  })

  test('sends messages at their time, not earlier', async () => {
    const reader = await EventReader.start(as('cordelia'))
    const at = Math.floor(Date.now() / 1000) + 2
    await scheduled('zoe', toVerona({ content: 'on time', scheduled_delivery_timestamp: at }))
    await scheduled('zoe', toVerona({ content: 'much later' }))
    const event = await reader.waitFor((event) => event.message?.content === 'on time')
    await reader.stop()
    expect(event.message.timestamp).toBeGreaterThanOrEqual(at)
  })

  test('sends a message at its time also when its job came too early, because a clock was set back', async () => {
    const reader = await EventReader.start(as('cordelia'))
    const at = Math.floor(Date.now() / 1000) + 6
    const one = await scheduled('zoe', toVerona({ content: 'early', scheduled_delivery_timestamp: at }))
    const job = ['scheduled', String(one)]
    await world.sql(
      "UPDATE job_outbox SET due_at = clock_timestamp() - interval '1 minute' WHERE queue = $1 AND data ->> 'id' = $2",
      job,
    )
    const event = await reader.waitFor((event) => event.message?.content === 'early')
    await reader.stop()
    expect(event.message.timestamp).toBeGreaterThanOrEqual(at)
  })
})
