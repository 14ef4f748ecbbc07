import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import { RECORDINGS } from './recorder.ts'
import { buildTemplate, TEMPLATE } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the cluster, without a database name's worth: each file clones its own from the template. */
    postgresUrl: string
    redisUrl: string
    /** What the template holds, as JSON. */
    template: string
  }
}

/**
 * One Postgres cluster and one Redis for the run, a template database with the demonstration organization
 * (without messages) that each test file clones, and the compiled product for tests that kill processes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-test-'))
  // The files, not the folder: another run may be writing to its own.
  await mkdir(RECORDINGS, { recursive: true })
  for (const file of await readdir(RECORDINGS)) await rm(`${RECORDINGS}/${file}`, { force: true })
  // Emits whatever compiles: `npm run types` is what judges types.
  spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'ignore' })
  const [postgres, redis] = await Promise.all([
    startPostgres({ directory, durable: false }),
    startRedis({ directory, durable: false, databases: 4096 }),
  ])
  const template = await buildTemplate(postgres.url, redis.url, migrate)
  project.provide('postgresUrl', postgres.url)
  project.provide('redisUrl', redis.url)
  project.provide('template', JSON.stringify({ name: TEMPLATE, ...template }))
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(directory, { recursive: true, force: true })
  }
}
