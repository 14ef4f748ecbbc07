import './product.ts'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../config/embedded/processes.ts'
import { programOf } from './programs.ts'
import { type SpawnedProcess, spawnProcess } from './spawn.ts'
import type { Settings, World } from './world.ts'

/** A gateway in its own process, as in production. */
export interface SpawnedGateway extends Pick<SpawnedProcess, 'pid' | 'kill' | 'exited'> {
  readonly url: string
}

const GATEWAY = programOf('gateway/main.ts')
const FAULTY = programOf('test/harness/faulty-gateway.ts')

/**
 * Starts a gateway on the world's database and Redis. Resolves when it serves. No outgoing
 * connection takes its port, so that another gateway can start on the port after a kill.
 */
export function spawnGateway(world: World, settings: Settings = {}): Promise<SpawnedGateway> {
  return spawnProgram(world, GATEWAY, settings)
}

/** As `spawnGateway`, with a disk that takes `delayMs` longer for each write. */
export function spawnGatewayOnSlowDisk(world: World, delayMs: number, settings: Settings = {}) {
  const slow = fileURLToPath(new URL('./slow-disk.mjs', import.meta.url))
  const options = ['--enable-source-maps', '--import', slow]
  return spawnProgram(world, GATEWAY, { ...settings, DISK_DELAY_MS: String(delayMs) }, options)
}

/** Starts a gateway that dies between COMMIT and append of its n-th transaction. */
export function spawnFaultyGateway(world: World, dieAfterCommits: number): Promise<SpawnedGateway> {
  const settings = { DIE_AFTER_COMMITS: String(dieAfterCommits) }
  return spawnProgram(world, FAULTY, settings)
}

async function spawnProgram(
  world: World,
  program: string,
  settings: Settings = {},
  execArgv?: readonly string[],
): Promise<SpawnedGateway> {
  const env = { PORT: String(await freePort()), ...world.env, LOG_LEVEL: logLevel, ...settings }
  const gateway = await spawnProcess(program, env, 'inherit', execArgv)
  if (typeof gateway !== 'object') throw new Error(`the gateway ended before it served: ${gateway}`)
  const { pid, kill, exited, ready } = gateway
  world.onClose(() => {
    kill('SIGKILL')
    return exited
  })
  return { url: `http://127.0.0.1:${ready.port}`, pid, kill, exited }
}

const logLevel = process.env.LOG_LEVEL ?? 'silent'
