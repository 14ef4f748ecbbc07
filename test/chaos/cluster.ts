import type { Place } from '../harness/place.ts'
import { RedisCluster } from '../harness/redis-cluster.ts'
import { createFolder, createOrganization, Fleet, type Organization } from './fleet.ts'
import { Mailbox } from './invitations.ts'
import { Network } from './network.ts'
import { PostgresNodes } from './postgres-nodes.ts'

const REDIS_NODES = 6
export const POSTGRES = ['postgres-0', 'postgres-1'] as const
const PORT = 9991
/** The settings of docs/redis.md. */
const REDIS_SETTINGS = [['cluster-node-timeout', 2_000]] as const

/**
 * Many machines: every gateway, worker, node of a Redis Cluster and Postgres has a network namespace of its
 * own.
 */
export class Cluster extends Fleet {
  readonly network: Network
  readonly redis: RedisCluster
  readonly postgres: PostgresNodes
  readonly mailbox: Mailbox

  private constructor(
    directory: string,
    network: Network,
    redis: RedisCluster,
    postgres: PostgresNodes,
    mail: { readonly mailbox: Mailbox; readonly url: string },
    organization: Organization,
    former: string | undefined,
  ) {
    super(directory, organization, {
      // A former build may know one server only.
      DATABASE_URL: former === undefined ? postgres.url : postgres.primary.url,
      REDIS_URL: redis.url,
      SMTP_URL: mail.url,
      MAIL_FROM: 'chat@demo.test',
      INVITATIONS_PER_DAY: '1000000',
      INVITATIONS_PER_DAY_OF_NEW_REALM: '1000000',
    })
    this.source = former
    this.mailbox = mail.mailbox
    this.network = network
    this.redis = redis
    this.postgres = postgres
  }

  /** `former`: the folder of a former build, which all processes run at first. */
  static async start(gateways: number, workers: number, former?: string): Promise<Cluster> {
    const directory = await createFolder()
    const network = await Network.start([
      ...names('gateway', gateways),
      ...names('worker', workers),
      ...names('redis', REDIS_NODES),
      ...POSTGRES,
    ])
    const places = names('redis', REDIS_NODES).map((name) => network.place(name))
    const [redis, postgres, mail] = await Promise.all([
      RedisCluster.start(places, REDIS_SETTINGS),
      PostgresNodes.start(directory, POSTGRES, [network.place(POSTGRES[0]), network.place(POSTGRES[1])]),
      Mailbox.start(network.testHost),
    ])
    const organization = await createOrganization(postgres.primary.url, redis.url, former)
    const cluster = new Cluster(directory, network, redis, postgres, mail, organization, former)
    // Servers must not outlive this process.
    process.once('exit', () => {
      for (const server of redis.servers) server.signal('SIGKILL')
      postgres.abandon()
    })
    await cluster.startProcesses(gateways, workers)
    return cluster
  }

  get databaseUrl(): string {
    return this.postgres.primary.url
  }

  /** The names of all hosts but one. */
  othersThan(name: string): string[] {
    const all = [
      ...names('gateway', this.gateways.length),
      ...names('worker', this.workers.length),
      ...names('redis', REDIS_NODES),
      ...POSTGRES,
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
    await Promise.all([this.redis.stop(), this.postgres.stop(), this.mailbox.stop()])
    this.network.stop()
  }
}

const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${kind}-${n}`)
