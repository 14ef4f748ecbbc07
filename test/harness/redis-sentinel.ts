import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort, stopChild } from '../../config/embedded/processes.ts'
import { findRedis } from '../../config/embedded/redis-binary.ts'
import { PASSWORD, RedisServer, serverFolder, until } from './redis-servers.ts'

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
    close: () => Promise<void>,
  ) {
    this.servers = servers
    this.#sentinels = sentinels
    this.#close = close
    const hosts = sentinels.map(({ options }) => `127.0.0.1:${options.port}`).join(',')
    const password = encodeURIComponent(PASSWORD)
    this.url = `redis+sentinel://:${password}@${hosts}/${NAME}/1?sentinel_password=${password}`
  }

  static async start(): Promise<SentinelGroup> {
    const folder = await serverFolder()
    const master = await RedisServer.start(join(folder.path, 'server-0'))
    const copies = await Promise.all(
      ['server-1', 'server-2'].map((name) => RedisServer.start(join(folder.path, name))),
    )
    for (const { client } of copies) await client.replicaof('127.0.0.1', master.port)
    const servers = [master, ...copies]
    const names = Array.from({ length: SENTINELS }, (_, index) => join(folder.path, `sentinel-${index}`))
    const started = await Promise.all(names.map((directory) => startSentinel(directory, master.port)))
    const sentinels = started.map(({ client }) => client)
    const group = new SentinelGroup(servers, sentinels, async () => {
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
    return this.servers.find((server) => server.port === Number(port))!
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

async function startSentinel(
  directory: string,
  masterPort: number,
): Promise<{ client: Redis; stop(): Promise<void> }> {
  await mkdir(directory, { recursive: true })
  const port = await freePort()
  const file = join(directory, 'sentinel.conf')
  const quoted = JSON.stringify(PASSWORD)
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${directory}`,
    `logfile ${join(directory, 'sentinel.log')}`,
    `requirepass ${quoted}`,
    `sentinel sentinel-pass ${quoted}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${masterPort} ${QUORUM}`,
    `sentinel auth-pass ${NAME} ${quoted}`,
    `sentinel down-after-milliseconds ${NAME} 4000`,
    `sentinel failover-timeout ${NAME} 5000`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawn(await findRedis(() => undefined), [file, '--sentinel'], { stdio: 'ignore' })
  const client = new Redis({ port, password: PASSWORD, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  await until(async () => (await client.ping()) === 'PONG')
  return { client, stop: () => stopChild(child, 'SIGKILL', 1_000) }
}
