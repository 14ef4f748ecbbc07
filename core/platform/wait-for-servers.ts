import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { ConfigError } from '../../config/error.ts'
import { parseRedisAddress, type RedisAddress, redisHosts } from '../../config/redis-address.ts'
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
    const at = redisHosts(parseRedisAddress(redisUrl)!)
    say(`Redis at ${at} is not reachable; features that need it wait for it (${fault})`)
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

/**
 * Returns the reason why Redis is not reachable; undefined when it answers. Of a cluster and of sentinels, the first that
 * answers counts. Throws `ConfigError` when none of them can be what REDIS_URL says.
 */
async function checkRedis(redisUrl: string): Promise<string | undefined> {
  const address = parseRedisAddress(redisUrl)!
  if (address.kind === 'server') return askRedis(new Redis(address.url, ASK_ONCE), address)
  const hosts = address.kind === 'cluster' ? address.nodes : address.sentinels
  const account = address.kind === 'cluster' ? address.account : { password: address.sentinelPassword }
  let fault: string | undefined
  for (const host of hosts) {
    fault = await askRedis(
      new Redis({ ...ASK_ONCE, ...account, ...host, ...(address.isTls && { tls: {} }) }),
      address,
    )
    if (fault === undefined) return undefined
  }
  return fault
}

const ASK_ONCE = {
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: () => null,
}

/** Asks one server whether it is what the address says, and disconnects. */
async function askRedis(redis: Redis, address: RedisAddress): Promise<string | undefined> {
  let firstError: unknown
  redis.on('error', (error) => {
    firstError ??= error
  })
  const refuse = (why: string) => new ConfigError(`Redis at ${redisHosts(address)} refuses REDIS_URL: ${why}`)
  try {
    await redis.connect()
    if (address.kind === 'sentinel') {
      const master = await redis.call('SENTINEL', 'get-master-addr-by-name', address.master)
      if (master === null) throw refuse(`the sentinels know no master ${address.master}`)
      return undefined
    }
    const isCluster = /^cluster_enabled:1/m.test(await redis.info('cluster'))
    if (address.kind === 'server' && isCluster)
      throw refuse('it is a node of a cluster, whose URL begins with redis+cluster://')
    if (address.kind === 'cluster' && !isCluster) throw refuse('it is not a node of a cluster')
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const cause = firstError ?? error
    if (redisFailureOf(cause) === undefined && REFUSED.test(firstLineOf(cause))) {
      throw refuse(firstLineOf(cause))
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
