import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Crowd, CrowdReport } from './idle-clients.ts'
import { Connection } from './load.ts'

const PROGRAM = fileURLToPath(new URL('./idle-clients.ts', import.meta.url))
/** Connections that register queues at the same time. */
const AT_ONCE = 16

export type Queue = Crowd['queues'][number]

/** Clients in a process of their own. */
export interface OpenCrowd {
  readonly size: number
  /** Resolves when every client on a WebSocket has received this many frames since the start. */
  haveReceived(frames: number): Promise<void>
  /**
   * Resolves when the server has closed all WebSockets and all are connected to other gateways, with the
   * number of attempts that failed.
   */
  readonly areBack: Promise<number>
  stop(): Promise<void>
}

/** Registers an event queue for each person, over all gateways in turn. */
export async function registerQueues(
  ports: readonly number[],
  people: readonly string[],
  form = 'event_types=["message"]',
): Promise<Queue[]> {
  const queues: Queue[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const connection = await Connection.open(ports[n % ports.length]!)
      for (let index = next++; index < people.length; index = next++) {
        const authorization = people[index]!
        const answer = await connection.request('POST', '/api/v1/register', authorization, form)
        const id = /"queue_id":"([^"]+)"/.exec(answer)![1]!
        const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
        queues.push({ id, cursor, authorization })
      }
      connection.close()
    }),
  )
  return queues
}

/** The local addresses of a crowd. No crowd with another number has them. */
export const addressesOf = (crowd: number, count = 1): string[] =>
  Array.from({ length: count }, (_, n) => `127.0.${2 + crowd}.${1 + n}`)

/** Opens clients in a new process. Resolves when all are connected. */
export async function openCrowd(crowd: Crowd): Promise<OpenCrowd> {
  const child = fork(PROGRAM, { execArgv: ['--import', 'tsx'] })
  const waiting = new Map<number, () => void>()
  let received = 0
  let onBack: (failedAttempts: number) => void = () => {}
  const areBack = new Promise<number>((resolve) => {
    onBack = resolve
  })
  const opened = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a crowd of clients ended with ${code}`)))
    child.on('message', (report: CrowdReport) => {
      if (report === 'open') resolve()
      else if ('failedAttempts' in report) onBack(report.failedAttempts)
      else {
        received = report.frames
        waiting.get(received)?.()
        waiting.delete(received)
      }
    })
  })
  child.send(crowd)
  await opened
  const fail = (code: number | null) => {
    throw new Error(`a crowd of clients ended with ${code}`)
  }
  child.once('exit', fail)
  return {
    size: crowd.queues.length,
    haveReceived: (frames) =>
      received >= frames ? Promise.resolve() : new Promise((resolve) => waiting.set(frames, resolve)),
    areBack,
    stop: async () => {
      child.off('exit', fail)
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Raises the limit of open files for child processes to `wanted` if allowed, and returns the limit. */
export function raiseFileLimit(wanted: number): number {
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${wanted}:${wanted}`])
  return Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout)
}
