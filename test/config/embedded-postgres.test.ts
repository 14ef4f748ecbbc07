import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locateBinaries, startPostgres } from '../../config/embedded/postgres.ts'
import { postgresAccount } from '../../config/embedded/postgres-account.ts'
import { commandLineOf, type EmbeddedServer } from '../../config/embedded/processes.ts'
import { readOrCreateSecret } from '../../config/secret-file.ts'

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
       lower('ÄÖ') AS lower, current_database() AS database,
       (SELECT datctype FROM pg_database WHERE datname = current_database()) AS ctype`,
  )
  expect(settings).toEqual({
    encoding: 'UTF8',
    fsync: 'on',
    commit: 'on',
    connections: '200',
    lower: 'äö',
    database: 'loquat',
    ctype: expect.stringMatching(/utf-?8$/i),
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

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('Postgres runs as an account of its own, which takes over the data of nobody', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-postgres-'))
    const accountOf = async ({ pid }: EmbeddedServer['process']) =>
      (await promisify(execFile)('ps', ['-o', 'user:32=', '-p', String(pid)])).stdout.trim()
    const own = await startPostgres({ directory: folder, durable: false })
    expect(await accountOf(own.process)).toBe('loquat-postgres')
    await own.stop()
    const data = join(folder, 'postgres')
    await promisify(execFile)('chown', ['-R', 'nobody', data])
    const later = await startPostgres({ directory: folder, durable: false })
    expect(await accountOf(later.process)).toBe('loquat-postgres')
    const { stdout } = await promisify(execFile)('find', [data, '!', '-user', 'loquat-postgres'])
    expect(stdout).toBe('')
    await later.stop()
    await rm(folder, { recursive: true })
  })
})

describe('a cluster of a former version', () => {
  let older: string
  beforeAll(async () => {
    older = await mkdtemp(join(tmpdir(), 'loquat-postgres-'))
  })
  afterAll(() => rm(older, { recursive: true, force: true }))

  /** Makes the data directory as former versions did, with LC_CTYPE C. */
  async function createFormer(folder: string, locale: readonly string[]): Promise<void> {
    const [data, passwordFile] = [join(folder, 'postgres'), join(folder, 'password')]
    await mkdir(data, { recursive: true, mode: 0o700 })
    const password = await readOrCreateSecret(join(folder, 'postgres-password'))
    await writeFile(passwordFile, password)
    const binaries = await locateBinaries()
    const account = await postgresAccount(data, [data, join(binaries, 'postgres')])
    if (account.owner) {
      for (const path of [folder, data, passwordFile]) await chown(path, account.owner.uid, account.owner.gid)
    }
    const run = async (program: string, args: string[], input = '') => {
      const { file, args: all, options } = account.command(join(binaries, program), args)
      const running = promisify(execFile)(file, all, {
        ...options,
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      })
      running.child.stdin?.end(input)
      await running
    }
    const login = ['--username=loquat', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await run('initdb', ['-D', data, '--no-sync', '--encoding=UTF8', '--locale=C', ...locale, ...login])
    await run('postgres', ['--single', '-D', data, 'postgres'], 'CREATE DATABASE loquat\n')
  }

  const ctypes = () =>
    query(`SELECT DISTINCT datctype AS ctype, lower('Ä') AS lower FROM pg_database`) as Promise<
      { ctype: string; lower: string }[]
    >

  test('gets an LC_CTYPE of UTF-8 at its next start, with one line in the log, and keeps its data', async () => {
    await createFormer(older, ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'])
    await server?.stop()
    const lines: string[] = []
    const start = () => startPostgres({ directory: older, report: (line) => lines.push(line) })
    server = await start()
    expect(lines).toEqual([
      expect.stringMatching(
        /^the databases of the data directory have LC_CTYPE \S*UTF-8 now, and had C; no data changes$/,
      ),
    ])
    await query(
      `CREATE TABLE names (name text); CREATE INDEX ON names (lower(name)); INSERT INTO names VALUES ('Ärger')`,
    )
    await server.stop()
    server = await start()
    expect(lines).toHaveLength(1)
    expect(await ctypes()).toEqual([{ ctype: expect.stringMatching(/UTF-8$/), lower: 'ä' }])
    expect(await query(`SELECT name FROM names WHERE lower(name) = 'ärger'`)).toEqual([{ name: 'Ärger' }])
  })

  test('stays as it is without the built-in locale, because its indexes would change', async () => {
    const folder = join(older, 'libc')
    await createFormer(folder, ['--locale-provider=libc'])
    await server?.stop()
    const lines: string[] = []
    server = await startPostgres({ directory: folder, report: (line) => lines.push(line) })
    expect(lines).toEqual([])
    expect(await ctypes()).toEqual([{ ctype: 'C', lower: 'Ä' }])
  })
})
