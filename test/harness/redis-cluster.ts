import { join } from 'node:path'
import { slotOf } from '../../core/platform/redis/redis-connection.ts'
import { type Place, THIS_MACHINE } from './place.ts'
import {
  ENCRYPTED_HOST,
  NAMED_NODE,
  PASSWORD,
  RedisServer,
  type Settings,
  serverFolder,
  until,
} from './redis-servers.ts'

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
  /** REDIS_URL for connections by TLS; only nodes that are encrypted accept them. */
  readonly encryptedUrl: string
  readonly #remove: () => Promise<void>

  private constructor(servers: readonly RedisServer[], remove: () => Promise<void>) {
    this.servers = servers
    const account = `:${encodeURIComponent(PASSWORD)}`
    this.url = `redis+cluster://${account}@${servers.map(({ address }) => address).join(',')}`
    const encrypted = servers.map(({ tlsPort }) => `${ENCRYPTED_HOST}:${tlsPort}`)
    this.encryptedUrl = `rediss+cluster://${account}@${encrypted.join(',')}`
    this.#remove = remove
  }

  /**
   * `places`: where the nodes run. `settings` replace the defaults of this file. `isEncrypted`: nodes reach
   * each other by TLS.
   */
  static async start(
    places: readonly Place[] = new Array(2 * MASTERS).fill(THIS_MACHINE),
    settings: Settings = [],
    isEncrypted = false,
  ): Promise<RedisCluster> {
    const folder = await serverFolder()
    const all = [...SETTINGS, ...(isEncrypted ? NAMED_NODE : []), ...settings]
    const servers = await Promise.all(
      places.map((place, index) =>
        RedisServer.start(join(folder.path, `node-${index}`), all, { place, isEncrypted }),
      ),
    )
    const cluster = new RedisCluster(servers, folder.remove)
    await cluster.#join()
    return cluster
  }

  /** The master of a key's slot. */
  async masterOf(key: string): Promise<RedisServer> {
    const slot = slotOf(key)
    const owner = (await this.#slots()).find(({ from, to }) => from <= slot && slot <= to)!
    return this.#at(owner.addresses[0]!)
  }

  async replicaOf(master: RedisServer): Promise<RedisServer> {
    const owned = (await this.#slots()).find(
      ({ addresses }) => this.#at(addresses[0]!) === master && addresses.length > 1,
    )!
    return this.#at(owned.addresses[1]!)
  }

  /** All masters that serve slots. */
  async masters(): Promise<RedisServer[]> {
    const addresses = new Set((await this.#slots()).map((range) => range.addresses[0]!))
    return [...addresses].map((address) => this.#at(address))
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
      const migrate = [to.host, to.port, '', 0, 5_000, 'AUTH', PASSWORD, 'KEYS', ...keys]
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

  /** Resolves when all servers know the same masters, each with its slots and a replica that copies it. */
  async settled(): Promise<void> {
    await until(async () => {
      const nodes = await Promise.all(
        this.servers.map(async ({ client }) => [
          String(await client.call('CLUSTER', 'INFO')),
          await client.info('replication'),
          String(await client.call('CLUSTER', 'NODES')),
        ]),
      )
      return nodes.every(
        ([cluster, replication, known]) =>
          /cluster_state:ok/.test(cluster!) &&
          /state=online|master_link_status:up/.test(replication!) &&
          !/ (noaddr|\S*fail\S*) /.test(known!),
      )
    })
  }

  /** Resolves when a server is no longer a master. */
  async hasNewMaster(former: RedisServer): Promise<void> {
    await until(async () => (await former.client.info('replication')).includes('role:slave'))
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

  /** `address`: as the nodes announce it, with their name or their address. */
  #at(address: string): RedisServer {
    return this.servers.find(
      (server) => server.address === address || `${ENCRYPTED_HOST}:${server.port}` === address,
    )!
  }

  /** The ranges of slots with the addresses of the servers that have them, the master first. */
  async #slots(): Promise<{ from: number; to: number; addresses: string[] }[]> {
    const asked = this.servers.find((server) => !server.hasDied)!
    const rows = (await asked.client.call('CLUSTER', 'SLOTS')) as [number, number, ...[string, number][]][]
    return rows.map(([from, to, ...nodes]) => ({
      from,
      to,
      addresses: nodes.map(([host, port]) => `${host}:${port}`),
    }))
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
    for (const { host, peerPort } of others) await first!.client.call('CLUSTER', 'MEET', host, peerPort)
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
    await until(async () => (await this.#slots()).every(({ addresses }) => addresses.length === 2))
  }
}
