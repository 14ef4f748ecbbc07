import { join } from 'node:path'
import { pino } from 'pino'
import {
  type Config,
  ConfigError,
  loadConfig,
  type RuntimeConfig,
  requireRuntime,
} from '../config/environment.ts'
import { readOrCreateSecret } from '../config/secret-file.ts'
import type { Core } from '../core/state/core.ts'
import { publishedAddresses } from './data-directory.ts'
import { LazyJobQueues } from './lazy-job-queues.ts'

/** The server that a command works on. */
export type Operator = { core: Core; config: RuntimeConfig }

/**
 * Runs `command` on the server's database: the configured one, or the database of the `npm start` that runs on
 * DATA_DIR. Throws `ConfigError` when there is neither, or when the database cannot be used.
 */
export async function operate(command: (operator: Operator) => Promise<void>): Promise<void> {
  const config = await findServers(loadConfig())
  const queues = new LazyJobQueues(config.redisUrl)
  const core = await open(config, queues)
  try {
    await command({ core, config })
  } catch (error) {
    throw explained(error) ?? error
  } finally {
    await core.close()
    await queues.close()
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function findServers(config: Config): Promise<RuntimeConfig> {
  const running = await publishedAddresses(config.dataDir)
  const databaseUrl = config.databaseUrl ?? running?.databaseUrl
  const redisUrl = config.redisUrl ?? running?.redisUrl
  if (databaseUrl === undefined || redisUrl === undefined) {
    throw new ConfigError(
      `No server is running on ${config.dataDir}: start one with npm start, or set DATABASE_URL and REDIS_URL`,
    )
  }
  const secretKey = config.secretKey ?? (await readOrCreateSecret(join(config.dataDir, 'secret-key')))
  const rootUrl = process.env.ROOT_URL ? config.rootUrl : (running?.rootUrl ?? config.rootUrl)
  return requireRuntime({
    ...config,
    databaseUrl,
    redisUrl,
    secretKey,
    rootUrl,
    rootHost: new URL(rootUrl).host,
  })
}

async function open(config: RuntimeConfig, queues: LazyJobQueues): Promise<Core> {
  try {
    // Loaded here, because it takes a second of processor time, which help and mistakes do not need.
    const { openCore } = await import('../core/open-core.ts')
    return await openCore(config, pino({ level: 'silent' }), queues)
  } catch (error) {
    await queues.close()
    throw explained(error) ?? error
  }
}

/** An error that the operator can correct, as `ConfigError`; undefined for any other error. */
export function explained(error: unknown): ConfigError | undefined {
  if (error instanceof Error && error.name === 'MaxRetriesPerRequestError') {
    return new ConfigError('Redis cannot be reached: start it, or correct REDIS_URL')
  }
  const code = (error as { code?: unknown } | null)?.code
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return new ConfigError(`Postgres cannot be reached (${code}): start it, or correct DATABASE_URL`)
    case '25006':
      return new ConfigError(`Postgres accepts no writes: ${(error as Error).message}`)
    case '28000':
    case '28P01':
    case '3D000':
      return new ConfigError(`Postgres refuses DATABASE_URL: ${(error as Error).message}`)
    case '42P01':
    case '42703':
      return new ConfigError('The database is not up to date: start Loquat on it with npm start first')
    default:
      return undefined
  }
}
