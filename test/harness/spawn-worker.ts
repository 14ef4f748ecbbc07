import { programOf } from './programs.ts'
import { type SpawnedProcess, spawnProcess } from './spawn.ts'
import type { Settings, World } from './world.ts'

const QUICK = programOf('test/harness/quick-worker.ts')

/** Starts `quick-worker.ts` on the world's database and Redis. Resolves when it runs jobs. */
export async function spawnQuickWorker(world: World, settings: Settings = {}): Promise<SpawnedProcess> {
  const env = { ...world.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', ...settings }
  const worker = await spawnProcess(QUICK, env)
  if (typeof worker !== 'object') throw new Error(`the worker ended before it was ready: ${worker}`)
  world.onClose(() => {
    worker.kill('SIGKILL')
    return worker.exited
  })
  return worker
}
