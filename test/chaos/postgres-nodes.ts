import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFile, copyFile, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { locateBinaries, startPostgres } from '../../config/embedded/postgres.ts'
import { postgresAccount } from '../../config/embedded/postgres-account.ts'
import { hasExited } from '../../config/embedded/processes.ts'
import { commandAt, type Place } from '../harness/place.ts'
import { copyCluster, writeAsPostgres } from '../harness/postgres-copy.ts'
import { until } from '../harness/redis-servers.ts'
import { runStatements } from '../harness/run-statements.ts'

const PORT = 5432
const CONNECT_MS = 2_000
const STATEMENT_MS = 20_000

/**
 * Settings of servers that copy each other. They sync no file: the machine of the test does not lose power.
 */
const SETTINGS = {
  port: PORT,
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '64MB',
  timezone: 'UTC',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  wal_keep_size: '512MB',
  wal_retrieve_retry_interval: '100ms',
  wal_sender_timeout: '10s',
  wal_receiver_timeout: '10s',
}

const run = promisify(execFile)

/** One Postgres at a place of a network. */
export class PostgresNode {
  readonly name: string
  readonly url: string
  readonly directory: string
  readonly #place: Place
  #process: ChildProcess | undefined

  /** `account`: a URL with the user, the password and the database. */
  constructor(name: string, directory: string, place: Place, account: string) {
    this.name = name
    this.directory = directory
    this.#place = place
    const url = new URL(account)
    url.host = `${place.host}:${PORT}`
    this.url = url.href
  }

  get data(): string {
    return join(this.directory, 'postgres')
  }

  async start(): Promise<void> {
    const program = join(await locateBinaries(), 'postgres')
    const account = await postgresAccount(this.data, [this.data, program])
    const settings = { ...SETTINGS, listen_addresses: this.#place.host }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = account.command(program, ['-D', this.data, ...options])
    const { uid, gid } = command.options
    const owner = uid === undefined || gid === undefined ? undefined : { uid, gid }
    const { file, args } = commandAt(this.#place, command.file, command.args, owner)
    const log = await open(join(this.directory, 'postgres.log'), 'a')
    const child = spawn(file, args, { cwd: '/', stdio: ['ignore', log.fd, log.fd], env: { LC_ALL: 'C' } })
    await log.close()
    this.#process = child
    await until(async () => {
      if (hasExited(child)) return true
      const lines = (await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n')
      return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
    })
    if (hasExited(child)) throw new Error(`Postgres ended; ${this.directory}/postgres.log says why`)
  }

  /**
   * Runs statements one after another, each in its own transaction; resolves with the rows of the last one.
   */
  async run<Row>(...statements: readonly string[]): Promise<Row[]> {
    const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: STATEMENT_MS }
    return runStatements({ connectionString: this.url, ...limits }, statements)
  }

  /** Sends a signal to all processes of the server. */
  async signalAll(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const { stdout } = await run('ip', ['netns', 'pids', this.#place.namespace!])
    for (const line of stdout.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(line), signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Kills all processes of the server, as when its machine loses power. */
  async kill(): Promise<void> {
    while (this.#process !== undefined && !hasExited(this.#process)) {
      await this.signalAll('SIGKILL')
      await sleep(5)
    }
  }

  /** Stops the server as an operator does: it sends all WAL to the standby first. */
  async shutDown(): Promise<void> {
    this.#process?.kill('SIGINT')
    await until(async () => this.#process === undefined || hasExited(this.#process))
  }

  /** Kills the server at once when this program ends. */
  abandon(): void {
    this.#process?.kill('SIGQUIT')
  }
}

/**
 * A primary, and a standby that must have a commit before it is answered. A test is the operator who promotes
 * it.
 */
export class PostgresNodes {
  readonly #nodes: readonly [PostgresNode, PostgresNode]
  #primary: 0 | 1 = 0

  private constructor(nodes: readonly [PostgresNode, PostgresNode]) {
    this.#nodes = nodes
  }

  /** `names`: the names of the places, which the nodes get. */
  static async start(
    directory: string,
    names: readonly [string, string],
    places: readonly [Place, Place],
  ): Promise<PostgresNodes> {
    const folders = names.map((name) => join(directory, name)) as [string, string]
    for (const folder of folders) await mkdir(folder)
    // The database is created at 127.0.0.1, and starts again at its place.
    const here = await startPostgres({ directory: folders[0] })
    await here.stop()
    const hosts = 'host all all 0.0.0.0/0 scram-sha-256\nhost replication all 0.0.0.0/0 scram-sha-256\n'
    await appendFile(join(folders[0], 'postgres', 'pg_hba.conf'), hosts)
    await copyFile(join(folders[0], 'postgres-password'), join(folders[1], 'postgres-password'))
    const node = (n: 0 | 1) => new PostgresNode(names[n], folders[n], places[n], here.url)
    const nodes = new PostgresNodes([node(0), node(1)])
    await nodes.primary.start()
    await nodes.copy()
    return nodes
  }

  get primary(): PostgresNode {
    return this.#nodes[this.#primary]
  }

  get standby(): PostgresNode {
    return this.#nodes[this.#primary === 0 ? 1 : 0]
  }

  /** DATABASE_URL with both servers. */
  get url(): string {
    const { username, password, pathname } = new URL(this.primary.url)
    const hosts = this.#nodes.map(({ url }) => new URL(url).host).join(',')
    return `postgres://${username}:${password}@${hosts}${pathname}`
  }

  /** Makes the standby the primary. Commits do not wait for a standby until `copy`. */
  async promote(): Promise<void> {
    await this.standby.run('SELECT pg_promote(true, 60)')
    this.#primary = this.#primary === 0 ? 1 : 0
  }

  /** Lets commits wait for the standby, or not. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    const change = isSynchronous
      ? "ALTER SYSTEM SET synchronous_standby_names = '*'"
      : 'ALTER SYSTEM RESET synchronous_standby_names'
    await this.primary.run(change, 'SELECT pg_reload_conf()')
  }

  /** Makes the other server a standby with a new copy of the primary. Resolves when commits wait for it. */
  async copy(): Promise<void> {
    const { primary, standby } = this
    await standby.kill()
    await rm(standby.data, { recursive: true, force: true })
    await copyCluster(primary.url, primary.data, standby.data)
    const { username, password, hostname, port } = new URL(primary.url)
    const from = `host=${hostname} port=${port} user=${username} password=${password}`
    // A copied auto.conf may name other synchronous standbys: a promoted server would wait for them.
    await writeAsPostgres(join(standby.data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
    await writeAsPostgres(join(standby.data, 'standby.signal'), '')
    await standby.start()
    await this.setSynchronous(true)
    await this.hasSynchronousStandby()
  }

  /** Resolves when the standby copies, and commits wait for it. */
  async hasSynchronousStandby(): Promise<void> {
    await until(async () => {
      const [row] = await this.primary.run<{ mode: string }>(
        "SELECT sync_state AS mode FROM pg_stat_replication WHERE state = 'streaming'",
      )
      return row?.mode === 'sync'
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()))
  }

  /** Kills the servers at once when this program ends. */
  abandon(): void {
    for (const node of this.#nodes) node.abandon()
  }
}
