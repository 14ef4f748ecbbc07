import { join } from 'node:path'
import { pino } from 'pino'
import {
  type Config,
  ConfigError,
  loadConfig,
  type RuntimeConfig,
  requireRuntime,
} from '../../config/environment.ts'
import { readOrCreateSecret } from '../../config/secret-file.ts'
import type { Core } from '../../core/state/core.ts'
import { publishedAddresses } from '../supervisor/data-directory.ts'
import { LazyJobQueues } from './lazy-job-queues.ts'

/** The server that a command works on. */
export type Operator = { core: Core; config: RuntimeConfig }

/**
 * Runs `command` on the server's database: the configured one, or the database of the `npm start` that runs
 * on DATA_DIR. Throws `ConfigError` when there is neither, or when the database cannot be used.
 */
export async function operate(command: (operator: Operator) => Promise<void>): Promise<void> {
  const config = await findServers(loadConfig())
  const queues = new LazyJobQueues(config.redisUrl)
  const core = await open(config, queues)
  try {
    await command({ core, config })
  } catch (error) {
    throw (await explained(error)) ?? error
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
    const { openCore } = await import('../../core/open-core.ts')
    return await openCore(config, pino({ level: 'silent' }), queues)
  } catch (error) {
    await queues.close()
    throw (await explained(error)) ?? error
  }
}

/**
 * An error that the operator can correct, or a server that is away or busy, as `ConfigError`; undefined for
 * any other error.
 */
export async function explained(error: unknown): Promise<ConfigError | undefined> {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  switch (code) {
    case '25006':
      return new ConfigError(`Postgres accepts no writes: ${message}`)
    case '28000':
    case '28P01':
    case '3D000':
      return new ConfigError(`Postgres refuses DATABASE_URL: ${message}`)
    case '42P01':
    case '42703':
      return new ConfigError('The database is not up to date: start Loquat on it with npm start first')
    default:
      return failedServer(error)
  }
}

/**
 * A server that failed while a command ran. The classes of failures are loaded here, because help and
 * mistakes need none.
 */
async function failedServer(error: unknown): Promise<ConfigError | undefined> {
  const [{ CommitUnknown, databaseFailureOf }, { redisFailureOf }] = await Promise.all([
    import('../../core/platform/db/servers/failures.ts'),
    import('../../core/platform/redis/redis.ts'),
  ])
  if (error instanceof CommitUnknown) {
    return new ConfigError('The answer of Postgres was lost: look whether the command took effect')
  }
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  const reason = typeof code === 'string' ? code : message.split('\n')[0]
  switch (redisFailureOf(error)) {
    case 'away':
      return new ConfigError('Redis cannot be reached: start it, or correct REDIS_URL')
    case 'refusing':
      return new ConfigError(`Redis refuses writes: ${message}`)
  }
  switch (databaseFailureOf(error)) {
    case 'away':
      return new ConfigError(`Postgres cannot be reached (${reason}): start it, or correct DATABASE_URL`)
    case 'busy':
      return new ConfigError(`Postgres is busy (${reason}): run the command again`)
    case 'full':
      return new ConfigError(
        `The disk of Postgres is full (${reason}): make room, then run the command again`,
      )
  }
  return undefined
}
