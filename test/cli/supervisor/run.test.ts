import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandLineOf, freePort } from '../../../config/embedded/processes.ts'
import { programOf } from '../../harness/programs.ts'

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))

let folder: string
let port: number
const programs: Program[] = []

/** `npm start` with children that do not serve. */
class Program {
  readonly process: ChildProcess
  output = ''

  /** `preparation`: a script instead of nothing to prepare. */
  constructor(env: Record<string, string> = {}, preparation: readonly string[] = []) {
    const scripts = [join(folder, 'gateway.mjs'), join(folder, 'worker.mjs'), ...preparation]
    this.process = spawn(process.execPath, [programOf('test/fixtures/supervised.ts'), ...scripts], {
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: data(), JOURNAL: journalFile(), ...env },
    })
    this.process.stdout?.on('data', (chunk) => (this.output += chunk))
    this.process.stderr?.on('data', (chunk) => (this.output += chunk))
    programs.push(this)
  }

  async says(text: string): Promise<void> {
    await vi.waitFor(() => expect(this.output).toContain(text), { timeout: 120_000, interval: 20 })
  }

  async ends(signal?: NodeJS.Signals): Promise<number | null> {
    const exited = once(this.process, 'exit')
    if (signal) this.process.kill(signal)
    if (this.process.exitCode === null && this.process.signalCode === null) await exited
    return this.process.exitCode
  }
}

const data = () => join(folder, 'var')
const journalFile = () => join(folder, 'journal')

async function journal(): Promise<string[]> {
  return (await readFile(journalFile(), 'utf8').catch(() => '')).split('\n').filter(Boolean)
}

/** The process id and four variables of the newest process of a role. */
async function latest(role: string) {
  const line =
    (await journal()).findLast((entry) => entry.startsWith(role) && entry.includes(' started on ')) ?? ''
  const [, pid, , , databaseUrl = '', redisUrl, rootUrl, secretKey] = line.split(' ')
  return { pid: Number(pid), databaseUrl, redisUrl, rootUrl, secretKey }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function serverPid(file: string): Promise<number> {
  return Number.parseInt(await readFile(join(data(), file), 'utf8'), 10)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-start-'))
  for (const role of ['gateway', 'worker']) {
    await copyFile(join(FIXTURES, 'supervised-child.mjs'), join(folder, `${role}.mjs`))
  }
})

beforeEach(async () => {
  port = await freePort()
  await rm(journalFile(), { force: true })
})

afterAll(async () => {
  for (const program of programs) if (program.process.exitCode === null) await program.ends('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

describe('from the first start to the last stop', () => {
  test('everything starts, and Ctrl-C stops it in order', async () => {
    const program = new Program({ GATEWAYS: '2' })
    await program.says(`Loquat is running at http://localhost:${port}`)
    const started = await journal()
    expect(started.filter((line) => line.startsWith('gateway'))).toHaveLength(2)
    expect(started.filter((line) => line.startsWith('worker'))).toHaveLength(1)
    const { databaseUrl, rootUrl, secretKey } = await latest('gateway')
    expect(rootUrl).toBe(`http://localhost:${port}`)
    expect(secretKey).toBe((await readFile(join(data(), 'secret-key'), 'utf8')).trim())
    expect((await stat(join(data(), 'secret-key'))).mode & 0o777).toBe(0o600)
    await query(databaseUrl, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)')

    expect(await program.ends('SIGINT')).toBe(0)
    const stops = (await journal()).slice(3).map((line) => line.replace(/ \d+ /, ' '))
    expect(stops).toEqual([
      'gateway stopped with servers up',
      'gateway stopped with servers up',
      'worker stopped with servers up',
    ])
    const redisEnd = /(\d+ \w+ \d+ [\d:.]+) # Redis is now ready to exit/.exec(
      await readFile(join(data(), 'redis.log'), 'utf8'),
    )
    const postgresStop = /(\S+ \S+) UTC .*received fast shutdown/.exec(
      await readFile(join(data(), 'postgres.log'), 'utf8'),
    )
    expect(Date.parse(`${redisEnd?.[1]} UTC`)).toBeLessThanOrEqual(Date.parse(`${postgresStop?.[1]}Z`))
    await expect(stat(join(data(), 'supervisor.pid'))).rejects.toThrow('ENOENT')
  })

  test('a second start finds the same data; a second supervisor is refused', async () => {
    const program = new Program()
    await program.says('Loquat is running at')
    const { databaseUrl } = await latest('gateway')
    expect(await query(databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 42 }])

    const second = new Program({ PORT: '0' })
    expect(await second.ends()).toBe(1)
    expect(second.output).toBe(
      `Loquat is already running on ${data()} (process ${program.process.pid}): stop it, or set DATA_DIR to another folder\n`,
    )
    expect(await program.ends('SIGTERM')).toBe(0)
  })

  test('after the supervisor is killed its children and servers exit, and the next start has the same data', async () => {
    const program = new Program()
    await program.says('Loquat is running at')
    const gateway = (await latest('gateway')).pid
    const postgres = await serverPid('postgres/postmaster.pid')
    const redis = await serverPid('redis/redis.pid')
    await program.ends('SIGKILL')
    for (const pid of [gateway, postgres, redis])
      await vi.waitFor(async () => expect(await commandLineOf(pid)).toBeUndefined(), { timeout: 120_000 })

    const next = new Program()
    await next.says('Loquat is running at')
    expect(await query((await latest('gateway')).databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    expect(await next.ends('SIGTERM')).toBe(0)
  })

  test('each crash is reported and followed by a restart, of servers at the same address', async () => {
    const program = new Program()
    await program.says('Loquat is running at')
    const { pid, databaseUrl } = await latest('gateway')
    process.kill(await serverPid('postgres/postmaster.pid'), 'SIGKILL')
    await program.says('Postgres was ended by SIGKILL; starting it again in 250 ms')
    process.kill(await serverPid('redis/redis.pid'), 'SIGKILL')
    await program.says('Redis was ended by SIGKILL; starting it again in 250 ms')
    await vi.waitFor(() => query(databaseUrl, 'SELECT 1'), { timeout: 120_000 })
    process.kill(pid, 'SIGKILL')
    await program.says('gateway 1 was ended by SIGKILL; starting it again in 250 ms')
    await vi.waitFor(async () => expect((await latest('gateway')).pid).not.toBe(pid), { timeout: 120_000 })
    expect(await program.ends('SIGTERM')).toBe(0)
  })

  test('a second Ctrl-C kills processes that do not stop', async () => {
    const program = new Program({ STUBBORN: 'yes' })
    await program.says('Loquat is running at')
    const gateway = (await latest('gateway')).pid
    const postgres = await serverPid('postgres/postmaster.pid')
    program.process.kill('SIGINT')
    program.process.kill('SIGINT') // The same Ctrl-C, as npm repeats it.
    await program.says('Stopping… press Ctrl-C again to force quit')
    await sleep(600)
    expect(program.process.exitCode).toBeNull()
    expect(await program.ends('SIGINT')).toBe(1)
    await vi.waitFor(async () => expect(await commandLineOf(gateway)).toBeUndefined(), { timeout: 120_000 })
    await vi.waitFor(async () => expect(await commandLineOf(postgres)).toBeUndefined(), { timeout: 120_000 })
  })

  test('with configured addresses it starts no Postgres and Redis', async () => {
    const env = {
      DATA_DIR: join(folder, 'elsewhere'),
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
      REDIS_URL: 'redis://127.0.0.1:1',
    }
    const program = new Program(env)
    await program.says('Loquat is running at')
    expect(await latest('worker')).toMatchObject({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL })
    expect(await program.ends('SIGTERM')).toBe(0)
    await expect(stat(join(env.DATA_DIR, 'postgres'))).rejects.toThrow('ENOENT')
    await expect(stat(join(env.DATA_DIR, 'redis'))).rejects.toThrow('ENOENT')
  })
})

describe('it reports in one line why it cannot start', () => {
  test('a busy port, before anything is started', async () => {
    const blocker = createServer().listen(port, '0.0.0.0')
    await once(blocker, 'listening')
    const program = new Program({ DATA_DIR: join(folder, 'busy') })
    expect(await program.ends()).toBe(1)
    expect(program.output).toBe(
      `Port ${port} is already in use: stop the program that listens there, or set PORT to another one\n`,
    )
    blocker.close()
    await expect(stat(join(folder, 'busy/postgres'))).rejects.toThrow('ENOENT')
  })

  test('a wrong variable', async () => {
    const program = new Program({ GATEWAYS: 'many' })
    expect(await program.ends()).toBe(1)
    expect(program.output).toBe('GATEWAYS is "many"; it must be a whole number from 1 to 64\n')
  })

  test('a process of the preparation that is killed', async () => {
    const program = new Program({}, [join(FIXTURES, 'killed.mjs')])
    expect(await program.ends()).toBe(1)
    expect(program.output).toBe('the configuration could not be read (SIGKILL)\n')
  })

  test('an address of another machine', async () => {
    const program = new Program({ HOST: '192.0.2.1', DATA_DIR: join(folder, 'host') })
    expect(await program.ends()).toBe(1)
    expect(program.output).toBe('HOST is "192.0.2.1"; it must be an address of this machine\n')
  })
})
