import { join } from 'node:path'
import { slotOf } from '../../core/platform/redis-connection.ts'
import { PASSWORD, RedisServer, serverFolder, until } from './redis-servers.ts'

const SLOTS = 16_384
const MASTERS = 3

/** The settings that docs/redis.md requires, with a shorter time until a master counts as failed. */
const SETTINGS = [
  ['cluster-enabled', 'yes'],
  ['cluster-config-file', 'nodes.conf'],
  ['cluster-node-timeout', 1_000],
  ['cluster-require-full-coverage', 'no'],
  ['cluster-replica-validity-factor', 0],
  ['cluster-migration-barrier', 100],
] as const

/** A Redis Cluster of three masters with a replica each, in processes of their own. */
export class RedisCluster {
  readonly servers: readonly RedisServer[]
  readonly url: string
  readonly #remove: () => Promise<void>

  private constructor(servers: readonly RedisServer[], remove: () => Promise<void>) {
    this.servers = servers
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`)
    this.url = `redis+cluster://:${encodeURIComponent(PASSWORD)}@${hosts.join(',')}`
    this.#remove = remove
  }

  static async start(): Promise<RedisCluster> {
    const folder = await serverFolder()
    const names = Array.from({ length: 2 * MASTERS }, (_, index) => join(folder.path, `node-${index}`))
    const servers = await Promise.all(names.map((name) => RedisServer.start(name, SETTINGS)))
    const cluster = new RedisCluster(servers, folder.remove)
    await cluster.#join()
    return cluster
  }

  /** The master of a key's slot. */
  async masterOf(key: string): Promise<RedisServer> {
    const slot = slotOf(key)
    const owner = (await this.#slots()).find(({ from, to }) => from <= slot && slot <= to)!
    return this.#at(owner.ports[0]!)
  }

  async replicaOf(master: RedisServer): Promise<RedisServer> {
    const owned = (await this.#slots()).find(({ ports }) => ports[0] === master.port && ports.length > 1)!
    return this.#at(owned.ports[1]!)
  }

  /** All masters that serve slots. */
  async masters(): Promise<RedisServer[]> {
    const ports = new Set((await this.#slots()).map((range) => range.ports[0]!))
    return [...ports].map((port) => this.#at(port))
  }

  /** Moves the slot of a key to another master, key by key, as `redis-cli --cluster reshard` does. */
  async moveSlotOf(key: string, betweenKeys: () => Promise<unknown> = async () => undefined): Promise<void> {
    const slot = slotOf(key)
    const from = await this.masterOf(key)
    const to = (await this.masters()).find((master) => master !== from)!
    const ids = await Promise.all([from, to].map(({ client }) => client.call('CLUSTER', 'MYID')))
    await to.client.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(ids[0]))
    await from.client.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(ids[1]))
    for (;;) {
      const keys = (await from.client.call('CLUSTER', 'GETKEYSINSLOT', slot, 1)) as string[]
      if (keys.length === 0) break
      const migrate = ['127.0.0.1', to.port, '', 0, 5_000, 'AUTH', PASSWORD, 'KEYS', ...keys]
      await from.client.call('MIGRATE', ...migrate)
      await betweenKeys()
    }
    for (const { client } of [to, from]) await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', String(ids[1]))
    await until(async () => (await this.masterOf(key)) === to)
  }

  /** Resolves when another server is the master of the key's slot and accepts writes. */
  async failedOver(key: string, former: RedisServer): Promise<RedisServer> {
    await until(async () => (await this.masterOf(key)) !== former)
    return this.masterOf(key)
  }

  /** Starts a killed server again, and resolves when it copies its successor. */
  async heal(server: RedisServer): Promise<void> {
    await server.startAgain()
    await until(async () => (await server.client.info('replication')).includes('master_link_status:up'))
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
    await this.#remove()
  }

  #at(port: number): RedisServer {
    return this.servers.find((server) => server.port === port)!
  }

  /** The ranges of slots with the ports of the servers that have them, the master first. */
  async #slots(): Promise<{ from: number; to: number; ports: number[] }[]> {
    const asked = this.servers.find((server) => !server.hasDied)!
    const rows = (await asked.client.call('CLUSTER', 'SLOTS')) as [number, number, ...[string, number][]][]
    return rows.map(([from, to, ...nodes]) => ({ from, to, ports: nodes.map(([, port]) => port) }))
  }

  async #join(): Promise<void> {
    const [first, ...others] = this.servers
    const each = Math.ceil(SLOTS / MASTERS)
    for (const [index, { client }] of this.servers.entries()) {
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
      if (index >= MASTERS) continue
      const last = Math.min((index + 1) * each, SLOTS) - 1
      await client.call('CLUSTER', 'ADDSLOTSRANGE', index * each, last)
    }
    for (const { port } of others) await first!.client.call('CLUSTER', 'MEET', '127.0.0.1', port)
    const know = async () => {
      const infos = await Promise.all(this.servers.map(({ client }) => client.call('CLUSTER', 'INFO')))
      return infos.every(
        (info) =>
          /cluster_known_nodes:6\r[\s\S]*/.test(String(info)) && /cluster_state:ok/.test(String(info)),
      )
    }
    await until(know)
    for (const [index, { client }] of this.servers.slice(MASTERS).entries()) {
      const master = await this.servers[index]!.client.call('CLUSTER', 'MYID')
      await client.call('CLUSTER', 'REPLICATE', String(master))
    }
    await until(async () => {
      const copies = this.servers.slice(MASTERS).map(({ client }) => client.info('replication'))
      return (await Promise.all(copies)).every((info) => info.includes('master_link_status:up'))
    })
    await until(async () => (await this.#slots()).every(({ ports }) => ports.length === 2))
  }
}
