import { fork } from 'node:child_process'
import { stopChild } from '../../config/embedded/processes.ts'
import { openLogFile } from './log-file.ts'
import type { Running, Service } from './service.ts'

const STOP_DEADLINE_MS = 10_000

export type ChildOptions = {
  name: string
  /** Path of the script. */
  script: string
  env: NodeJS.ProcessEnv
  /** Options of Node besides this process's options. */
  nodeOptions?: readonly string[]
  /** The file that the child's standard output is appended to. Default: the supervisor's standard output. */
  logFile?: string | undefined
}

/**
 * Runs a script of ours as a service. The script calls `process.send({ ready: true })` when it serves, exits
 * within ten seconds of SIGTERM, and exits on 'disconnect', which tells it that its supervisor was killed.
 * Its standard error is the supervisor's.
 */
export function childService({ name, script, env, nodeOptions = [], logFile }: ChildOptions): Service {
  return {
    name,
    async start(): Promise<Running> {
      const log = logFile === undefined ? undefined : await openLogFile(logFile)
      const child = fork(script, {
        env,
        execArgv: [...process.execArgv, ...nodeOptions],
        // A separate process group, so that Ctrl-C in the terminal reaches only the supervisor, which stops
        // all in order.
        detached: true,
        stdio: ['ignore', log?.fd ?? 'inherit', 'inherit', 'ipc'],
      })
      await log?.close()
      const ready = new Promise<void>((resolve) => {
        child.on('message', (message: { ready?: boolean }) => {
          if (message.ready) resolve()
        })
      })
      return { process: child, ready, stop: () => stopChild(child, 'SIGTERM', STOP_DEADLINE_MS) }
    },
  }
}
