import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { type EmbeddedServer, freePort } from '../../config/embedded/processes.ts'
import { FlakyProxy } from './flaky-proxy.ts'
import { copyCluster, writeAsPostgres } from './postgres-copy.ts'
import { runStatements } from './run-statements.ts'

/**
 * Settings of servers that copy each other: safe when a process dies, and fast, as the machine does not lose
 * power.
 */
const SHARED = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  wal_keep_size: '512MB',
  wal_retrieve_retry_interval: '100ms',
  wal_sender_timeout: '10s',
  wal_receiver_timeout: '10s',
  max_connections: 150,
  shared_buffers: '64MB',
}

/** Positions in the WAL that a standby has received and replayed, and whether replay is paused. */
export interface ReplayPosition {
  readonly received: string | null
  readonly replayed: string | null
  readonly isPaused: boolean
}

/** One Postgres process of a pair. It can be killed and started again at its port with its data. */
export class PostgresServer {
  readonly directory: string
  readonly port: number
  #server: EmbeddedServer

  constructor(server: EmbeddedServer, directory: string, port: number) {
    this.#server = server
    this.directory = directory
    this.port = port
  }

  static async start(directory: string, port: number): Promise<PostgresServer> {
    const server = await startPostgres({ directory, port, settings: SHARED })
    return new PostgresServer(server, directory, port)
  }

  /** The address of the server's own database. */
  get url(): string {
    return this.#server.url
  }

  get data(): string {
    return join(this.directory, 'postgres')
  }

  /**
   * Runs statements one after another, each in its own transaction; resolves with the rows of the last one.
   */
  async run<Row>(...statements: readonly string[]): Promise<Row[]> {
    return runStatements({ connectionString: this.url }, statements)
  }

  /** Sets and removes settings that a reload puts in force. */
  async configure(settings: Readonly<Record<string, string | null>>): Promise<void> {
    const statements = Object.entries(settings).map(([name, value]) =>
      value === null ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = '${value}'`,
    )
    await this.run(...statements, 'SELECT pg_reload_conf()')
  }

  /** Kills all processes of the server at the same moment, as when its machine loses power. */
  async kill(): Promise<void> {
    const { process: postmaster } = this.#server
    const { pid } = postmaster
    if (pid === undefined || this.hasDied) return
    // The postmaster cannot replace or stop processes while they die.
    postmaster.kill('SIGSTOP')
    for (const child of await childrenOf(pid)) tryToKill(child)
    postmaster.kill('SIGKILL')
    while (!this.hasDied) await sleep(5)
  }

  /** Stops the server as an operator does: it sends all WAL to the standby first. */
  async shutDown(): Promise<void> {
    await this.#server.stop()
  }

  async startAgain(): Promise<void> {
    this.#server = await startPostgres({ directory: this.directory, port: this.port, settings: SHARED })
  }

  get hasDied(): boolean {
    return this.#server.process.exitCode !== null || this.#server.process.signalCode !== null
  }

  async stop(): Promise<void> {
    await this.kill()
    await this.#server.stop()
  }
}

/** A primary and a hot standby that copies it, as processes of their own. */
export class PostgresPair {
  /** Both servers. Their order never changes. */
  readonly servers: readonly [PostgresServer, PostgresServer]
  readonly #isSynchronous: boolean
  readonly #directory: string
  #primary: 0 | 1 = 0
  #network: FlakyProxy

  private constructor(
    servers: readonly [PostgresServer, PostgresServer],
    network: FlakyProxy,
    directory: string,
    isSynchronous: boolean,
  ) {
    this.servers = servers
    this.#network = network
    this.#directory = directory
    this.#isSynchronous = isSynchronous
  }

  /**
   * Starts both servers; resolves when the standby copies the primary. With `isSynchronous`, a COMMIT is
   * answered when the standby has it.
   */
  static async start({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<PostgresPair> {
    const directory = await mkdtemp(join(tmpdir(), 'loquat-pair-'))
    await chmod(directory, 0o755)
    const primary = await PostgresServer.start(join(directory, 'server-0'), await freePort())
    const folder = join(directory, 'server-1')
    const { standby, network } = await startStandby(primary, folder, await freePort())
    const pair = new PostgresPair([primary, standby], network, directory, isSynchronous)
    await pair.#replicates()
    return pair
  }

  get primary(): PostgresServer {
    return this.servers[this.#primary]
  }

  get standby(): PostgresServer {
    return this.servers[1 - this.#primary]!
  }

  /** The address of a database of whichever server accepts writes. */
  urlOf(database: string): string {
    const { username, password } = new URL(this.primary.url)
    const hosts = this.servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return `postgres://${username}:${password}@${hosts}/${database}`
  }

  /** Kills the primary without any notice. */
  killPrimary(): Promise<void> {
    return this.primary.kill()
  }

  /**
   * Makes the standby the primary. Resolves when it accepts writes. The former primary is fenced by nobody.
   */
  async promote(): Promise<void> {
    const { standby } = this
    await standby.run('SELECT pg_promote(true, 120)')
    await until(async () => {
      const [row] = await standby.run<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')
      return row?.is === false
    })
    this.#primary = this.#primary === 0 ? 1 : 0
  }

  /** Copies the primary to the other server anew, which becomes its standby. */
  async rejoin(): Promise<void> {
    const { standby, primary } = this
    await standby.stop()
    await this.#network.stop()
    await rm(standby.data, { recursive: true, force: true })
    this.#network = await copyToStandby(primary, standby.directory)
    await standby.startAgain()
    await this.#replicates()
  }

  /** Keeps the standby from replaying; it still receives WAL, and confirms it. */
  async pauseReplay(): Promise<void> {
    await this.standby.run('SELECT pg_wal_replay_pause()')
    await until(async () => (await this.replayPosition()).isPaused)
  }

  async resumeReplay(): Promise<void> {
    await this.standby.run('SELECT pg_wal_replay_resume()')
  }

  async replayPosition(): Promise<ReplayPosition> {
    const [row] = await this.standby.run<ReplayPosition>(
      `SELECT pg_last_wal_receive_lsn()::text AS received, pg_last_wal_replay_lsn()::text AS replayed,
         pg_get_wal_replay_pause_state() = 'paused' AS "isPaused"`,
    )
    return row!
  }

  /** Resolves when the standby has replayed everything that the primary had written at the call. */
  async caughtUp(): Promise<void> {
    const [row] = await this.primary.run<{ at: string }>('SELECT pg_current_wal_flush_lsn()::text AS at')
    await until(async () => {
      const [{ has } = { has: false }] = await this.standby.run<{ has: boolean }>(
        `SELECT pg_last_wal_replay_lsn() >= '${row!.at}' AS has`,
      )
      return has
    })
  }

  /**
   * Cuts the network between the servers. Later commits of the primary are lost when the standby is promoted;
   * a synchronous primary waits in COMMIT. With `isSilent`, neither side notices before its time limits.
   */
  async cutReplication({ isSilent = false } = {}): Promise<void> {
    if (isSilent) this.#network.dropData()
    else await this.#network.stop()
  }

  /** Repairs the network after a cut that was not silent. Resolves when the standby copies again. */
  async repairReplication(): Promise<void> {
    await this.#network.start()
    await this.#replicates()
  }

  /** Changes how many standbys a COMMIT of the primary waits for: one or none. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    await this.primary.configure({ synchronous_standby_names: isSynchronous ? '*' : null })
    await until(async () => {
      const [row] = await this.primary.run<{ names: string }>(
        "SELECT current_setting('synchronous_standby_names') AS names",
      )
      return (row?.names === '*') === isSynchronous
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
    await this.#network.stop()
    await rm(this.#directory, { recursive: true, force: true })
  }

  async #replicates(): Promise<void> {
    await this.setSynchronous(this.#isSynchronous)
    const wanted = this.#isSynchronous ? 'sync' : 'async'
    await until(async () => {
      const [row] = await this.primary.run<{ state: string; mode: string }>(
        'SELECT state, sync_state AS mode FROM pg_stat_replication',
      )
      return row?.state === 'streaming' && row.mode === wanted
    })
  }
}

/** Starts a server with a copy of the primary's data, which follows it through a network of its own. */
async function startStandby(
  primary: PostgresServer,
  directory: string,
  port: number,
): Promise<{ standby: PostgresServer; network: FlakyProxy }> {
  await mkdir(directory, { mode: 0o755 })
  await copyFile(join(primary.directory, 'postgres-password'), join(directory, 'postgres-password'))
  const network = await copyToStandby(primary, directory)
  return { standby: await PostgresServer.start(directory, port), network }
}

async function copyToStandby(primary: PostgresServer, directory: string): Promise<FlakyProxy> {
  const data = join(directory, 'postgres')
  await copyCluster(primary.url, primary.data, data)
  const { username, password, hostname } = new URL(primary.url)
  const network = new FlakyProxy({ hostname, port: String(primary.port) })
  const from = `host=127.0.0.1 port=${await network.start()} user=${username} password=${password}`
  // A copied auto.conf may name other synchronous standbys: a promoted server would wait for them.
  await writeAsPostgres(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  await writeAsPostgres(join(data, 'standby.signal'), '')
  return network
}

async function childrenOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const pairs = await Promise.all(
    names.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      // The program's name in parentheses may contain spaces; the state and the parent follow it.
      const [, parentOfIt] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [Number(name), Number(parentOfIt)] as const
    }),
  )
  return pairs.filter(([, its]) => its === parent).map(([pid]) => pid)
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Resolves when the condition holds; a rejection counts as false. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(20)
}
