import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { createDemonstrationOrganization } from '../../core/demonstration/organization.ts'
import { openCore } from '../../core/open-core.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { type Place, THIS_MACHINE } from '../harness/place.ts'
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

export interface Organization {
  readonly realm: RealmId
  readonly people: readonly Person[]
}

/** The address of a gateway, which stays the same, and its current process. */
interface GatewaySlot {
  readonly url: string
  process: SpawnedProcess
  /**
   * Start and end of the last time without an answer, in Unix milliseconds; the end is `Infinity` while it
   * lasts.
   */
  silent?: { readonly from: number; to: number }
}

/** Whether a gateway was frozen or cut off at any time since `since` (Unix milliseconds). */
export const wasSilent = ({ silent }: GatewaySlot, since: number): boolean =>
  silent !== undefined && silent.to > since

/** Gateways and workers in processes of their own, and the organization that they serve. */
export abstract class Fleet {
  readonly directory: string
  readonly realm: RealmId
  readonly people: readonly Person[]
  readonly gateways: GatewaySlot[] = []
  readonly workers: SpawnedProcess[] = []
  /** Processes that ended unexpectedly. */
  readonly crashes: string[] = []
  /** The folder of the source whose build the next process runs; undefined for this one. */
  source: string | undefined
  readonly #expected = new WeakSet<SpawnedProcess>()
  readonly #env: Readonly<Record<string, string>>

  protected constructor(directory: string, organization: Organization, env: Record<string, string>) {
    this.directory = directory
    this.realm = organization.realm
    this.people = organization.people
    this.#env = {
      NODE_ENV: 'production',
      SECRET_KEY: SECRET,
      ROOT_URL: 'http://localhost:9991',
      LOG_LEVEL: 'warn',
      HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS),
      LONGPOLL_TIMEOUT_SECONDS: '10',
      EVENT_LOG_RETENTION_SECONDS: String(LOG_SECONDS),
      RATE_LIMIT_USER_PER_MINUTE: '1000000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
      ...env,
    }
  }

  /** Where the test itself connects to Postgres. */
  abstract readonly databaseUrl: string

  /** Stops the servers that gateways and workers use. */
  protected abstract stopServers(): Promise<void>

  /** The port of a gateway. */
  protected abstract portOf(gateway: number): Promise<number>

  /** The place of the gateway or worker with this name. */
  protected placeOf(_name: string): Place {
    return THIS_MACHINE
  }

  protected async startProcesses(gateways: number, workers: number): Promise<void> {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
    const [gatewaySlots, workerProcesses] = await Promise.all([
      Promise.all(numbers(gateways).map(async (n) => this.#startGateway(n, await this.portOf(n)))),
      Promise.all(numbers(workers).map((n) => this.#startWorker(n))),
    ])
    this.gateways.push(...gatewaySlots)
    this.workers.push(...workerProcesses)
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
    await this.stopServers()
    await rm(this.directory, { recursive: true, force: true })
  }

  /** Sends a signal to a process. Resolves with its exit code or signal when it has ended. */
  async end(process: SpawnedProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.#expected.add(process)
    process.kill(signal)
    return process.exited
  }

  async freezeGateway(index: number, milliseconds: number): Promise<void> {
    const { process } = this.gateways[index]!
    await this.whileSilent(index, async () => {
      process.kill('SIGSTOP')
      await sleep(milliseconds)
      process.kill('SIGCONT')
    })
  }

  /** Marks a gateway as silent while `work` runs. */
  async whileSilent(index: number, work: () => Promise<void>): Promise<void> {
    const silent = { from: Date.now(), to: Number.POSITIVE_INFINITY }
    this.gateways[index]!.silent = silent
    await work()
    silent.to = Date.now()
  }

  async restartGateway(index: number): Promise<void> {
    const { url } = this.gateways[index]!
    this.gateways[index] = await this.#startGateway(index, Number(new URL(url).port))
  }

  async restartWorker(index: number): Promise<void> {
    this.workers[index] = await this.#startWorker(index)
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
    const name = `gateway-${index}`
    const process = await this.#spawn(name, 'gateway', { PORT: String(port) })
    return { url: `http://${this.placeOf(name).host}:${port}`, process }
  }

  #startWorker(index: number): Promise<SpawnedProcess> {
    return this.#spawn(`worker-${index}`, 'workers', {})
  }

  async #spawn(name: string, folder: 'gateway' | 'workers', settings: Record<string, string>) {
    const log = await open(join(this.directory, 'logs', `${name}.log`), 'a')
    const place = this.placeOf(name)
    const program = `${folder}/main.js`
    try {
      const deadline = Date.now() + STARTS_WITHIN_MS
      for (;;) {
        const started = await spawnProcess(
          this.source === undefined ? compiled(program) : join(this.source, 'dist', program),
          { HOST: place.host, ...this.#env, ...settings },
          log.fd,
          undefined,
          place,
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

/** Creates the folder of a fleet, for data and logs. */
export async function createFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-chaos-'))
  await mkdir(join(directory, 'logs'))
  return directory
}

interface LogLine {
  readonly level: number
  readonly msg?: string
  readonly route?: string
  readonly err?: { readonly type?: string; readonly message?: string }
}

const summary = ({ level, msg, route, err }: LogLine): string =>
  `${level >= 50 ? 'error' : 'warn'}: ${msg} ${route ?? ''} ${err?.type ?? ''} ${err?.message?.slice(0, 160) ?? ''}`

/** Creates a database and an organization. */
const CREATION = { migrate, openCore, createDemonstrationOrganization }

/** Loads the same from a former build. */
async function loadCreation(source: string): Promise<typeof CREATION> {
  const files = ['platform/db/migrate.js', 'open-core.js', 'demonstration/organization.js']
  const modules = await Promise.all(files.map((file) => import(join(source, 'dist/core', file))))
  return Object.assign({}, ...modules)
}

/** Migrates an empty database and creates the demonstration organization. `source`: as in `Fleet`. */
export async function createOrganization(
  databaseUrl: string,
  redisUrl: string,
  source?: string,
): Promise<Organization> {
  const creation = source === undefined ? CREATION : await loadCreation(source)
  await creation.migrate(databaseUrl)
  const options = {
    databaseUrl,
    databasePoolSize: 4,
    redisUrl,
    secretKey: SECRET,
    rootUrl: 'http://localhost:9991',
  }
  const core = await creation.openCore(
    { ...options, eventLogRetentionSeconds: LOG_SECONDS },
    pino({ level: 'silent' }),
    {
      handOver: async () => undefined,
    },
  )
  try {
    const { realmId, users } = await creation.createDemonstrationOrganization(core)
    const people = Object.entries(users).map(([name, id]): Person => {
      const email = `${name}@demo.test`
      const pair = `${email}:${apiKey(SECRET, realmId, id, 1)}`
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
      return { name, id, email, authorization }
    })
    return { realm: realmId, people }
  } finally {
    await core.close()
  }
}
