import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import zulip from 'zulip-js'
import { DEMONSTRATION_PASSWORD } from '../../core/demonstration/people.ts'
import type { Body } from '../harness/client.ts'
import { type RecordingProxy, startRecordingProxy } from '../harness/recording-proxy.ts'
import { World } from '../harness/world.ts'

type Client = Awaited<ReturnType<typeof zulip>>

let world: World
let proxy: RecordingProxy
let hamlet: Client
let cordelia: Client

beforeAll(async () => {
  world = await World.create()
  proxy = await startRecordingProxy((await world.gateway()).url)
  ;[hamlet, cordelia] = await Promise.all([clientOf('hamlet'), clientOf('cordelia')])
})
afterAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined) // The client's loop continues and logs errors.
  await proxy.close()
  await world.close()
  // The client replaces Node's FormData for the whole process, which other files share.
  const form = await new Response(new URLSearchParams()).formData()
  globalThis.FormData = form.constructor as typeof FormData
})

function clientOf(name: string): Promise<Client> {
  const { email, apiKey } = world.client(proxy.url, name).credentials!
  return zulip({ username: email, apiKey, realm: proxy.url })
}

/** Polls as a bot does until a message event arrives. */
async function nextMessage(client: Client, queue: Body): Promise<Body> {
  for (;;) {
    const { result, events } = await client.events.retrieve({
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
    })
    expect(result).toBe('success')
    for (const event of events) {
      queue.last_event_id = event.id
      if (event.type === 'message') return event.message
    }
  }
}

test('both receive messages by long polls: a channel message one way, a direct message back', async () => {
  const [hamletQueue, cordeliaQueue] = await Promise.all([
    hamlet.queues.register({ event_types: ['message'] }),
    cordelia.queues.register({ event_types: ['message'], apply_markdown: 'true' }),
  ])
  expect([hamletQueue.result, cordeliaQueue.result]).toEqual(['success', 'success'])

  const [received, ownCopy] = [nextMessage(cordelia, cordeliaQueue), nextMessage(hamlet, hamletQueue)]
  const sent = await hamlet.messages.send({ to: 'Verona', type: 'stream', topic: 'play', content: 'To *be*' })
  expect(sent).toMatchObject({ result: 'success', id: expect.any(Number) })
  expect(await received).toMatchObject({
    id: sent.id,
    type: 'stream',
    display_recipient: 'Verona',
    subject: 'play',
    content: '<p>To <em>be</em></p>',
    sender_email: 'hamlet@demo.test',
  })
  expect(await ownCopy).toMatchObject({ id: sent.id, content: 'To *be*' })

  const direct = nextMessage(hamlet, hamletQueue)
  const answer = await cordelia.messages.send({ to: 'hamlet@demo.test', type: 'private', content: 'or not' })
  expect(await direct).toMatchObject({
    id: answer.id,
    type: 'private',
    content: 'or not',
    sender_id: world.userId('cordelia'),
  })

  expect(await hamlet.queues.deregister({ queue_id: hamletQueue.queue_id })).toMatchObject({
    result: 'success',
  })
  const gone = await hamlet.events.retrieve({
    queue_id: hamletQueue.queue_id,
    last_event_id: hamletQueue.last_event_id,
  })
  expect(gone).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID', queue_id: hamletQueue.queue_id })
})

test("the library's own event loop delivers messages", async () => {
  // A client without a user cannot stop the loop, so the loop runs until the test world closes.
  const got = new Promise<Body>((resolve) => {
    void cordelia.callOnEachEvent((event) => event.type === 'message' && resolve(event), ['message'])
  })
  let delivered = false
  void got.then(() => {
    delivered = true
  })
  // The test cannot observe when the loop has registered.
  for (let n = 0; !delivered && n < 50; n++) {
    await hamlet.messages.send({ to: ['cordelia@demo.test'], type: 'private', content: `again ${n}` })
    await Promise.race([got, new Promise((resolve) => setTimeout(resolve, 100))])
  }
  expect((await got).message.content).toMatch(/^again/)
})

test('reads narrowed history around an anchor', async () => {
  for (const content of ['one', 'two', 'three']) {
    await hamlet.messages.send({ to: 'Denmark', type: 'stream', topic: 'watch', content })
  }
  const fetched = await cordelia.messages.retrieve({
    anchor: 'newest',
    num_before: 2,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'stream', operand: 'Denmark' },
      { operator: 'topic', operand: 'watch' },
    ],
  })
  expect(fetched).toMatchObject({ result: 'success', found_newest: true })
  expect(fetched.messages.map((message: Body) => message.content)).toEqual(['two', 'three'])
})

test('reads the own profile, the users and the subscriptions', async () => {
  expect(await hamlet.users.me.getProfile()).toMatchObject({
    result: 'success',
    user_id: world.userId('hamlet'),
    email: 'hamlet@demo.test',
  })
  const { members } = await hamlet.users.retrieve()
  expect(members.map((member: Body) => member.user_id)).toContain(world.userId('cordelia'))
  const { streams } = await hamlet.streams.retrieve()
  expect(streams.map((stream: Body) => stream.name)).toContain('Verona')
  expect((await hamlet.streams.getStreamId('Verona')).stream_id).toBe(world.channelId('Verona'))
  const { subscriptions } = await hamlet.streams.subscriptions.retrieve()
  expect(subscriptions.map((subscription: Body) => subscription.name)).not.toContain('Venice')
  await hamlet.messages.send({ to: 'Verona', type: 'stream', topic: 'balcony', content: 'hold' })
  const { topics } = await hamlet.streams.topics.retrieve({ stream_id: world.channelId('Verona') })
  expect(topics[0].name).toBe('balcony')
})

test('joins and leaves a channel', async () => {
  const joined = await hamlet.users.me.subscriptions.add({
    subscriptions: JSON.stringify([{ name: 'Venice' }]),
  })
  expect(joined.subscribed).toEqual({ [world.userId('hamlet')]: ['Venice'] })
  const left = await hamlet.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['Venice']) })
  expect(left).toMatchObject({ result: 'success', removed: ['Venice'] })
})

test('renders a message and reads the server settings', async () => {
  expect((await hamlet.messages.render('**so**')).rendered).toBe('<p><strong>so</strong></p>')
  expect(await hamlet.server.settings()).toMatchObject({ result: 'success', zulip_feature_level: 420 })
})

test('exchanges a password for an API key', async () => {
  const client = await zulip({
    username: 'hamlet@demo.test',
    password: DEMONSTRATION_PASSWORD,
    realm: proxy.url,
  })
  expect(await client.users.me.getProfile()).toMatchObject({ user_id: world.userId('hamlet') })
})

test('a wrong key gets the documented error', async () => {
  const stranger = await zulip({ username: 'hamlet@demo.test', apiKey: 'x'.repeat(32), realm: proxy.url })
  expect(await stranger.users.me.getProfile()).toMatchObject({ result: 'error', code: 'INVALID_API_KEY' })
})
