import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { commandLineOf, type EmbeddedServer } from '../../config/embedded/processes.ts'

let directory: string
let server: EmbeddedServer | undefined

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loquat-postgres-'))
})

afterAll(async () => {
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
})

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server?.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a first start creates a durable UTF-8 database with a password', async () => {
  server = await startPostgres({ directory })
  const [settings] = await query(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, current_setting('max_connections') AS connections,
       lower('ÄÖ') AS lower, current_database() AS database`,
  )
  expect(settings).toEqual({
    encoding: 'UTF8',
    fsync: 'on',
    commit: 'on',
    connections: '200',
    lower: 'äö',
    database: 'loquat',
  })
  const url = new URL(server.url)
  url.password = 'wrong'
  await expect(new pg.Client({ connectionString: url.href }).connect()).rejects.toThrow(
    /password authentication/,
  )
  expect((await stat(join(directory, 'postgres-password'))).mode & 0o777).toBe(0o600)
})

test('a stop ends it cleanly, and a second start finds the data', async () => {
  await query('CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)')
  await server?.stop()
  expect(await readFile(join(directory, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  server = await startPostgres({ directory })
  expect(await query('SELECT n FROM kept')).toEqual([{ n: 42 }])
})

test('a server whose parent was killed is stopped first, and no acknowledged write is lost', async () => {
  await server?.stop()
  const start = new URL('../../config/embedded/postgres.ts', import.meta.url).href
  const code = `const { startPostgres } = await import('${start}')
    const server = await startPostgres({ directory: ${JSON.stringify(directory)} })
    console.log(server.process.pid, server.url)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  const [line] = await once(parent.stdout, 'data')
  const [pid, url] = String(line).trim().split(' ')
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  expect(await commandLineOf(Number(pid))).toContain(directory)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('INSERT INTO kept VALUES (43)')

  server = await startPostgres({ directory })
  expect(await commandLineOf(Number(pid))).toBeUndefined()
  expect(await query('SELECT n FROM kept ORDER BY n')).toEqual([{ n: 42 }, { n: 43 }])
})

test('a lock file whose process id belongs to another program is ignored', async () => {
  const held = join(directory, 'postgres/postmaster.pid')
  const lock = await readFile(held, 'utf8')
  await server?.stop()
  await writeFile(held, lock.replace(/^\d+/, String(process.pid)))
  server = await startPostgres({ directory })
  expect(await query('SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 2 }])
})

test('an error at the start is one line', async () => {
  const taken = Number(new URL(server?.url ?? '').port)
  const other = join(directory, 'other')
  await expect(startPostgres({ directory: other, port: taken, durable: false })).rejects.toThrow(
    /^Postgres did not start: [^\n]*\(more in [^\n]*\)$/,
  )
})
