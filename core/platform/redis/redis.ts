import type { Logger } from '../log/log.ts'
import { openRedis, type RedisClient } from './redis-connection.ts'

/** Why Redis failed: it is unreachable or does not answer, or it refuses writes. */
export type RedisFailure = 'away' | 'refusing'

const LOST =
  /^(Command timed out|Connection is closed|Socket closed unexpectedly|Socket timeout|Stream isn't writeable|Cluster isn't ready|Failed to refresh slots cache|None of startup nodes is available|Too many Cluster redirections)/
/**
 * Matches temporary failures in a reply of Redis, or in a script's error about a reply. NOAUTH and other
 * errors of the configuration are not temporary.
 */
const NOT_YET = /\b(LOADING Redis|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY Redis)/
/** Its memory is full, it is a replica, its disk is full, or it has too few replicas. */
const REFUSES = /\b(OOM command not allowed|READONLY You|MISCONF|NOREPLICAS)/

/** Returns why Redis failed; undefined when the command itself is the cause. */
export function redisFailureOf(error: unknown): RedisFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const { name, message } = error
  if (name === 'MaxRetriesPerRequestError' || LOST.test(message)) return 'away'
  if (name !== 'ReplyError') return undefined
  if (NOT_YET.test(message)) return 'away'
  return REFUSES.test(message) ? 'refusing' : undefined
}

/** Interval at which a connection that keeps retrying logs the failure. */
const SAY_EVERY_MS = 30_000

/** A connection that fails fast while Redis is away or hangs, instead of queueing without bound. */
export function connectRedis(url: string, log: Logger): RedisClient {
  const redis = openRedis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 2_000,
    socketTimeout: 5_000, // Each reply restarts it.
    retryStrategy: (times) => Math.min(times * 50, 1_000),
    queuesWhileAway: false,
  })
  let saidAt = Number.NEGATIVE_INFINITY
  redis.on('error', (error) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    log.warn({ err: error }, 'Redis cannot be reached; trying again')
  })
  redis.on('ready', () => {
    if (saidAt > 0) log.info('Redis answers again')
    saidAt = Number.NEGATIVE_INFINITY
  })
  return redis
}
