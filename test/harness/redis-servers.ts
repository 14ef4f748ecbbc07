import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { freePort, hasExited } from '../../config/embedded/processes.ts'
import { findRedis } from '../../config/embedded/redis-binary.ts'
import { commandAt, type Place, THIS_MACHINE } from './place.ts'

/** Tests know the password, so that all servers of a group share it. */
export const PASSWORD = 'between these servers only'

/** Nodes of a cluster reach each other at the port for clients plus this number. */
const CLUSTER_PORT = 10_000

const START_ATTEMPTS = 3

/** Settings of servers that copy each other, with shorter waits than the defaults. */
const COPYING = [
  ['repl-diskless-sync-delay', 0],
  ['repl-timeout', 5],
  ['repl-ping-replica-period', 1],
] as const

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))

/** The authority that has signed the certificate of encrypted servers, and one that has not. */
export const AUTHORITY = fixture('authority.crt')
export const OTHER_AUTHORITY = fixture('localhost.crt')

/** The only name in the certificate of encrypted servers: clients that go by an address refuse it. */
export const ENCRYPTED_HOST = 'localhost'

/**
 * Settings of servers and sentinels that accept TLS at another port too, and connect to each other by TLS.
 */
export const encryption = (port: number): Settings => [
  ['tls-port', port],
  ['tls-cert-file', fixture('signed.crt')],
  ['tls-key-file', fixture('signed.key')],
  ['tls-ca-cert-file', AUTHORITY],
  ['tls-auth-clients', 'no'],
  ['tls-replication', 'yes'],
]

/** Settings of encrypted servers that tell sentinels the name of their certificate. */
export const NAMED_REPLICA: Settings = [['replica-announce-ip', ENCRYPTED_HOST]]

/** Settings of encrypted nodes of a cluster, which tell clients the name of their certificate. */
export const NAMED_NODE: Settings = [
  ['tls-cluster', 'yes'],
  ['cluster-announce-hostname', ENCRYPTED_HOST],
  ['cluster-preferred-endpoint-type', 'hostname'],
]

export type Settings = readonly (readonly [name: string, value: string | number])[]

/** One Redis process of a group. It can be killed and started again at its address with its data. */
export class RedisServer {
  readonly host: string
  readonly port: number
  /** Undefined for a server without TLS. */
  readonly tlsPort: number | undefined
  readonly client: Redis
  readonly #file: string
  readonly #place: Place
  #process: ChildProcess | undefined

  private constructor(file: string, place: Place, port: number, tlsPort: number | undefined) {
    this.#file = file
    this.#place = place
    this.host = place.host
    this.port = port
    this.tlsPort = tlsPort
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

  /**
   * `isEncrypted`: servers reach each other by TLS, and clients may. Another program may take a free port
   * before Redis does. Then it tries other ports.
   */
  static async start(
    directory: string,
    settings: Settings = [],
    { place = THIS_MACHINE, isEncrypted = false } = {},
  ): Promise<RedisServer> {
    for (let attempt = 1; ; attempt++) {
      const server = await RedisServer.#create(directory, settings, place, isEncrypted)
      try {
        await server.startAgain()
        return server
      } catch (error) {
        server.client.disconnect()
        if (attempt === START_ATTEMPTS || !String(error).includes('Address already in use')) throw error
      }
    }
  }

  static async #create(
    directory: string,
    settings: Settings,
    place: Place,
    isEncrypted: boolean,
  ): Promise<RedisServer> {
    await mkdir(directory, { recursive: true })
    const port = place.namespace === undefined ? await freePort(CLUSTER_PORT) : 6379
    const tlsPort = isEncrypted ? await freePort(CLUSTER_PORT) : undefined
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
      ...(tlsPort === undefined ? [] : encryption(tlsPort)),
      ...settings,
    ]
    const lines = all.map(([name, value]) => `${name} ${JSON.stringify(String(value))}\n`)
    await writeFile(file, lines.join(''), { mode: 0o600 })
    return new RedisServer(file, place, port, tlsPort)
  }

  get address(): string {
    return `${this.host}:${this.port}`
  }

  /** The port at which the other servers reach it. */
  get peerPort(): number {
    return this.tlsPort ?? this.port
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    while (!this.hasDied) await sleep(5)
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  /**
   * Starts the process and resolves when it has loaded its data. Rejects with its log when it ends before.
   */
  async startAgain(): Promise<void> {
    const { file, args } = commandAt(this.#place, await findRedis(() => undefined), [this.#file])
    const child = spawn(file, args, { stdio: 'ignore' })
    this.#process = child
    const answers = until(async () => hasExited(child) || (await this.client.ping()) === 'PONG')
    // A server of another program at the port may leave the ping without an answer.
    await Promise.race([answers, once(child, 'exit')])
    if (!hasExited(child)) return
    const log = await readFile(join(dirname(this.#file), 'redis.log'), 'utf8').catch(() => '')
    throw new Error(`Redis ended while it started:\n${log.slice(-2_000)}`)
  }

  get hasDied(): boolean {
    return this.#process === undefined || hasExited(this.#process)
  }

  /**
   * Ends the replication to a replica for good, while both servers run on. Later writes of the master are
   * lost when the replica takes over.
   */
  async stopCopyingTo(replica: RedisServer): Promise<void> {
    await replica.client.config('SET', 'masterauth', 'wrong')
    await this.client.call('CLIENT', 'KILL', 'TYPE', 'replica')
    await until(
      async () => !(await this.client.info('replication')).includes(`port=${replica.peerPort},state=online`),
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
