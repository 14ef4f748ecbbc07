import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import { RECORDINGS } from './recorder.ts'
import { RedisCluster } from './redis-cluster.ts'
import { buildTemplate, TEMPLATE } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the cluster. Each test file clones its own database from the template. */
    postgresUrl: string
    redisUrl: string
    /** Name of the template database and ids of its `Organization`, as JSON. */
    template: string
  }
}

/**
 * Starts one Postgres cluster and one Redis for the run, creates the template database (the demonstration
 * organization without messages), and compiles the product for tests that kill processes. With
 * LOQUAT_TEST_REDIS=cluster it starts a Redis Cluster, whose keys all files share: they run one after the
 * other, and each begins with an empty one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = process.env[SERVERS] === undefined ? await startServers() : borrowServers()
  const { postgresUrl, template, ...own } = servers
  const cluster = process.env.LOQUAT_TEST_REDIS === 'cluster' ? await RedisCluster.start() : undefined
  project.provide('postgresUrl', postgresUrl)
  project.provide('template', template)
  project.provide('redisUrl', cluster?.url ?? servers.redisUrl)
  return async () => {
    await Promise.all([own.stop(), cluster?.stop()])
  }
}

interface Servers {
  readonly postgresUrl: string
  readonly redisUrl: string
  readonly template: string
  readonly stop: () => Promise<void>
}

/** The servers of the run that has started this one, as JSON. */
export const SERVERS = 'LOQUAT_TEST_SERVERS'

function borrowServers(): Servers {
  return { ...JSON.parse(process.env[SERVERS]!), stop: async () => undefined }
}

async function startServers(): Promise<Servers> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-test-'))
  // Deletes the files and keeps the folder, because another run may be writing to it.
  await mkdir(RECORDINGS, { recursive: true })
  for (const file of await readdir(RECORDINGS)) await rm(`${RECORDINGS}/${file}`, { force: true })
  // Ignores type errors: `npm run types` checks types.
  spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'ignore' })
  const [postgres, redis] = await Promise.all([
    startPostgres({ directory, durable: false }),
    startRedis({ directory, durable: false, databases: 4096 }),
  ])
  const template = await buildTemplate(postgres.url, redis.url, migrate)
  return {
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    template: JSON.stringify({ name: TEMPLATE, ...template }),
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}
