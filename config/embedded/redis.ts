import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../error.ts'
import { readOrCreateSecret } from '../secret-file.ts'
import { endWithParent } from './end-with-parent.ts'
import { type EmbeddedServer, freePort, hasExited, stopChild, stopOrphan } from './processes.ts'
import { findRedis } from './redis-binary.ts'
import { answersPing } from './redis-ping.ts'

const STOP_DEADLINE_MS = 10_000
const PING_EVERY_MS = 10

export type RedisOptions = {
  /** Created when missing. Holds the data in `redis/`, `redis.log` and `redis-password`. */
  directory: string
  /** False keeps everything in memory, for temporary data. Default true. */
  durable?: boolean
  /** Default: a free port, a new one at each start. */
  port?: number
  /** Number of logical databases. Default 16. */
  databases?: number
  /** More lines of `redis.conf`, for a server that is not alone. */
  settings?: readonly (readonly [name: string, value: string | number])[]
  /** Receives one line when Redis has to be installed, which takes a while. */
  report?: (line: string) => void
}

/**
 * Starts Redis (or Valkey) on 127.0.0.1 with the data in `directory` and resolves once it has loaded the data
 * and answers. Redis appends every write to a file, syncs the file each second and never evicts. A server
 * that a killed process left on the same data is stopped first. Throws `ConfigError` when Redis cannot start.
 */
export async function startRedis(options: RedisOptions): Promise<EmbeddedServer> {
  const { durable = true, report = () => {} } = options
  const directory = resolve(options.directory)
  const data = join(directory, 'redis')
  const settingsFile = join(data, 'redis.conf')
  const log = join(directory, 'redis.log')
  const binary = await findRedis(report)
  await mkdir(data, { recursive: true, mode: 0o700 })
  const password = await readOrCreateSecret(join(directory, 'redis-password'))

  const orphan = Number.parseInt((await readFile(join(data, 'redis.pid'), 'utf8').catch(() => '')) || '0', 10)
  if (orphan) await stopOrphan(orphan, settingsFile, 'SIGTERM')

  const port = options.port ?? (await freePort())
  const settings: Array<readonly [name: string, value: string | number]> = [
    ['bind', '127.0.0.1'],
    ['port', port],
    ['databases', options.databases ?? 16],
    ['requirepass', password],
    ['dir', data],
    ['pidfile', join(data, 'redis.pid')],
    ['logfile', log],
    ['appendonly', durable ? 'yes' : 'no'],
    ['appendfsync', 'everysec'],
    // An idle server wakes up once a second and not ten times. Timeouts of blocking commands are then up to a
    // second late.
    ['hz', durable ? 1 : 10],
    // The append-only file is the only persistence: no snapshots.
    ['save', ''],
    ['maxmemory-policy', 'noeviction'],
    // The command line keeps the path of the settings file, by which `stopOrphan` recognises the process.
    ['set-proc-title', 'no'],
    ...(options.settings ?? []),
  ]
  const lines = settings.map(([name, value]) => `${name} ${JSON.stringify(String(value))}\n`)
  await writeFile(settingsFile, lines.join(''), { mode: 0o600 })

  const child = spawn(binary, [settingsFile], {
    // A minimal environment, without the secrets of this process.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    // A separate process group, so that Ctrl-C in the terminal does not reach Redis before its clients have
    // ended.
    detached: true,
    stdio: 'ignore',
  })
  const url = `redis://:${password}@127.0.0.1:${port}`
  endWithParent(child, settingsFile, 'TERM')
  await untilReady(child, port, password, log)
  // On SIGTERM Redis writes and syncs pending data.
  return { url, process: child, stop: () => stopChild(child, 'SIGTERM', STOP_DEADLINE_MS) }
}

/** Waits for the answer to PING. Another server on the port refuses the password. */
async function untilReady(child: ChildProcess, port: number, password: string, log: string): Promise<void> {
  while (!hasExited(child)) {
    if (await answersPing(port, password)) return
    await sleep(PING_EVERY_MS)
  }
  const last = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''
  throw new ConfigError(`Redis did not start: ${last.replace(/^\d+:\S .*? [#*.-] /, '')} (more in ${log})`)
}
