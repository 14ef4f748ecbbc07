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

test('a narrow that an event cannot decide is refused, and no queue is created', async () => {
  const cordelia = world.client(url, 'cordelia')
  for (const [narrow, msg] of [
    [[['search', 'x']], 'Operator search not supported.'],
    [[['with', '1']], 'Operator with not supported.'],
    [[['near', '1']], 'Operator near not supported.'],
    [[['id', '1']], 'Operator id not supported.'],
    [[['channels', 'public']], 'Operator channels not supported.'],
    [[['is', 'followed']], 'Operand followed not supported.'],
    [[['is', 'muted']], 'Operand muted not supported.'],
    [[['is', '']], 'Operand  not supported.'],
    [[['has', 'constructor']], 'Operand constructor not supported.'],
    [[['constructor', 'x']], 'Operator constructor not supported.'],
  ]) {
    const { status, body } = await cordelia.post('/register', { narrow })
    expect([status, body.code, body.msg, body.queue_id]).toEqual([400, 'BAD_REQUEST', msg, undefined])
  }
})
