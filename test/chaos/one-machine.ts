import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { type EmbeddedServer, freePort } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { createFolder, createOrganization, Fleet, type Organization } from './fleet.ts'

/**
 * One machine: a durable Postgres, a Redis that syncs every second, gateways and workers. Faults can hit each
 * of them.
 */
export class OneMachine extends Fleet {
  #postgres: EmbeddedServer
  #redis: EmbeddedServer
  readonly #sharedPort: number | undefined

  private constructor(
    directory: string,
    postgres: EmbeddedServer,
    redis: EmbeddedServer,
    organization: Organization,
    sharedPort: number | undefined,
  ) {
    super(directory, organization, { DATABASE_URL: postgres.url, REDIS_URL: redis.url })
    this.#postgres = postgres
    this.#redis = redis
    this.#sharedPort = sharedPort
  }

  /** `onePort`: all gateways have the same address, and the kernel gives each connection to one of them. */
  static async start(gateways: number, workers: number, onePort: boolean): Promise<OneMachine> {
    const directory = await createFolder()
    const [postgres, redis] = await Promise.all([startPostgres({ directory }), startRedis({ directory })])
    const organization = await createOrganization(postgres.url, redis.url)
    const port = onePort ? await freePort() : undefined
    const machine = new OneMachine(directory, postgres, redis, organization, port)
    // Postgres and Redis must not outlive this process.
    process.once('exit', () => {
      machine.#postgres.process.kill('SIGQUIT')
      machine.#redis.process.kill('SIGKILL')
    })
    await machine.startProcesses(gateways, workers)
    return machine
  }

  get databaseUrl(): string {
    return this.#postgres.url
  }
  get redis(): EmbeddedServer {
    return this.#redis
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

  protected portOf(): Promise<number> {
    return this.#sharedPort === undefined ? freePort() : Promise.resolve(this.#sharedPort)
  }

  protected async stopServers(): Promise<void> {
    await Promise.all([this.#postgres.stop(), this.#redis.stop()])
  }
}

async function endServer(server: EmbeddedServer, signal: NodeJS.Signals): Promise<void> {
  server.process.kill(signal)
  server.process.kill('SIGCONT')
  while (server.process.exitCode === null && server.process.signalCode === null) await sleep(5)
}
