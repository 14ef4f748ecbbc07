import { databaseHosts } from '../../../config/database-address.ts'
import { parseRedisAddress, redisHosts } from '../../../config/redis-address.ts'
import { CommitUnknown, databaseFailureOf } from '../db/servers/failures.ts'
import { markedOutage, type OutageOf } from '../log/outage.ts'
import { redisFailureOf } from '../redis/redis.ts'

/**
 * Tells the outages of Postgres and Redis, by the kind of an error, and those that errors are marked with.
 */
export function serverOutages({
  databaseUrl,
  redisUrl,
}: {
  readonly databaseUrl: string
  readonly redisUrl: string
}): OutageOf {
  const postgres = { part: 'Postgres', host: databaseHosts(databaseUrl) }
  const redis = { part: 'Redis', host: redisHosts(parseRedisAddress(redisUrl)!) }
  const redisPorts = portsOf(redis.host)
  const postgresPorts = portsOf(postgres.host)
  return (error) => {
    const known = markedOutage(error)
    if (known !== undefined) return known
    // A socket's error names the address, but not whether Redis or Postgres is there.
    const { port } = error as { port?: unknown }
    const isOfRedis = typeof port === 'number' && redisPorts.has(port) && !postgresPorts.has(port)
    if (isOfRedis || redisFailureOf(error) !== undefined) return redis
    const isOfPostgres = error instanceof CommitUnknown || databaseFailureOf(error) !== undefined
    return isOfPostgres ? postgres : undefined
  }
}

const portsOf = (hosts: string): ReadonlySet<number> =>
  new Set([...hosts.matchAll(/:(\d+)(?=,|$)/g)].map(([, port]) => Number(port)))
