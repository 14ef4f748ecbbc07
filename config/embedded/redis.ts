import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Redis } from 'ioredis'
import { ConfigError } from '../error.ts'
import { keptSecret } from '../kept-secret.ts'
import { type EmbeddedServer, endOrphan, freePort, hasExited, stopChild } from './processes.ts'
import { findRedis } from './redis-binary.ts'

const STOP_DEADLINE_MS = 10_000

export type RedisOptions = {
  /** Created if need be. Holds the data in `redis/`, `redis.log` and `redis-password`. */
  directory: string
  /** False keeps everything in memory only: for data that nobody will miss. Default true. */
  durable?: boolean
  /** Default: a free one, another each time. */
  port?: number
  /** Number of logical databases. Default 16. */
  databases?: number
  /** Told, in one line, that Redis is being installed: that takes a while. */
  report?: (line: string) => void
}

/**
 * Starts a real Redis (or Valkey) on 127.0.0.1 over the data in `directory` and resolves once it has loaded
 * them and answers. Appends every write to a file and syncs it each second; never evicts. A server that a
 * killed run left on the same data is stopped first. Throws `ConfigError` when it cannot start.
 */
export async function startRedis(options: RedisOptions): Promise<EmbeddedServer> {
  const { durable = true, report = () => {} } = options
  const directory = resolve(options.directory)
  const data = join(directory, 'redis')
  const settingsFile = join(data, 'redis.conf')
  const log = join(directory, 'redis.log')
  const binary = await findRedis(report)
  await mkdir(data, { recursive: true, mode: 0o700 })
  const password = await keptSecret(join(directory, 'redis-password'))

  const orphan = Number.parseInt((await readFile(join(data, 'redis.pid'), 'utf8').catch(() => '')) || '0', 10)
  if (orphan) await endOrphan(orphan, settingsFile, 'SIGTERM')

  const port = options.port ?? (await freePort())
  const settings: Array<[name: string, value: string | number]> = [
    ['bind', '127.0.0.1'],
    ['port', port],
    ['databases', options.databases ?? 16],
    ['requirepass', password],
    ['dir', data],
    ['pidfile', join(data, 'redis.pid')],
    ['logfile', log],
    ['appendonly', durable ? 'yes' : 'no'],
    ['appendfsync', 'everysec'],
    // The append-only file is all the persistence there is: no snapshots beside it.
    ['save', ''],
    ['maxmemory-policy', 'noeviction'],
    // Keeps the path of this file on the command line, by which an orphan is recognised.
    ['set-proc-title', 'no'],
  ]
  const lines = settings.map(([name, value]) => `${name} ${JSON.stringify(String(value))}\n`)
  await writeFile(settingsFile, lines.join(''), { mode: 0o600 })

  const child = spawn(binary, [settingsFile], {
    // The secrets of our own environment are none of its business.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    // A group of its own: Ctrl-C in the terminal must not reach it before those who write to it have ended.
    detached: true,
    stdio: 'ignore',
  })
  const url = `redis://:${password}@127.0.0.1:${port}`
  await untilReady(child, url, log)
  // SIGTERM writes and syncs what is pending.
  return { url, process: child, stop: () => stopChild(child, 'SIGTERM', STOP_DEADLINE_MS) }
}

/** ioredis asks INFO until nothing is being loaded any more, then lets the PING through. A stranger on the port refuses it. */
async function untilReady(child: ChildProcess, url: string, log: string): Promise<void> {
  const client = new Redis(url, {
    retryStrategy: () => 10,
    maxRetriesPerRequest: null,
    maxLoadingRetryTime: 20,
  })
  client.on('error', () => {})
  const gone = new AbortController()
  const exit = once(child, 'exit', { signal: gone.signal }).catch(() => {})
  try {
    await Promise.race([client.ping().catch(() => exit), exit])
    if (hasExited(child)) {
      const last = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''
      throw new ConfigError(
        `Redis did not start: ${last.replace(/^\d+:\S .*? [#*.-] /, '')} (more in ${log})`,
      )
    }
  } finally {
    gone.abort()
    client.disconnect()
  }
}
