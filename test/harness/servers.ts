import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import type { TestServers } from './ask.ts'
import { startFilledPostgres } from './filled-postgres.ts'
import { RedisCluster } from './redis-cluster.ts'

/** The servers of the run that has started this one, as JSON. */
export const SERVERS = 'LOQUAT_TEST_SERVERS'

export interface RunningServers extends TestServers {
  readonly stop: () => Promise<void>
}

/**
 * Starts Postgres, with the template database, and Redis for a run, or borrows them from the run that has
 * started this one. With LOQUAT_TEST_REDIS=cluster it starts a Redis Cluster, whose keys all files share:
 * they run one after the other, and each begins with an empty one.
 */
export async function startServers(): Promise<RunningServers> {
  const borrowed = process.env[SERVERS]
  const [servers, cluster] = await Promise.all([
    borrowed === undefined
      ? startOwn()
      : { ...(JSON.parse(borrowed) as TestServers), stop: async () => undefined },
    process.env.LOQUAT_TEST_REDIS === 'cluster' ? RedisCluster.start() : undefined,
  ])
  return {
    ...servers,
    redisUrl: cluster?.url ?? servers.redisUrl,
    stop: async () => {
      await Promise.all([servers.stop(), cluster?.stop()])
    },
  }
}

async function startOwn(): Promise<RunningServers> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-test-'))
  const started: EmbeddedServer[] = []
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()))
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const redis = await startRedis({ directory, durable: false, databases: 4096 })
    started.push(redis)
    const { postgres, organization } = await startFilledPostgres(join(directory, 'cluster'), redis.url)
    started.push(postgres)
    return { postgresUrl: postgres.url, redisUrl: redis.url, organization, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
