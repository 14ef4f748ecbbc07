import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { ConfigError } from '../../config/error.ts'
import { databaseFailureOf } from './db/failures.ts'
import { CONNECT_TIMEOUT_MS } from './db/time-limits.ts'
import { redisFailureOf } from './redis.ts'

const RETRY_MS = 500
/** How often a process that waits says so again. */
const SAY_EVERY_MS = 30_000
/** What Redis says of a wrong password, a user that does not exist or may not do this, or a database it does not have. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password|DB index|Client sent AUTH))/

/**
 * Waits until Postgres answers, and says so in one line, seldom repeated. Of a Redis that is away it only says so:
 * processes start without. Throws `ConfigError` when an address or an account is wrong: waiting would not help.
 */
export async function reachServers(
  { databaseUrl, redisUrl }: { readonly databaseUrl: string; readonly redisUrl: string },
  say: (line: string) => void,
): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const fault = await faultOfPostgres(databaseUrl)
    if (fault === undefined) break
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      say(`waiting for Postgres at ${placeOf(databaseUrl)}: ${fault}`)
      saidAt = performance.now()
    }
    await sleep(RETRY_MS)
  }
  const fault = await faultOfRedis(redisUrl)
  if (fault !== undefined) say(`Redis at ${placeOf(redisUrl)} is away: what needs it waits (${fault})`)
}

/** Undefined when it answers. */
async function faultOfPostgres(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // what is asked rejects
  try {
    await client.connect()
    await client.query('SELECT 1')
    return undefined
  } catch (error) {
    if (databaseFailureOf(error) !== undefined) return wordsOf(error)
    throw new ConfigError(`Postgres at ${placeOf(url)} refuses DATABASE_URL: ${wordsOf(error)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function faultOfRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => null,
  })
  let told: unknown
  redis.on('error', (error) => {
    told ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
    return undefined
  } catch (error) {
    const cause = told ?? error
    if (redisFailureOf(cause) === undefined && REFUSED.test(wordsOf(cause))) {
      throw new ConfigError(`Redis at ${placeOf(url)} refuses REDIS_URL: ${wordsOf(cause)}`)
    }
    return wordsOf(cause)
  } finally {
    redis.disconnect()
  }
}

/** Host and port alone: the rest of the address may hold a password. */
function placeOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'its socket'
}

/** One line. */
function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || String(error)).split('\n', 1)[0]!
}
