import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseTrouble } from '../../gateway/ops/incidents/database-trouble.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

const run = promisify(execFile)
const soon = { timeout: 60_000, interval: 100 }

let world: World
beforeEach(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
})
afterEach(() => world.close())

const readiness = async (url: string) => (await fetch(`${url}/health/ready`)).status

test('a lock that statements wait for: the page names its holder, however young the statements are', async () => {
  const { url } = await world.gateway()
  const connectionString = world.env.DATABASE_URL!
  const holder = new pg.Client({ connectionString, application_name: 'psql of yorick' })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE message')
  const begunAt = performance.now()
  // As statements of Loquat, they give up and begin anew. Each look finds one that has just begun.
  const waiting = new pg.Client({ connectionString })
  await waiting.connect()
  await waiting.query("SET lock_timeout = '300ms'")
  let isShown = false
  const ask = async () => {
    while (!isShown) await waiting.query('SELECT count(*) FROM message').catch(() => undefined)
  }
  const asking = ask()
  try {
    const text = await untilShown(
      url,
      'postgres-locked',
      /^Critical .*1 statement waits; .*psql of yorick/,
      begunAt,
    )
    expect(text).toContain('which another program holds')
    expect(text).toContain('pg_terminate_backend')
  } finally {
    isShown = true
    await asking
    await holder.end()
    await waiting.end()
  }
  await untilGone(url, 'postgres-locked')
})

test('a Postgres that refuses writes: the gateway is not ready', async () => {
  const { url } = await world.gateway()
  const name = new URL(world.env.DATABASE_URL!).pathname.slice(1)
  const operator = new pg.Client({ connectionString: world.env.DATABASE_URL! })
  await operator.connect()
  const reconnectAll = () =>
    operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  const begunAt = performance.now()
  await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  await reconnectAll()
  const shown = new RegExp(
    `^Critical Postgres refuses every write\\..*default_transaction_read_only is on, set by database, in the database ${name}.*ALTER DATABASE ${name} RESET`,
  )
  await untilShown(url, 'postgres-read-only', shown, begunAt)
  expect(await readiness(url)).toBe(503)
  await operator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
  await reconnectAll()
  await untilGone(url, 'postgres-read-only')
  await vi.waitFor(async () => expect(await readiness(url)).toBe(200), soon)
  await operator.end()
})

test.skipIf(process.getuid?.() !== 0)('a full disk of Postgres: the gateway is not ready', async () => {
  const name = new URL(world.env.DATABASE_URL!).pathname.slice(1)
  const disk = await mkdtemp(join(tmpdir(), 'loquat-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
  const [row] = await world.sql<{ directory: string }>(
    "SELECT current_setting('data_directory') AS directory",
  )
  await run('chown', ['--reference', row!.directory, disk])
  const space = `space_${name}`
  await world.sql(`CREATE TABLESPACE ${space} LOCATION '${disk}'`)
  try {
    await world.sql(`ALTER DATABASE ${name} SET temp_tablespaces = '${space}'`)
    const { url } = await world.gateway()
    await vi.waitFor(async () => expect(await readiness(url)).toBe(200), soon)
    const begunAt = performance.now()
    await run('dd', ['if=/dev/zero', `of=${disk}/filling`, 'bs=64k']).catch(() => undefined)
    await untilShown(url, 'postgres-full', /No space left on device/, begunAt)
    expect(await readiness(url)).toBe(503)
    await rm(`${disk}/filling`)
    await untilGone(url, 'postgres-full')
    await vi.waitFor(async () => expect(await readiness(url)).toBe(200), soon)
    await world.closeGateways()
  } finally {
    await world.sql(`ALTER DATABASE ${name} RESET temp_tablespaces`)
    await world.sql(`DROP TABLESPACE ${space}`)
    await run('umount', [disk])
    await rm(disk, { recursive: true })
  }
})

test('a Postgres that is silent, and that is away', async () => {
  const address = new URL(world.env.DATABASE_URL!)
  const proxy = new FlakyProxy(new URL(address))
  address.port = String(await proxy.start())
  address.hostname = '127.0.0.1'
  const { url } = await world.gateway({ DATABASE_URL: address.href })
  const begunAt = performance.now()
  proxy.isSilent = true
  await untilShown(url, 'postgres-away', /no answer within 5 s|Connection|timeout/, begunAt)
  proxy.isSilent = false
  await untilGone(url, 'postgres-away')
  await proxy.stop()
  const stoppedAt = performance.now()
  await untilShown(url, 'postgres-away', /^Critical Postgres does not answer\./, stoppedAt)
  await world.closeGateways()
})

test('errors of Postgres are told apart', () => {
  const error = (code: string) => Object.assign(new Error('of a test'), { code })
  expect(databaseTrouble(error('53300'))).toBe('postgres-connections')
  expect(databaseTrouble(error('53100'))).toBe('postgres-full')
  expect(databaseTrouble(error('25006'))).toBe('postgres-read-only')
  expect(databaseTrouble(error('ECONNREFUSED'))).toBe('postgres-away')
  expect(databaseTrouble(new Error('wrapped', { cause: error('53300') }))).toBe('postgres-connections')
  expect(databaseTrouble(new Error('another'))).toBe(undefined)
})

afterAll(() => vi.restoreAllMocks())
