import { randomBytes } from 'node:crypto'
import { Cluster } from 'ioredis'
import { CONNECT_TIMEOUT_MS } from '../../core/platform/db/servers/time-limits.ts'
import { findRedisFault } from '../../core/platform/processes/wait-for-servers.ts'
import { openRedis, type RedisClient } from '../../core/platform/redis/redis-connection.ts'
import {
  type Check,
  type Finding,
  notChecked,
  ok,
  type Row,
  reasonOf,
  runCheck,
  runInOrder,
  warning,
  wrong,
} from './check.ts'
import { compareClocks, measureClock } from './clock.ts'

const OLDEST_VERSION = [6, 2]
const OLDEST_OF_CLUSTERS = 7
/** The share of maxmemory from which Redis is nearly full. */
const NEARLY_FULL = 0.8

const START = 'start Redis and let this machine reach it, or correct REDIS_URL'
const LOG = 'see the log of Redis'

/** Checks Redis, of a cluster one of its masters, and calls `use` with the connection when Redis answers. */
export async function checkRedis(url: string, use: (redis: RedisClient) => Promise<void>): Promise<Row[]> {
  const redis = openRedis(url, {
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
    const connected = await runCheck({
      name: 'Redis',
      advice: START,
      run: async () => {
        // A connection to several servers tries again and again, and does not say why.
        const fault = await findRedisFault(url)
        if (fault !== undefined) return wrong(fault.reason, fault.advice ?? START)
        try {
          return await connect(redis)
        } catch (error) {
          return wrong(reasonOf(firstError ?? error), START)
        }
      },
    })
    if (connected.status === 'wrong') return [connected, ...notChecked(checks(redis), connected.name)]
    const rows = await runInOrder(checks(redis))
    await use(redis)
    return [connected, ...rows]
  } finally {
    redis.disconnect()
  }
}

async function connect(redis: RedisClient): Promise<Finding> {
  await redis.connect()
  const info = await infoOf(redis)
  const valkey = info.get('valkey_version')
  const version = info.get('redis_version') ?? '0'
  const name = valkey === undefined ? `Redis ${version}` : `Valkey ${valkey}`
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < OLDEST_VERSION[0]! || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1]!)
  if (isOld) return wrong(name, 'use Redis 6.2 or newer, or Valkey')
  const hasShardedPubSub = major >= OLDEST_OF_CLUSTERS
  if (redis instanceof Cluster && !hasShardedPubSub)
    return wrong(name, 'use Redis 7 or newer, or Valkey, for a cluster')
  return ok(name)
}

const checks = (redis: RedisClient): Check[] => [
  { name: 'Redis commands', advice: LOG, run: () => tryCommands(redis) },
  {
    name: 'Redis maxmemory-policy',
    advice: LOG,
    run: async () => {
      const info = await infoOf(redis)
      const policy = info.get('maxmemory_policy') ?? 'unknown'
      const advice = 'set maxmemory-policy noeviction in redis.conf'
      if (policy !== 'noeviction') return wrong(`${policy} deletes jobs, queues and sessions`, advice)
      const [used, max] = ['used_memory', 'maxmemory'].map((name) => Number(info.get(name) ?? 0)) as [
        number,
        number,
      ]
      if (max > 0 && used > max * NEARLY_FULL) {
        const found = `${Math.round((used / max) * 100)} % of maxmemory in use`
        return warning(found, 'raise maxmemory: a full Redis refuses writes')
      }
      return ok(max === 0 ? policy : `${policy}, ${Math.round((used / max) * 100)} % of maxmemory in use`)
    },
  },
  {
    name: 'Redis persistence',
    advice: LOG,
    run: async () => {
      const info = await infoOf(redis)
      const failing = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'].find(
        (name) => (info.get(name) ?? 'ok') !== 'ok',
      )
      if (failing !== undefined)
        return wrong(`${failing} is not ok`, 'give the disk of Redis room, and see its log')
      if (info.get('aof_enabled') === '1') return ok('appendonly yes')
      const advice = 'set appendonly yes; no message depends on it'
      return warning(
        'appendonly no: a restart of Redis logs browsers out and makes clients register again',
        advice,
      )
    },
  },
  {
    name: 'Redis clock',
    advice: LOG,
    run: async () => {
      const clock = await measureClock(async () => {
        const [seconds, micros] = (await redis.time()) as unknown as [string, string]
        return Number(seconds) * 1000 + Number(micros) / 1000
      })
      return compareClocks('Redis', clock)
    },
  },
]

/** Runs the kinds of commands that Loquat uses on a key that it deletes. */
async function tryCommands(redis: RedisClient): Promise<Finding> {
  if ((await infoOf(redis)).get('role') !== 'master') {
    return wrong('the server is a replica', 'point REDIS_URL at the primary')
  }
  const key = `doctor:${randomBytes(8).toString('hex')}`
  try {
    await redis.xadd(key, '*', 'field', 'value')
    await redis.expire(key, 60)
    const length = await redis.eval("return redis.call('XLEN', KEYS[1])", 1, key)
    if (length !== 1) return wrong('a stream lost an entry', LOG)
    await redis.publish(key, 'nobody listens')
    return ok('streams, scripts and publishing work')
  } catch (error) {
    const advice = /NOPERM/.test(reasonOf(error))
      ? 'give the user of REDIS_URL all commands and keys: ACL SETUSER <name> ~* &* +@all'
      : 'give Redis memory and disk; see its log'
    return wrong(reasonOf(error), advice)
  } finally {
    await redis.del(key).catch(() => undefined)
  }
}

async function infoOf(redis: RedisClient): Promise<ReadonlyMap<string, string>> {
  const lines = (await redis.info()).split('\r\n')
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const]
    }),
  )
}
