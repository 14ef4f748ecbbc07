import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import type { Answer, Client } from '../harness/client.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { solidPicture } from '../harness/pictures.ts'
import { create, tus } from '../harness/tus.ts'
import { fetchFile, formOf, upload, uploadFile } from '../harness/upload.ts'
import { World } from '../harness/world.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

const QUIET = { LOG_LEVEL: 'silent' }

/** The parts of a response that tell a client when to retry. */
interface RetryHint {
  readonly status: number
  readonly headers: { get(name: string): string | null }
}

/** Returns the responses that are not 503 with a Retry-After header in seconds. */
async function wrongAnswers(
  requests: Readonly<Record<string, () => Promise<RetryHint>>>,
): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const [name, request] of Object.entries(requests)) {
    const { status, headers } = await request()
    if (status !== 503 || !(Number(headers.get('retry-after')) > 0))
      wrong.push([name, status, headers.get('retry-after')])
  }
  return wrong
}

/** Requests a WebSocket and returns the response that refuses the upgrade. */
const refusedUpgrade = (client: Client, query: Record<string, string>): Promise<RetryHint> =>
  new Promise((resolve, reject) => {
    const address = `${client.url.replace('http', 'ws')}/api/v1/events/ws?${new URLSearchParams(query)}`
    const socket = new WebSocket(address, { headers: client.headers })
    socket.on('open', () => {
      socket.terminate()
      reject(new Error('the socket is open'))
    })
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_, { statusCode, headers }) => {
      resolve({ status: statusCode!, headers: { get: (name) => String(headers[name] ?? '') } })
    })
  })

const say = (client: Client, content = 'Hello', topic = 'faults') =>
  client.post('/messages', { type: 'channel', to: 'Verona', topic, content })
const contents = async (like: string) =>
  (await world.sql('SELECT content FROM message WHERE content LIKE $1', [like])).map((row) => row.content)

async function putAvatar(client: Client) {
  const { body, headers } = formOf([{ name: 'a.png', bytes: await solidPicture().png().toBuffer() }])
  return client.request('POST', '/users/me/avatar', body, headers)
}

describe('Postgres', () => {
  test('when unreachable, makes every kind of route respond with 503 and Retry-After', async () => {
    const database = new URL(world.config.databaseUrl)
    const proxy = new FlakyProxy(database)
    database.port = String(await proxy.start())
    database.hostname = '127.0.0.1'
    const { url } = await world.gateway({ DATABASE_URL: database.href, ...QUIET })
    const hamlet = world.client(url, 'hamlet')
    const { queue_id } = await hamlet.ok(hamlet.post('/register'))
    const file = await uploadFile(hamlet, { name: 'a.txt', bytes: 'Hello' })
    const uploadPath = (await create(hamlet, 10)).headers.get('location')!

    await proxy.stop()
    const requests = {
      'an endpoint': () => say(hamlet),
      'the initial state': () => hamlet.post('/register'),
      'a form with a file': () => upload(hamlet, { name: 'b.txt', bytes: 'Hello' }),
      'a new resumable upload': () => create(hamlet, 10),
      'its continuation': () =>
        tus(
          hamlet,
          'PATCH',
          uploadPath,
          { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
          Buffer.from('0123456789'),
        ),
      'its offset': () => tus(hamlet, 'HEAD', uploadPath),
      'a file': () => fetchFile(hamlet, file),
      'an avatar upload': () => putAvatar(hamlet),
      'an export': () => fetchFile(hamlet, `/user_exports/1/${randomBytes(24).toString('hex')}.zip`),
      'a page': () => fetchFile(world.client(url), `/join/${'a'.repeat(24)}/`),
      'a WebSocket': () => refusedUpgrade(hamlet, { queue_id, last_event_id: String(2 ** 50) }),
    }
    expect(await wrongAnswers(requests)).toEqual([])

    await proxy.start()
    expect(await say(hamlet)).toMatchObject({ status: 200 })
    await proxy.stop()
  })

  test.each([
    ['53100', 'DATABASE_FULL', '30'], // disk_full
    ['53200', 'DATABASE_BUSY', '1'], // out_of_memory
    ['53300', 'DATABASE_UNAVAILABLE', '1'], // too_many_connections
    ['57014', 'DATABASE_BUSY', '1'], // query_canceled
    ['57P01', 'DATABASE_UNAVAILABLE', '1'], // admin_shutdown
    ['08006', 'DATABASE_UNAVAILABLE', '1'], // connection_failure
    ['40001', 'DATABASE_BUSY', '1'], // serialization_failure
    ['40P01', 'DATABASE_BUSY', '1'], // deadlock_detected
    ['55P03', 'DATABASE_BUSY', '1'], // lock_not_available
  ])('with error %s is reported as %s', async (state, code, seconds) => {
    const { url } = await world.gateway(QUIET)
    await world.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'as asked' USING ERRCODE = '${state}'; END $$`)
    await world.sql('CREATE TRIGGER fail BEFORE INSERT ON message FOR EACH STATEMENT EXECUTE FUNCTION fail()')
    const answers = await Promise.all(
      ['hamlet', 'iago', 'cordelia'].map((name) => say(world.client(url, name))),
    )
    await world.sql('DROP FUNCTION fail CASCADE')
    for (const { status, body, headers } of answers) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, code, seconds])
    }
    expect(await say(world.client(url, 'hamlet'))).toMatchObject({ status: 200 })
  })

  test('with a statement that takes too long is reported as busy to every waiting request, and nothing is stored', async () => {
    const { url } = await world.gateway({ DATABASE_STATEMENT_TIMEOUT_MS: '300', ...QUIET })
    const blocker = new pg.Client({ connectionString: world.env.DATABASE_URL })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE message')
    const names = ['hamlet', 'iago', 'cordelia', 'othello']
    const answers = await Promise.all(names.map((name) => say(world.client(url, name), `timeout: ${name}`)))
    await blocker.query('COMMIT')
    await blocker.end()
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, body: { code: 'DATABASE_BUSY' } })
    expect(await contents('timeout:%')).toEqual([])
  })

  describe('behind a network that drops all data', () => {
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    let proxy: FlakyProxy
    let url: string
    let hamlet: Client
    let healthy: Client

    beforeEach(async () => {
      const database = new URL(world.config.databaseUrl)
      proxy = new FlakyProxy(database)
      database.port = String(await proxy.start())
      database.hostname = '127.0.0.1'
      const settings = { DATABASE_URL: database.href, DATABASE_STATEMENT_TIMEOUT_MS: '500', ...QUIET }
      const [lost, other] = await Promise.all([world.gateway(settings), world.gateway(QUIET)])
      url = lost.url
      hamlet = world.client(url, 'hamlet')
      healthy = world.client(other.url, 'hamlet')
    })
    afterEach(() => proxy.stop())

    /** Sends, and loses the network while the transaction waits for a table. */
    async function sendWhileLost(lock: string, send: () => Promise<Answer>): Promise<() => Promise<Answer>> {
      await hamlet.ok(say(hamlet, 'network: before'))
      const blocker = new pg.Client({ connectionString: world.env.DATABASE_URL })
      await blocker.connect()
      await blocker.query(`BEGIN; LOCK TABLE ${lock}`)
      const answer = send()
      while ((await world.sql(waits)).length === 0);
      proxy.dropData()
      await blocker.query('COMMIT')
      await blocker.end()
      return () => answer
    }

    async function restoreNetwork(): Promise<void> {
      await proxy.stop()
      await proxy.start()
      await expect
        .poll(async () => (await say(hamlet, 'network: after')).status, { timeout: 120_000 })
        .toBe(200)
    }

    test('other gateways continue, and the waiting request gets an error', async () => {
      // The transaction holds the head, because it begins a topic.
      const answer = await sendWhileLost('conversation', () => say(hamlet, 'network: lost', 'a new topic'))
      expect(await say(healthy, 'network: another')).toMatchObject({ status: 200 })
      expect(await answer()).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } })
      expect(await contents('network:%')).toEqual(['network: before', 'network: another'])
      await restoreNetwork()
    })

    test('a message whose COMMIT gets no answer is stored once, also when its client sends it again', async () => {
      const { queue_id } = await hamlet.ok(hamlet.post('/register'))
      const message = { type: 'channel', to: 'Verona', topic: 'faults', content: 'committed' }
      const send = (client: Client) => client.post('/messages', { ...message, queue_id, local_id: '1.01' })
      const answer = await sendWhileLost('message IN SHARE ROW EXCLUSIVE MODE', () => send(hamlet))
      expect(await answer()).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } })
      expect(await send(healthy)).toMatchObject({ status: 200 })
      expect(await contents('committed')).toEqual(['committed'])
      await restoreNetwork()
    })
  })
})

describe('Redis', () => {
  let folder: string
  let server: EmbeddedServer
  let operator: Redis
  let url: string
  let hamlet: Client

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loquat-redis-'))
    server = await startRedis({ directory: folder, durable: false })
    operator = new Redis(server.url)
    ;({ url } = await world.gateway({ REDIS_URL: server.url, ...QUIET }))
    hamlet = world.client(url, 'hamlet')
  })
  afterAll(async () => {
    operator?.disconnect()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each([
    ['has no memory left', ['maxmemory', '1'], ['maxmemory', '0']],
    ['has too few replicas', ['min-replicas-to-write', '1'], ['min-replicas-to-write', '0']],
  ] as const)(
    'that %s: messages are stored, and requests that need Redis get Retry-After',
    async (_, bad, good) => {
      const { queue_id, last_event_id } = await hamlet.ok(hamlet.post('/register'))
      const uploadPath = (await create(hamlet, 10)).headers.get('location')!
      const ready = () => fetchFile(world.client(url), '/health/ready')
      expect((await ready()).status).toBe(200)

      await operator.config('SET', ...bad)
      try {
        expect(await say(hamlet)).toMatchObject({ status: 200 })
        const requests = {
          'the initial state': () => hamlet.post('/register'),
          presence: () => hamlet.post('/users/me/presence', { status: 'active', ping_only: false }),
          'a ticket': () => hamlet.post('/events/ticket', { queue_id }),
          'a resumable upload': () => tus(hamlet, 'HEAD', uploadPath),
        }
        expect(await wrongAnswers(requests)).toEqual([])
        expect(await ready()).toMatchObject({ status: 503, bytes: Buffer.from('down: Redis\n') })
      } finally {
        await operator.config('SET', ...good)
      }
      expect((await ready()).status).toBe(200)
      // The queue still exists and contains the message that was sent meanwhile.
      const { events } = await hamlet.ok(hamlet.get('/events', { queue_id, last_event_id, dont_block: true }))
      expect(events.map((event: { type: string }) => event.type)).toContain('message')
    },
  )
})
