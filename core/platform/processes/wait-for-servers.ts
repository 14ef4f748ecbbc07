import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { databaseHosts } from '../../../config/database-address.ts'
import { ConfigError } from '../../../config/error.ts'
import { parseRedisAddress, type RedisAddress, redisHosts } from '../../../config/redis-address.ts'
import { findPooler, POOLER_ADVICE } from '../db/pooler.ts'
import { databaseFailureOf } from '../db/servers/failures.ts'
import { CONNECT_TIMEOUT_MS } from '../db/servers/time-limits.ts'
import { redisFailureOf } from '../redis/redis.ts'

const RETRY_MS = 500
/** Interval at which a waiting process repeats its message. */
const SAY_EVERY_MS = 30_000
/** Replies of Redis to a wrong password, an unknown user, missing permissions or an unknown database. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password|DB index|Client sent AUTH))/
/** Codes of errors that mean that a certificate is not accepted. */
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_)/

/**
 * Waits until Postgres answers. Reports the wait by `say` in one line and repeats it every 30 seconds. Only
 * reports an unreachable Redis, because processes start without it. Throws `ConfigError` when an address or
 * an account is wrong, because waiting would not help.
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
      say(`waiting for Postgres at ${databaseHosts(databaseUrl)}: ${fault}`)
      saidAt = performance.now()
    }
    await sleep(RETRY_MS)
  }
  const fault = await findRedisFault(redisUrl)
  if (fault === undefined) return
  const at = redisHosts(parseRedisAddress(redisUrl)!)
  const { reason, advice, isLasting } = fault
  if (isLasting)
    throw new ConfigError([`Redis at ${at} refuses REDIS_URL: ${reason}`, advice].filter(Boolean).join('; '))
  say(`Redis at ${at} is not reachable; features that need it wait for it (${reason})`)
}

/**
 * Returns the reason why Postgres is not reachable; undefined when it answers. Of several servers, the one
 * that accepts writes must answer. Throws `ConfigError` for a pooler that Loquat cannot use.
 */
async function checkPostgres(url: string): Promise<string | undefined> {
  const refuse = (why: string) =>
    new ConfigError(`Postgres at ${databaseHosts(url)} refuses DATABASE_URL: ${why}`)
  try {
    const pooler = await findPooler(url)
    if (pooler !== undefined) throw refuse(`${pooler}; ${POOLER_ADVICE}`)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (databaseFailureOf(error) !== undefined) return firstLineOf(error)
    throw refuse(firstLineOf(error))
  }
}

/** Why Redis cannot be used. */
export interface RedisFault {
  readonly reason: string
  /** Advice for operators beyond starting the server. */
  readonly advice?: string
  /** Whether waiting would not help, because the address or the account is wrong. */
  readonly isLasting: boolean
}

const lasting = (reason: string, advice?: string): RedisFault => ({
  reason,
  isLasting: true,
  ...(advice && { advice }),
})

/**
 * Returns why Redis cannot be used; undefined when it answers. Of a cluster and of sentinels, the first that
 * answers, or that contradicts REDIS_URL, counts.
 */
export async function findRedisFault(redisUrl: string): Promise<RedisFault | undefined> {
  const address = parseRedisAddress(redisUrl)!
  if (address.kind === 'server') return askRedis(new Redis(address.url, ASK_ONCE), address)
  const hosts = address.kind === 'cluster' ? address.nodes : address.sentinels
  const account = address.kind === 'cluster' ? address.account : { password: address.sentinelPassword }
  let fault: RedisFault | undefined
  for (const host of hosts) {
    fault = await askRedis(
      new Redis({ ...ASK_ONCE, ...account, ...host, ...(address.isTls && { tls: {} }) }),
      address,
    )
    if (fault === undefined || fault.isLasting) return fault
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

/** Asks one server whether it is of the kind in the address, and disconnects. */
async function askRedis(redis: Redis, address: RedisAddress): Promise<RedisFault | undefined> {
  let firstError: unknown
  redis.on('error', (error) => {
    firstError ??= error
  })
  try {
    await redis.connect()
    if (address.kind === 'sentinel') {
      const master = await redis.call('SENTINEL', 'get-master-addr-by-name', address.master)
      return master === null ? lasting(`the sentinels know no master ${address.master}`) : undefined
    }
    const isCluster = /^cluster_enabled:1/m.test(await redis.info('cluster'))
    if (address.kind === 'server' && isCluster)
      return lasting('it is a node of a cluster, whose URL begins with redis+cluster://')
    if (address.kind === 'cluster' && !isCluster) return lasting('it is not a node of a cluster')
    return undefined
  } catch (error) {
    const cause = firstError ?? error
    const reason = firstLineOf(cause)
    if (redisFailureOf(cause) === undefined && REFUSED.test(reason))
      return lasting(reason, 'correct the database, user or password in REDIS_URL')
    const { code = '' } = cause as { code?: string }
    if (UNTRUSTED.test(code))
      return lasting(
        `its certificate is not accepted (${reason})`,
        'NODE_EXTRA_CA_CERTS names a file with further authorities',
      )
    return { reason, isLasting: false }
  } finally {
    redis.disconnect()
  }
}

/** Returns the first line of an error's message. */
function firstLineOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || String(error)).split('\n', 1)[0]!
}
