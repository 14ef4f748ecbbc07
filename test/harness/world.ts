import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, type Redis } from 'ioredis'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { loadConfig, type RuntimeConfig, requireRuntime } from '../../config/environment.ts'
import { openCore } from '../../core/open-core.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { openRedis, type RedisClient } from '../../core/platform/redis/redis-connection.ts'
import type { Core, Faults } from '../../core/state/core.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { Gateway } from '../../gateway/gateway.ts'
import { testServers } from './ask.ts'
import { type Body, Client } from './client.ts'
import type { PostgresPair } from './postgres-pair.ts'
import { refuseCommandsAcrossSlots } from './redis-keys.ts'
import {
  administer,
  buildTemplate,
  databaseUrl,
  type Organization,
  TEMPLATE,
  TEST_ROOT_URL,
  TEST_SECRET,
} from './template.ts'

refuseCommandsAcrossSlots()

/** Environment variables that a test sets besides the addresses. */
export type Settings = Readonly<Record<string, string>>

/**
 * The environment of one test file: its own clone of the template database, its own Redis database, and any
 * number of gateways on them.
 */
export class World {
  readonly organization: Organization
  readonly env: Settings
  readonly #name: string
  readonly #gateways: Gateway[] = []
  readonly #closings: (() => Promise<unknown>)[] = []
  #pool: pg.Pool | undefined
  #redis: Redis | undefined

  /** Whether the database is on servers of its own, which their owner stops. */
  readonly #isOnPair: boolean

  private constructor(name: string, organization: Organization, env: Settings, isOnPair = false) {
    this.#name = name
    this.#isOnPair = isOnPair
    this.organization = organization
    this.env = env
  }

  static async create(settings: Settings = {}): Promise<World> {
    const { postgresUrl, organization } = await testServers()
    const name = `test_${randomBytes(6).toString('hex')}`
    await administer(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
    const redisUrl = settings.REDIS_URL ?? (await freeRedisDatabase())
    const env = environment(name, databaseUrl(postgresUrl, name), redisUrl, settings)
    return new World(name, organization, env)
  }

  /** As `create`, on a primary and a standby, whose database is built from nothing. */
  static async createOn(pair: PostgresPair, settings: Settings = {}): Promise<World> {
    const redisUrl = await freeRedisDatabase()
    const organization = await buildTemplate(pair.primary.url, redisUrl, migrate)
    await pair.caughtUp()
    const name = `pair_${randomBytes(6).toString('hex')}`
    return new World(name, organization, environment(name, pair.urlOf(TEMPLATE), redisUrl, settings), true)
  }

  get config(): RuntimeConfig {
    return this.configWith({})
  }

  configWith(settings: Settings): RuntimeConfig {
    return requireRuntime(loadConfig({ ...this.env, ...settings }))
  }

  /** Starts a gateway in this process. */
  async gateway(settings: Settings = {}, faults: Faults = {}): Promise<{ gateway: Gateway; url: string }> {
    const config = this.configWith(settings)
    const log = settings.LOG_LEVEL === undefined ? silent : pino({ level: settings.LOG_LEVEL })
    const gateway = await Gateway.open(config, log, faults)
    const port = await gateway.listen(0, '127.0.0.1')
    this.#gateways.push(gateway)
    return { gateway, url: `http://127.0.0.1:${port}` }
  }

  /**
   * Starts a gateway that learns of the changes of others later than usual. It uses another Redis database,
   * so it finds them only by polling Postgres ten times a second.
   */
  async lateGateway(): Promise<{ gateway: Gateway; url: string }> {
    return this.gateway({ REDIS_URL: await freeRedisDatabase() })
  }

  userId(name: string): number {
    const id = this.organization.users[name]
    if (id === undefined) throw new Error(`no user ${name} in the demonstration organization`)
    return id
  }

  channelId(name: string): number {
    const id = this.organization.channels[name]
    if (id === undefined) throw new Error(`no channel ${name} in the demonstration organization`)
    return id
  }

  /** Opens the chat domain without a gateway. Jobs are not handed over. The caller closes it. */
  core(log: Logger = silent): Promise<Core> {
    return openCore(this.config, log, { handOver: async () => undefined })
  }

  /**
   * A client of a gateway that acts as a user of the demonstration organization, or anonymously without a
   * name.
   */
  client(url: string, name?: string): Client {
    if (name === undefined) return new Client(url)
    const key = apiKey(TEST_SECRET, this.organization.realmId as RealmId, this.userId(name) as UserId, 1)
    return new Client(url, { email: `${name}@demo.test`, apiKey: key })
  }

  /** Runs a statement directly on the database, around the gateways. */
  async sql<Row = Body>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#isOnPair) {
      const client = await connectOnce(this.env.DATABASE_URL!)
      try {
        return (await client.query(text, [...values])).rows as Row[]
      } finally {
        await client.end()
      }
    }
    this.#pool ??= new pg.Pool({ connectionString: this.env.DATABASE_URL, max: 2 })
    return (await this.#pool.query(text, [...values])).rows as Row[]
  }

  /** A direct connection to the world's Redis database, around the gateways. */
  get redis(): Redis {
    // A cluster has the same commands.
    this.#redis ??= openRedis(this.env.REDIS_URL!).on('error', () => undefined) as Redis
    return this.#redis
  }

  /** Deletes every key of the world: Redis has lost everything. */
  async emptyRedis(): Promise<void> {
    await emptyRedis(this.redis)
  }

  /** Calls `close` when the world closes, before it drops the database. */
  onClose(close: () => Promise<unknown>): void {
    this.#closings.push(close)
  }

  async closeGateways(): Promise<void> {
    await Promise.all(this.#gateways.splice(0).map((gateway) => gateway.close()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#closings.map((close) => close()))
    await this.closeGateways()
    this.#redis?.disconnect()
    await this.#pool?.end()
    await rm(this.env.DATA_DIR!, { recursive: true, force: true })
    if (this.#isOnPair) return
    await this.#waitForDisconnects()
    const { postgresUrl } = await testServers()
    await administer(postgresUrl, `DROP DATABASE IF EXISTS ${this.#name} WITH (FORCE)`)
  }

  /**
   * Waits until all connections are closed. DROP DATABASE would break open ones, which causes unhandled
   * errors.
   */
  async #waitForDisconnects(): Promise<void> {
    const client = new pg.Client({ connectionString: (await testServers()).postgresUrl })
    await client.connect()
    for (let n = 0; n < 200; n++) {
      const { rowCount } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [
        this.#name,
      ])
      if (rowCount === 0) break
      await sleep(10)
    }
    await client.end()
  }
}

const environment = (
  name: string,
  databaseAddress: string,
  redisUrl: string,
  settings: Settings,
): Settings => ({
  NODE_ENV: 'test',
  DATABASE_URL: databaseAddress,
  REDIS_URL: redisUrl,
  SECRET_KEY: TEST_SECRET,
  ROOT_URL: TEST_ROOT_URL,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(tmpdir(), `loquat-${name}`),
  ...settings,
})

/** A log that shows errors only. A test that expects an internal error sets LOG_LEVEL to `silent`. */
export const silent: Logger = pino({ level: process.env.LOG_LEVEL ?? 'error' }, pino.destination(2))

/**
 * Empties a Redis database that no other test file uses, and returns its address. A cluster has one database.
 */
export async function freeRedisDatabase(): Promise<string> {
  const { redisUrl: url } = await testServers()
  const redis = openRedis(url)
  try {
    if (redis instanceof Cluster) {
      await emptyRedis(redis)
      return url
    }
    const number = ((await redis.incr('test:databases')) % 4095) + 1
    await redis.select(number)
    await emptyRedis(redis)
    return `${url}/${number}`
  } finally {
    redis.disconnect()
  }
}

/** Deletes every key of a database, or of a cluster. */
export async function emptyRedis(redis: RedisClient): Promise<void> {
  if (!(redis instanceof Cluster)) return void (await redis.flushdb())
  await redis.echo('connected')
  await Promise.all(redis.nodes('master').map((node) => node.flushdb()))
}
