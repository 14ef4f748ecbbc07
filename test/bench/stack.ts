import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { startRedis } from '../../config/embedded/redis.ts'
import { GATEWAY_NODE_OPTIONS } from '../../config/gateway-process.ts'
import { createDemonstrationOrganization } from '../../core/demonstration/organization.ts'
import { seedDemonstration } from '../../core/demonstration/seed.ts'
import { openCore } from '../../core/open-core.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import type { ChannelId, RealmId, UserId } from '../../core/platform/ids.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { startMeasuredPostgres } from './measured-postgres.ts'
import { type ProcessUse, processTree } from './process-tree.ts'
import { processorSeconds, residentMib } from './processor.ts'

export const SECRET = 'a secret that only this measurement knows'
const MEASURABLE = new URL('./measurable.ts', import.meta.url).href
const GATEWAY = fileURLToPath(new URL('../../dist/gateway/main.js', import.meta.url))
const WORKER = fileURLToPath(new URL('../../dist/workers/main.js', import.meta.url))

/** A gateway in its own process. */
export interface GatewayProcess {
  readonly port: number
  /** Seconds of processor time that it has used. */
  processorSeconds(): number
  /** Resident memory in MiB. */
  residentMib(): number
  /** Memory after a garbage collection, in bytes. Needs `isMeasurable`. */
  memory(): Promise<NodeJS.MemoryUsage>
  /** Milliseconds of the longest pause of its event loop since the last call. Needs `isMeasurable`. */
  longestPause(): Promise<number>
  /** Ends the process without a farewell, as a power failure does. */
  kill(): Promise<void>
}

/**
 * A server as in production: durable Postgres (embedded, or the server of BENCH_DATABASE_URL), Redis, and one
 * compiled gateway in its own process.
 */
export interface Stack {
  readonly port: number
  /** The gateway's DATA_DIR. */
  readonly directory: string
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly realm: RealmId
  readonly channels: Readonly<Record<string, ChannelId>>
  /** The value of an Authorization header. */
  authorization(user: string): string
  /** As `authorization`, for a user that the measurement added. */
  authorizationOf(id: UserId, email: string): string
  /** All gateways, the worker if there is one, and the processes of Postgres and Redis. */
  processes(): ProcessUse[]
  /** Seconds of processor time that the gateway has used. */
  processorSeconds(): number
  /** Resident memory of the gateway in MiB. */
  residentMib(): number
  /** Memory of the gateway after a garbage collection, in bytes. Needs `isMeasurable`. */
  memory(): Promise<NodeJS.MemoryUsage>
  /** Starts another gateway beside the first one. */
  addGateway(): Promise<GatewayProcess>
  /**
   * Milliseconds of the longest pause of the gateway's event loop since the last call. Needs `isMeasurable`.
   */
  longestPause(): Promise<number>
  /** Replaces the gateway by a new process with empty memory at another port. */
  restartGateway(): Promise<void>
  close(): Promise<void>
}

export interface StackOptions {
  /** Settings of the gateway besides the addresses, or instead of the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** Writes the messages of the demonstration organization. */
  readonly hasMessages?: boolean
  /** Starts a worker too. */
  readonly hasWorker?: boolean
  /** Makes `Stack.memory` available. */
  readonly isMeasurable?: boolean
  /** Called with each line of the gateway's log, which then includes requests and their round trips. */
  readonly onLog?: (line: string) => void
}

export async function startStack({
  settings = {},
  hasMessages = false,
  hasWorker = false,
  isMeasurable = false,
  onLog,
}: StackOptions = {}): Promise<Stack> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  const [postgres, redis] = await Promise.all([startMeasuredPostgres(directory), startRedis({ directory })])
  await migrate(postgres.url)
  const organization = await demonstration(postgres.url, redis.url, hasMessages)
  const addresses = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATA_DIR: directory,
    ...settings,
  }
  const start = () =>
    startChild(
      GATEWAY,
      addresses,
      isMeasurable ? ['--expose-gc', '--import', 'tsx', '--import', MEASURABLE] : [],
      onLog,
    )
  const worker = hasWorker ? (await startChild(WORKER, addresses, [])).child : undefined
  let { child: gateway, port } = await start()
  const others = new Set<ChildProcess>()
  const stop = async (child: ChildProcess) => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const authorizationOf = (id: UserId, email: string) => {
    const pair = `${email}:${apiKey(SECRET, organization.realmId, id, 1)}`
    return `Basic ${Buffer.from(pair).toString('base64')}`
  }
  return {
    get port() {
      return port
    },
    directory,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    realm: organization.realmId,
    channels: organization.channels,
    authorization: (user) => {
      const id = (organization.users as Record<string, UserId>)[user]!
      return authorizationOf(id, `${user}@demo.test`)
    },
    authorizationOf,
    processes: () =>
      [...[gateway, ...others, worker].map((child) => child?.pid), postgres.pid, redis.process.pid].flatMap(
        (pid) => (pid === undefined ? [] : processTree(pid)),
      ),
    processorSeconds: () => processorSeconds(gateway.pid!),
    residentMib: () => residentMib(gateway.pid!),
    memory: () => memoryOf(gateway),
    longestPause: () => longestPauseOf(gateway),
    addGateway: async () => {
      const { child, port } = await start()
      others.add(child)
      return {
        port,
        processorSeconds: () => processorSeconds(child.pid!),
        residentMib: () => residentMib(child.pid!),
        memory: () => memoryOf(child),
        longestPause: () => longestPauseOf(child),
        kill: async () => {
          others.delete(child)
          child.kill('SIGKILL')
          await once(child, 'exit')
        },
      }
    },
    restartGateway: async () => {
      await stop(gateway)
      ;({ child: gateway, port } = await start())
    },
    close: async () => {
      await Promise.all([gateway, ...others, worker].map((child) => child && stop(child)))
      await Promise.all([postgres.stop(), redis.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function memoryOf(gateway: ChildProcess): Promise<NodeJS.MemoryUsage> {
  gateway.send('memory')
  const [answer] = (await once(gateway, 'message')) as [{ memory: NodeJS.MemoryUsage }]
  return answer.memory
}

async function longestPauseOf(gateway: ChildProcess): Promise<number> {
  gateway.send('pause')
  const [answer] = (await once(gateway, 'message')) as [{ longestPause: number }]
  return answer.longestPause
}

/** Creates the demonstration organization in a database; with `hasMessages`, its messages too. */
export async function demonstration(databaseUrl: string, redisUrl: string, hasMessages: boolean) {
  const options = {
    databaseUrl,
    databasePoolSize: 4,
    redisUrl,
    secretKey: SECRET,
    rootUrl: 'http://localhost:9991',
  }
  const core = await openCore({ ...options, eventLogRetentionSeconds: 900 }, pino({ level: 'silent' }), {
    handOver: async () => undefined,
  })
  try {
    if (hasMessages) await seedDemonstration(core)
    return await createDemonstrationOrganization(core)
  } finally {
    await core.close()
  }
}

/** Options with which Node programs write CPU profiles into the folder CPU_PROFILES when they end. */
export const PROFILING =
  process.env.CPU_PROFILES === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.CPU_PROFILES}`]

/** Starts a gateway or a worker. `port` is a gateway's port. */
function startChild(
  script: string,
  addresses: Record<string, string>,
  execArgv: readonly string[],
  onLog?: (line: string) => void,
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(script, {
    execArgv: [...(script === GATEWAY ? GATEWAY_NODE_OPTIONS : []), ...PROFILING, ...execArgv],
    ...(onLog && { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SECRET_KEY: SECRET,
      ROOT_URL: 'http://localhost:9991',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: onLog === undefined ? 'warn' : 'debug',
      RATE_LIMIT_USER_PER_MINUTE: '1000000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
      RATE_LIMIT_FILES_PER_MINUTE: '1000000',
      EVENT_QUEUES_PER_USER: '1000000',
      ...addresses,
    },
  })
  if (child.stdout !== null && onLog !== undefined) createInterface(child.stdout).on('line', onLog)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.once('message', (message) => resolve({ child, port: (message as { port: number }).port }))
  })
}
