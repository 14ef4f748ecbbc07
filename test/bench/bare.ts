import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { GATEWAY_NODE_OPTIONS } from '../../config/gateway-process.ts'
import { type ProcessUse, processTree } from './process-tree.ts'
import { processorSeconds } from './processor.ts'

const SCRIPT = fileURLToPath(new URL('./broadcaster.ts', import.meta.url))

/**
 * The bare uWebSockets.js of `broadcaster.ts` in a process of its own, with the options of Node that a
 * gateway has.
 */
export interface Broadcaster {
  readonly port: number
  readonly pid: number
  /** The process, for `processorBetween`. */
  processes(): ProcessUse[]
  /** Milliseconds of processor time since its start. */
  processorMs(): number
  stop(): void
}

export async function startBroadcaster(): Promise<Broadcaster> {
  const child = fork(SCRIPT, { execArgv: [...GATEWAY_NODE_OPTIONS, '--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const pid = child.pid!
  return {
    port,
    pid,
    processes: () => processTree(pid),
    processorMs: () => processorSeconds(pid) * 1000,
    stop: () => void child.kill(),
  }
}
