import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../config/embedded/processes.ts'
import { findRedis } from '../../config/embedded/redis-binary.ts'
import { commandAt, type Place, THIS_MACHINE } from './place.ts'

/** Tests know the password, so that all servers of a group share it. */
export const PASSWORD = 'between these servers only'

/** Settings of servers that copy each other, with shorter waits than the defaults. */
const COPYING = [
  ['repl-diskless-sync-delay', 0],
  ['repl-timeout', 5],
  ['repl-ping-replica-period', 1],
] as const

export type Settings = readonly (readonly [name: string, value: string | number])[]

/** One Redis process of a group. It can be killed and started again at its address with its data. */
export class RedisServer {
  readonly host: string
  readonly port: number
  readonly client: Redis
  readonly #file: string
  readonly #place: Place
  #process: ChildProcess | undefined

  private constructor(file: string, place: Place, port: number) {
    this.#file = file
    this.#place = place
    this.host = place.host
    this.port = port
    this.client = new Redis({
      host: this.host,
      port,
      password: PASSWORD,
      retryStrategy: () => 50,
      // A connection that a network has cut is made again.
      connectTimeout: 2_000,
      socketTimeout: 10_000,
    })
    this.client.on('error', () => undefined)
  }

  static async start(directory: string, settings: Settings = [], place = THIS_MACHINE): Promise<RedisServer> {
    await mkdir(directory, { recursive: true })
    const port = place.namespace === undefined ? await freePort() : 6379
    const file = join(directory, 'redis.conf')
    const all: Settings = [
      ['bind', place.host],
      ['port', port],
      ['dir', directory],
      ['logfile', join(directory, 'redis.log')],
      ['requirepass', PASSWORD],
      ['masterauth', PASSWORD],
      ['appendonly', 'yes'],
      ['appendfsync', 'everysec'],
      ['save', ''],
      ['maxmemory-policy', 'noeviction'],
      ...COPYING,
      ...settings,
    ]
    const lines = all.map(([name, value]) => `${name} ${JSON.stringify(String(value))}\n`)
    await writeFile(file, lines.join(''), { mode: 0o600 })
    const server = new RedisServer(file, place, port)
    await server.startAgain()
    return server
  }

  get address(): string {
    return `${this.host}:${this.port}`
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    while (this.#process?.signalCode === null) await sleep(5)
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  /** Starts the process and resolves when it has loaded its data. */
  async startAgain(): Promise<void> {
    const { file, args } = commandAt(this.#place, await findRedis(() => undefined), [this.#file])
    this.#process = spawn(file, args, { stdio: 'ignore' })
    await until(async () => (await this.client.ping()) === 'PONG')
  }

  get hasDied(): boolean {
    return this.#process?.signalCode !== null
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
    await this.kill()
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
