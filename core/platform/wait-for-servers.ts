import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { ConfigError } from '../../config/error.ts'
import { databaseFailureOf } from './db/failures.ts'
import { CONNECT_TIMEOUT_MS } from './db/time-limits.ts'
import { redisFailureOf } from './redis.ts'

const RETRY_MS = 500
/** Interval at which a waiting process repeats its message. */
const SAY_EVERY_MS = 30_000
/** Replies of Redis to a wrong password, an unknown user, missing permissions or an unknown database. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password|DB index|Client sent AUTH))/

/**
 * Waits until Postgres answers. Reports the wait by `say` in one line and repeats it every 30 seconds. Only reports an
 * unreachable Redis, because processes start without it. Throws `ConfigError` when an address or an account is wrong,
 * because waiting would not help.
 */
export async function waitForServers(
  { databaseUrl, redisUrl }: { readonly databaseUrl: string; readonly redisUrl: string },
  say: (line: string) => void,
): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const fault = await checkPostgres(databaseUrl)
    if (fault === undefined) break
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      say(`waiting for Postgres at ${hostOf(databaseUrl)}: ${fault}`)
      saidAt = performance.now()
    }
    await sleep(RETRY_MS)
  }
  const fault = await checkRedis(redisUrl)
  if (fault !== undefined) {
    say(`Redis at ${hostOf(redisUrl)} is not reachable; features that need it wait for it (${fault})`)
  }
}

/** Returns the reason why Postgres is not reachable; undefined when it answers. */
async function checkPostgres(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the query rejects
  try {
    await client.connect()
    await client.query('SELECT 1')
    return undefined
  } catch (error) {
    if (databaseFailureOf(error) !== undefined) return firstLineOf(error)
    throw new ConfigError(`Postgres at ${hostOf(url)} refuses DATABASE_URL: ${firstLineOf(error)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the reason why Redis is not reachable; undefined when it answers. */
async function checkRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => null,
  })
  let firstError: unknown
  redis.on('error', (error) => {
    firstError ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
    return undefined
  } catch (error) {
    const cause = firstError ?? error
    if (redisFailureOf(cause) === undefined && REFUSED.test(firstLineOf(cause))) {
      throw new ConfigError(`Redis at ${hostOf(url)} refuses REDIS_URL: ${firstLineOf(cause)}`)
    }
    return firstLineOf(cause)
  } finally {
    redis.disconnect()
  }
}

/** Returns host and port only, because the rest of the URL may contain a password. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'its socket'
}

/** Returns the first line of an error's message. */
function firstLineOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || String(error)).split('\n', 1)[0]!
}
