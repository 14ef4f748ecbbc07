import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processorSeconds } from './processor.ts'

const SCRIPT = fileURLToPath(new URL('./broadcaster.ts', import.meta.url))

/** The bare uWebSockets.js of `broadcaster.ts`, in its own process. */
export interface Broadcaster {
  readonly port: number
  readonly pid: number
  /** Sends a text of so many bytes to every socket and every waiting poll. */
  publish(bytes: number): void
  /** Milliseconds of processor time since its start. */
  processorMs(): number
  stop(): void
}

export async function startBroadcaster(): Promise<Broadcaster> {
  const child = fork(SCRIPT, { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    pid: child.pid!,
    publish: (bytes) => void child.send('x'.repeat(bytes)),
    processorMs: () => processorSeconds(child.pid!) * 1000,
    stop: () => void child.kill(),
  }
}
