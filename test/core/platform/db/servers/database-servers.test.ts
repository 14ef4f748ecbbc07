import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkServers } from '../../../../../cli/doctor/postgres-servers.ts'
import { Database } from '../../../../../core/platform/db/database.ts'
import { databaseFailureOf } from '../../../../../core/platform/db/servers/failures.ts'
import { statement } from '../../../../../core/platform/db/statements/statement.ts'
import { writeAsPostgres } from '../../../../harness/postgres-copy.ts'
import { type PostgresPair as Pair, PostgresPair } from '../../../../harness/postgres-pair.ts'

const PORT = statement('test.port', 'SELECT inet_server_port() AS port')
const ADD = statement('test.add', 'INSERT INTO note (text) VALUES ($1) RETURNING id::int')
/** Backends that have waited for the standby for so long that they do not get on by themselves. */
const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND clock_timestamp() - query_start > interval '1 second'`
const NEXT = { timeout: 120_000, interval: 20 }

let pair: Pair
const opened: Database[] = []

beforeAll(async () => {
  pair = await PostgresPair.start({ isSynchronous: false })
  await pair.primary.run(
    'CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL)',
    'CREATE TABLE database_timeline (timeline int PRIMARY KEY)',
  )
  await pair.caughtUp()
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => pair?.stop())

async function open(warnings: string[] = [], url = pair.urlOf('loquat')): Promise<Database> {
  const database = await Database.open({ url, poolSize: 3, onWarning: (line) => warnings.push(line) })
  opened.push(database)
  return database
}

const portOf = async (database: Database) => (await database.run<{ port: number }>(PORT))[0]!.port
const add = async (database: Database, text: string) =>
  (await database.run<{ id: number }>(ADD, [text]))[0]!.id

/** The address with its hosts in the other order. */
function reversed(): string {
  const url = pair.urlOf('loquat')
  const [hosts] = /127[^/]*/.exec(url)!
  return url.replace(hosts, hosts.split(',').reverse().join())
}

test('connections go to the server that accepts writes, wherever it stands in the list', async () => {
  for (const url of [pair.urlOf('loquat'), reversed()]) {
    const database = await open([], url)
    expect(await Promise.all([1, 2, 3].map(() => portOf(database)))).toEqual(Array(3).fill(pair.primary.port))
  }
})

test('after a promotion the pool moves, and ids that the standby lacks are not given again', async () => {
  const warnings: string[] = []
  const database = await open(warnings)
  await add(database, 'kept')
  await pair.caughtUp()
  await pair.cutReplication()
  const lost = []
  for (let n = 0; n < 100; n++) lost.push(await add(database, `lost ${n}`))
  const former = pair.primary
  await pair.killPrimary()

  // While no server accepts writes, everybody is told at once, with one search for all.
  const refused = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => add(database, `refused ${n}`)))
  expect(refused.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  for (const each of refused) expect(databaseFailureOf((each as PromiseRejectedResult).reason)).toBe('away')

  await pair.promote()
  let first = 0
  const write = async () => {
    first = await add(database, 'new').catch(() => 0)
    return first
  }
  await expect.poll(write, NEXT).toBeGreaterThan(0)
  expect(first).toBeGreaterThan(lost.at(-1)!)
  expect(await portOf(database)).toBe(pair.primary.port)
  expect(warnings).toContainEqual(`the primary is now 127.0.0.1:${pair.primary.port}`)
  // A second process does not skip again.
  const newest = await add(database, 'newest')
  expect(await add(await open(), 'of another process')).toBe(newest + 1)

  // The former primary comes back and accepts writes: who knows the new one, and who starts now, stay away
  // from it.
  await former.startAgain()
  expect(await former.run('SELECT pg_is_in_recovery() AS is')).toEqual([{ is: false }])
  expect(await portOf(await open())).toBe(pair.primary.port)
  expect(await portOf(await open([], reversed()))).toBe(pair.primary.port)
  await pair.killPrimary()
  await expect
    .poll(() => add(database, 'to nobody').then(String, (error) => error.message), NEXT)
    .toMatch(
      /no server of DATABASE_URL accepts writes: .*is a former primary \(timeline 1, after 2 was in use\)/,
    )
  await pair.primary.startAgain()
  await expect.poll(() => portOf(database).catch(() => 0), NEXT).toBe(pair.primary.port)
  await pair.rejoin()
})

test('a standby that is promoted while the primary still answers takes over', async () => {
  const warnings: string[] = []
  const database = await open(warnings)
  const former = pair.primary
  expect(await portOf(database)).toBe(former.port)
  await pair.promote()
  await expect.poll(() => portOf(database).catch(() => 0), NEXT).toBe(pair.primary.port)
  expect(warnings).toContainEqual(
    `127.0.0.1:${former.port} still answers, but 127.0.0.1:${pair.primary.port} was promoted: stop the former primary`,
  )
  await pair.rejoin()
})

test('ids are not given again by another standby that was promoted to the same timeline', async () => {
  const database = await open()
  await add(database, 'of the first primary')
  await pair.caughtUp()
  const rival = pair.primary
  await pair.killPrimary()
  await pair.promote()
  const ids: number[] = []
  const write = async () => {
    const id = await add(database, 'new').catch(() => 0)
    if (id > 0) ids.push(id)
    return id
  }
  await expect.poll(write, NEXT).toBeGreaterThan(0)
  for (let n = 0; n < 50; n++) await write()
  const newest = ids.at(-1)!
  await pair.killPrimary()
  // A standby whose primary has died is promoted too, and knows nothing of the other one.
  await writeAsPostgres(join(rival.data, 'standby.signal'), '')
  await rival.startAgain()
  await rival.run('SELECT pg_promote(true, 60)')
  await expect.poll(write, NEXT).toBeGreaterThan(0)
  expect(await portOf(database)).toBe(rival.port)
  expect(ids.at(-1)).toBeGreaterThan(newest)
  await pair.primary.startAgain()
  await pair.rejoin()
})

test('connections to a server that refuses a write are replaced', async () => {
  const database = await open()
  await add(database, 'before')
  await pair.primary.configure({ default_transaction_read_only: 'on' })
  await expect
    .poll(() => add(database, 'refused').then(String, (error) => error.message), NEXT)
    .toMatch(/no server of DATABASE_URL accepts writes: .*is read-only/)
  await pair.primary.run(
    'SET default_transaction_read_only = off',
    'ALTER SYSTEM RESET default_transaction_read_only',
    'SELECT pg_reload_conf()',
  )
  await expect.poll(() => add(database, 'after').catch(() => 0), NEXT).toBeGreaterThan(0)
})

test('the doctor tells the servers apart, and how they are copied', async () => {
  await pair.setSynchronous(true)
  await pair.caughtUp()
  const name = (port: number) => `Postgres 127.0.0.1:${port}`
  const { primary, standby } = pair
  const rows = async () => new Map((await checkServers(pair.urlOf('loquat'))).map((row) => [row.name, row]))
  const found = await rows()
  expect(found.get(name(primary.port))).toMatchObject({ status: 'ok', found: 'the primary' })
  expect(found.get(name(standby.port))).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/^a standby, \d+ bytes of WAL behind$/),
  })
  expect(found.get('Postgres replication')).toMatchObject({ status: 'ok', found: 'synchronous: *' })
  await pair.setSynchronous(false)
  expect((await rows()).get('Postgres replication')).toMatchObject({ status: 'warning' })
  expect(await checkServers(primary.url)).toEqual([])
})

test('the wait of a COMMIT for the standby has no time limit in Postgres', async () => {
  await pair.setSynchronous(true)
  await pair.cutReplication()
  const written = pair.primary.run(
    "SET statement_timeout = '100ms'",
    "INSERT INTO note (text) VALUES ('late')",
  )
  await expect.poll(async () => (await pair.primary.run(WAITING)).length, NEXT).toBe(1)
  await pair.repairReplication()
  await written
  await pair.setSynchronous(false)
})

test('a COMMIT whose wait for the standby is cancelled is not acknowledged', async () => {
  const database = await open()
  await add(database, 'warm')
  await pair.setSynchronous(true)
  await pair.cutReplication()
  const outcome = add(database, 'cancelled').then(String, (error) => error)
  await expect.poll(async () => (await pair.primary.run(WAITING)).length, NEXT).toBe(1)
  await pair.primary.run(`SELECT pg_cancel_backend(pid) FROM (${WAITING}) AS one`)
  const error = await outcome
  expect(error).toMatchObject({ message: expect.stringContaining('the standby may lack this COMMIT') })
  expect(databaseFailureOf(error)).toBeUndefined()
  // It is stored nevertheless, which nobody may rely on.
  expect(await pair.primary.run("SELECT 1 FROM note WHERE text = 'cancelled'")).toHaveLength(1)
  await pair.setSynchronous(false)
  await pair.repairReplication()
})
