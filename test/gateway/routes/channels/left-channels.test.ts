import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Body, Client } from '../../../harness/client.ts'
import { fetchFile, uploadFile } from '../../../harness/upload.ts'
import { messagesOf, privateChannel, send } from '../messages/message-events.ts'
import { as, bad, channelOf, join, leave, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

/**
 * Every request that names a message. Former subscribers, future subscribers, and a user who has returned to
 * a channel with protected history all get the same refusal.
 */
const BY_MESSAGE: [string, (client: Client, id: number) => Promise<Answer>][] = [
  ['GET /messages/{id}', (c, id) => c.get(`/messages/${id}`)],
  ['GET /messages/{id} as text', (c, id) => c.get(`/messages/${id}`, { apply_markdown: false })],
  ['GET /messages/{id}/history', (c, id) => c.get(`/messages/${id}/history`)],
  ['GET /messages/{id}/read_receipts', (c, id) => c.get(`/messages/${id}/read_receipts`)],
  ['PATCH /messages/{id}', (c, id) => c.patch(`/messages/${id}`, { content: 'taken over' })],
  ['PATCH /messages/{id} topic', (c, id) => c.patch(`/messages/${id}`, { topic: 'taken over' })],
  [
    'PATCH /messages/{id} channel',
    (c, id) => c.patch(`/messages/${id}`, { stream_id: world.channelId('Verona') }),
  ],
  ['DELETE /messages/{id}', (c, id) => c.delete(`/messages/${id}`)],
  ['POST /messages/{id}/report', (c, id) => c.post(`/messages/${id}/report`, { report_type: 'spam' })],
  ['POST reactions', (c, id) => c.post(`/messages/${id}/reactions`, { emoji_name: 'heart' })],
  ['DELETE reactions', (c, id) => c.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })],
  ['POST typing', (c, id) => c.post(`/messages/${id}/typing`, { op: 'start' })],
  ['POST /submessage', (c, message_id) => c.post('/submessage', { message_id, ...vote })],
  ...(['starred', 'collapsed', 'read'] as const).flatMap((flag) =>
    (['add', 'remove'] as const).map((op): (typeof BY_MESSAGE)[number] => [
      `POST /messages/flags ${op} ${flag}`,
      (c, id) => c.post('/messages/flags', { messages: [id], op, flag }),
    ]),
  ),
  [
    'POST /reminders',
    (c, message_id) => c.post('/reminders', { message_id, scheduled_delivery_timestamp: 4e9 }),
  ],
]
const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' }

/** All requests that find messages: their responses do not contain these. */
const LISTS: [string, (client: Client, id: number) => Promise<Answer>][] = [
  ...[
    [],
    [{ operator: 'is', operand: 'starred' }],
    [{ operator: 'is', operand: 'mentioned' }],
    [{ operator: 'is', operand: 'unread' }],
    [{ operator: 'is', operand: 'alerted' }],
    [{ operator: 'is', operand: 'followed' }],
    [{ operator: 'search', operand: 'secret' }],
    [{ operator: 'search', operand: 'hideout' }],
    [{ operator: 'has', operand: 'reaction' }],
    [{ operator: 'has', operand: 'attachment' }],
    [{ operator: 'topic', operand: 'hideout' }],
    [{ operator: 'sender', operand: 'iago@demo.test' }],
    [{ operator: 'channels', operand: 'public' }],
  ].flatMap((narrow): typeof LISTS => [
    [`GET /messages ${JSON.stringify(narrow)}`, (c) => c.get('/messages', { ...range, narrow })],
    [
      `GET /messages from the first unread ${JSON.stringify(narrow)}`,
      (c) => c.get('/messages', { ...range, anchor: 'first_unread', narrow }),
    ],
    [
      `GET /messages/matches_narrow ${JSON.stringify(narrow)}`,
      (c, id) => c.get('/messages/matches_narrow', { msg_ids: [id], narrow }),
    ],
  ]),
  ['GET /messages around', (c, anchor) => c.get('/messages', { ...range, anchor })],
  [
    'GET /messages by id',
    (c, id) => c.get('/messages', { ...range, narrow: [{ operator: 'id', operand: id }] }),
  ],
  ['GET /messages of ids', (c, id) => c.get('/messages', { message_ids: [id] })],
  ['POST /register', (c) => c.post('/register', { fetch_event_types: REGISTERED })],
  ['GET /drafts', (c) => c.get('/drafts')],
  ['GET /scheduled_messages', (c) => c.get('/scheduled_messages')],
]
const range = { anchor: 'newest', num_before: 500, num_after: 500 }
const REGISTERED = ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations']

/** Every request that names a channel and needs access to it. */
const BY_CHANNEL: [string, (client: Client, channel: number) => Promise<Answer>][] = [
  ['GET topics', (c, id) => c.get(`/users/me/${id}/topics`)],
  [
    'GET /messages',
    (c, operand) => c.get('/messages', { ...range, narrow: [{ operator: 'channel', operand }] }),
  ],
  [
    'POST /messages/flags/narrow',
    (c, operand) =>
      c.post('/messages/flags/narrow', {
        ...range,
        narrow: [{ operator: 'channel', operand }],
        op: 'add',
        flag: 'starred',
      }),
  ],
  ['POST /mark_stream_as_read', (c, stream_id) => c.post('/mark_stream_as_read', { stream_id })],
  [
    'POST /mark_topic_as_read',
    (c, stream_id) => c.post('/mark_topic_as_read', { stream_id, topic_name: 'hideout' }),
  ],
  [
    'POST /messages',
    (c, to) => c.post('/messages', { type: 'channel', to, topic: 'hideout', content: 'me' }),
  ],
  [
    'POST /scheduled_messages',
    (c, to) =>
      c.post('/scheduled_messages', {
        type: 'channel',
        to,
        topic: 'hideout',
        content: 'x',
        scheduled_delivery_timestamp: 4e9,
      }),
  ],
  [
    'POST /drafts',
    (c, id) => c.post('/drafts', { drafts: [{ type: 'stream', to: [id], topic: 'hideout', content: 'x' }] }),
  ],
  [
    'POST /typing',
    (c, stream_id) => c.post('/typing', { type: 'stream', op: 'start', stream_id, topic: 'hideout' }),
  ],
]

const THERE = ['hamlet', 'cordelia', 'zoe', 'polonius']
/**
 * Users with messages that they may not read, in a channel with shared history and in one with protected
 * history.
 */
const hidden: Record<string, number[]> = {}
const channels: number[] = []
const own: Record<string, number> = {}
let file: string
let later: number
let wanderer: number
let fromVerona: number

/** The ids of messages in a response. */
function idsIn({ messages, unread_msgs, starred_messages = [] }: Body): number[] {
  const found = Array.isArray(messages)
    ? messages.map((message) => message.id)
    : Object.keys(messages ?? {}).map(Number)
  const unread = unread_msgs?.streams.flatMap((stream: Body) => stream.unread_message_ids) ?? []
  return [...found, ...unread, ...(unread_msgs?.mentions ?? []), ...starred_messages]
}

const unsubscribe = (name: string, channel: string) =>
  ok(
    as('iago').delete('/users/me/subscriptions', {
      subscriptions: [channel],
      principals: [world.userId(name)],
    }),
  )
const subscribe = (name: string, channel: string) =>
  ok(
    as('iago').post('/users/me/subscriptions', {
      subscriptions: [{ name: channel }],
      principals: [world.userId(name)],
    }),
  )

beforeAll(async () => {
  await ok(join('desdemona', ['reports']))
  const reports = (await channelOf('reports')).stream_id
  await ok(as('desdemona').patch('/realm', { moderation_request_channel_id: reports }))
  for (const name of THERE) await ok(as(name).post('/users/me/alert_words', { alert_words: ['secret'] }))
  const ids: number[] = []
  wanderer = await send('iago', 'Verona', 'hideout', 'secret @**all** that wandered')
  file = await uploadFile(as('iago'), { name: 'plan.txt', bytes: 'the plan' })
  for (const channel of ['cellar', 'vault']) {
    channels.push(await privateChannel(channel, THERE, channel === 'cellar'))
    for (const name of THERE) {
      own[name] = await send(name, channel, 'hideout', 'secret @**all** of one of us')
      ids.push(own[name]!)
    }
    ids.push(await send('iago', channel, 'hideout', '/poll secret?\nyes'))
    ids.push(await send('iago', channel, 'hideout', `secret [plan](${file})`))
  }
  // Sent in other channels, between their messages.
  fromVerona = await send('iago', 'Verona', 'hideout', 'secret @**all** that wandered later')
  for (const name of THERE) {
    for (const id of [...ids, wanderer, fromVerona]) {
      await ok(as(name).post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }))
      await ok(as(name).post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    }
    const unread = { messages: ids, op: 'remove', flag: 'read' }
    await ok(as(name).post('/messages/flags', unread))
  }
  for (const channel of ['cellar', 'vault']) {
    await ok(leave('hamlet', [channel]))
    await unsubscribe('cordelia', channel)
    await ok(leave('zoe', [channel]))
    await ok(leave('polonius', [channel]))
  }
  const meanwhile = await send('iago', 'vault', 'hideout', 'secret said meanwhile')
  for (const id of [wanderer, fromVerona]) {
    await ok(as('iago').patch(`/messages/${id}`, { stream_id: channels[1], topic: 'hideout' }))
  }
  await subscribe('zoe', 'vault')
  await subscribe('zoe', 'cellar')
  later = await send('iago', 'vault', 'hideout', 'secret said later')
  const moved = [meanwhile, wanderer, fromVerona]
  for (const name of ['hamlet', 'cordelia', 'polonius', 'prospero', 'desdemona'])
    hidden[name] = [...ids, ...moved, later]
  hidden.zoe = moved
}, 600_000)

const cases = [
  ['hamlet', 'who left'],
  ['cordelia', 'who was removed'],
  ['polonius', 'a guest who left'],
  ['prospero', 'who never was there'],
  ['desdemona', 'an owner who never was there'],
  ['zoe', 'who is back'],
] as const

describe.each(cases)('to former subscribers of %s, %s', (name) => {
  test.each(BY_MESSAGE)('%s is refused', async (_, request) => {
    for (const id of hidden[name]!)
      expect(await refusal(request(as(name), id))).toEqual(bad('Invalid message(s)'))
  })

  test.each(LISTS)('%s omits them', async (_, request) => {
    const { body } = await request(as(name), hidden[name]![0]!)
    const shown = idsIn(body)
    expect(hidden[name]!.filter((id) => shown.includes(id))).toEqual([])
    expect(/wandered|meanwhile/.test(JSON.stringify(body))).toBe(false)
  })

  test('a link to one of them is not followed', async () => {
    for (const id of hidden[name]!) {
      const { body } = await as(name).get('/messages', {
        ...range,
        narrow: [{ operator: 'with', operand: id }],
      })
      expect(body).toMatchObject({
        code: 'BAD_NARROW',
        msg: expect.stringContaining("Invalid 'with' operator"),
      })
    }
  })
})

describe.each(cases.filter(([name]) => name !== 'zoe'))('to %s, %s', (name) => {
  test.each(BY_CHANNEL)('%s is refused', async (_, request) => {
    for (const id of channels) expect(await refusal(request(as(name), id))).toMatchObject({ result: 'error' })
  })

  test('a file that is linked there is closed', async () => {
    expect((await fetchFile(as(name), file)).status).toBe(403)
    await ok(as(name).post('/messages', { type: 'direct', to: [world.userId(name)], content: file }))
    expect((await fetchFile(as(name), file)).status).toBe(403)
  })
})

describe('a user who returns to a protected history', () => {
  test('reads and changes the messages of both periods of subscription', async () => {
    const [created, ...messages] = await messagesOf('zoe', [{ operator: 'channel', operand: channels[1] }])
    expect(created!.subject).toBe('channel events')
    const firstInVault = Math.min(...Object.values(own))
    const expected = hidden.hamlet!.filter((id) => !hidden.zoe!.includes(id) && id >= firstInVault)
    expect(messages.map((message: Body) => message.id)).toEqual(expect.arrayContaining([own.zoe, later]))
    expect(messages.map((message: Body) => message.id).every((id: number) => expected.includes(id))).toBe(
      true,
    )
    await ok(as('zoe').patch(`/messages/${own.zoe}`, { content: 'I am back' }))
    const { topics } = await ok(as('zoe').get(`/users/me/${channels[1]}/topics`))
    expect(topics.map(({ name }: Body) => name)).toEqual(['hideout', 'channel events'])
    expect(topics[0].max_id).toBe(later)
    expect((await fetchFile(as('zoe'), file)).status).toBe(200)
  })

  test('finds former stars', async () => {
    const { starred_messages } = await ok(
      as('zoe').post('/register', { fetch_event_types: ['starred_messages'] }),
    )
    expect(starred_messages).toContain(own.zoe)
  })
})

const quietly = { send_notification_to_new_thread: false }

test('messages that move to a protected history are for its current subscribers, whatever their ids', async () => {
  const old = await send('hamlet', 'Verona', 'relic', 'a secret relic')
  const attic = await privateChannel('sealed attic', ['hamlet'])
  await ok(as('iago').delete(`/messages/${(await channelOf('sealed attic')).first_message_id}`))
  await subscribe('cordelia', 'sealed attic')
  await ok(as('iago').patch(`/messages/${old}`, { stream_id: attic, ...quietly }))
  await subscribe('zoe', 'sealed attic')
  const narrow = [{ operator: 'channel', operand: attic }]
  for (const name of ['hamlet', 'cordelia', 'iago']) {
    expect((await messagesOf(name, narrow)).map((message) => message.id)).toEqual([old])
    const search = [...narrow, { operator: 'search', operand: 'relic' }]
    expect((await messagesOf(name, search)).map((message) => message.id)).toEqual([old])
    expect((await ok(as(name).get(`/users/me/${attic}/topics`))).topics).toEqual([
      { name: 'relic', max_id: old },
    ])
    await ok(as(name).post(`/messages/${old}/reactions`, { emoji_name: 'tada' }))
  }
  expect(await messagesOf('zoe', narrow)).toEqual([])
  expect((await ok(as('zoe').get(`/users/me/${attic}/topics`))).topics).toEqual([])
  expect(await refusal(as('zoe').get(`/messages/${old}`))).toEqual(bad('Invalid message(s)'))
  // The message is moved out and back once more, which gives it a new position.
  await ok(as('iago').patch(`/messages/${old}`, { stream_id: world.channelId('Verona'), ...quietly }))
  await ok(as('zoe').get(`/messages/${old}`))
  await ok(as('iago').patch(`/messages/${old}`, { stream_id: attic, ...quietly }))
  expect((await messagesOf('zoe', narrow)).map((message) => message.id)).toEqual([old])
})

test('an archived channel is readable for its subscribers, not for those who left', async () => {
  const id = await privateChannel('shut', ['hamlet', 'cordelia'])
  const message = await send('hamlet', 'shut', 'end', 'the end')
  await ok(leave('hamlet', ['shut']))
  await ok(as('iago').delete(`/streams/${id}`))
  await ok(as('cordelia').get(`/messages/${message}`))
  for (const [, request] of BY_MESSAGE)
    expect(await refusal(request(as('hamlet'), message))).toEqual(bad('Invalid message(s)'))
})
