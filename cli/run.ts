import { join } from 'node:path'
import {
  type Config,
  ConfigError,
  loadConfig,
  type RuntimeConfig,
  requireRuntime,
} from '../config/environment.ts'
import { keptSecret } from '../config/kept-secret.ts'
import { openDevelopment } from '../config/open-development.ts'
import type { DemonstrationSummary } from '../core/demonstration/seed.ts'
import { childService } from './child.ts'
import { publishAddresses, takeDataDirectory } from './data-directory.ts'
import { embeddedPostgres, embeddedRedis } from './embedded.ts'
import { claimPort } from './listening-port.ts'
import { Supervisor } from './supervisor.ts'
import { welcome } from './welcome.ts'

/** A terminal and npm may both deliver the same Ctrl-C: a second one counts only after this long. */
const SAME_SIGNAL_MS = 500

export type Parts = {
  /** Paths of the scripts that are run as processes. */
  gateway: string
  worker: string
  /** Brings the database up to date; called when Postgres and Redis answer and nothing uses them yet. */
  prepare(config: RuntimeConfig): Promise<DemonstrationSummary | undefined>
  /** Called once everything serves, with a function that replaces all gateways and workers. */
  started?(restart: () => Promise<void>): void
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * `npm start`: runs everything until a signal ends it, then exits with code 0. What an operator has to put
 * right is said in one line on standard error, and the exit code is 1.
 */
export async function run(parts: Parts): Promise<void> {
  const supervisor = new Supervisor(say)
  let release = async () => {}
  const stopped = stopOnSignal(supervisor, () => release())
  try {
    const config = loadConfig()
    release = await takeDataDirectory(config.dataDir)
    await bringUp(parts, supervisor, config)
  } catch (error) {
    if (stopped()) return
    process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${(error as Error).stack}\n`)
    await supervisor.stop()
    await release()
    process.exit(1)
  }
}

async function bringUp(parts: Parts, supervisor: Supervisor, given: Config): Promise<void> {
  const port = await claimPort(given.host, given.port)

  // In the order in which they are started; they are stopped in the reverse one.
  const postgres = given.databaseUrl ? undefined : embeddedPostgres(given.dataDir)
  const redis = given.redisUrl ? undefined : embeddedRedis(given.dataDir, say)
  const servers = [postgres, redis].filter((server) => server !== undefined)
  await Promise.all(servers.map((server) => supervisor.start([server])))

  // In production nobody reads the welcome: there the pages under /ops open to a password that was chosen.
  const isGenerated = given.operatorPassword === undefined && !given.isProduction
  const operatorPassword = isGenerated
    ? await keptSecret(join(given.dataDir, 'operator-password'))
    : given.operatorPassword
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: given.dataDir,
    DATABASE_URL: given.databaseUrl ?? postgres?.url(),
    REDIS_URL: given.redisUrl ?? redis?.url(),
    SECRET_KEY: given.secretKey ?? (await keptSecret(join(given.dataDir, 'secret-key'))),
    OPERATOR_PASSWORD: operatorPassword,
  }
  const config = requireRuntime(loadConfig(env))
  env.ROOT_URL = config.rootUrl
  const demonstration = await parts.prepare(config)
  await publishAddresses(config.dataDir, config)

  const children = (kind: string, count: number, script: string) =>
    Array.from({ length: count }, (_, index) => childService({ name: `${kind} ${index + 1}`, script, env }))
  await Promise.all([
    supervisor.start(children('worker', config.workers, parts.worker)),
    supervisor.start(children('gateway', config.gateways, parts.gateway)),
  ])
  const warning = openDevelopment(config)
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  say(welcome(config, demonstration, isGenerated ? operatorPassword : undefined))
  parts.started?.(() => supervisor.restartFrom(servers.length))
}

/** The first signal stops everything in order, a second one at once. Returns whether there has been one. */
function stopOnSignal(supervisor: Supervisor, release: () => Promise<void>): () => boolean {
  let since: number | undefined
  const stop = async () => {
    if (since === undefined) {
      since = Date.now()
      say('Stopping; once more to force it')
      await supervisor.stop()
      await release()
      process.exit(0)
    }
    if (Date.now() - since < SAME_SIGNAL_MS) return
    supervisor.kill()
    await release()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return () => since !== undefined
}
