import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../../core/state/core.ts'
import type { Client } from '../../harness/client.ts'
import { EventStreamClient } from '../../harness/event-stream.ts'
import { Socket } from '../../harness/socket.ts'
import { type SpawnedGateway, spawnGateway } from '../../harness/spawn-gateway.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, marksOf, openSocket, range, register } from './socket-world.ts'

let world: World
let core: Core
const gateways: SpawnedGateway[] = []

beforeAll(async () => {
  world = await World.create()
  core = (await world.gateway()).gateway.core
  // A heap too small for garbage to accumulate or for the sent events, with room for a busy machine.
  const small = { NODE_OPTIONS: '--max-old-space-size=192' }
  gateways.push(
    ...(await Promise.all([
      spawnGateway(world, small),
      spawnGateway(world, { EVENT_QUEUES_PER_USER: '1000' }),
    ])),
  )
})
afterAll(() => world.close())

const at = (index: number, name = 'hamlet'): Client => world.client(gateways[index]!.url, name)

/** Far above the garbage between two collections, far below the sent bytes. */
const BOUND_MB = 64

/** Emits `megabytes` of events of 20 kB each, numbered from `first`; returns the number after the last. */
async function emitBulk(first: number, megabytes: number): Promise<number> {
  const end = first + megabytes * 50
  for (let n = first; n < end; n += 50) await emitMarks(core, world, range(n, n + 50), 'x'.repeat(20_000))
  return end
}

/** Memory of a gateway in megabytes. */
async function residentMemory(index: number): Promise<number> {
  const metrics = await (await fetch(`${gateways[index]!.url}/metrics`)).text()
  return Number(/^loquat_memory_bytes\S* (\S+)$/m.exec(metrics)![1]) / 1e6
}

const pause = (socket: Socket) => (socket.ws as unknown as { _socket: { pause(): void } })._socket.pause()
const resume = (socket: Socket) => (socket.ws as unknown as { _socket: { resume(): void } })._socket.resume()

describe('a socket that never reads', () => {
  it('costs its gateway no memory, delays nobody, and gets everything once it reads', async () => {
    const live = await openSocket(at(0, 'iago'))
    const other = await openSocket(at(0, 'cordelia'))
    // The gateway's buffer of recent events is full before the measurement.
    const warm = await emitBulk(0, 40)
    await live.waitFor((event) => event.n === warm - 1)
    const slow = await openSocket(at(0))
    pause(slow)
    const before = await residentMemory(0)
    const end = await emitBulk(warm, 100)
    await live.waitFor((event) => event.n === end - 1)
    await other.waitFor((event) => event.n === end - 1)
    const grown = (await residentMemory(0)) - before
    expect(grown).toBeLessThan(BOUND_MB)
    expect(marksOf(live.events)).toEqual(range(0, end))
    resume(slow)
    await slow.waitFor((event) => event.n === end - 1)
    expect(marksOf(slow.events)).toEqual(range(warm, end))
    expect((await residentMemory(0)) - before).toBeLessThan(BOUND_MB)
    await Promise.all([live, other, slow].map((socket) => socket.close()))
  }, 600_000)
})

describe('a stream that never reads', () => {
  it('costs its gateway no memory, and gets everything once it reads', async () => {
    const live = await EventStreamClient.open(at(0, 'iago'), { event_types: ['mark'] })
    const first = 100_000
    const warm = await emitBulk(first, 40)
    await live.waitFor((event) => event.n === warm - 1)
    const slow = await EventStreamClient.open(at(0), { event_types: ['mark'] })
    slow.response.pause()
    const before = await residentMemory(0)
    const end = await emitBulk(warm, 100)
    await live.waitFor((event) => event.n === end - 1)
    expect((await residentMemory(0)) - before).toBeLessThan(BOUND_MB)
    // A gateway may give up a client that has read nothing for long, which then continues.
    slow.response.resume()
    const next = () => EventStreamClient.open(at(0), { event_types: ['mark'] }, continuing(slow))
    const ended = slow.ended.then(() => true)
    const got = slow.waitFor((event) => event.n === end - 1).then(() => false)
    const rest = (await Promise.race([got, ended])) ? await next() : undefined
    await rest?.waitFor((event) => event.n === end - 1)
    expect(marksOf([...slow.events, ...(rest?.events ?? [])])).toEqual(range(warm, end))
    for (const stream of [live, slow, rest]) stream?.close()
  }, 600_000)
})

const continuing = ({ lastEventId }: EventStreamClient) =>
  lastEventId === undefined ? undefined : { 'last-event-id': String(lastEventId) }

describe('many sockets', () => {
  it('open at once, all get an event, and all are closed', async () => {
    const client = at(1)
    const queues = await Promise.all(range(0, 500).map(() => register(client)))
    const sockets = await Promise.all(queues.map((queue) => openSocket(client, queue)))
    await emitMarks(core, world, [1])
    await Promise.all(sockets.map((socket) => socket.waitFor((event) => event.n === 1)))
    expect(sockets.every((socket) => socket.of('mark').length === 1)).toBe(true)
    const metrics = await (await fetch(`${gateways[1]!.url}/metrics`)).text()
    expect(metrics).toMatch(/^loquat_websockets\S* 500$/m)
    await Promise.all(sockets.map((socket) => socket.close()))
  })
})

describe('a gateway that is killed', () => {
  it('loses and repeats no event: the client continues at another gateway', async () => {
    const queue = await register(at(0))
    const received: number[] = []
    let cursor = queue.last_event_id
    let index = 0
    let stopped = false
    let current: Socket | undefined
    const reading = (async () => {
      while (!stopped) {
        const { queue_id: queueId } = queue
        const socket = await Socket.open(at(index), { queueId, lastEventId: cursor }).catch(() => undefined)
        current = socket
        if (socket === undefined) index = 1 - index
        while (socket?.isOpen && !stopped) await sleep(5)
        if (stopped) await socket?.close()
        cursor = socket?.lastEventId ?? cursor
        current = undefined
        received.push(...marksOf(socket?.events ?? []))
      }
    })()
    for (let n = 0; n < 300; n++) {
      await emitMarks(core, world, [n])
      if (n === 100 || n === 200) {
        const victim = gateways[index]!
        victim.kill('SIGKILL')
        await victim.exited
        gateways[gateways.indexOf(victim)] = await spawnGateway(world, { PORT: new URL(victim.url).port })
      }
    }
    await expect.poll(() => [...received, ...marksOf(current?.events ?? [])].includes(299)).toBe(true)
    stopped = true
    await reading
    expect(received).toEqual(range(0, 300))
  })

  it('that is stopped closes its sockets with 1001', async () => {
    const socket = await openSocket(at(0))
    gateways[0]!.kill('SIGTERM')
    expect((await socket.closed).code).toBe(1001)
    expect(await gateways[0]!.exited).toBe(0)
  })
})
