import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { createClient, type SocketConstructor, session } from '../../../../gateway/web/client/index.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { spawnGateway } from '../../../harness/spawn-gateway.ts'
import { World } from '../../../harness/world.ts'
import { Consumer, libraryClient, say } from './client-world.ts'
import { HostileProxy } from './hostile-proxy.ts'

const Socket = WebSocket as unknown as SocketConstructor

let world: World
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
})
afterAll(() => world.close())

const names = (consumer: Consumer): string[] => consumer.statuses.map(({ name }) => name)

test.each([
  ['websocket', Socket],
  ['polling', false],
] as const)('events arrive by %s after the snapshot', async (transport, WebSocket) => {
  const consumer = new Consumer(libraryClient(world, url, 'cordelia'), { WebSocket })
  await consumer.untilLive(transport)
  await say(world, url, `by ${transport}`)
  await consumer.until(() => consumer.contents.length > 0)
  expect(consumer.contents).toEqual([`by ${transport}`])
  expect(consumer.snapshots).toHaveLength(1)
  await consumer.connection.close()
})

test('close deletes the queue and stops all handlers', async () => {
  const consumer = new Consumer(libraryClient(world, url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive()
  const { queue_id } = consumer.snapshots[0]!.snapshot
  const received = consumer.statuses.length
  await consumer.connection.close()
  const gone = libraryClient(world, url, 'cordelia').call('DELETE /events', { queue_id: queue_id! })
  await expect(gone).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(consumer.statuses).toHaveLength(received)
})

test('a killed gateway costs no event and no new snapshot', async () => {
  const gateway = await spawnGateway(world)
  const consumer = new Consumer(libraryClient(world, gateway.url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive('websocket')
  await say(world, url, 'before the kill')
  await consumer.until(() => consumer.contents.length === 1)
  gateway.kill('SIGKILL')
  await gateway.exited
  await consumer.until(() => consumer.connection.status.name === 'reconnecting')
  await say(world, url, 'while it is dead')
  await spawnGateway(world, { PORT: new URL(gateway.url).port })
  await consumer.until(() => consumer.contents.length === 2)
  expect(consumer.contents).toEqual(['before the kill', 'while it is dead'])
  expect(consumer.snapshots).toHaveLength(1)
  await consumer.connection.close()
})

test.each([
  ['websocket', Socket],
  ['polling', false],
] as const)('a deleted queue causes a new snapshot (%s)', async (transport, WebSocket) => {
  const client = libraryClient(world, url, 'cordelia')
  const consumer = new Consumer(client, { WebSocket })
  await consumer.untilLive(transport)
  await client.call('DELETE /events', { queue_id: consumer.snapshots[0]!.snapshot.queue_id! })
  await consumer.until(() => consumer.snapshots.length === 2)
  await consumer.untilLive(transport)
  await say(world, url, 'to the new queue')
  await consumer.until(() => consumer.contents.length === 1)
  expect(consumer.snapshots[1]!.snapshot.queue_id).not.toBe(consumer.snapshots[0]!.snapshot.queue_id)
  await consumer.connection.close()
})

test('a network that cuts WebSockets causes a stream instead, and polls where streams bring nothing', async () => {
  const proxy = await HostileProxy.start(world, url)
  proxy.blocksWebSockets = true
  const consumer = new Consumer(libraryClient(world, proxy.url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive('stream')
  await say(world, url, 'through the wall')
  await consumer.until(() => consumer.contents.length === 1)
  await consumer.connection.close()
  for (const streams of ['cut', 'held'] as const) {
    proxy.streams = streams
    const poller = new Consumer(libraryClient(world, proxy.url, 'cordelia'), { WebSocket: Socket })
    await poller.untilLive('polling')
    await say(world, url, streams)
    await poller.until(() => poller.contents.includes(streams))
    expect(new Set(names(poller))).toEqual(new Set(['live']))
    await poller.connection.close()
  }
})

test('a stream whose queue is deleted gets a new snapshot, and one without its key ends', async () => {
  const proxy = await HostileProxy.start(world, url)
  proxy.blocksWebSockets = true
  const client = libraryClient(world, proxy.url, 'prospero')
  const consumer = new Consumer(client, { WebSocket: Socket })
  await consumer.untilLive('stream')
  const { queue_id } = consumer.snapshots[0]!.snapshot
  await client.call('DELETE /events', { queue_id: queue_id! })
  await consumer.until(() => consumer.snapshots.length === 2)
  await consumer.untilLive('stream')
  await client.call('POST /users/me/api_key/regenerate')
  await consumer.until(() => names(consumer).at(-1) === 'ended')
})

test('the state is reconnecting while the server is away; missed messages arrive afterwards', async () => {
  const proxy = await HostileProxy.start(world, url)
  const consumer = new Consumer(libraryClient(world, proxy.url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive()
  await proxy.unplug()
  await consumer.until(() => names(consumer).filter((name) => name === 'reconnecting').length >= 2)
  await say(world, url, 'missed')
  await proxy.plug()
  await consumer.until(() => consumer.contents.length === 1)
  expect(consumer.snapshots).toHaveLength(1)
  expect(consumer.connection.status.name).toBe('live')
  await consumer.connection.close()
})

test('a device without network reports that, sends no requests, and connects when the network is back', async () => {
  const device = new EventTarget()
  const navigator = { onLine: true }
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('addEventListener', device.addEventListener.bind(device))
  vi.stubGlobal('removeEventListener', device.removeEventListener.bind(device))
  try {
    const consumer = new Consumer(libraryClient(world, url, 'cordelia'), { WebSocket: Socket })
    await consumer.untilLive()
    navigator.onLine = false
    device.dispatchEvent(new Event('offline'))
    await consumer.until(() => consumer.connection.status.name === 'offline')
    await say(world, url, 'while offline')
    expect(consumer.contents).toEqual([])
    navigator.onLine = true
    device.dispatchEvent(new Event('online'))
    await consumer.until(() => consumer.contents.length === 1)
    expect(consumer.snapshots).toHaveLength(1)
    await consumer.connection.close()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('after a sleep the client reconnects', async () => {
  const consumer = new Consumer(libraryClient(world, url, 'cordelia'), { WebSocket: Socket })
  await consumer.untilLive()
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 24 * 3600_000)
  try {
    await consumer.until(() => names(consumer).includes('reconnecting'))
  } finally {
    clock.mockRestore()
  }
  await consumer.untilLive()
  await say(world, url, 'good morning')
  await consumer.until(() => consumer.contents.length === 1)
  await consumer.connection.close()
})

test('the connection of a session ends with the session', async () => {
  const browsing = new Browsing(url)
  await browsing.logIn('othello', DEMONSTRATION_PASSWORD)
  const consumer = new Consumer(inBrowser(browsing), { WebSocket: socketOf(browsing) })
  await consumer.untilLive('websocket')
  await libraryClient(world, url, 'othello').call('PATCH /settings', {
    old_password: DEMONSTRATION_PASSWORD,
    new_password: 'seventeen green umbrellas',
  })
  await consumer.until(() => consumer.connection.status.name === 'ended')
  expect(consumer.connection.status).toMatchObject({ error: { status: 401, code: 'UNAUTHORIZED' } })
})

/** A client with the cookies of a browser. */
function inBrowser(browsing: Browsing) {
  return createClient({
    url: browsing.url,
    credentials: session(() => browsing.cookies.get('csrftoken') ?? ''),
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, cookie: browsing.cookie } }),
  })
}

function socketOf(browsing: Browsing): SocketConstructor {
  return class extends WebSocket {
    constructor(address: string) {
      super(address, { headers: { cookie: browsing.cookie, origin: browsing.url } })
    }
  } as unknown as SocketConstructor
}
