import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { pino } from 'pino'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { type EmbeddedServer, freePort } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { createDemonstrationOrganization } from '../../core/demonstration/organization.ts'
import { openCore } from '../../core/open-core.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { compiled, type SpawnedProcess, spawnProcess } from '../harness/spawn.ts'

const SECRET = 'a secret that only this test knows'
/** Retention of the log, long enough to keep all events of a run. */
const LOG_SECONDS = 100_000
const HEARTBEAT_SECONDS = 4
const STARTS_WITHIN_MS = 90_000

export interface Person {
  readonly name: string
  readonly id: UserId
  readonly email: string
  readonly authorization: string
}

/** The address of a gateway, which stays the same, and its current process. */
interface GatewaySlot {
  readonly url: string
  process: SpawnedProcess
  /** Start and end of the last freeze in Unix milliseconds; the end is `Infinity` while it lasts. */
  frozen?: { readonly from: number; to: number }
}

/** Whether a gateway was frozen at any time since `since` (Unix milliseconds). */
export const wasFrozen = ({ frozen }: GatewaySlot, since: number): boolean =>
  frozen !== undefined && frozen.to > since

/**
 * An installation as in production: a durable Postgres, a Redis that syncs every second, and processes for gateways and
 * workers. Faults can hit each of them.
 */
export class Servers {
  readonly directory: string
  readonly realm: RealmId
  readonly people: readonly Person[]
  readonly databaseUrl: string
  readonly gateways: GatewaySlot[] = []
  readonly workers: SpawnedProcess[] = []
  /** Processes that ended unexpectedly. */
  readonly crashes: string[] = []
  readonly #expected = new WeakSet<SpawnedProcess>()
  readonly #env: Record<string, string>
  #postgres: EmbeddedServer
  #redis: EmbeddedServer

  private constructor(
    directory: string,
    postgres: EmbeddedServer,
    redis: EmbeddedServer,
    realm: RealmId,
    people: readonly Person[],
  ) {
    this.directory = directory
    this.#postgres = postgres
    this.#redis = redis
    this.realm = realm
    this.people = people
    this.databaseUrl = postgres.url
    this.#env = {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SECRET_KEY: SECRET,
      ROOT_URL: 'http://localhost:9991',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS),
      LONGPOLL_TIMEOUT_SECONDS: '10',
      EVENT_LOG_RETENTION_SECONDS: String(LOG_SECONDS),
      RATE_LIMIT_USER_PER_MINUTE: '1000000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
    }
  }

  /** `onePort`: all gateways have the same address, and the kernel gives each connection to one of them. */
  static async start(gateways: number, workers: number, onePort: boolean): Promise<Servers> {
    const directory = await mkdtemp(join(tmpdir(), 'loquat-chaos-'))
    await mkdir(join(directory, 'logs'))
    const [postgres, redis] = await Promise.all([startPostgres({ directory }), startRedis({ directory })])
    await migrate(postgres.url)
    const { realmId, people } = await createDemonstration(postgres.url, redis.url)
    const servers = new Servers(directory, postgres, redis, realmId, people)
    // Postgres and Redis must not outlive this process.
    process.once('exit', () => {
      servers.#postgres.process.kill('SIGQUIT')
      servers.#redis.process.kill('SIGKILL')
    })
    const shared = await freePort()
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
    const [gatewaySlots, workerProcesses] = await Promise.all([
      Promise.all(
        numbers(gateways).map(async (n) => servers.#startGateway(n, onePort ? shared : await freePort())),
      ),
      Promise.all(numbers(workers).map((n) => servers.#startWorker(n))),
    ])
    servers.gateways.push(...gatewaySlots)
    servers.workers.push(...workerProcesses)
    return servers
  }

  get postgres(): EmbeddedServer {
    return this.#postgres
  }
  get redis(): EmbeddedServer {
    return this.#redis
  }

  /** Number of occurrences of each line in the logs of gateways and workers. */
  async logged(): Promise<Map<string, number>> {
    const lines = new Map<string, number>()
    for (const name of await readdir(join(this.directory, 'logs'))) {
      const text = await readFile(join(this.directory, 'logs', name), 'utf8')
      for (const line of text.split('\n').filter(Boolean)) {
        const entry = line.startsWith('{') ? summary(JSON.parse(line)) : line.slice(0, 200)
        lines.set(entry, (lines.get(entry) ?? 0) + 1)
      }
    }
    return lines
  }

  async stop(): Promise<void> {
    const processes = [...this.gateways.map(({ process }) => process), ...this.workers]
    await Promise.all(processes.map((process) => this.end(process, 'SIGKILL')))
    await Promise.all([this.#postgres.stop(), this.#redis.stop()])
    await rm(this.directory, { recursive: true, force: true })
  }

  /** Sends a signal to a process. Resolves with its exit code or signal when it has ended. */
  async end(process: SpawnedProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.#expected.add(process)
    process.kill(signal)
    return process.exited
  }

  async freezeGateway(index: number, milliseconds: number): Promise<void> {
    const slot = this.gateways[index]!
    const frozen = { from: Date.now(), to: Number.POSITIVE_INFINITY }
    slot.frozen = frozen
    slot.process.kill('SIGSTOP')
    await sleep(milliseconds)
    slot.process.kill('SIGCONT')
    frozen.to = Date.now()
  }

  async restartGateway(index: number): Promise<void> {
    const { url } = this.gateways[index]!
    this.gateways[index] = await this.#startGateway(index, Number(new URL(url).port))
  }

  async restartWorker(index: number): Promise<void> {
    this.workers[index] = await this.#startWorker(index)
  }

  async restartPostgres(signal: 'SIGINT' | 'SIGQUIT', awayMs: number): Promise<void> {
    await endServer(this.#postgres, signal)
    await sleep(awayMs)
    const port = Number(new URL(this.#postgres.url).port)
    this.#postgres = await startPostgres({ directory: this.directory, port })
  }

  async restartRedis(signal: NodeJS.Signals, keepsData: boolean, awayMs: number): Promise<void> {
    await endServer(this.#redis, signal)
    if (!keepsData) await rm(join(this.directory, 'redis'), { recursive: true, force: true })
    await sleep(awayMs)
    const port = Number(new URL(this.#redis.url).port)
    this.#redis = await startRedis({ directory: this.directory, port })
  }

  /** Deletes all keys while Redis runs. */
  async wipeRedis(): Promise<void> {
    const client = new Redis(this.#redis.url)
    await client.flushall()
    client.disconnect()
  }

  /** Runs a statement directly on Postgres. */
  async sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl })
    await client.connect()
    try {
      return (await client.query(text, [...values])).rows as Row[]
    } finally {
      await client.end()
    }
  }

  async #startGateway(index: number, port: number): Promise<GatewaySlot> {
    const process = await this.#spawn(`gateway-${index}`, 'gateway', { PORT: String(port) })
    return { url: `http://127.0.0.1:${port}`, process }
  }

  #startWorker(index: number): Promise<SpawnedProcess> {
    return this.#spawn(`worker-${index}`, 'workers', {})
  }

  async #spawn(name: string, folder: 'gateway' | 'workers', settings: Record<string, string>) {
    const log = await open(join(this.directory, 'logs', `${name}.log`), 'a')
    try {
      const deadline = Date.now() + STARTS_WITHIN_MS
      for (;;) {
        const started = await spawnProcess(
          compiled(`${folder}/main.js`),
          { ...this.#env, ...settings },
          log.fd,
        )
        if (typeof started === 'object') {
          void started.exited.then((exit) => {
            if (!this.#expected.has(started)) this.crashes.push(`${name} ended with ${exit}`)
          })
          return started
        }
        if (Date.now() > deadline) throw new Error(`${name} does not start; it ended with ${started}`)
        // Tries again, as a supervisor would. A process cannot start while Postgres is down.
        await sleep(200)
      }
    } finally {
      await log.close()
    }
  }
}

interface LogLine {
  readonly level: number
  readonly msg?: string
  readonly route?: string
  readonly err?: { readonly type?: string; readonly message?: string }
}

const summary = ({ level, msg, route, err }: LogLine): string =>
  `${level >= 50 ? 'error' : 'warn'}: ${msg} ${route ?? ''} ${err?.type ?? ''} ${err?.message?.slice(0, 160) ?? ''}`

async function endServer(server: EmbeddedServer, signal: NodeJS.Signals): Promise<void> {
  server.process.kill(signal)
  server.process.kill('SIGCONT')
  while (server.process.exitCode === null && server.process.signalCode === null) await sleep(5)
}

async function createDemonstration(databaseUrl: string, redisUrl: string) {
  const options = {
    databaseUrl,
    databasePoolSize: 4,
    redisUrl,
    secretKey: SECRET,
    rootUrl: 'http://localhost:9991',
  }
  const core = await openCore(
    { ...options, eventLogRetentionSeconds: LOG_SECONDS },
    pino({ level: 'silent' }),
    {
      handOver: async () => undefined,
    },
  )
  try {
    const { realmId, users } = await createDemonstrationOrganization(core)
    const people = Object.entries(users).map(([name, id]): Person => {
      const email = `${name}@demo.test`
      const pair = `${email}:${apiKey(SECRET, realmId, id, 1)}`
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
      return { name, id, email, authorization }
    })
    return { realmId, people }
  } finally {
    await core.close()
  }
}
