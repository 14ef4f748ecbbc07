import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'

/** Tests know the password, so that all servers of a group share it. */
export const PASSWORD = 'between these servers only'

/** Settings of servers that copy each other, as docs/redis.md requires them, with shorter waits. */
const SHARED = [
  ['masterauth', PASSWORD],
  ['repl-diskless-sync-delay', 0],
  ['repl-timeout', 5],
  ['repl-ping-replica-period', 1],
] as const

type Settings = readonly (readonly [name: string, value: string | number])[]

/** One Redis process of a group. It can be killed and started again at its port with its data. */
export class RedisServer {
  readonly port: number
  readonly client: Redis
  readonly #directory: string
  readonly #settings: Settings
  #server: EmbeddedServer

  private constructor(server: EmbeddedServer, directory: string, settings: Settings) {
    this.#server = server
    this.#directory = directory
    this.#settings = settings
    this.port = Number(new URL(server.url).port)
    this.client = new Redis({ port: this.port, password: PASSWORD, retryStrategy: () => 50 })
    this.client.on('error', () => undefined)
  }

  static async start(directory: string, settings: Settings = []): Promise<RedisServer> {
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'redis-password'), PASSWORD, { mode: 0o600 })
    const all = [...SHARED, ...settings]
    return new RedisServer(await startRedis({ directory, settings: all }), directory, all)
  }

  async kill(): Promise<void> {
    this.#server.process.kill('SIGKILL')
    while (this.#server.process.signalCode === null) await sleep(5)
  }

  async startAgain(): Promise<void> {
    this.#server = await startRedis({
      directory: this.#directory,
      settings: this.#settings,
      port: this.port,
    })
  }

  get hasDied(): boolean {
    return this.#server.process.signalCode !== null
  }

  /**
   * Ends the replication to a replica for good, while both servers run on. What the master writes from then on is lost
   * when the replica takes over.
   */
  async stopCopyingTo(replica: RedisServer): Promise<void> {
    await replica.client.config('SET', 'masterauth', 'wrong')
    await this.client.call('CLIENT', 'KILL', 'TYPE', 'replica')
    await until(
      async () => !(await this.client.info('replication')).includes(`port=${replica.port},state=online`),
    )
  }

  async stop(): Promise<void> {
    this.client.disconnect()
    this.#server.process.kill('SIGKILL')
    await this.#server.stop()
  }
}

/** Creates a folder for the data of servers; `remove` deletes it. */
export async function serverFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'loquat-redis-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Resolves when the condition holds; a rejection counts as false. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(20)
}
