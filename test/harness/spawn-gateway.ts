import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../config/embedded/processes.ts'
import type { Settings, World } from './world.ts'

/** A gateway that is a process of its own, as in production. */
export interface SpawnedGateway {
  readonly url: string
  kill(signal: NodeJS.Signals): void
  /** How it ended: the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

const COMPILED = fileURLToPath(new URL('../../dist/gateway/main.js', import.meta.url))
const FAULTY = fileURLToPath(new URL('./faulty-gateway.ts', import.meta.url))

/**
 * Starts a gateway of the compiled product on the world's database and Redis; resolves when it serves. Its
 * port is one that no outgoing connection takes, so that another can be started on it when it was killed.
 */
export function spawnGateway(world: World, settings: Settings = {}): Promise<SpawnedGateway> {
  return spawnProgram(world, COMPILED, settings)
}

/** Starts a gateway, of the sources, that dies between COMMIT and append of its n-th transaction. */
export function spawnFaultyGateway(world: World, dieAfterCommits: number): Promise<SpawnedGateway> {
  const settings = { DIE_AFTER_COMMITS: String(dieAfterCommits) }
  return spawnProgram(world, FAULTY, settings, ['--import', 'tsx'])
}

/** Starts a program that says `{ ready: true, port }` to its parent, as a gateway does. */
async function spawnProgram(
  world: World,
  program: string,
  settings: Settings = {},
  execArgv: readonly string[] = ['--enable-source-maps'],
): Promise<SpawnedGateway> {
  const child = fork(program, {
    execArgv: [...execArgv],
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      ...world.env,
      LOG_LEVEL: logLevel,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  world.onClose(() => end(child, exited))
  const first = await Promise.race([once(child, 'message'), exited])
  if (!Array.isArray(first)) throw new Error(`the gateway ended before it served: ${first}`)
  const { port } = first[0] as { ready: true; port: number }
  return { url: `http://127.0.0.1:${port}`, kill: (signal) => child.kill(signal), exited }
}

const logLevel = process.env.LOG_LEVEL ?? 'silent'

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await exited
}
