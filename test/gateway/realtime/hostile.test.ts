import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../../core/state/core.ts'
import type { Client } from '../../harness/client.ts'
import type { Socket } from '../../harness/socket.ts'
import { type SpawnedGateway, spawnGateway } from '../../harness/spawn-gateway.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, openSocket, register } from './socket-world.ts'

// The requests take seconds on an idle machine.
vi.setConfig({ testTimeout: 600_000 })

const LIMIT = 300
/** Far above the garbage between two collections, far below a few kilobytes for each connection. */
const BOUND_MB = 48

let world: World
let core: Core
let gateway: SpawnedGateway
let innocent: Socket
let mark = 0

beforeAll(async () => {
  world = await World.create()
  core = (await world.gateway()).gateway.core
  gateway = await spawnGateway(world, {
    RATE_LIMIT_USER_PER_MINUTE: String(LIMIT),
    RATE_LIMIT_ADDRESS_PER_MINUTE: String(LIMIT),
    NODE_OPTIONS: '--max-old-space-size=128',
  })
  innocent = await openSocket(as('cordelia'))
})
afterAll(() => world.close())

const as = (name: string): Client => world.client(gateway.url, name)

async function metric(name: string): Promise<number> {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  return Number(new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(metrics)![1])
}

/** Checks that other clients receive events during `harm` and afterwards. */
async function unharmed<T>(harm: Promise<T>): Promise<T> {
  let isOver = false
  const over = harm.finally(() => {
    isOver = true
  })
  const expectDelivery = async () => {
    const n = ++mark
    await emitMarks(core, world, [n])
    await innocent.waitFor((event) => event.n === n)
  }
  while (!isOver) await expectDelivery()
  const result = await over
  await expectDelivery()
  expect(innocent.isOpen).toBe(true)
  return result
}

/**
 * Requests `count` WebSockets on one connection without pauses; returns the number of responses by status.
 */
function open(count: number, path: string, authorization?: string): Promise<Map<string, number>> {
  const { port, hostname: host } = new URL(gateway.url)
  return new Promise((resolve) => {
    const statuses = new Map<string, number>()
    const socket = connect(Number(port), host)
    const head = [
      `GET /api/v1/events/ws?${path} HTTP/1.1`,
      'Host: localhost',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ]
    const text = `${head.join('\r\n')}\r\n\r\n`
    let left = count
    const request = () => {
      left--
      socket.write(text)
    }
    socket.on('connect', request)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(statuses))
    socket.on('data', (chunk) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]
      if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === '101' || left === 0) socket.destroy()
      else if (status !== undefined) request()
    })
  })
}

/** Makes `total` attempts, a hundred at a time. */
async function flood(total: number, each: number, path: string, authorization?: string) {
  const sums = new Map<string, number>()
  let left = total / each
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      while (left-- > 0) {
        for (const [status, count] of await open(each, path, authorization)) {
          sums.set(status, (sums.get(status) ?? 0) + count)
        }
      }
    }),
  )
  return Object.fromEntries(sums)
}

const ADDRESS = 'queue_id=fb67bf8a-c031-47cc-84cf-ed80accacda8&last_event_id=-1'

describe('ten thousand attempts to open a WebSocket', () => {
  test('with forged tickets are refused at low cost, and leave nothing behind', async () => {
    const before = await metric('loquat_memory_bytes')
    const statuses = await unharmed(flood(10_000, 50, `${ADDRESS}&ticket=${'x'.repeat(32)}`))
    expect(Object.keys(statuses).sort()).toEqual(['401', '429'])
    expect(statuses['401']! + statuses['429']!).toBe(10_000)
    // A rate-limit window may end meanwhile.
    expect(statuses['401']).toBeLessThanOrEqual(3 * LIMIT)
    expect(((await metric('loquat_memory_bytes')) - before) / 1e6).toBeLessThan(BOUND_MB)
    expect(await metric('loquat_websockets')).toBe(1)
  })

  test('for one queue by its own user replace each other or are refused, and leave at most one', async () => {
    const hamlet = as('hamlet')
    const { queue_id, last_event_id } = await register(hamlet)
    const path = `queue_id=${queue_id}&last_event_id=${last_event_id}`
    const statuses = await unharmed(flood(2_000, 1, path, hamlet.headers.authorization))
    expect(Object.keys(statuses).sort()).toEqual(['101', '429'])
    expect(statuses['101']).toBeLessThanOrEqual(3 * LIMIT)
    await expect.poll(() => metric('loquat_websockets'), { timeout: 120_000 }).toBe(1)
    expect(await metric('loquat_event_queues')).toBe(2)
  })
})

test('connections without a request are closed, and do not block others', async () => {
  const { port, hostname } = new URL(gateway.url)
  const idle = Array.from({ length: 500 }, (_, n) => {
    const socket = connect(Number(port), hostname)
    // Some connections send only part of a request.
    if (n % 2 === 0) socket.write('GET /api/v1/events/ws HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    socket.on('error', () => undefined)
    return new Promise<void>((resolve) => socket.on('close', resolve))
  })
  await unharmed(Promise.all(idle))
})
