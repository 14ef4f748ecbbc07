import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { World } from '../harness/world.ts'

/** A way to Postgres that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  readonly #target: { host: string; port: number }

  constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) }
  }

  async plug(): Promise<number> {
    const server = createServer((near) => {
      const far = connect(this.#target)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#server = server
    this.#port = (server.address() as { port: number }).port
    return this.#port
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

let world: World
let cable: Cable
let hamlet: Client

beforeAll(async () => {
  world = await World.create()
  const database = new URL(world.config.databaseUrl)
  cable = new Cable(database)
  database.port = String(await cable.plug())
  database.hostname = '127.0.0.1'
  const { url } = await world.gateway({ DATABASE_URL: database.href, LOG_LEVEL: 'silent' })
  hamlet = world.client(url, 'hamlet')
})
afterAll(async () => {
  await world.close()
  await cable.cut()
})

const say = (content: string) =>
  hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'away', content })
const contents = async () =>
  (await world.sql("SELECT content FROM message WHERE content LIKE 'cable:%' ORDER BY id")).map(
    (row) => row.content,
  )

test('while Postgres is away clients are told to try again, what was refused is not done, and all goes on after', async () => {
  expect(await say('cable: before')).toMatchObject({ status: 200 })

  await cable.cut()
  const unavailable = { result: 'error', code: 'DATABASE_UNAVAILABLE', 'retry-after': 1 }
  for (let n = 0; n < 3; n++)
    expect(await say('cable: away')).toMatchObject({ status: 503, body: unavailable })
  const reading = await hamlet.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(reading).toMatchObject({ status: 503, body: unavailable })
  expect(reading.headers.get('retry-after')).toBe('1')
  expect(await hamlet.get('/server_settings')).toMatchObject({ status: 200 }) // from memory

  await cable.plug()
  expect(await say('cable: after')).toMatchObject({ status: 200 })
  expect(await contents()).toEqual(['cable: before', 'cable: after'])
})
