import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { attention, OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
})
afterEach(() => world.closeGateways())
afterAll(() => world.close())

test('a Postgres that answers slowly, until it is quick again', async () => {
  const address = new URL(world.env.DATABASE_URL!)
  const proxy = new FlakyProxy(new URL(address))
  address.port = String(await proxy.start())
  address.hostname = '127.0.0.1'
  const { url } = await world.gateway({ DATABASE_URL: address.href })
  const begunAt = performance.now()
  proxy.delayMs = 1_500
  const reason = /an answer took [1-4]\.\d s, of which Postgres needed \d+ ms/
  const text = await untilShown(url, 'postgres-slow', reason, begunAt)
  expect(text).toMatch(/^(?:Warning|Critical) Answers of Postgres arrive late\./)
  expect(text).toContain('are both on')
  // Requests, which need several answers, take long meanwhile.
  await untilShown(url, 'postgres-slow', /^Critical /)
  proxy.delayMs = 0
  await untilGone(url, 'postgres-slow')
  await world.closeGateways()
  await proxy.stop()
})

test('a Postgres whose pool is in use, and that answers late, is slow and not away', async () => {
  const address = new URL(world.env.DATABASE_URL!)
  const proxy = new FlakyProxy(new URL(address))
  address.port = String(await proxy.start())
  address.hostname = '127.0.0.1'
  const { url } = await world.gateway({ DATABASE_URL: address.href, DATABASE_POOL_SIZE: '2' })
  let isOver = false
  const ask = async (name: string) => {
    while (!isOver) await world.client(url, name).get('/messages', NEWEST)
  }
  proxy.delayMs = 1_500
  const asking = Promise.all(['hamlet', 'iago', 'othello', 'zoe'].map(ask))
  try {
    await untilShown(url, 'pool-exhausted', /waits for connections to Postgres/)
    await untilShown(url, 'postgres-slow', /answers slowly|arrive late/)
    const till = performance.now() + 20_000
    while (performance.now() < till) {
      const { incidents } = await attention(url)
      expect(incidents.map(({ name }) => name)).not.toContain('postgres-away')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    // One incident, with what follows from it below.
    await vi.waitFor(
      async () => {
        const { incidents } = await attention(url)
        const names = incidents.map(({ name }) => name).filter((name) => name !== 'no-worker')
        expect(names.slice(0, 2)).toEqual(['postgres-slow', 'pool-exhausted'])
      },
      { timeout: 60_000, interval: 200 },
    )
  } finally {
    isOver = true
    proxy.delayMs = 0
    await asking
  }
  await world.closeGateways()
  await proxy.stop()
})

test('statements of Loquat that run long, though Postgres answers at once: the page names the longest', async () => {
  const { url } = await world.gateway()
  const connectionString = world.env.DATABASE_URL!
  const clients = Array.from(
    { length: 3 },
    () => new pg.Client({ connectionString, application_name: 'loquat' }),
  )
  for (const client of clients) await client.connect()
  const pids = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      return rows[0]!.pid
    }),
  )
  const begunAt = performance.now()
  const sleeping = Promise.allSettled(clients.map((client) => client.query("SELECT pg_sleep(120), 'hamlet'")))
  const shown = new RegExp(
    `3 statements of Loquat take long; .* wait for Timeout PgSleep; the longest runs for \\d+ s: process (?:${pids.join('|')}) of \\w+ \\(loquat.*\\): SELECT pg_sleep\\(120\\), '…'`,
  )
  const text = await untilShown(url, 'postgres-slow', shown, begunAt)
  expect(text).toMatch(new RegExp(`SELECT pg_cancel_backend\\((?:${pids.join('|')})\\)`))
  await world.sql('SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE $1', [
    'SELECT pg_sleep%',
  ])
  await untilGone(url, 'postgres-slow')
  await sleeping
  for (const client of clients) await client.end()
  await world.closeGateways()
})

test('a Postgres that is full of connections, until some are free', async () => {
  const name = new URL(world.env.DATABASE_URL!).pathname.slice(1)
  const role = `crowd_${name}`
  // The limit of connections holds for roles that are no superuser.
  await world.sql(
    `CREATE ROLE ${role} LOGIN PASSWORD 'crowd' IN ROLE pg_read_all_data, pg_write_all_data, pg_monitor`,
  )
  await world.sql(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
  const address = new URL(world.env.DATABASE_URL!)
  address.username = role
  address.password = 'crowd'
  const { url } = await world.gateway({ DATABASE_URL: address.href, DATABASE_POOL_SIZE: '10' })
  const holder = new pg.Client({ connectionString: world.env.DATABASE_URL! })
  await holder.connect()
  const requests: Promise<unknown>[] = []
  try {
    const [open] = await world.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1',
      [role],
    )
    await world.sql(`ALTER ROLE ${role} CONNECTION LIMIT ${open!.count}`)
    const begunAt = performance.now()
    // Requests that wait in Postgres, so that the gateway needs more connections.
    await holder.query('BEGIN; LOCK TABLE message')
    for (const who of ['hamlet', 'iago', 'othello', 'zoe'])
      requests.push(
        world.client(url, who).get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
      )
    const text = await untilShown(url, 'postgres-connections', /too many connections for role/, begunAt)
    expect(text).toMatch(/^Critical Postgres accepts no more connections\./)
    expect(text).toContain('Raise max_connections')
    await world.sql(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
  } finally {
    await holder.end()
    await Promise.all(requests)
  }
  await untilGone(url, 'postgres-connections')
  await world.closeGateways()
  await world.sql(`DROP OWNED BY ${role}`)
  await world.sql(`DROP ROLE ${role}`)
})

const NEWEST = { anchor: 'newest', num_before: 5, num_after: 0 }
