import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventReader } from '../../harness/event-reader.ts'
import { World } from '../../harness/world.ts'

const HO = "ho @**Cordelia, Lear's daughter** @**all**"

let world: World
let url: string

beforeAll(async () => {
  world = await World.create()
  url = (await world.gateway()).url
})
afterAll(() => world.close())

/** The events in Cordelia's queue with this narrow, for the same five messages. */
async function messagesFor(narrow: [string, string][]): Promise<string[]> {
  const cordelia = world.client(url, 'cordelia')
  const hamlet = world.client(url, 'hamlet')
  const reader = await EventReader.start(cordelia, { event_types: ['message'], narrow })
  const everything = await EventReader.start(cordelia, { event_types: ['message'] })
  const toVerona = { type: 'channel', to: 'Verona' }
  await hamlet.ok(hamlet.post('/messages', { ...toVerona, topic: 'Play', content: 'play' }))
  await hamlet.ok(hamlet.post('/messages', { ...toVerona, topic: 'feast', content: 'feast' }))
  await hamlet.ok(
    hamlet.post('/messages', { type: 'direct', to: [world.userId('cordelia')], content: 'direct' }),
  )
  await hamlet.ok(hamlet.post('/messages', { ...toVerona, topic: '✔ feast', content: HO }))
  await cordelia.ok(cordelia.post('/messages', { ...toVerona, topic: 'play', content: 'own' }))
  await everything.waitFor((event) => event.message?.content === 'own')
  const { body } = await cordelia.get('/events', {
    queue_id: reader.queueId,
    last_event_id: -1,
    dont_block: true,
  })
  await Promise.all([reader.stop(), everything.stop()])
  return body.events.map((event: { message: { content: string } }) => event.message.content)
}

test.each([
  [[['channel', 'verona']], ['play', 'feast', HO, 'own']],
  [
    [
      ['stream', 'Verona'],
      ['topic', 'PLAY'],
    ],
    ['play', 'own'],
  ],
  [[['sender', 'Hamlet@demo.test']], ['play', 'feast', 'direct', HO]],
  [[['is', 'dm']], ['direct']],
  [
    [
      ['is', 'private'],
      ['sender', 'cordelia@demo.test'],
    ],
    [],
  ],
  [[['is', 'mentioned']], [HO]],
  [[['is', 'resolved']], [HO]],
  [[['is', 'alerted']], []],
  [[['is', 'stream']], ['play', 'feast', HO, 'own']],
  [[['is', 'channel']], ['play', 'feast', HO, 'own']],
  [[['is', 'unread']], ['play', 'feast', 'direct', HO]],
  [[['is', 'read']], ['own']],
  [[['is', 'starred']], []],
  [[['dm', 'hamlet@demo.test']], ['direct']],
  [[['pm-with', 'HAMLET@demo.test, cordelia@demo.test']], ['direct']],
  [[['dm', 'iago@demo.test']], []],
  [[['dm', 'hamlet@demo.test,iago@demo.test']], []],
  [[['dm-including', 'hamlet@demo.test']], ['direct']],
  [[['dm-including', 'iago@demo.test']], []],
  [[['has', 'link']], []],
  [[['channel', 'Denmark']], []],
] as [[string, string][], string[]][])('narrow %j', async (narrow, messages) => {
  expect(await messagesFor(narrow)).toEqual(messages)
})

test.each(['', 'general chat'])('topic %j is the one without a name', async (topic) => {
  const cordelia = world.client(url, 'cordelia')
  const narrow = [['topic', topic]]
  const older = await EventReader.start(cordelia, { event_types: ['message'], narrow })
  const client_capabilities = { empty_topic_name: true }
  const newer = await EventReader.start(cordelia, { event_types: ['message'], narrow, client_capabilities })
  const message = { type: 'channel', to: 'Verona', topic: '', content: `to ${topic}` }
  const { id } = await cordelia.ok(cordelia.post('/messages', message))
  const isThat = (event: { message?: { id: number } }) => event.message?.id === id
  expect((await older.waitFor(isThat)).message.subject).toBe('general chat')
  expect((await newer.waitFor(isThat)).message.subject).toBe('')
  await Promise.all([older.stop(), newer.stop()])
})

test('is:muted follows what the user mutes, at every gateway', async () => {
  const other = (await world.gateway()).url
  const zoe = world.client(url, 'zoe')
  // Whoever sends to a topic of a muted channel unmutes it.
  const hamlet = world.client(url, 'hamlet')
  await zoe.ok(zoe.post('/users/me/subscriptions', { subscriptions: [{ name: 'Hall' }, { name: 'Yard' }] }))
  const [hall, yard] = await Promise.all(
    ['Hall', 'Yard'].map(async (stream) => (await zoe.ok(zoe.get('/get_stream_id', { stream }))).stream_id),
  )
  const set = (stream_id: number, topic: string, visibility_policy: number) =>
    zoe.ok(zoe.post('/user_topics', { stream_id, topic, visibility_policy }))
  const muteYard = (value: boolean) =>
    zoe.ok(
      zoe.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: yard, property: 'is_muted', value }],
      }),
    )
  const say = async (content: string, to: number, topic: string) =>
    hamlet.ok(hamlet.post('/messages', { type: 'channel', to, topic, content }))
  await set(hall, 'Hush', 1)
  await muteYard(true)
  await set(yard, 'loud', 2)
  const terms = { event_types: ['message'], narrow: [['is', 'muted']] }
  const queue = await zoe.ok(zoe.post('/register', terms))
  const late = await zoe.ok(zoe.post('/register', terms))
  let last = queue.last_event_id
  const poll = async (from: string, { queue_id }: { queue_id: string }, last_event_id: number) => {
    const client = world.client(from, 'zoe')
    const { events } = await client.ok(client.get('/events', { queue_id, last_event_id, dont_block: true }))
    last = events.at(-1)?.id ?? last
    return events.map((event: { message: { content: string } }) => event.message.content)
  }
  const sayAll = async (time: string) => {
    await say(`${time} hush`, hall, 'hush')
    await say(`${time} hall`, hall, 'talk')
    await say(`${time} yard`, yard, 'talk')
    await say(`${time} loud`, yard, 'LOUD')
    await hamlet.ok(
      hamlet.post('/messages', { type: 'direct', to: [world.userId('zoe')], content: 'direct' }),
    )
  }
  await sayAll('1')
  expect(await poll(url, queue, last)).toEqual(['1 hush', '1 yard'])

  await set(hall, 'hush', 0)
  await set(hall, 'talk', 1)
  await muteYard(false)
  await set(yard, 'loud', 1)
  await sayAll('2')
  expect(await poll(url, queue, last)).toEqual(['2 hall', '2 loud'])
  await zoe.ok(zoe.delete('/users/me/subscriptions', { subscriptions: ['Yard'] }))
  await zoe.ok(zoe.post('/users/me/subscriptions', { subscriptions: [{ name: 'Yard' }] }))
  await muteYard(true)
  await sayAll('3')
  expect(await poll(other, queue, last)).toEqual(['3 hall', '3 yard', '3 loud'])

  // A client that polls only now gets messages by what is muted now, and by the changes in between.
  expect((await poll(other, late, late.last_event_id)).slice(-3)).toEqual(['3 hall', '3 yard', '3 loud'])
})

test('a narrow that an event cannot decide is refused, and no queue is created', async () => {
  const cordelia = world.client(url, 'cordelia')
  for (const [narrow, msg] of [
    [[['search', 'x']], 'Operator search not supported.'],
    [[['with', '1']], 'Operator with not supported.'],
    [[['near', '1']], 'Operator near not supported.'],
    [[['id', '1']], 'Operator id not supported.'],
    [[['channels', 'public']], 'Operator channels not supported.'],
    [[['is', 'urgent']], 'Operand urgent not supported.'],
    [[['in', 'archive']], 'Operand archive not supported.'],
    [[['is', '']], 'Operand  not supported.'],
    [[['has', 'constructor']], 'Operand constructor not supported.'],
    [[['constructor', 'x']], 'Operator constructor not supported.'],
  ]) {
    const { status, body } = await cordelia.post('/register', { narrow })
    expect([status, body.code, body.msg, body.queue_id]).toEqual([400, 'BAD_REQUEST', msg, undefined])
  }
})

test('is:followed follows what the user follows, and in:home what the user mutes', async () => {
  const zoe = world.client(url, 'zoe')
  const hamlet = world.client(url, 'hamlet')
  const verona = world.channelId('Verona')
  const set = (topic: string, visibility_policy: number) =>
    zoe.ok(zoe.post('/user_topics', { stream_id: verona, topic, visibility_policy }))
  const say = (topic: string) =>
    hamlet.ok(hamlet.post('/messages', { type: 'channel', to: verona, topic, content: topic }))
  await set('Parade', 3)
  await set('Quarrel', 1)
  const [followed, home] = await Promise.all(
    [
      ['is', 'followed'],
      ['in', 'home'],
    ].map((term) => EventReader.start(zoe, { event_types: ['message'], narrow: [term] })),
  )
  for (const topic of ['parade', 'quarrel', 'square']) await say(topic)
  await set('square', 3)
  await set('Parade', 1)
  await set('quarrel', 0)
  for (const topic of ['parade', 'quarrel', 'square']) await say(topic)
  const contents = (reader: EventReader) => reader.of('message').map(({ message }) => message.content)
  await home!.waitFor(() => home!.of('message').length === 4)
  await followed!.waitFor(() => followed!.of('message').length === 2)
  expect(contents(followed!)).toEqual(['parade', 'square'])
  expect(contents(home!)).toEqual(['parade', 'square', 'quarrel', 'square'])
  await Promise.all([followed!.stop(), home!.stop()])
})

test('a queue follows a channel and a person by their present names and addresses', async () => {
  const cordelia = world.client(url, 'cordelia')
  const iago = world.client(url, 'iago')
  const othello = world.client(url, 'othello')
  const start = (narrow: [string, string][]) =>
    EventReader.start(cordelia, { event_types: ['message'], narrow })
  await othello.ok(othello.patch('/settings', { email_address_visibility: 3 }))
  const byName = await start([['channel', 'Verona']])
  const byNewName = await start([['channel', 'Veronetta']])
  const byId = await start([['channel', String(world.channelId('Verona'))]])
  const { user } = await cordelia.ok(cordelia.get(`/users/${world.userId('othello')}`))
  expect(user.email).not.toBe('othello@demo.test')
  const byShown = await start([['sender', user.email]])
  const byHidden = await start([['sender', 'othello@demo.test']])
  const rename = (new_name: string) =>
    iago.ok(iago.patch(`/streams/${world.channelId('Verona')}`, { new_name }))
  await rename('Veronetta')
  const to = { type: 'channel', to: world.channelId('Verona'), topic: 'names' }
  await othello.ok(othello.post('/messages', { ...to, content: 'under another name' }))
  const last = (event: { message?: { content: string } }) => event.message?.content === 'under another name'
  for (const reader of [byNewName, byId, byShown]) await reader.waitFor(last)
  expect([...byName.of('message'), ...byHidden.of('message')].filter(last)).toEqual([])
  await rename('Verona')
  await Promise.all([byName, byNewName, byId, byShown, byHidden].map((reader) => reader.stop()))
})

test('a late poll gets the messages of a channel that its user has left since', async () => {
  const cordelia = world.client(url, 'cordelia')
  const hamlet = world.client(url, 'hamlet')
  const secret = {
    subscriptions: [{ name: 'Cellar' }],
    principals: ['hamlet', 'cordelia'].map((name) => world.userId(name)),
  }
  await hamlet.ok(hamlet.post('/users/me/subscriptions', { ...secret, invite_only: true }))
  const { queue_id, last_event_id } = await cordelia.ok(
    cordelia.post('/register', { event_types: ['message'], narrow: [['channel', 'Cellar']] }),
  )
  const said = { type: 'channel', to: 'Cellar', topic: 'wine', content: 'before' }
  await hamlet.ok(hamlet.post('/messages', said))
  await cordelia.ok(cordelia.delete('/users/me/subscriptions', { subscriptions: ['Cellar'] }))
  await hamlet.ok(hamlet.post('/messages', { ...said, content: 'after' }))
  const { events } = await cordelia.ok(cordelia.get('/events', { queue_id, last_event_id, dont_block: true }))
  expect(events.map(({ message }: { message: { content: string } }) => message.content)).toEqual(['before'])
})
