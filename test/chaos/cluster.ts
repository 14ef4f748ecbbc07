import { join } from 'node:path'
import { migrate } from '../../core/platform/db/migrate.ts'
import type { Place } from '../harness/place.ts'
import { RedisCluster } from '../harness/redis-cluster.ts'
import { createFolder, createOrganization, Fleet, type Organization } from './fleet.ts'
import { Network } from './network.ts'
import { PostgresNode } from './postgres-node.ts'

const REDIS_NODES = 6
const PORT = 9991
/** The settings of docs/redis.md. */
const REDIS_SETTINGS = [['cluster-node-timeout', 5_000]] as const

/** Many machines: every gateway, worker, node of a Redis Cluster and Postgres has a network namespace of its own. */
export class Cluster extends Fleet {
  readonly network: Network
  readonly redis: RedisCluster
  readonly postgres: PostgresNode

  private constructor(
    directory: string,
    network: Network,
    redis: RedisCluster,
    postgres: PostgresNode,
    organization: Organization,
  ) {
    super(directory, organization, { DATABASE_URL: postgres.url, REDIS_URL: redis.url })
    this.network = network
    this.redis = redis
    this.postgres = postgres
  }

  static async start(gateways: number, workers: number): Promise<Cluster> {
    const directory = await createFolder()
    const network = await Network.start([
      ...names('gateway', gateways),
      ...names('worker', workers),
      ...names('redis', REDIS_NODES),
      'postgres-0',
    ])
    const places = names('redis', REDIS_NODES).map((name) => network.place(name))
    const [redis, postgres] = await Promise.all([
      RedisCluster.start(places, REDIS_SETTINGS),
      PostgresNode.create(join(directory, 'postgres-0'), network.place('postgres-0')),
    ])
    await migrate(postgres.url)
    const organization = await createOrganization(postgres.url, redis.url)
    const cluster = new Cluster(directory, network, redis, postgres, organization)
    // Servers must not outlive this process.
    process.once('exit', () => {
      for (const server of redis.servers) server.signal('SIGKILL')
      void postgres.end('SIGQUIT')
    })
    await cluster.startProcesses(gateways, workers)
    return cluster
  }

  get databaseUrl(): string {
    return this.postgres.url
  }

  /** The names of all hosts but one. */
  othersThan(name: string): string[] {
    const all = [
      ...names('gateway', this.gateways.length),
      ...names('worker', this.workers.length),
      ...names('redis', REDIS_NODES),
      'postgres-0',
    ]
    return all.filter((each) => each !== name)
  }

  protected portOf(): Promise<number> {
    return Promise.resolve(PORT)
  }

  protected override placeOf(name: string): Place {
    return this.network.place(name)
  }

  protected async stopServers(): Promise<void> {
    await this.network.heal()
    await Promise.all([this.redis.stop(), this.postgres.end('SIGQUIT')])
    this.network.stop()
  }
}

const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${kind}-${n}`)
