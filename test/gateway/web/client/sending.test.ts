import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SocketConstructor } from '../../../../gateway/web/client/index.ts'
import { World } from '../../../harness/world.ts'
import { Consumer, libraryClient } from './client-world.ts'
import { HostileProxy } from './hostile-proxy.ts'

const Socket = WebSocket as unknown as SocketConstructor

let world: World
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
})
afterAll(() => world.close())

const to = (topic: string, content: string) => ({ type: 'channel', to: 'Verona', topic, content }) as const

const stored = (topic: string) =>
  world.sql<{ id: number; content: string }>(
    `SELECT m.id::int, m.content FROM message m JOIN conversation c ON c.id = m.conversation_id
     WHERE c.topic = $1 ORDER BY m.id`,
    [topic],
  )

test('a message has its local id at once and its id once it is sent; its event has both', async () => {
  const states: string[] = []
  const consumer = new Consumer(libraryClient(world, url, 'cordelia'), {
    WebSocket: Socket,
    onSending: ({ localId, state }) => states.push(`${localId} ${state}`),
  })
  const sending = consumer.connection.send(to('local', 'hello'))
  expect(sending).toMatchObject({ state: 'pending', id: undefined })
  const id = await sending.sent
  await consumer.until(() => consumer.contents.length === 1)
  expect(consumer.events[0]).toMatchObject({ local_message_id: sending.localId, message: { id } })
  expect(sending).toMatchObject({ state: 'sent', id })
  expect(states).toEqual([`${sending.localId} sent`])
  await consumer.connection.close()
})

test('a message whose response is lost is stored once', async () => {
  const proxy = await HostileProxy.start(world, url)
  const consumer = new Consumer(libraryClient(world, proxy.url, 'cordelia'), { WebSocket: false })
  await consumer.untilLive()
  proxy.cutsAnswersTo = 'POST /api/v1/messages '
  const sendings = ['one', 'two', 'three'].map((word) => consumer.connection.send(to('lost answers', word)))
  await consumer.until(() => proxy.cutAnswers > 0 && consumer.contents.length > 0)
  proxy.cutsAnswersTo = undefined
  const ids = await Promise.all(sendings.map(({ sent }) => sent))
  expect(await stored('lost answers')).toEqual(
    ids.map((id, index) => ({ id, content: ['one', 'two', 'three'][index] })),
  )
  await consumer.connection.close()
})

test('messages written while the server is away wait, and arrive in order', async () => {
  const proxy = await HostileProxy.start(world, url)
  const consumer = new Consumer(libraryClient(world, proxy.url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive()
  await proxy.unplug()
  await consumer.until(() => consumer.connection.status.name === 'reconnecting')
  const sendings = ['first', 'second'].map((word) => consumer.connection.send(to('away', word)))
  await proxy.plug()
  await Promise.all(sendings.map(({ sent }) => sent))
  expect((await stored('away')).map(({ content }) => content)).toEqual(['first', 'second'])
  await consumer.connection.close()
})

test('a message that the server refuses fails; retry sends it once it is valid', async () => {
  const consumer = new Consumer(libraryClient(world, url, 'iago'), { WebSocket: Socket })
  const message = { type: 'channel', to: 'not yet', topic: 'x', content: 'y' } as const
  const sending = consumer.connection.send(message)
  await expect(sending.sent).rejects.toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' })
  expect(sending.state).toBe('failed')
  await libraryClient(world, url, 'iago').call('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'not yet' }],
  })
  sending.retry()
  expect(sending.state).toBe('pending')
  // Creating the channel posts messages.
  await expect.poll(() => sending.state).toBe('sent')
  expect(await stored('x')).toMatchObject([{ content: 'y' }])
  await consumer.connection.close()
})

test('a closed connection sends nothing', async () => {
  const consumer = new Consumer(libraryClient(world, url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive()
  await consumer.connection.close()
  await expect(consumer.connection.send(to('closed', 'x')).sent).rejects.toMatchObject({ code: 'CLOSED' })
})
