import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort, stopChild } from '../../config/embedded/processes.ts'
import { findRedis } from '../../config/embedded/redis-binary.ts'
import {
  ENCRYPTED_HOST,
  encryption,
  NAMED_REPLICA,
  PASSWORD,
  RedisServer,
  serverFolder,
  until,
} from './redis-servers.ts'

const NAME = 'chat'
const SENTINELS = 3
/** Sentinels that must agree that the master has failed. */
const QUORUM = 2

/** A master with two replicas and three sentinels, in processes of their own. */
export class SentinelGroup {
  readonly servers: readonly RedisServer[]
  readonly url: string
  readonly #sentinels: readonly Redis[]
  readonly #close: () => Promise<void>

  private constructor(
    servers: readonly RedisServer[],
    sentinels: readonly Redis[],
    url: string,
    close: () => Promise<void>,
  ) {
    this.servers = servers
    this.#sentinels = sentinels
    this.url = url
    this.#close = close
  }

  /** `isEncrypted`: servers and sentinels reach each other by TLS, and `url` reaches them by TLS. */
  static async start(isEncrypted = false): Promise<SentinelGroup> {
    const folder = await serverFolder()
    const host = isEncrypted ? ENCRYPTED_HOST : '127.0.0.1'
    const startServer = (name: string) =>
      RedisServer.start(join(folder.path, name), isEncrypted ? NAMED_REPLICA : [], { isEncrypted })
    const master = await startServer('server-0')
    const copies = await Promise.all(['server-1', 'server-2'].map(startServer))
    for (const { client } of copies) await client.replicaof(host, master.peerPort)
    const servers = [master, ...copies]
    const names = Array.from({ length: SENTINELS }, (_, index) => join(folder.path, `sentinel-${index}`))
    const started = await Promise.all(
      names.map((directory) => startSentinel(directory, { host, port: master.peerPort }, isEncrypted)),
    )
    const sentinels = started.map(({ client }) => client)
    const hosts = started.map(({ port }) => `${host}:${port}`).join(',')
    const password = encodeURIComponent(PASSWORD)
    const url = `redis${isEncrypted ? 's' : ''}+sentinel://:${password}@${hosts}/${NAME}/1?sentinel_password=${password}`
    const group = new SentinelGroup(servers, sentinels, url, async () => {
      for (const client of sentinels) client.disconnect()
      await Promise.all([...started, ...servers].map((each) => each.stop()))
      await folder.remove()
    })
    await group.#settled(servers.length - 1)
    return group
  }

  async master(): Promise<RedisServer> {
    const [sentinel] = this.#sentinels
    const [, port] = (await sentinel!.call('SENTINEL', 'get-master-addr-by-name', NAME)) as [string, string]
    return this.servers.find((server) => server.peerPort === Number(port))!
  }

  /** Resolves when all sentinels name another master, and it accepts writes. */
  async failedOver(former: RedisServer): Promise<RedisServer> {
    await until(async () => (await this.master()) !== former)
    const master = await this.master()
    await until(async () => (await master.client.role())[0] === 'master')
    return master
  }

  stop(): Promise<void> {
    return this.#close()
  }

  /** Waits until all sentinels know each other and the replicas. */
  async #settled(replicas: number): Promise<void> {
    for (const sentinel of this.#sentinels) {
      await until(async () => {
        const fields = (await sentinel.call('SENTINEL', 'master', NAME)) as string[]
        const field = (name: string) => fields[fields.indexOf(name) + 1]
        return (
          field('num-slaves') === String(replicas) && field('num-other-sentinels') === String(SENTINELS - 1)
        )
      })
    }
  }
}

/** Resolves with the port for clients, by TLS when `isEncrypted`, and a client of the test. */
async function startSentinel(
  directory: string,
  master: { readonly host: string; readonly port: number },
  isEncrypted: boolean,
): Promise<{ port: number; client: Redis; stop(): Promise<void> }> {
  await mkdir(directory, { recursive: true })
  const port = await freePort()
  const tlsPort = isEncrypted ? await freePort() : undefined
  const file = join(directory, 'sentinel.conf')
  const quoted = JSON.stringify(PASSWORD)
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${directory}`,
    `logfile ${join(directory, 'sentinel.log')}`,
    `requirepass ${quoted}`,
    `sentinel sentinel-pass ${quoted}`,
    ...(tlsPort === undefined ? [] : namesWithTls(tlsPort)),
    `sentinel monitor ${NAME} ${master.host} ${master.port} ${QUORUM}`,
    `sentinel auth-pass ${NAME} ${quoted}`,
    `sentinel down-after-milliseconds ${NAME} 4000`,
    `sentinel failover-timeout ${NAME} 5000`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawn(await findRedis(() => undefined), [file, '--sentinel'], { stdio: 'ignore' })
  const client = new Redis({ port, password: PASSWORD, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  await until(async () => (await client.ping()) === 'PONG')
  return { port: tlsPort ?? port, client, stop: () => stopChild(child, 'SIGKILL', 1_000) }
}

/** Lines of a sentinel that uses TLS and tells clients names, as certificates need them. */
const namesWithTls = (port: number): string[] => [
  ...encryption(port).map(([name, value]) => `${name} ${JSON.stringify(String(value))}`),
  'sentinel resolve-hostnames yes',
  'sentinel announce-hostnames yes',
  `sentinel announce-ip ${ENCRYPTED_HOST}`,
]
