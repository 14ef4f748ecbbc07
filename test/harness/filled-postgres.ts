import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashOf } from '../../build/only-when-changed.mjs'
import { startPostgres } from '../../config/embedded/postgres.ts'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import type { Organization } from './template.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const CACHE = join(ROOT, 'node_modules/.cache/loquat-test-clusters')

/** The sources that decide the content of the template database. */
const SOURCES = ['config', 'core', 'package-lock.json', 'test/harness/template.ts']

/** Number of clusters in the cache, about 90 MB each. */
const KEPT = 3

/** The files of all processes of a run share the connections. */
const SETTINGS = { max_connections: 500 }

/** Beside the data of a cluster: the `Organization` of its template database. */
const ORGANIZATION = 'organization.json'

/**
 * Starts a Postgres with the template database (the demonstration organization without messages), with its
 * data in the new folder `directory`. The data is a copy of a cluster in the cache, which an earlier run made
 * from the same sources on the same day, because the template holds times.
 */
export async function startFilledPostgres(
  directory: string,
  redisUrl: string,
): Promise<{ readonly postgres: EmbeddedServer; readonly organization: Organization }> {
  const day = new Date().toISOString().slice(0, 10)
  const cached = join(CACHE, `${day}-${(await hashOf(ROOT, SOURCES)).slice(0, 16)}`)
  if (!(await takeCopy(cached, directory))) {
    await makeFilled(directory, redisUrl)
    await keepCopy(directory, cached)
  }
  const organization = JSON.parse(await readFile(join(directory, ORGANIZATION), 'utf8')) as Organization
  return { postgres: await startPostgres({ directory, durable: false, settings: SETTINGS }), organization }
}

/** Returns false when the cache does not have the cluster, or another run has deleted it meanwhile. */
async function takeCopy(cached: string, directory: string): Promise<boolean> {
  try {
    const now = new Date()
    await utimes(cached, now, now)
    await copy(cached, directory)
    return true
  } catch {
    await rm(directory, { recursive: true, force: true })
    return false
  }
}

/** Makes the cluster, which is stopped in the end. */
async function makeFilled(directory: string, redisUrl: string): Promise<void> {
  const [{ buildTemplate }, { migrate }, postgres] = await Promise.all([
    import('./template.ts'),
    import('../../core/platform/db/migrate.ts'),
    startPostgres({ directory, durable: false }),
  ])
  try {
    const organization = await buildTemplate(postgres.url, redisUrl, migrate)
    await writeFile(join(directory, ORGANIZATION), JSON.stringify(organization))
  } finally {
    await postgres.stop()
  }
}

/** Puts a copy into the cache, and deletes the copies that were used longest ago. */
async function keepCopy(directory: string, cached: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = `${cached}.${process.pid}`
  await copy(directory, draft)
  // Fails when another run has kept the same cluster meanwhile.
  await rename(draft, cached).catch(() => rm(draft, { recursive: true, force: true }))
  const all = await Promise.all(
    (await readdir(CACHE)).map(async (name) => {
      const path = join(CACHE, name)
      return { path, used: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const old = all.sort((one, other) => other.used - one.used).slice(KEPT)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}

/** Copies a folder with the owners of its files: Postgres does not run as root. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await promisify(execFile)('cp', ['-a', from, to])
}
