import { Cluster, Command, Redis, type RedisOptions } from 'ioredis'
import { parseRedisAddress, type RedisAddress } from '../../../config/redis-address.ts'
import { isTracing, spanBelow } from '../log/spans.ts'
import { MasterConnector } from './master-connector.ts'
import { endTimersWithConnections } from './socket-timers.ts'

/** A connection to one Redis, to the master that sentinels name, or to the nodes of a Redis Cluster. */
export type RedisClient = Redis | Cluster

/** The options of a connection that do not depend on the address. */
export type ConnectionOptions = Pick<
  RedisOptions,
  | 'commandTimeout'
  | 'connectTimeout'
  | 'lazyConnect'
  | 'maxRetriesPerRequest'
  | 'retryStrategy'
  | 'socketTimeout'
> & {
  /**
   * False lets commands fail while a cluster is unreachable. Other connections go by `maxRetriesPerRequest`.
   */
  readonly queuesWhileAway?: boolean
}

/**
 * How often a connection to a cluster asks which node serves which slot. It also asks when a node fails or
 * redirects.
 */
const SLOTS_REFRESH_MS = 5_000

/**
 * Opens a connection to the Redis that REDIS_URL names. Throws for a malformed address, which `config` has
 * refused.
 */
export function openRedis(redisUrl: string, options: ConnectionOptions = {}): RedisClient {
  const redis = openAt(redisUrl, options)
  return isTracing() ? traced(redis) : redis
}

function openAt(redisUrl: string, options: ConnectionOptions): RedisClient {
  const address = parseRedisAddress(redisUrl)
  if (address === undefined) throw new Error('REDIS_URL is malformed')
  const { queuesWhileAway = true, ...given } = options
  // Operators tell Loquat's connections from others by the name.
  const rest = { connectionName: 'loquat', ...given }
  if (address.kind === 'cluster') return openCluster(address, rest, queuesWhileAway)
  const redis =
    address.kind === 'server'
      ? new Redis(address.url, rest)
      : new Redis({
          ...rest,
          ...address.account,
          sentinels: address.sentinels.map((each) => ({ ...each })),
          name: address.master,
          db: address.database,
          sentinelPassword: address.sentinelPassword,
          Connector: MasterConnector,
          ...(address.isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
          // A master that became a replica refuses writes: the sentinels name its successor. Redis 6 puts the
          // error of a script into another one.
          reconnectOnError: (error) => /\bREADONLY You/.test(error.message) && 2,
        })
  return endTimersWithConnections(redis)
}

function openCluster(
  { nodes, account, isTls }: RedisAddress & { kind: 'cluster' },
  { retryStrategy, lazyConnect, ...rest }: RedisOptions,
  queuesWhileAway: boolean,
): Cluster {
  const cluster = new Cluster(
    nodes.map((each) => ({ ...each })),
    {
      lazyConnect,
      enableOfflineQueue: queuesWhileAway,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      ...(retryStrategy && { clusterRetryStrategy: (times: number) => retryStrategy(times) }),
      // A certificate names hosts, so their names are not replaced by addresses.
      ...(isTls && { dnsLookup: (host, done) => done(null, host) }),
      redisOptions: { ...rest, ...account, ...(isTls && { tls: {} }) },
    },
  )
  return endTimersWithConnections(cluster)
}

/** Adds each command to the current trace. A script has the name of its command. */
function traced<Client extends RedisClient>(redis: Client): Client {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, ...rest: never[]) => {
    const span = spanBelow('redis', () => ({ 'db.system.name': 'redis', 'db.operation.name': command.name }))
    if (span !== undefined) {
      command.promise.then(
        () => span.end(),
        (error: unknown) => span.end(error),
      )
    }
    return send(command, ...rest)
  }
  return redis
}

/** Opens another connection for pub/sub, which subscribes by itself each time it is ready. */
export function subscriberOf(redis: RedisClient): RedisClient {
  return endTimersWithConnections(
    redis instanceof Cluster
      ? redis.duplicate([], { lazyConnect: false })
      : redis.duplicate({ autoResubscribe: false }),
  )
}

/**
 * Opens a connection, not yet connected, to the server that has the key: in a cluster to the master of its
 * slot, which may change. Throws while no such master is known.
 */
export function connectToNodeOf(redis: RedisClient, key: string, options: RedisOptions): Redis {
  if (!(redis instanceof Cluster))
    return endTimersWithConnections(redis.duplicate({ ...options, lazyConnect: true }))
  const address = redis.slots[slotOf(key)]?.[0]
  const node = redis.nodes('master').find(({ options: { host, port } }) => `${host}:${port}` === address)
  if (node === undefined) throw new Error('no node of the cluster serves the slot')
  return endTimersWithConnections(node.duplicate({ ...options, lazyConnect: true }))
}

/**
 * The address of the server that serves a slot, which may change in a cluster; undefined while it is not
 * known. Without a cluster there is one server, and the text stands for it.
 */
export const nodeServing = (redis: RedisClient, slot: number): string | undefined =>
  redis instanceof Cluster ? redis.slots[slot]?.[0] : 'the server'

/** The slot of a Redis Cluster in which a key is. */
export const slotOf = (key: string): number => new Command('get', [key]).getSlot()

/** The number of the database; a cluster has only 0. */
export const databaseOf = (redis: RedisClient): number =>
  redis instanceof Cluster ? 0 : (redis.options.db ?? 0)
